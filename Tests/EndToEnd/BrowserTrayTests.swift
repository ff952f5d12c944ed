// Scan after scan: the camera stays, and the tray shows the state of each photo.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserTrayTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  @Test func `five scans one after another become five finds without leaving the camera`() throws {
    let finder = try Viewfinder(installation, hasServiceWorker: true)
    let browser = finder.browser
    #expect(try finder.aim())
    try finder.listen()
    try browser.tap(".after")
    for _ in 0..<5 { try finder.scan() }
    #expect(try eventually { try finder.stages == Array(repeating: "found", count: 5) })
    #expect(try finder.view == "live")
    #expect(try installation.store().countFinds() == 5)
    #expect(
      try eventually {
        try finder.said().filter { $0.hasPrefix("Found Kind of Blue, 9") }.count == 5
      })
    try expectNoProblems(in: browser)
    let first = try browser.run("return document.querySelector('.tile')")
    let name = try browser.accessibleName(first).lowercased()
    #expect(name.hasPrefix("kind of blue miles davis essential classic"), "\(name)")
    #expect(try browser.run("return document.querySelectorAll('.tile button').length") == 0)

    // The Delete key removes a tile, not its find; the focus goes to the next tile.
    try browser.run("document.querySelector('.tile').focus()")
    #expect(try browser.text(".latest .title") == "Kind of Blue")
    try browser.press(.delete)
    #expect(try eventually { try finder.stages.count == 4 })
    #expect(try browser.run("return document.activeElement.matches('.tile')").isTrue)
    try browser.tap(".latest .remove")
    #expect(try eventually { try finder.stages.count == 3 })

    // After a visit to an album, the page shows the tray again, and tells no result twice.
    try browser.tap(".tile")
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.run("return sessionStorage['albumscan.came-from']").text == "camera")
    try browser.open(finder.page)
    try finder.listen()
    #expect(try eventually { try finder.stages == ["found", "found", "found"] })
    try browser.tap(".clear")
    #expect(try eventually { try finder.stages.isEmpty })
    #expect(try browser.text(".tray").isEmpty)
    #expect(try finder.said().filter { $0.hasPrefix("Found") } == [])
    #expect(try installation.store().countFinds() == 5)
  }

  @Test func `a result is said once, also if a photo is taken while its rating loads`() throws {
    let finder = try Viewfinder(installation)
    let browser = finder.browser
    #expect(try finder.aim())
    try finder.listen()
    try browser.tap(".after")
    try browser.run(Self.holdAlbums)
    try finder.scan()
    #expect(try eventually { try browser.run("return window.held.length").number == 1 })
    try finder.scan()
    #expect(try eventually { try finder.stages == ["working", "working"] })
    try browser.run("window.held.forEach((go) => go()); window.held = null;")
    #expect(try eventually { try finder.stages == ["found", "found"] })
    #expect(try eventually { try finder.said().count { $0.hasPrefix("Found") } == 2 })

    try browser.open(finder.page)
    try finder.listen()
    #expect(try eventually { try finder.stages == ["found", "found"] })
    try browser.tap(".clear")
    #expect(try eventually { try finder.stages.isEmpty })
    #expect(try finder.said().filter { $0.hasPrefix("Found") } == [])
  }

  @Test func `a result whose page is cut off on its way comes with the next request`() throws {
    let finder = try Viewfinder(installation)
    #expect(try finder.aim())
    try finder.browser.tap(".after")
    try finder.browser.run(
      """
      const load = window.fetch;
      window.cut = 0;
      window.fetch = async (...request) => {
        if (!`${request[0]}`.startsWith("/album/") || (window.cut += 1) > 2) return load(...request);
        return new Response(new ReadableStream({ start(stream) { stream.error(new TypeError("cut off")); } }));
      };
      """)
    try finder.scan()
    #expect(try eventually(within: 60_000) { try finder.stages == ["found"] })
    #expect(try finder.browser.run("return window.cut").number == 3)
    #expect(try finder.browser.text(".latest").contains("9"))
  }

  /// Delays the answers to requests for album pages until `window.held` is null. The camera page
  /// reads ratings from them.
  private static let holdAlbums = """
    const load = window.fetch;
    window.held = [];
    window.fetch = async (...request) => {
      if (window.held && `${request[0]}`.startsWith("/album/")) {
        await new Promise((go) => { window.held.push(go); });
      }
      return load(...request);
    };
    """

  @Test func `several files become several scans, and a failure is said`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    let finder = Viewfinder(browser: browser, page: "\(installation.origin)/")
    try finder.listen()
    try browser.type("\(Sample.photo)\n\(Sample.other)", into: "#choose-photo")
    #expect(try eventually { try finder.stages.sorted() == ["failed", "found"] })
    #expect(try browser.address == "\(installation.origin)/")
    #expect(
      try eventually {
        let said = try finder.said()
        return said.contains { $0.hasPrefix("Found Kind of Blue") }
          && said.contains("Unable to identify this cover art")
      })
    let names = try browser.run("return [...document.querySelectorAll('.tile')]").items
      .map { try browser.accessibleName($0) }
    #expect(names.contains("Unable to identify this cover art"))

    // After the newest result is closed, a visible element has the focus.
    try browser.run("document.querySelector('.tile').focus()")
    try browser.tap(".latest .remove")
    #expect(try browser.run("return document.activeElement.checkVisibility()").isTrue)
    #expect(
      try browser.run("return document.activeElement.matches('.bar .pill, .latest a')").isTrue)
  }

  @Test func `a finger on the tray keeps its tiles where they are`() throws {
    let finder = try Viewfinder(installation)
    let browser = finder.browser
    #expect(try finder.aim())
    try browser.tap(".after")
    try finder.scan()
    #expect(try eventually { try finder.stages == ["found"] })
    let touch =
      "document.querySelector('.tiles').dispatchEvent(new PointerEvent(arguments[0], { bubbles: true }))"
    try browser.run(touch, ["pointerdown"])
    try browser.run("document.querySelector('.bar .pill').click()")
    #expect(try eventually { try installation.store().countFinds() == 2 })
    #expect(try finder.stages == ["found"])
    try browser.run(touch, ["pointerup"])
    #expect(try eventually { try finder.stages == ["found", "found"] })
  }

  @Test func `the tray reads every rating that the page of an album or of a book has`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    let ratings = try browser.runAsync(
      """
      const { verdictOn } = await module("verdict");
      const page = (rating) => `<!DOCTYPE html><html data-albumscan><p class="badge"><span class="label">Genre <wbr>Landmark</span> <span class="rating"><span
        class="unseen">Rating </span>${rating}</span></p>`;
      const found = [];
      for (const [rating, kind] of [["9.5", "album"], ["9,5", "book"], ["10", "album"]]) {
        window.fetch = async () => new Response(page(rating));
        found.push(await verdictOn(`/${kind}/00000000000000000000000000/`));
      }
      return found.map((one) => `${one.label} ${one.rating}`);
      """)
    #expect(
      ratings.items.map(\.text) == [
        "Genre Landmark 9.5", "Genre Landmark 9,5", "Genre Landmark 10",
      ])
  }

  @Test func `pictures that another app shared are scanned only after a question`() throws {
    let browser = try Browser()
    let page = "\(installation.origin)/"
    let share = """
      const { keepShared } = await module("shared");
      const image = new Image();
      image.src = parameters[0];
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: 600, height: 600 });
      canvas.getContext("2d").drawImage(image, 0, 0, 600, 600);
      await keepShared([await new Promise((done) => canvas.toBlob(done, "image/png"))]);
      """
    let file = "\(Checkout.root)/sample/catalogue/Nick Drake - Pink Moon.jpg"
    #expect(try installation.albumscan(["scan", file]).exitCode == 0)
    try browser.open("\(page)history/")
    let picture = try browser.run("return document.querySelector('.thumbnail').src")
    for (button, finds) in [(".no", 1), (".yes", 2)] {
      try browser.open(page)
      try browser.runAsync(share, [picture])
      try browser.open("\(page)?shared=1")
      #expect(try eventually { try browser.text(".shared h2") == "Scan this?" })
      #expect(try browser.address == page)
      try expectNoProblems(in: browser)
      // The user cannot reach the elements that the question covers. If the user does not answer,
      // the next visit asks again.
      let covered =
        "return [...document.querySelectorAll('.guide > *, .tools')].filter((one) => !one.inert).length"
      #expect(try browser.run(covered) == 1)
      try browser.open(page)
      #expect(try eventually { try browser.text(".shared h2") == "Scan this?" })
      // A tap on SCAN answers the question with yes.
      try browser.tap(finds == 2 ? ".bar .pill" : ".shared \(button)")
      if finds == 2 {
        #expect(try eventually { try browser.address.contains("/album/") })
      } else {
        let waiting = "return (await (await module('shared')).sharedPhotos()).length"
        #expect(try eventually { try browser.runAsync(waiting) == 0 })
      }
      #expect(try installation.store().countFinds() == finds)
    }
    try browser.open("\(page)?shared=1")
    #expect(try eventually { try browser.address == page })
    #expect(try browser.text(".shared").isEmpty)
  }
}
