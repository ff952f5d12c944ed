// A find that is a book, through the command line and the CGI: its address, its form, and the
// requests that are for records only.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BookFindTests {
  let household: Household
  private let browser: [String]
  private let find: FindID
  private var house: Installation { household.installation }

  /// The find of the sample, whose kind was corrected on the command line.
  init() throws {
    household = try Household(
      settings: "pages: protected\nopen-library-url: http://127.0.0.1:9")
    let house = household.installation
    try house.copySampleFind()
    let anna = try house.store().addPerson(
      name: try Household.name("Anna"), plan: .owner, files: house.sessionFiles, at: Household.now)
    browser = household.browser(try Household.session(of: anna, in: house))
    find = try #require(try house.store().newestFinds(1).first).id
    let corrected = try house.albumscan([
      "correct", find.text, "--artist", "Odalys Verne", "--title", "Salt", "--kind", "book",
    ])
    #expect(corrected.exitCode == 0)
  }

  private func page(_ path: String) throws -> String {
    String(decoding: try Files.read("\(house.site)/\(path)/index.html"), as: UTF8.self)
  }

  @Test func `a corrected kind gives the find another address, and the former one leads there`()
    throws
  {
    #expect(try page("book/\(find)").contains("Odalys Verne"))
    #expect(try page("album/\(find)").contains("href=\"/book/\(find)/\""))
    #expect(try page("authors/odalys-verne").contains("/book/\(find)/"))
    let state = try household.get("/finds/\(find)", browser)
    #expect(state.status == 303 && state.header("location") == "/book/\(find)/")
    let check = try house.albumscan(["check"])
    #expect(check.exitCode == 0, "\(check)")
    // A correction by names keeps the kind.
    let names = try house.albumscan([
      "correct", find.text, "--artist", "Odalys Verne", "--title", "Letters",
    ])
    #expect(names.exitCode == 0)
    #expect(try house.store().kind(of: find) == .book)
    let wrong = try house.albumscan([
      "correct", find.text, "--artist", "A", "--title", "B", "--kind", "tape",
    ])
    #expect(wrong.exitCode != 0)
  }

  @Test func `the form of a book says Read, and leads back to its page`() throws {
    let form = try household.get("/finds/\(find)/edit", browser)
    #expect(form.status == 200 && form.plainBody.contains("> Read</label>"))
    #expect(!form.plainBody.contains("Heard"))
    #expect(form.plainBody.contains("href=\"/book/\(find)/\""))
    let saved = try household.post("/finds/\(find)/edit", [("status", "heard")], browser)
    #expect(saved.status == 303 && saved.header("location") == "/book/\(find)/")
    _ = try house.albumscan(["refresh"])
    #expect(try page("history").contains("<span class=\"status\">Read</span>"))
  }

  @Test func `requests for records only are refused`() throws {
    let refused = try household.post("/finds/\(find)/artwork", [("refresh", "1")], browser)
    #expect(refused.status == 409 && refused.body.contains("This is a book"))
    let command = try house.albumscan(["artwork", find.text, "--refresh"])
    #expect(command.exitCode == 1)
    #expect(try house.store().jobNotice(of: find) == nil)
  }

  @Test func `an exported table has the kind, and a Discogs collection has no books`() throws {
    _ = try household.post("/finds/\(find)/edit", [("status", "have")], browser)
    let file = house.folder.file("table.csv")
    #expect(try house.albumscan(["export", file, "--format", "csv"]).exitCode == 0)
    let lines = String(decoding: try Files.read(file), as: UTF8.self).split(separator: "\r\n")
    #expect(lines.first?.hasSuffix(",kind,isbn,pages") == true)
    #expect(lines.last?.hasSuffix(",book,,") == true)
    #expect(try house.albumscan(["export", file, "--format", "discogs"]).exitCode == 0)
    let discogs = String(decoding: try Files.read(file), as: UTF8.self)
    #expect(discogs.split(separator: "\r\n").count == 1)
  }
}
