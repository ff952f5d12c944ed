// From a chosen file to a corrected and a deleted find in WebKit and in Firefox; `make tour` runs it.

import Albums
import Host
import JPEG
import Pictures
import Services
import Store
import Support
import Testing

@Suite(.serialized, .enabled(if: Environment.isTour, "make tour runs it"))
struct EngineTests {
  enum Kind: String, CaseIterable, Sendable {
    case webKit, firefox

    func start() throws -> any Engine {
      switch self {
      case .webKit: try WebKitBrowser()
      case .firefox: try FirefoxBrowser()
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a file becomes a find, which is corrected, deleted and brought back`(kind: Kind) throws {
    let realm = try Realm()
    let server = try WebServer(realm.installation)
    let origin = realm.installation.origin
    let browser = try kind.start()
    try browser.open("\(origin)/")
    try browser.choose(try realm.photo(of: Awkward.backInBlack), in: "#choose-photo")
    try wait(browser, "the scan's page") { try $0.address.contains("/scan/") }
    try wait(browser, "the album") { try $0.text("h1").contains("Back in Black") }
    // The page names the album before its review is there.
    try wait(browser, "the rating") { try $0.text(".badge").contains("9") }

    try browser.click(".correct > details > summary")
    try browser.click(".forms > summary")
    _ = try browser.value("document.querySelector('[name=artist]').value = 'Weezer'")
    _ = try browser.value("document.querySelector('[name=title]').value = 'Weezer'")
    _ = try browser.value("document.querySelector('[name=artist]').form.requestSubmit()")
    try wait(browser, "the corrected album") { try $0.text("h1").contains("Weezer") }

    try browser.open("\(origin)/history/")
    // The album's page may load itself once more after the correction.
    try wait(browser, "the row in the history") { try $0.text(".finds").contains("Weezer") }
    try wait(browser, "the menu of the row") {
      try $0.value("document.querySelector('.finds .dots') !== null").isTrue
    }
    try browser.click(".finds .dots")
    try browser.click(".menu button:last-child")
    try wait(browser, "the offer to undo") { try $0.text(".toast").contains("Undo") }
    try wait(browser, "the deletion") { _ in try realm.installation.store().countFinds() == 0 }
    try browser.click(".toast .deletion button")
    try wait(browser, "the find") { _ in try realm.installation.store().countFinds() == 1 }
    #expect(try eventually { try browser.text(".finds").contains("Weezer") })
    extendLifetime(server)
  }

  @Test(arguments: Kind.allCases)
  func `the page reads the product code of a chosen picture, and sends it`(kind: Kind) throws {
    let installation = try Installation()
    let server = try WebServer(installation)
    let drawn = DrawnCode(seed: 2, "EAN-13", .none)
    let photo = try JPEG.encode(
      drawn.pixels.inGrey(side: 2_600), quality: 90, maximumBytes: 8 << 20)
    let file = installation.folder.file("back.jpg")
    try Files.replace(file, with: photo, durably: false)
    let browser = try kind.start()
    try browser.open("\(installation.origin)/")
    let slow = "(() => { \(BrowserCameraCodeTests.slowTime); return true; })()"
    #expect(try browser.value(slow).isTrue)
    try browser.choose(file, in: "#choose-photo")
    let store = try installation.store()
    try wait(browser, "the scan") { _ in
      try !store.scans(since: Timestamp(milliseconds: 0)).isEmpty
    }
    let scan = try #require(try store.scans(since: Timestamp(milliseconds: 0)).last)
    let codes = try store.record(of: scan.id).first { $0.column == "codes" }?.value
    #expect(codes == drawn.digits)
    extendLifetime(server)
  }

  private func wait(
    _ browser: any Engine, _ what: String, _ condition: (any Engine) throws -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isThere = try eventually(within: 40_000) { try condition(browser) }
    let page = try browser.text("body")
    let address = try browser.address
    try #require(isThere, "\(what): \(address) \(page)", sourceLocation: sourceLocation)
  }
}

extension Pixels {
  /// The picture in the middle of a grey square.
  fileprivate func inGrey(side: Int) -> Pixels {
    var square = [UInt8](repeating: 136, count: side * side * 3)
    let (left, top) = ((side - width) / 2, (side - height) / 2)
    for row in 0..<height {
      let start = ((top + row) * side + left) * 3
      square.replaceSubrange(
        start..<start + width * 3, with: rgb[row * width * 3..<(row + 1) * width * 3])
    }
    return Pixels(width: side, height: side, rgb: square)
  }
}
