// The import of a file in a real browser, with and without script, on a narrow page: upload, dry run,
// import and undo.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserImportTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    server = try WebServer(installation)
  }

  /// A table with a long name, rows with long words, and unusable rows.
  private func table() throws -> String {
    let long = String(repeating: "Bandwurmwort", count: 20)
    let rows = (0..<3).map { "Artist \($0) \(long),21,\($0)\r\n" }.joined()
    return try installation.folder.write(
      "Artist,Title,release_id\r\n" + rows + "\(long),,7\r\n,\(long),8\r\n",
      to: "a-long-name-\(String(repeating: "of-a-collection-", count: 6)).csv")
  }

  private func expectAccessible(_ browser: Browser, _ state: String) throws {
    for size in ["100%", "200%"] {
      try browser.run("document.documentElement.style.fontSize = arguments[0]", [.text(size)])
      let problems = try PageAudit.problems(in: browser)
      #expect(problems.isEmpty, "\(state), text \(size): \(problems)")
    }
    try browser.run("document.documentElement.style.fontSize = ''")
  }

  @Test(arguments: [true, false])
  func `a file is uploaded, checked, imported and taken back`(hasScript: Bool) throws {
    let browser = try Browser(width: 320, height: 568, hasScript: hasScript)
    func shows(_ words: String) throws -> Bool {
      try eventually { try browser.text("main").contains(words) }
    }
    try browser.open("\(installation.origin)/cgi-bin/albumscan/settings")
    try browser.tap("[href$='/import']")
    #expect(try shows("Nothing was imported yet."))
    try browser.type(try table(), into: "[name=file]")
    try browser.tap("main .pill")
    #expect(try shows("Line 5") && shows("Line 6"))
    if hasScript { try expectAccessible(browser, "dry run") }
    try browser.tap("main .pill")
    #expect(try shows("3 finds were imported."))
    #expect(try installation.store().countFinds() == 3)
    if hasScript { try expectAccessible(browser, "imported") }
    let kept = try #require(try installation.store().newestFinds(1).first?.id)
    #expect(try installation.albumscan(["edit", kept.text, "--notes", "mine"]).exitCode == 0)
    try browser.tap("main form button")
    #expect(try shows("2 finds were deleted.") && shows("These finds were edited and stay"))
    if hasScript { try expectAccessible(browser, "undone") }
    try browser.open("\(installation.origin)/cgi-bin/albumscan/import")
    #expect(try shows("undone"))
    if hasScript { try expectAccessible(browser, "list") }
    #expect(try installation.store().newestFinds(9).map(\.id) == [kept])
  }

  @Test func `the page of a running step follows it and loads the result`() throws {
    let store = try installation.store()
    let upload = UploadID(randomBytes: Randomness.bytes(UploadID.randomByteCount))
    let folder = "\(installation.data)/imports"
    try Files.makeDirectories(folder, mode: 0o700)
    let text = "Artist,Title,release_id\r\nA,T,1\r\n"
    try Files.replace("\(folder)/\(upload)", with: Array(text.utf8), mode: 0o600, durably: false)
    // The job is due only in an hour, so no worker ends the dry run before the test does.
    let later = Timestamp(milliseconds: Clock.wallMilliseconds())
    try store.queueCheck(ImportOrder(.check, of: upload, name: "a.csv"), by: .owner, at: later)
    try installation.sql("UPDATE jobs SET next_attempt = next_attempt + 3600000")
    let browser = try Browser()
    try browser.open("\(installation.origin)/cgi-bin/albumscan/imports/\(upload)")
    #expect(try browser.text("main").contains("The file is being checked."))
    try expectNoProblems(in: browser)
    try installation.sql("UPDATE jobs SET next_attempt = 0")
    #expect(try eventually { try browser.text("main").contains("Import 1 find") })
  }
}
