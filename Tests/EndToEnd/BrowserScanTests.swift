// The page of a running scan in a real browser: names that may still change, the reader's photo, a
// page that does not move, offers that wait for an answer, and the way to the album.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserScanTests {
  let installation: Installation
  let server: WebServer
  let scan: HandWrittenScan
  let find: Find

  private let moon = HandWrittenScan.Names(title: "Paper Moon", artist: "The Ferries")
  private let salt = HandWrittenScan.Names(title: "Salt", artist: "Odalys Verne")

  init() throws {
    installation = try Installation()
    try installation.copyData("one-find-data") {
      let installation = try Installation()
      try installation.copySample()
      #expect(try installation.albumscan(["scan", Sample.cover]).exitCode == 0)
      return installation
    }
    find = try #require(try installation.store().newestFind())
    server = try WebServer(installation)
    scan = try HandWrittenScan(in: installation, number: 11)
  }

  private var album: String { "/album/\(find.id)/" }

  /// Collects every sentence of the page, and every shift of its layout.
  private static let watch = """
    window.said = [];
    window.moved = [];
    new MutationObserver(() => window.said.push(document.querySelector(".words").textContent))
      .observe(document.querySelector(".words"), { childList: true });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        if (value < 0.001) continue;
        window.moved.push(sources.map(({ node, previousRect: was, currentRect: is }) =>
          `${node?.className || node?.localName} ${was.y} -> ${is.y}`).join(", "));
      }
    }).observe({ type: "layout-shift", buffered: true });
    """

  private func isSaid(_ sentence: String, in browser: Browser) throws -> Bool {
    try eventually { try browser.text(".saying").hasPrefix(sentence) }
  }

  @Test func `a name is shown before it is final, and a change or a withdrawal is said once`()
    throws
  {
    let browser = try Browser()
    try scan.tell("identifying")
    try browser.open(scan.page)
    try browser.run(Self.watch)
    try scan.tell("identifying", moon, isProvisional: true)
    #expect(try isSaid("This looks like Paper Moon by The Ferries", in: browser))
    #expect(try browser.text(".correct").isEmpty, "the name may still change")
    try scan.tell("identifying", salt, isProvisional: true)
    #expect(try isSaid("On a closer look, it's Salt by Odalys Verne", in: browser))
    try scan.tell("identifying")
    #expect(try isSaid("That wasn't it. Looking again", in: browser))
    try scan.tell("identifying", moon, isProvisional: true)
    #expect(try isSaid("This looks like Paper Moon", in: browser))
    try scan.tell("identified", salt)
    #expect(try isSaid("On a closer look, it's Salt by Odalys Verne", in: browser))
    #expect(try eventually { try browser.text(".correct").contains("Not this one?") })
    try scan.tell("reviewing", salt, review: "A patient record.")
    #expect(try isSaid("Writing a review", in: browser))
    let said = try browser.run("return window.said").items.map(\.text)
    #expect(
      said.filter { !$0.hasPrefix("Flipping") } == [
        "This looks like Paper Moon by The Ferries", "On a closer look, it's Salt by Odalys Verne",
        "That wasn't it. Looking again", "This looks like Paper Moon by The Ferries",
        "On a closer look, it's Salt by Odalys Verne",
        "Writing a review that's somehow both pretentious and correct",
      ])
    let moved = try browser.run("return window.moved").items.map(\.text)
    #expect(moved.isEmpty, "\(moved)")
    // The audit begins after the sentence has slid into its position.
    pause(milliseconds: 800)
    let problems = try PageAudit.problems(in: browser).filter { !$0.contains("<i>") }
    #expect(problems.isEmpty, "\(problems)")
    try browser.keepPicture("scan-revised")
  }

  @Test func `a scan that waits says why and can be retried, and one that is gone says so`() throws
  {
    let browser = try Browser()
    try browser.open(scan.page)
    #expect(try isSaid("Extracting text and examining album art", in: browser))
    #expect(try browser.text(".retry").isEmpty && browser.text(".hints").isEmpty)
    let reason = "The service does not answer. The scan goes on by itself."
    try scan.tell("waiting", message: reason, hints: ["Hold the phone still."])
    #expect(try isSaid(reason, in: browser))
    #expect(try browser.text(".ellipsis").isEmpty, "nothing moves while the scan waits")
    #expect(try browser.text(".retry") == "Try again now")
    #expect(try browser.text(".hints").contains("Hold the phone still."))
    try scan.tell("identifying", moon)
    #expect(try eventually { try browser.text(".retry").isEmpty && browser.text(".hints").isEmpty })
    try Files.remove("\(installation.site)/scan/\(scan.id)/status.json")
    #expect(try isSaid("This scan is not here any more", in: browser))
  }

  @Test func `a known album is shown without a stop, and its page says that it was free`() throws {
    let browser = try Browser()
    try browser.open(scan.page)
    try browser.run("sessionStorage.setItem('albumscan.came-from', 'history')")
    try scan.tell("complete", moon, leadingTo: album)
    #expect(try eventually { try browser.address == "\(installation.origin)\(album)" })
    #expect(try eventually { try browser.text(".cost") == "This was free." })
    #expect(
      try browser.run("return document.querySelector('.close').getAttribute('href')").text == "/",
      "after a scan the camera is next")
  }

  @Test func `the page of the scan becomes the album's page, and nothing moves`() throws {
    let places = """
      return [".sleeve", ".badge", "h1", "h1 .artist", ".summary"].map((one) => {
        const { left, top } = document.querySelector(one).getBoundingClientRect();
        return `${one} ${Math.round(left)} ${Math.round(top)}`;
      });
      """
    let names = HandWrittenScan.Names(title: find.album.title, artist: find.album.artist)
    for (number, (width, height)) in [(390, 844), (844, 390), (1440, 900)].enumerated() {
      let scan = try HandWrittenScan(in: installation, number: UInt8(20 + number))
      let browser = try Browser(width: width, height: height)
      try browser.open(scan.page)
      try browser.run(Self.watch)
      try browser.run("window.isSamePage = true")
      try scan.tell("reviewing", names, review: find.review?.summary ?? "")
      #expect(try isSaid("Writing a review", in: browser))
      let before = try browser.run(places).items.map(\.text)
      try scan.tell("complete", names, leadingTo: album)
      #expect(try eventually { try browser.address == "\(installation.origin)\(album)" })
      #expect(
        try eventually { try browser.run("return !!document.querySelector('.stamp')").isTrue })
      #expect(try browser.run("return window.isSamePage").isTrue)
      let after = try browser.run(places).items.map(\.text)
      #expect(after == before, "\(width)")
      let moved = try browser.run("return window.moved").items.map(\.text)
      #expect(moved.isEmpty, "\(width): \(moved)")
      let focused = "return document.activeElement.localName"
      #expect(try eventually { try browser.run(focused).text == "h1" })
      let problems = try PageAudit.problems(in: browser)
      #expect(problems.isEmpty, "\(width): \(problems)")
      if width == 1440 { try expectWorkingParts(in: browser) }
    }
  }

  /// The bar, the status and the correction of an album's page. The change of the status starts a worker,
  /// which removes pages of scans without a row. A test therefore calls this function last.
  private func expectWorkingParts(in browser: Browser) throws {
    try browser.tap(".statuses [value=want]")
    #expect(try eventually { try browser.text(".toast").contains("Marked as") })
    let hasNotes = "return document.querySelector('.field-buttons [aria-expanded]') !== null"
    #expect(try eventually { try browser.run(hasNotes).isTrue })
    try browser.tap(".last .correct summary")
    try browser.type("Wee", into: ".last [name=artist]")
    try browser.type("Moon", into: ".last [name=title]")
    try browser.tap(".last .correct form:has([name=artist]) .pill")
    // Without its script, the form would lead to a page of the program.
    #expect(try eventually { try browser.text("h1 .title") == "Moon" })
    #expect(try browser.address.contains("/album/"))
  }

  @Test func `the reader's photo stands on the page until there is artwork`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    try browser.run(
      """
      return (async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 40 });
      const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg"));
      const database = await new Promise((done) => {
        const request = indexedDB.open("albumscan");
        request.onupgradeneeded = () => {
          for (const [name, key] of [["photos", "key"], ["scans", "id"]]) {
            if (!request.result.objectStoreNames.contains(name)) {
              request.result.createObjectStore(name, { keyPath: key });
            }
          }
        };
        request.onsuccess = () => done(request.result);
      });
      const change = database.transaction("scans", "readwrite");
      change.objectStore("scans").put({ id: arguments[0], key: "k", started: 0, seen: false, picture });
      await new Promise((done) => { change.oncomplete = done; });
      database.close();
      })();
      """, [.text(scan.id.text)])
    try browser.open(scan.page)
    let source = "return document.querySelector('.found').src"
    #expect(try eventually { try browser.run(source).text.hasPrefix("blob:") })
    let artwork = try #require(find.album.artwork).fileName(side: 500)
    try scan.tell("identified", moon, artwork: "\"\(album)\(artwork)\"")
    #expect(try eventually { try browser.run(source).text.hasSuffix(artwork) })
  }

  @Test func `the page stays where the reader has scrolled, and offers the album there`() throws {
    let browser = try Browser()
    let line = "It turns one borrowed drum machine into a whole town at night. "
    try scan.tell("reviewing", moon, review: String(repeating: line, count: 18))
    try browser.open(scan.page)
    #expect(try isSaid("Writing a review", in: browser))
    try browser.run("scrollTo(0, 240)")
    let place = "return Math.round(document.querySelector('.so-far p').getBoundingClientRect().top)"
    let before = try browser.run(place)
    try scan.tell(
      "complete", moon, review: nil, leadingTo: album, cost: "0.0123")
    #expect(try isSaid("The review is written", in: browser))
    #expect(try browser.run(place) == before)
    #expect(try browser.address == scan.page)
    try browser.tap(".done a")
    #expect(try eventually { try browser.address == "\(installation.origin)\(album)" })
    #expect(try browser.text(".cost") == "This scan cost $0.01.")
  }

  @Test func `an offer stays until the reader answers it`() throws {
    let browser = try Browser()
    try scan.tell(
      "identifying",
      candidates: #"""
        [{"kind":"cover","id":"7","artist":"The Ferries","title":"Paper Moon","year":1979,"artwork":null,
          "earlier":[]}]
        """#)
    try browser.open(scan.page)
    #expect(try eventually { try browser.text(".offers h2") == "Is it this one?" })
    try scan.tell("identified", salt)
    #expect(try isSaid("We found Salt by Odalys Verne", in: browser))
    try scan.tell("complete", salt, leadingTo: album)
    #expect(try isSaid("The scan is done: see the album.", in: browser))
    #expect(try browser.text(".offers").contains("Paper Moon"))
    let problems = try PageAudit.problems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
    try browser.tap(".no-offer")
    #expect(try eventually { try browser.address == "\(installation.origin)\(album)" })
  }
}
