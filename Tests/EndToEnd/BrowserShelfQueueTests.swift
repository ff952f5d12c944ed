// A photo of a shelf that is taken without a connection: it waits in the browser, is sent once on a later
// visit, is read, and is shown to this browser.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserShelfQueueTests {
  @Test func `a shelf taken offline is sent once later, read, and shown to its browser`() throws {
    let house = try ShelfHouse()
    let installation = house.installation
    let server = try WebServer(installation)
    let photo = installation.folder.file("shelf.jpg")
    try Files.replace(photo, with: try ShelfHouse.photo(.sparse), durably: false)
    let browser = try Browser(hasServiceWorker: true, cameraPermission: .denied)
    try browser.beforeEachPage("localStorage.setItem('albumscan.shelf-welcomed', 'on');")
    let camera = "\(installation.origin)/shelf/"
    try browser.open(camera)
    try browser.waitForWorker()
    try browser.waitUntilStored("/shelf/")
    try browser.network(.offline)
    try browser.type(photo, into: "#choose-photo")
    let waits = try eventually(within: 20_000) {
      // The test also keeps a photo that the advice calls too dark or blurred.
      try browser.run(
        """
        const dialog = document.querySelector(".quality");
        if (dialog.open) dialog.querySelector("[data-answer=use]").click();
        return document.querySelector(".unsent").textContent.startsWith("1 not yet sent");
        """
      ).isTrue
    }
    #expect(waits)
    #expect(try installation.shelves.isEmpty)

    // The user leaves the page before the connection returns, and opens the page twice afterwards.
    try browser.open("about:blank")
    try browser.network(.online)
    try browser.open(camera)
    #expect(try eventually(within: 20_000) { try installation.shelves.count == 1 })
    try browser.open(camera)
    let kept = "return (await (await module('queue')).photos()).length"
    #expect(try eventually { try browser.runAsync(kept) == 0 })
    let id = try #require(try installation.shelves.first)
    #expect(try eventually(within: 60_000) { try house.shelf(id).state == .complete })
    house.expectBooks(in: try house.shelf(id), "the shelf")

    // The browser that took the photo sees the shelf; the address alone shows nothing.
    try browser.open("\(installation.origin)/shelf/\(id)/")
    let names = """
      return [...document.querySelectorAll(".rows .title bdi")].map((one) => one.textContent);
      """
    #expect(
      try eventually(within: 20_000) {
        let shown = try browser.run(names).items.map(\.text)
        return shown.contains("The Hobbit") && shown.contains("Pride and Prejudice")
      })
    let stranger = try Browser()
    try stranger.open("\(installation.origin)/cgi-bin/albumscan/scans/\(id)/items")
    #expect(try !stranger.run("return document.body.textContent").text.contains("The Hobbit"))
    #expect(try installation.shelves == [id])
    #expect(Set(house.readSheets.flatMap(\.self)).count == house.readSheets.flatMap(\.self).count)
    withExtendedLifetime(server) {}
  }
}
