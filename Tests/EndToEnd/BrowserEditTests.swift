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

  @Test func `a long press selects finds, and the bar changes, deletes and restores them`() throws {
    let browser = try Browser(width: 390, height: 844)
    try browser.open("\(installation.origin)/history/")
    try browser.hold(".finds .find")
    #expect(try eventually { try browser.text(".selected") == "1 find selected" })
    #expect(try browser.address.hasSuffix("/history/"))
    try browser.tap(".selection-head .button")
    #expect(try eventually { try browser.text(".selected") == "2 finds selected" })
    try expectNoProblems(in: browser)

    try browser.tap(".actions [aria-controls=selection-status]")
    try browser.tap("#selection [value=want]")
    #expect(try eventually { try browser.text(".toast").contains("2 finds were changed.") })
    #expect(try browser.text(".finds .status") == "Want")
    #expect(try finds().allSatisfy { $0.details.status == .want })
    try browser.tap(".toast .undo")
    #expect(try eventually { try browser.text(".toast") == "The change was undone." })
    #expect(try browser.text(".finds .status").isEmpty)
    #expect(try finds().allSatisfy { $0.details == FindDetails() })
    try browser.tap(".actions [aria-controls=selection-own-rating]")
    try browser.type("8.5", into: "#selection [name=own-rating]")
    try expectNoProblems(in: browser)
    try browser.press(.enter)
    #expect(try eventually { try browser.text(".finds .own-rating").hasSuffix("8.5") })
    #expect(try finds().allSatisfy { $0.details.ownRating == Rating(tenths: 85) })

    try browser.tap("#selection [name=delete]")
    #expect(try eventually { try browser.text(".toast").contains("2 finds were deleted.") })
    #expect(try browser.text("main").contains("Scan your first album to begin"))
    #expect(try browser.run("return document.querySelector('#selection').hidden").isTrue)
    // The deletion can be undone on the next page, too.
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".deletion button")
    #expect(try eventually { try finds().count == 2 })
    #expect(try eventually { try browser.text(".finds").contains("Adele") })
  }

  @Test func `without script, selected finds change together, and Undo takes it back`() throws {
    let browser = try Browser(hasScript: false)
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".selection > summary")
    for find in try finds() { try browser.tap("[name='find-\(find.id)']") }
    try browser.type("to buy", into: ".selection [name=add-tags]")
    try browser.tap(".selection .pill")
    #expect(try eventually { try browser.text("main").contains("2 finds were changed.") })
    #expect(try finds().allSatisfy { $0.details.tags.map(\.text) == ["to buy"] })
    try browser.tap("main form button")
    #expect(try eventually { try browser.text("main").contains("This change was undone.") })
    #expect(try finds().allSatisfy { $0.details == FindDetails() })
  }
}
