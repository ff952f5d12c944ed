// A shelf in the history in a real browser: it opens without script and by the keyboard, the search and the
// selection reach its finds, and a deletion leaves the rows that the server would write.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserShelfRowTests {
  let installation: Installation
  let server: WebServer

  /// The finds of the shelf in the order of its items: two books, a record, and a book.
  private let finds: [FindID]

  init() throws {
    installation = try Installation()
    try installation.copySample()
    let store = try installation.store()
    let now = Timestamp(milliseconds: Clock.wallMilliseconds()).advanced(byMilliseconds: -60_000)
    let shelf = ScanID(randomBytes: Array(repeating: 7, count: 17))
    let works = [
      Album(kind: .book, artist: "Frank Herbert", title: "Dune"),
      Album(kind: .book, artist: "Jane Austen", title: "Emma"),
      Album(artist: "Adele", title: "21"),
      Album(kind: .book, artist: "Stanisław Lem", title: "Solaris"),
    ]
    try store.makeShelf(of: works, as: shelf, at: now)
    finds = try store.add([1, 2, 3, 4], of: shelf, at: now)
    let sleeve = "\(Checkout.root)/sample/catalogue/Nick Drake - Pink Moon.jpg"
    #expect(try installation.albumscan(["scan", sleeve]).exitCode == 0)
    server = try WebServer(installation)
  }

  private static let summary = ".shelf > details > summary"
  private static let whole = "A shelf: 3 books and 1 record"

  private func history(
    width: Int = 390, height: Int = 844, hasScript: Bool = true
  ) throws -> Browser {
    let browser = try Browser(width: width, height: height, hasScript: hasScript)
    try browser.open("\(installation.origin)/history/")
    return browser
  }

  private func title(_ browser: Browser) throws -> String {
    try browser.text(".shelf .contents b")
  }

  /// The titles of the rows that the reader sees.
  private func shown(_ browser: Browser) throws -> [String] {
    try browser.run(
      """
      return [...document.querySelectorAll(".finds:not([hidden]) .find")]
        .filter((row) => row.checkVisibility()).map((row) => row.querySelector(".title").textContent)
      """
    ).items.map(\.text)
  }

  private func expectWhole(_ browser: Browser) throws {
    #expect(try eventually { try title(browser) == Self.whole })
    #expect(try browser.run("return document.querySelectorAll('.shelf [data-find]').length") == 4)
  }

  @Test func `a shelf is one row that opens without script`() throws {
    let browser = try history(hasScript: false)
    #expect(try title(browser) == Self.whole)
    #expect(try shown(browser) == ["Pink Moon"])
    try browser.tap(Self.summary)
    #expect(Set(try shown(browser)) == ["Pink Moon", "Dune", "Emma", "21", "Solaris"])
  }

  @Test(arguments: [(390, 844), (320, 568), (768, 1024), (1440, 900)])
  func `the row of a shelf fits in every window, closed and open, as list and as wall`(
    width: Int, height: Int
  ) throws {
    let browser = try history(width: width, height: height)
    for view in ["first", "other"] {
      for state in ["closed", "open"] {
        let problems = try PageAudit.ownProblems(in: browser)
        #expect(problems.isEmpty, "\(view), \(state): \(problems)")
        try browser.tap(Self.summary)
      }
      try browser.tap(".view")
    }
  }

  @Test func `the keyboard opens a shelf, its name is spoken, and the day counts its finds`() throws
  {
    let browser = try history()
    let summary = try browser.run("return document.querySelector('\(Self.summary)')")
    #expect(try browser.accessibleName(summary).hasPrefix(Self.whole))
    #expect(try eventually { try browser.text(".finds h3") == "Today · 5" })
    #expect(try shown(browser) == ["Pink Moon"])
    try browser.run("document.querySelector('\(Self.summary)').focus()")
    try browser.press(.enter)
    #expect(try shown(browser).count == 5)
    try expectNoProblems(in: browser)
    try browser.press(.enter)
    #expect(try shown(browser) == ["Pink Moon"])
  }

  @Test
  func `the search and a filter show finds of a closed shelf, and the selection changes them`()
    throws
  {
    let browser = try history()
    try browser.type("emma", into: "#filter")
    #expect(try eventually { try shown(browser) == ["Emma"] })
    try browser.run(
      "const one = document.querySelector('#filter'); one.value = ''; one.dispatchEvent(new Event('input'))"
    )
    #expect(try eventually { try shown(browser) == ["Pink Moon"] })
    try browser.open("\(installation.origin)/history/?kind=book")
    #expect(try eventually { Set(try shown(browser)) == ["Dune", "Emma", "Solaris"] })
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".select")
    try browser.tap(Self.summary)
    for number in [0, 1] {
      try browser.tap(".shelf [data-find='\(finds[number])'] .find")
      #expect(try eventually { try browser.text(".selected").contains("\(number + 1)") })
    }
    try browser.tap(".actions [aria-controls=selection-status]")
    try browser.tap("#selection [value=want]")
    let store = try installation.store()
    #expect(try eventually { try store.find(finds[1])?.details.status == .want })
    for (number, find) in finds.enumerated() {
      let status = try store.find(find)?.details.status
      #expect((status == .want) == (number < 2), "\(number)")
    }
  }

  @Test
  func `deletions leave a smaller shelf, then an ordinary row, and Undo brings the shelf back`()
    throws
  {
    let browser = try history()
    try browser.tap(Self.summary)
    let titles = [
      "A shelf: 2 books and 1 record", "A shelf: 1 book and 1 record", "",
    ]
    for (number, title) in titles.enumerated() {
      let find = finds[[0, 3, 2][number]]
      try browser.tap("[data-find='\(find)'] .dots")
      try browser.tap(".menu button:last-child")
      #expect(try self.title(browser) == title)
      #expect(try eventually { try installation.store().countFinds() == 4 - number })
    }
    #expect(try browser.run("return !document.querySelector('.shelf')").isTrue)
    #expect(try shown(browser) == ["Pink Moon", "Emma"])
    #expect(try eventually { try browser.text(".finds h3") == "Today · 2" })
    for count in [3, 4, 5] {
      try browser.tap(".deletion button")
      #expect(try eventually { try installation.store().countFinds() == count })
      let lines = "return document.querySelectorAll('.deletion').length"
      #expect(try eventually { try browser.run(lines).number == Double(5 - count) })
    }
    try expectWhole(browser)
    #expect(try browser.run("return document.querySelector('.shelf > details').open").isTrue)
    #expect(try eventually { try installation.text("history/index.html").contains(Self.whole) })
    try browser.reload()
    try expectWhole(browser)
  }

  @Test func `a return from a find of a shelf finds the shelf open`() throws {
    let browser = try history()
    try browser.tap(Self.summary)
    try browser.tap("[data-find='\(finds[0])'] .find")
    #expect(try eventually { try browser.address.contains("/book/\(finds[0])/") })
    try browser.leave(by: "history.back()")
    #expect(try eventually { try shown(browser).count == 5 })
  }
}
