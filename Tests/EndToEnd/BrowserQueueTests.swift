// Photos that cannot be sent at once: they wait in the browser, are sent exactly once, and never as
// another person.

import Albums
import Host
import JPEG
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserQueueTests {
  /// All photos that this browser has not sent.
  private static let waiting = "return (await (await module('queue')).photos()).length"

  @Test func `photos taken offline wait for the next visit and are sent once`() throws {
    let installation = try Installation()
    try installation.copySample()
    let server = try WebServer(installation)
    let finder = try Viewfinder(installation, hasServiceWorker: true, scripts: [Browser.notingSync])
    let browser = finder.browser
    #expect(try finder.aim())
    try browser.tap(".after")
    try browser.network(.offline)
    try finder.scan()
    try finder.scan()
    #expect(try eventually { try browser.text(".unsent").hasPrefix("2 not yet sent") })
    #expect(try finder.stages == ["unsent", "unsent"])
    try expectNoProblems(in: browser)

    // The user can restore a removed photo.
    try browser.run("document.querySelector('.tile').focus()")
    try browser.press(.delete)
    #expect(try eventually { try browser.text(".unsent").contains("The photo was removed.") })
    #expect(try browser.runAsync(Self.waiting) == 1)
    try browser.tap(".unsent .small")
    #expect(try eventually { try browser.runAsync(Self.waiting) == 2 })

    // The user leaves the page before the connection returns.
    try browser.open("about:blank")
    try browser.network(.online)
    try browser.open(finder.page)
    #expect(try eventually { try finder.stages == ["found", "found"] })
    #expect(try browser.runAsync(Self.waiting) == 0)
    #expect(try browser.text(".unsent").isEmpty)
    #expect(try installation.store().countFinds() == 2)
    withExtendedLifetime(server) {}
  }

  /// A camera page without a connection that has a photo and the back of another record, whose code names an album.
  private func waitingBack() throws -> (realm: Realm, server: WebServer, finder: Viewfinder) {
    let drawn = DrawnCode(seed: 2, "EAN-13", .none)
    var coded = Awkward.lettered
    coded.releases[0].barcode = String(drawn.digits.drop { $0 == "0" })
    let realm = try Realm(catalogue: [coded], settings: "provider: sample\nread-sleeves: on")
    let back = realm.installation.folder.file("back.jpg")
    try Files.replace(
      back, with: try JPEG.encode(drawn.pixels, quality: 90, maximumBytes: 1 << 20), durably: false)
    let server = try WebServer(realm.installation)
    // The test types the path of the file in place of a dialog.
    let noDialog = "HTMLInputElement.prototype.click = () => {};"
    let finder = try Viewfinder(
      realm.installation, hasServiceWorker: true, scripts: [Browser.notingSync, noDialog])
    let browser = finder.browser
    #expect(try finder.aim())
    try browser.tap(".after")
    try browser.network(.offline)
    try finder.scan()
    #expect(try eventually { try browser.text(".unsent").contains("Photograph its back") })
    try expectNoProblems(in: browser)
    try browser.tap(".unsent button:last-of-type")
    try browser.type(back, into: "body > input[type=file]")
    #expect(try eventually { try browser.runAsync(Self.waiting) == 2 })
    #expect(try eventually { try browser.text(".unsent").hasPrefix("2 not yet sent") })
    #expect(try finder.stages == ["unsent"], "a back has no tile")
    return (realm, server, finder)
  }

  @Test func `the back of a waiting photo follows its front and names the album`() throws {
    let (realm, server, finder) = try waitingBack()
    let browser = finder.browser
    try browser.network(.online)
    try browser.open(finder.page)
    #expect(try eventually { try browser.runAsync(Self.waiting) == 0 })
    let store = try realm.installation.store()
    #expect(try eventually { try store.newestFind()?.album.title == "Blue Melodies" })
    #expect(try eventually { try store.queuedJobs().isEmpty && realm.installation.photos.isEmpty })
    #expect(try eventually { try finder.stages == ["found"] })
    withExtendedLifetime(server) {}
  }

  @Test func `a back that waits is sent although its scan was removed from the tray`() throws {
    let (realm, server, finder) = try waitingBack()
    let browser = finder.browser
    try browser.chromium("Network.setBlockedURLs", ["urls": .list([.text("*/correct")])])
    try browser.network(.online)
    try browser.open(finder.page)
    #expect(try eventually { try browser.runAsync(Self.waiting) == 1 })
    let isKnown = "return (await (await module('queue')).photos()).some((one) => one.scan)"
    #expect(try eventually { try browser.runAsync(isKnown).isTrue })
    try browser.runAsync(
      """
      const { all, write } = await import("/database.js");
      for (const { id } of await all("scans")) await write({ store: "scans", remove: id });
      """)
    try browser.chromium("Network.setBlockedURLs", ["urls": .list([])])
    try browser.runAsync("(await module('queue')).sendPhotos({ restart: true, isUrged: true })")
    let store = try realm.installation.store()
    #expect(try eventually { try store.newestFind()?.album.title == "Blue Melodies" })
    #expect(try browser.runAsync(Self.waiting) == 0)
    withExtendedLifetime(server) {}
  }

  @Test func `without a connection each SCAN stores a photo, and the camera stays`() throws {
    let installation = try Installation()
    try installation.copySample()
    let server = try WebServer(installation)
    let finder = try Viewfinder(installation, hasServiceWorker: true, scripts: [Browser.notingSync])
    let browser = finder.browser
    #expect(try finder.aim())
    try browser.network(.offline)
    for _ in 0..<3 { try finder.scan() }
    #expect(try eventually { try finder.stages == ["unsent", "unsent", "unsent"] })
    #expect(try finder.view == "live" && browser.text(".sending").isEmpty)
    #expect(try browser.text(".banner").isEmpty)
    if let folder = Environment["PICTURES"] {
      try Files.replace(
        "\(folder)/offline-camera.png", with: try browser.picture(), durably: false)
    }
    try browser.network(.online)
    #expect(try eventually { try finder.stages == ["found", "found", "found"] })
    // The page was loaded without finds, so its history button was hidden.
    let history = "document.querySelector('.bar [href=\"/history/\"]')"
    #expect(try eventually { try browser.run("return \(history).checkVisibility()").isTrue })

    // The device has a network, but the server does not answer. The photo still does not stay in
    // the guide.
    server.stop()
    try finder.listen()
    for count in 4...5 {
      try finder.scan()
      #expect(try eventually { try finder.stages.count == count })
      #expect(try eventually { try browser.text(".sending").isEmpty })
    }
    // The page first tells the results of the earlier photos.
    #expect(
      try eventually {
        try finder.said().contains { $0.hasPrefix("The server is not answering right now.") }
      })
    #expect(try !finder.said().contains { $0.contains("no connection") })
    #expect(try finder.view == "live")
    let again = try WebServer(installation)
    try browser.tap(".unsent .small")
    #expect(try eventually { try finder.stages == Array(repeating: "found", count: 5) })
    #expect(try installation.store().countFinds() == 5)
    withExtendedLifetime(again) {}
  }

  @Test func `a connection that is cut at ten points loses no photo and doubles none`() throws {
    let installation = try Installation()
    let line = SlowLine(bitsPerSecond: 4_000_000, roundTripMilliseconds: 300)
    let proxy = try ShapingProxy(to: installation.port, line)
    try installation.copySample()
    try installation.edit {
      $0.replacing("127.0.0.1:\(installation.port)", with: "127.0.0.1:\(proxy.port)")
    }
    try installation.albumscan(["build"])
    let server = try WebServer(installation)
    let browser = try Browser(hasServiceWorker: true)
    let page = "http://127.0.0.1:\(proxy.port)/"
    try browser.open(page)
    let finder = Viewfinder(browser: browser, page: page)
    try browser.run("localStorage['albumscan.after-scan'] = 'camera'")
    try browser.open(page)
    let everything = Timestamp(milliseconds: 0)
    for point in 0..<10 {
      let before = proxy.counts.up
      let scans = try installation.store().scans(since: everything).count
      try browser.type(Sample.photo, into: "#choose-photo")
      // The connection breaks at eight points within the upload, and twice when the server has the
      // photo but its answer has not arrived.
      let isReached = try eventually {
        let isAccepted = try installation.store().scans(since: everything).count > scans
        return point < 8 ? proxy.counts.up - before > 2_000 + point * 25_000 : isAccepted
      }
      #expect(isReached, "point \(point)")
      proxy.dropConnections()
      #expect(try eventually { try browser.runAsync(Self.waiting) == 0 }, "point \(point)")
    }
    #expect(try eventually { try finder.stages == Array(repeating: "found", count: 10) })
    #expect(try installation.store().scans(since: everything).count == 10)
    #expect(try installation.store().countFinds() == 10)
    withExtendedLifetime(server) {}
  }

  @Test func `a server that is too busy is asked again after the time that it names`() throws {
    let installation = try Installation()
    try installation.copySample()
    let server = try WebServer(installation)
    let browser = try Browser(hasServiceWorker: true)
    // The first two uploads are refused: 429 with Retry-After, then 503 without.
    try browser.beforeEachPage(
      """
      const Real = XMLHttpRequest;
      window.sent = [];
      window.XMLHttpRequest = class extends Real {
        send(body) {
          window.sent.push(body.get("key"));
          const refusal = [{ status: 429, pause: "1" }, { status: 503, pause: "2" }][window.sent.length - 1];
          if (!refusal) return super.send(body);
          Object.defineProperties(this, {
            status: { value: refusal.status }, responseText: { value: '{"error":{"code":"tooMany","message":"Too many."}}' },
          });
          this.getResponseHeader = () => refusal.pause;
          setTimeout(() => this.onload(), 10);
        }
      };
      """)
    try browser.open("\(installation.origin)/")
    try browser.type(Sample.photo, into: "#choose-photo")
    #expect(try eventually { try browser.text(".banner").contains("Too many.") })
    let attempts = """
      const [photo] = await (await module("queue")).photos();
      return [photo?.attempts ?? -1, new Set(window.sent).size, window.sent.length];
      """
    let isSecond = try eventually { try browser.run("return window.sent.length") == 2 }
    #expect(isSecond)
    #expect(try browser.runAsync(attempts).items.map(\.number) == [0, 1, 2])
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try installation.store().countFinds() == 1)
    withExtendedLifetime(server) {}
  }

  @Test func `a photo is never sent as somebody else`() throws {
    let house = try Household()
    let installation = house.installation
    let server = try WebServer(installation)
    let ben = try house.person("Ben", .base)
    let finder = try Viewfinder(
      installation, permission: .denied, hasServiceWorker: true, scripts: [Browser.notingSync])
    let browser = finder.browser
    try browser.signIn(house.annasCookie, installation)
    try browser.open(finder.page)
    try browser.run("localStorage['albumscan.after-scan'] = 'camera'")
    try browser.open(finder.page)
    #expect(
      try eventually {
        try browser.run("return localStorage['albumscan.who'] ?? ''").text == "Anna"
      })
    try browser.network(.offline)
    for _ in 0..<2 { try browser.type(Sample.photo, into: "#choose-photo") }
    #expect(try eventually { try browser.text(".unsent").hasPrefix("2 not yet sent") })

    // Anna's session ends on another device.
    try browser.signIn("x", installation)
    try browser.network(.online)
    #expect(try eventually { try browser.text(".unsent") == "Sign in to send 2 photos" })
    #expect(
      try browser.run("return document.querySelector('.unsent a').pathname").text == "/sign-in/")

    try browser.signIn(ben.cookie, installation)
    try browser.open(finder.page)
    #expect(try eventually { try browser.text(".unsent") == "Sign in as Anna to send 2 photos" })
    #expect(try finder.stages.isEmpty, "he does not see her photos")
    #expect(try installation.store().scans(since: Timestamp(milliseconds: 0)).isEmpty)

    // A person with a new name is still the same person.
    try installation.store().rename(house.anna.id, to: try Household.name("Annika"))
    try browser.signIn(house.annasCookie, installation)
    try browser.open(finder.page)
    #expect(try eventually { try browser.runAsync(Self.waiting) == 0 })
    let scans = try installation.store().scans(since: Timestamp(milliseconds: 0))
    #expect(scans.count == 2)
    for scan in scans { #expect(try installation.store().uploader(of: scan.id) == house.anna.id) }
    withExtendedLifetime(server) {}
  }
}
