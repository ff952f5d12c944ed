// The page of a shelf in a real browser: its photo with boxes, its list, the half-sheet of an item, and
// the changes of its person.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserShelfResultsTests {
  let installation: Installation
  let server: WebServer
  private let id = ScanID(randomBytes: Array(repeating: 7, count: 17))
  private let key = "0123456789abcdef0123456789abcdef"

  private static let names = [
    ("Dune", "Frank Herbert", 0.9), ("Emma", "Jane Austen", 0.9), ("Ubik", "Philip K. Dick", 0.5),
    ("Solaris", "Stanisław Lem", 0.9),
  ]

  init() throws {
    installation = try Installation()
    server = try WebServer(installation)
    try makeShelf(id)
  }

  /// A shelf that is read, with one item that needs a review. If `isEnded` is false, its job still runs,
  /// and the last two items have no names yet.
  private func makeShelf(_ id: ScanID, isEnded: Bool = true) throws {
    let store = try installation.store()
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    let scan = NewScan(
      id: id, person: .owner, key: isEnded ? key : "\(key)0",
      digest: Array(repeating: isEnded ? 7 : 8, count: 32), byteCount: 1000,
      guide: nil, kind: .shelf, ownShelves: [])
    #expect(try store.accept(scan, at: now) == .accepted)
    let job = try #require(try store.claimJob(at: now))
    try store.beginFinding(job, at: now)
    try store.record(
      Self.names.indices.map(Self.box), width: 4032, height: 3024, advice: [], of: job, at: now)
    try store.makeSheets(of: job, at: now)
    for task in try store.shelfTasks(of: job) {
      if !isEnded, task.number > 2 { continue }
      let (title, author, _) = Self.names[task.number - 1]
      let reading = SpineReading(title: title, creator: author, kind: .book, confidence: 0.9)
      try store.record(reading, of: task, job, at: now)
    }
    for task in try store.shelfTasks(of: job) where task.kind == .ground {
      let (title, author, confidence) = Self.names[task.number - 1]
      let work = try store.keep(Album(kind: .book, artist: author, title: title))
      try store.record(work: work, confidence: confidence, of: task, job, at: now)
    }
    #expect(try store.endShelf(job, at: now) == isEnded)
    try Files.replace(
      "\(installation.data)/photos/\(id).jpg", with: Files.read(Sample.photo), durably: false)
  }

  private static func box(_ index: Int) -> ShelfBox {
    let left = 200 + Double(index) * 900
    return ShelfBox(
      source: .spine, corners: [left, 300, left + 500, 300, left + 500, 2700, left, 2700],
      rotation: 90, confidence: 0.9)
  }

  /// A browser on the page of the shelf, with the cookie of the upload.
  private func results(
    of id: ScanID? = nil, width: Int = 390, height: Int = 844,
    hasScript: Bool = true
  ) throws -> Browser {
    let id = id ?? self.id
    let secret = try #require(try installation.store().sender(of: id)).secret
    let browser = try Browser(width: width, height: height, hasScript: hasScript)
    let path = "/cgi-bin/albumscan/scans/\(id)"
    try browser.chromium(
      "Network.setCookie",
      [
        "name": .text("shelf-\(id)"), "value": .text(secret), "url": .text(installation.origin),
        "path": .text(path), "httpOnly": true,
      ])
    try browser.open("\(installation.origin)\(path)/items")
    return browser
  }

  private func isTrue(_ expression: String, in browser: Browser) throws -> Bool {
    try eventually { try browser.run("return Boolean(\(expression))").isTrue }
  }

  @Test func `a title of several lines covers no other text`() throws {
    let browser = try results()
    try browser.tap("[data-view=list]")
    #expect(try isTrue("document.querySelector('#item-1').checkVisibility()", in: browser))
    try browser.run(
      """
      const title = document.querySelector(".item .title bdi");
      title.textContent = "Biopolymers and Biotech Admixtures for Eco-Efficient Construction Materials";
      const doubt = document.createElement("p");
      doubt.className = "doubt";
      doubt.textContent = "Uncertain";
      title.closest("h3").before(doubt);
      """)
    let edges = try browser.run(
      """
      const [doubt, title, creator] = [".doubt", ".title bdi", ".creator"]
        .map((one) => document.querySelector(`.item ${one}`).getBoundingClientRect());
      return [doubt.bottom, title.top, title.bottom, creator.top, title.height];
      """
    ).items.compactMap(\.number)
    #expect(edges[0] <= edges[1] + 1 && edges[2] <= edges[3] + 1 && edges[4] > 40, "\(edges)")
  }

  @Test func `the photo has a box for each item, and the list has a row`() throws {
    let browser = try results()
    #expect(try isTrue("document.querySelector('.frame img').naturalWidth", in: browser))
    #expect(try browser.run("return document.querySelectorAll('.box').length") == 4)
    #expect(try browser.run("return document.querySelectorAll('.box.likely').length") == 1)
    #expect(try browser.text(".summary").contains("4"))
    try expectNoProblems(in: browser)
    try browser.tap("[data-view=list]")
    #expect(try isTrue("document.querySelector('#item-4').checkVisibility()", in: browser))
    #expect(
      try browser.run("return document.querySelector('.shelf-photo').checkVisibility()") == false)
    let problems = try PageAudit.ownProblems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
    try browser.reload()
    #expect(
      try browser.run("return document.querySelector('main').dataset.view") == "list",
      "the view is remembered")
  }

  @Test(arguments: [(844, 390), (768, 1024), (1440, 900), (320, 568)])
  func `the page fits in every window`(width: Int, height: Int) throws {
    let browser = try results(width: width, height: height)
    #expect(try isTrue("document.querySelector('.frame img').naturalWidth", in: browser))
    let problems = try PageAudit.ownProblems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test func `a tap on a box opens its half-sheet, whose button adds the item and removes it`()
    throws
  {
    let browser = try results()
    try browser.tap("#box-2")
    #expect(try isTrue("document.querySelector('.sheet').open", in: browser))
    #expect(try eventually { try browser.text("#sheet-title").contains("Emma") })
    try browser.tap(".sheet .add")
    #expect(try isTrue("document.querySelector('.sheet .added')", in: browser))
    let store = try installation.store()
    #expect(try store.shelf(id)?.items[1].find != nil)
    #expect(try isTrue("document.activeElement.matches('.sheet .remove')", in: browser))
    try browser.tap(".sheet .remove")
    #expect(try isTrue("document.activeElement.matches('.sheet .add')", in: browser))
    #expect(try store.shelf(id)?.items[1].find == nil)
    try browser.press(.escape)
    #expect(try isTrue("document.activeElement.id === 'box-2'", in: browser))
  }

  @Test func `an item below the limit is reviewed first, and saving it adds it`() throws {
    let browser = try results()
    try browser.tap("#box-3")
    #expect(try isTrue("document.querySelector('.sheet .review')", in: browser))
    #expect(try browser.run("return document.querySelector('.sheet .acts .add')") == .null)
    try browser.tap(".sheet .review")
    #expect(try isTrue("document.activeElement.name === 'title'", in: browser))
    try browser.tap(".sheet .edit-item [name=add]")
    #expect(try isTrue("document.querySelector('.sheet .added')", in: browser))
    #expect(try installation.store().shelf(id)?.items[2].find != nil)
  }

  @Test func `an item that is no book leaves the photo, and Undo brings it back`() throws {
    let browser = try results()
    try browser.tap("#box-1")
    try browser.tap(".sheet form[action$=dismiss] button")
    #expect(try isTrue("!document.querySelector('#box-1')", in: browser))
    #expect(try isTrue("document.activeElement.closest('.notice')", in: browser))
    try browser.press(.enter)
    #expect(try isTrue("document.querySelector('#box-1')", in: browser))
  }

  @Test func `clearing asks first, leads to the camera, and can be undone there`() throws {
    let browser = try results()
    try browser.tap(".clear-all button")
    #expect(try isTrue("document.querySelector('dialog[open] h2')", in: browser))
    try browser.press(.escape)
    #expect(try isTrue("!document.querySelector('dialog[open]')", in: browser))
    try browser.tap(".clear-all button")
    try browser.tap("dialog[open] .danger")
    #expect(
      try isTrue(
        "location.pathname === '/shelf/' && document.querySelector('.cleared')?.checkVisibility()",
        in: browser))
    #expect(try installation.store().shelf(id)?.cleared != nil)
    try expectNoProblems(in: browser)
    #expect(try isTrue("location.hash === ''", in: browser), "a reload offers no Undo again")
    try browser.tap(".cleared button")
    #expect(try isTrue("document.querySelectorAll('.rows .item').length === 4", in: browser))
  }

  @Test func `Cancel asks first, stops the work, and keeps what was found`() throws {
    let running = ScanID(randomBytes: Array(repeating: 8, count: 17))
    // The lock keeps every worker from the shelf.
    guard let lock = try Lock.take("\(installation.data)/worker.lock") else {
      throw InstallationError.failed("a worker runs")
    }
    try makeShelf(running, isEnded: false)
    let browser = try results(of: running)
    #expect(try isTrue("document.title.startsWith('2/4')", in: browser))
    #expect(try browser.text(".progress .count") == "Found 2 of ~4 books…")
    // A tip that fades in has too little contrast for a moment.
    try browser.tap(".tips button")
    #expect(try isTrue("document.getAnimations().length === 0", in: browser))
    try expectNoProblems(in: browser)
    try browser.tap(".cancel button")
    #expect(try isTrue("document.querySelector('dialog[open] h2')", in: browser))
    #expect(
      try browser.text("dialog[open] h2").contains("Are you sure? Processing will stop."))
    try browser.press(.escape)
    #expect(try isTrue("!document.querySelector('dialog[open]')", in: browser))
    #expect(try installation.store().shelf(running)?.state == .reading)
    try browser.tap(".cancel button")
    try browser.tap("dialog[open] .danger")
    #expect(
      try isTrue("document.querySelector('main').dataset.state === 'cancelled'", in: browser))
    #expect(try isTrue("!document.title.startsWith('2/4')", in: browser))
    let shelf = try #require(try installation.store().shelf(running))
    #expect(shelf.state == .cancelled && shelf.items.count { $0.reading != nil } == 2)
    #expect(try isTrue("document.querySelectorAll('.rows .item').length === 4", in: browser))
    _ = consume lock
  }

  @Test func `the keyboard draws a box`() throws {
    let browser = try results()
    try browser.tap(".draw")
    #expect(try isTrue("document.activeElement.matches('.draft-area')", in: browser))
    try browser.press(.escape)
    #expect(try isTrue("document.activeElement.matches('.draw')", in: browser))
    try browser.press(.enter)
    #expect(try isTrue("document.activeElement.matches('.draft-area')", in: browser))
    try browser.press(.enter)
    #expect(try isTrue("document.querySelector('#box-5')", in: browser))
  }

  @Test func `without script, the page has the photo, the list and every form`() throws {
    let browser = try results(hasScript: false)
    try browser.tap("#item-1 .add")
    #expect(try eventually { try installation.store().shelf(id)?.items[0].find != nil })
    #expect(try eventually { try browser.text("#item-1 .added").contains("Added") })
  }
}
