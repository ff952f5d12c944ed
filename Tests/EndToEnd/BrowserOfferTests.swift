// "You may have scanned this before" in a real browser. The offer appears while the model works.
// The tests answer it with a finger, with the keyboard, and without script.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserOfferTests {
  let realm: Realm
  let server: WebServer
  let earlier: FindID

  init() throws {
    realm = try Realm()
    earlier = try realm.makeTwins(of: Awkward.backInBlack)
    realm.model.setLatency(of: .identify, to: Latency(60_000))
    server = try WebServer(realm.installation)
  }

  @Test func `a tap on Yes ends the scan, and the album's page leads to the earlier find`() throws {
    let browser = try offered()
    #expect(try browser.text(".offers h2") == "You may have scanned this before")
    #expect(try browser.text(".offers").contains("Found on 14 November 2023"))
    let hasPicture = "return document.querySelector('.offer img').naturalWidth > 0"
    #expect(try eventually { try browser.run(hasPicture).isTrue })
    for size in ["100%", "200%"] {
      try browser.run("document.documentElement.style.fontSize = arguments[0]", [.text(size)])
      let problems = try PageAudit.problems(in: browser)
      #expect(problems.isEmpty, "text \(size): \(problems)")
    }
    try browser.run("document.documentElement.style.fontSize = ''")
    let title = try browser.text(".offer .title")
    try browser.tap(".offer .pill")
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.text("h1") == "\(title)\nThe Castors")
    #expect(try browser.text("main").contains("You scanned this before") == (title == Realm.found))
    #expect(try realm.installation.store().newestFinds(1).first?.isSure == true)
  }

  @Test func `the keyboard reaches the earlier find and the button`() throws {
    let browser = try offered()
    var reached: [String] = []
    for _ in 0..<12 where reached.last != "Yes" {
      try browser.press(.tab)
      let place = try browser.run(
        """
        const element = document.activeElement;
        return element.closest(".offer") ? element.textContent.slice(0, 3) : "";
        """
      ).text
      reached.append(place)
    }
    #expect(reached.contains("Yes"), "\(reached)")
    try browser.press(.enter)
    #expect(try eventually { try browser.address.contains("/album/") })
  }

  @Test func `without script the page offers it, and the button leads to the album`() throws {
    let browser = try Browser(hasScript: false)
    try browser.open("\(realm.installation.origin)/")
    try browser.type(try realm.photo(of: Awkward.backInBlack), into: "#take-photo")
    try browser.tap(".bar .pill")
    #expect(try eventually { try browser.text(".offers").contains("Yes") })
    try browser.waitForFirstFrame()
    try browser.tap(".offer .pill")
    let isOver = try eventually { try browser.address.contains("/album/") }
    let place = try browser.address
    let said = try browser.text("body")
    #expect(isOver, "\(place): \(said)")
    #expect(try browser.text("h1").hasSuffix("The Castors"))
  }

  /// A browser with a scan's page that shows an offer.
  private func offered() throws -> Browser {
    let browser = try Browser()
    try browser.open("\(realm.installation.origin)/")
    try browser.type(try realm.photo(of: Awkward.backInBlack), into: "#choose-photo")
    #expect(try eventually { try !browser.text(".offer .pill").isEmpty })
    return browser
  }
}
