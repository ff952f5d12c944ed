// A proxy that answers in place of the server, with every kind of answer. Nothing that the browser keeps is deleted, refused
// or given to another person because of such an answer. Source: docs/interface.md "In the browser".

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserForeignAnswerTests {
  let installation: Installation
  let server: MeddledServer

  init() throws {
    installation = try Installation()
    try installation.copySampleFind()
    server = try MeddledServer(installation)
  }

  private static let photos = """
    return (await (await module("queue")).photos())
      .map(({ state, signIn, reason }) => `${state} ${signIn} ${reason}`);
    """

  /// Waits until the proxy has answered one more request itself.
  private func waitForAnswer(after count: Int, _ name: String) throws {
    #expect(eventually { server.foreignAnswers > count }, "\(name): no request")
  }

  /// Waits until the only photo of the queue waits for its next attempt.
  private func waitForPhoto(in browser: Browser, _ name: String) throws {
    var found: [String] = []
    let waits = try eventually {
      found = try browser.runAsync(Self.photos).items.map(\.text)
      return found == ["waiting false null"]
    }
    #expect(waits, "\(name): \(found)")
  }

  private func countScans() throws -> Int {
    try installation.store().scans(since: Timestamp(milliseconds: 0)).count
  }

  @Test
  func `a photo waits in the guide and in the tray after any foreign answer, and arrives once`()
    throws
  {
    let browser = try Browser(hasServiceWorker: true, cameraPermission: .denied)
    try browser.beforeEachPage(Browser.notingSync)
    let (page, before) = ("\(installation.origin)/", try countScans())
    for (isSeries, selector) in [(false, ".retry"), (true, ".unsent")] {
      try browser.open(page)
      if isSeries { try browser.run("localStorage['albumscan.after-scan'] = 'camera'") }
      try browser.open(page)
      for (name, answer) in MeddledServer.kinds {
        let count = server.foreignAnswers
        server.answer("POST /cgi-bin/albumscan/scans", with: answer)
        if name == MeddledServer.kinds[0].name {
          try browser.type(Sample.cover, into: "#choose-photo")
        } else {
          try browser.runAsync(
            "(await module('upload')).send({ restart: true, isUrged: true });")
        }
        try waitForAnswer(after: count, name)
        try waitForPhoto(in: browser, name)
        #expect(try eventually { try !browser.text(selector).isEmpty }, "\(name)")
      }
      server.passAll()
      try browser.runAsync("(await module('upload')).send({ restart: true, isUrged: true });")
      #expect(try eventually { try countScans() == before + (isSeries ? 2 : 1) })
      #expect(
        try eventually { try browser.runAsync(Self.photos).items.isEmpty }, "series: \(isSeries)")
      if !isSeries { #expect(try eventually { try browser.address.contains("/album/") }) }
    }
    #expect(try countScans() == before + 2)
  }

  @Test func `a photo of a shelf waits after any foreign answer`() throws {
    let browser = try Browser(hasServiceWorker: true, cameraPermission: .denied)
    try browser.beforeEachPage(Browser.notingSync)
    try browser.open("\(installation.origin)/shelf/")
    for (index, (name, answer)) in MeddledServer.kinds.enumerated() {
      let count = server.foreignAnswers
      server.answer("POST /cgi-bin/albumscan/scans", with: answer)
      try browser.runAsync(
        """
        const { send, upload } = await module("upload");
        const photo = await (await fetch("/icons/icon-512.png")).blob();
        parameters[0] ? send({ restart: true, isUrged: true }) : await upload({ photo, kind: "shelf" });
        """, [.bool(index > 0)])
      try waitForAnswer(after: count, name)
      try waitForPhoto(in: browser, name)
    }
  }

  private static let edits = """
    return (await (await module("edits")).edits())
      .map(({ state, signIn, fields }) => `${state} ${signIn} ${fields.status}`);
    """

  @Test func `a status that is changed waits after any foreign answer, and arrives`() throws {
    let find = try #require(try installation.store().newestFinds(1).first)
    let browser = try Browser(hasServiceWorker: true)
    try browser.beforeEachPage(Browser.notingSync)
    try browser.open("\(installation.origin)/album/\(find.id)/")
    let isKnown = "return localStorage['albumscan.visitor'] ?? ''"
    #expect(try eventually { try !browser.run(isKnown).text.isEmpty })
    for (index, (name, answer)) in MeddledServer.kinds.enumerated() {
      var count = server.foreignAnswers
      server.answer("POST /cgi-bin/albumscan/finds/\(find.id)/edit", with: answer)
      let status = index % 2 == 0 ? "want" : "have"
      try browser.tap(".statuses [data-status=\(status)]")
      try waitForAnswer(after: count, name)
      let waiting = ["waiting false \(status)"]
      var found: [String] = []
      let waits = try eventually {
        found = try browser.runAsync(Self.edits).items.map(\.text)
        return found == waiting
      }
      #expect(waits, "\(name): \(found)")
      // The queue sends the change again, and gets the same answer.
      count = server.foreignAnswers
      try browser.runAsync("(await module('upload')).send({ restart: true, isUrged: true });")
      try waitForAnswer(after: count, name)
      pause(milliseconds: 100)
      #expect(try browser.runAsync(Self.edits).items.map(\.text) == waiting, "\(name), sent again")
      guard index < MeddledServer.kinds.count - 1 else { break }
      try browser.runAsync(
        """
        const { edits, removeEdit } = await module("edits");
        for (const one of await edits()) await removeEdit(one);
        """)
    }
    server.passAll()
    try browser.runAsync("(await module('upload')).send({ restart: true, isUrged: true });")
    #expect(try eventually { try browser.runAsync(Self.edits).items.isEmpty })
    #expect(try eventually { try installation.store().details(of: find.id)?.status == .have })
  }

  @Test func `a correction keeps its typed names after any foreign answer`() throws {
    let find = try #require(try installation.store().newestFinds(1).first)
    let browser = try Browser(hasServiceWorker: true)
    try browser.open("\(installation.origin)/album/\(find.id)/")
    try browser.tap(".correct > details > summary")
    try browser.tap(".forms > summary")
    try browser.type("AC/DC", into: "[name=artist]")
    try browser.type("Back in Black", into: "[name=title]")
    for (name, answer) in MeddledServer.kinds where name != "cut body" {
      let count = server.foreignAnswers
      server.answer("POST /cgi-bin/albumscan/finds/\(find.id)/correct", with: answer)
      try browser.run("document.querySelector('.refused')?.remove()")
      try browser.run("document.querySelector('[name=artist]').form.requestSubmit()")
      try waitForAnswer(after: count, name)
      var said = ""
      let isSaid = try eventually {
        said = try browser.text(".refused")
        return said.hasPrefix("This device has no connection to the server.")
      }
      #expect(isSaid, "\(name): \(said)")
      let typed = "return document.querySelector('[name=artist]').value"
      #expect(try browser.run(typed).text == "AC/DC", "\(name)")
    }
    #expect(try installation.store().find(find.id)?.album.title == find.album.title)
  }

  @Test func `the page of a scan that runs goes on after any foreign answer`() throws {
    let id = String(repeating: "b", count: 26)
    let folder = "\(installation.site)/scan"
    try Files.makeDirectories("\(folder)/\(id)")
    // The build writes this page with an id in place of which the program puts that of a scan.
    let placeholder = String(repeating: "0", count: 26)
    for file in try Files.entries(of: "\(folder)/waiting") {
      let text = String(decoding: try Files.read("\(folder)/waiting/\(file)"), as: UTF8.self)
      try Files.replace(
        "\(folder)/\(id)/\(file)", with: Array(text.replacing(placeholder, with: id).utf8),
        durably: false)
    }
    let browser = try Browser(hasServiceWorker: true)
    try browser.open("\(installation.origin)/scan/\(id)/")
    for (name, answer) in MeddledServer.kinds {
      let count = server.foreignAnswers
      server.answer("GET /scan/\(id)/status.json", with: answer)
      // The page gives up after 16 own answers that the scan does not exist.
      let asked = name == "404 page" ? 18 : 2
      #expect(eventually(within: 60_000) { server.foreignAnswers >= count + asked }, "\(name)")
    }
    let said = try browser.text("main")
    #expect(!said.contains("signed out") && !said.contains("not here any more"), "\(said)")
    server.passAll()
  }
}
