// The details of finds in a real browser: the buttons of an album, a row's menu, and the change of
// several finds at once, also without script.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserEditTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copyData("edited-data") {
      let installation = try Installation()
      try installation.copySample()
      let sleeves = ["Adele - 21", "Nick Drake - Pink Moon"]
        .map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
      _ = try installation.albumscan(["scan"] + sleeves)
      return installation
    }
    server = try WebServer(installation)
  }

  private func finds() throws -> [Find] { try installation.store().newestFinds(9) }

  @Test func `a tap on Have is kept, is said once, and a second tap takes it back`() throws {
    let find = try #require(try finds().first)
    let browser = try Browser()
    try browser.open("\(installation.origin)/album/\(find.id)/")
    let pressed =
      "return [...document.querySelectorAll('.statuses button')].map((one) => one.ariaPressed)"
    try browser.tap(".statuses [data-status=have]")
    #expect(try eventually { try browser.text(".toast").contains("Marked as “Have”") })
    #expect(try browser.run(pressed).items.map(\.text) == ["false", "true", "false"])
    #expect(try installation.store().details(of: find.id)?.status == .have)
    try browser.tap(".statuses [data-status=have]")
    #expect(try eventually { try installation.store().details(of: find.id)?.status == nil })
    #expect(
      try eventually { try browser.run(pressed).items.map(\.text) == ["false", "false", "false"] })
    try expectNoProblems(in: browser)
  }

  @Test func `the page after Save shows the new details`() throws {
    let find = try #require(try finds().first)
    let browser = try Browser()
    try browser.open("\(installation.origin)/cgi-bin/albumscan/finds/\(find.id)/edit")
    try browser.type("late night", into: "[name=tags]")
    try browser.tap(".details-form .pill")
    #expect(try eventually { try browser.address == "\(installation.origin)/album/\(find.id)/" })
    // The page must contain the details when it loads, because it does not change afterwards.
    let isShown = try eventually(within: 5000) { try browser.text("main").contains("late night") }
    #expect(isShown)
    try expectNoProblems(in: browser)
  }

  @Test func `a row's menu marks its find, and the row shows it`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".finds .dots")
    try browser.tap(".menu button")
    #expect(try eventually { try browser.text(".finds .status") == "Want" })
    #expect(try finds().first?.details.status == .want)
  }

  @Test(arguments: [true, false])
  func `selected finds change together, and Undo takes it back`(hasScript: Bool) throws {
    let browser = try Browser(hasScript: hasScript)
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".selection > summary")
    for find in try finds() { try browser.tap("[name='find-\(find.id)']") }
    if hasScript {
      #expect(try eventually { try browser.text(".selected") == "2 finds selected" })
      try expectNoProblems(in: browser)
    }
    try browser.type("to buy", into: ".selection [name=add-tags]")
    try browser.tap(".selection .pill")
    #expect(try eventually { try browser.text("main").contains("2 finds were changed.") })
    #expect(try finds().allSatisfy { $0.details.tags.map(\.text) == ["to buy"] })
    try browser.tap("main form button")
    #expect(try eventually { try browser.text("main").contains("This change was undone.") })
    #expect(try finds().allSatisfy { $0.details == FindDetails() })
  }
}
