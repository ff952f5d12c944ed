// A shelf in a real browser from the camera to the finds: the camera shows a drawn shelf, real programs find
// its boxes, and a played model reads them.

import Albums
import Host
import JPEG
import Pictures
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserShelfScanTests {
  let house: ShelfHouse
  let server: WebServer

  init() throws {
    house = try ShelfHouse()
    server = try WebServer(house.installation)
  }

  /// A browser whose camera shows a picture, on the camera page.
  private func camera(showing picture: [UInt8], named name: String) throws -> Browser {
    let photo = house.installation.folder.file("\(name).jpg")
    try Files.replace(photo, with: picture, durably: false)
    let video = try FakeVideo.file(showing: photo)
    let browser = try Browser(
      hasServiceWorker: false, camera: .playing(video), cameraPermission: .granted)
    try browser.beforeEachPage("localStorage.setItem('albumscan.shelf-welcomed', 'on');")
    try browser.open("\(house.installation.origin)/shelf/")
    return browser
  }

  private func isTrue(
    _ expression: String, in browser: Browser, within milliseconds: Int64 = 20_000
  ) throws -> Bool {
    try eventually(within: milliseconds) {
      try browser.run("return Boolean(\(expression))").isTrue
    }
  }

  /// Takes a photo, and waits until the page shows the end of the work. Answers advice about the
  /// photo with *Use Anyway*.
  private func scan(in browser: Browser, state: String = "complete") throws {
    // Until the page has announced the picture, a tap only starts the camera.
    #expect(
      try isTrue(
        """
        document.querySelector("main").dataset.view === "live"
          && document.querySelector(".live").videoWidth
          && document.querySelector(".live").ariaHidden === "false"
        """, in: browser))
    try browser.tap(".shutter")
    let isOver = try eventually(within: 240_000) {
      try browser.run(
        """
        const dialog = document.querySelector(".quality");
        if (dialog?.open) dialog.querySelector("[data-answer=use]").click();
        return document.querySelector("main").dataset.state === arguments[0];
        """, [.text(state)]
      ).isTrue
    }
    let page = try browser.text("main")
    #expect(isOver, "\(page)")
  }

  @Test func `a shelf before the camera becomes finds, corrected names and a drawn item`() throws {
    let browser = try camera(showing: try ShelfHouse.photo(.sparse), named: "sparse-shelf")
    try scan(in: browser)
    let id = try #require(try house.installation.shelves.first)
    let count = try house.shelf(id).items.count
    #expect(count >= 3)
    #expect(
      try browser.run("return document.querySelectorAll('.box').length") == .number(Double(count)))

    // *Add all* adds the items that are sure.
    try browser.tap(".add-all button")
    #expect(try isTrue("document.querySelector('#item-1 .added')", in: browser))
    #expect(try house.shelf(id).items.filter { $0.find != nil }.map(\.number).contains(1))

    // The person types the names that the model could not read.
    try browser.tap("[data-view=list]")
    try browser.tap("#item-2 .review")
    #expect(try isTrue("document.querySelector('.sheet details[open]')", in: browser))
    try browser.run("document.querySelector('.sheet [name=title]').value = 'Middlemarch'")
    try browser.run("document.querySelector('.sheet [name=creator]').value = 'George Eliot'")
    try browser.tap(".sheet .edit-item [name=add]")
    #expect(try isTrue("document.querySelector('.sheet .added')", in: browser))
    #expect(try house.shelf(id).items[1].names?.title == "Middlemarch")
    try browser.press(.escape)

    // A box that the person draws with the keyboard is read like the others.
    try browser.tap("[data-view=photo]")
    try browser.tap(".draw")
    #expect(try isTrue("document.activeElement.matches('.draft-area')", in: browser))
    try browser.press(.enter)
    #expect(
      try isTrue(
        "document.querySelector('#box-\(count + 1):not(.pending)')", in: browser, within: 60_000))
    let drawn = try #require(try house.shelf(id).items.last)
    #expect(drawn.box.source == .drawn && drawn.reading != nil)

    // *Finish* ends the session, and a photo after it begins the next one.
    try browser.tap(".session form[action$=finish] button")
    #expect(try eventually { try house.shelf(id).finished != nil })
    // The program deletes the picture after the commit.
    #expect(eventually { !Files.exists(house.picture(of: id)) })
  }

  @Test func `a wall without books says what helps`() throws {
    let rgb = (0..<1200).flatMap { y in [UInt8](repeating: UInt8(90 + y / 12), count: 1600 * 3) }
    let wall = Pixels(width: 1600, height: 1200, rgb: rgb)
    let browser = try camera(
      showing: try JPEG.encode(wall, quality: 90, maximumBytes: 8 << 20), named: "wall")
    try scan(in: browser)
    #expect(try browser.text("h1") == "No Books Found")
    #expect(try browser.run("return document.querySelectorAll('.ended li').length") == 3)
    #expect(house.readSheets.isEmpty)
    try expectNoProblems(in: browser)
  }
}
