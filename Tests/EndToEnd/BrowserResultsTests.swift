// The results of the search in a real browser: they are rows like those of the history, with a menu, a box, a swipe and
// folds, and they change together with the rows of the page.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserResultsTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  @Test func `a result's menu marks its find, and the page's row follows`() throws {
    try scan("Nick Drake - Pink Moon", "Adele - 21")
    let browser = try opened()
    try search("adele", browser)
    #expect(try eventually { try titles(browser) == ["21"] })
    let dots = try browser.run("return document.querySelector('.results .dots')")
    #expect(try browser.accessibleName(dots) == "Actions for 21")
    try browser.tap(".results .dots")
    let items = "return [...document.querySelectorAll('.menu > *')].map((one) => one.textContent)"
    #expect(try browser.run(items).items.map(\.text) == ["Want", "Have", "Heard", "Delete"])
    try browser.tap(".menu button:nth-child(3)")
    #expect(try eventually { try browser.text(".results .status") == "Heard" })
    #expect(try installation.store().newestFinds(1).first?.details.status == .heard)
    try search("", browser)
    #expect(try eventually { try browser.text(Self.page + " .status") == "Heard" })

    try browser.tap(Self.page + " .dots")
    try browser.tap(".menu button")
    #expect(try eventually { try browser.text(Self.page + " .status") == "Want" })
    try search("adele", browser)
    #expect(try eventually { try browser.text(".results .status") == "Want" })
    try expectSilence(browser)
  }

  @Test func `selected results change together, and a find that is not shown stays`() throws {
    try scan("Kate Bush - The Dreaming", "Miles Davis - Kind of Blue", "Adele - 21")
    let adele = try #require(try installation.store().newestFinds(1).first?.id)
    let browser = try opened()
    try browser.tap(".select")
    try browser.tap("[name='find-\(adele)']")
    #expect(try eventually { try browser.text(".selected") == "1 find selected" })
    try search("k", browser)
    #expect(try eventually { try titles(browser) == ["Kind of Blue", "The Dreaming"] })
    #expect(try eventually { try browser.text(".selected") == "0 finds selected" })
    let pick = try browser.run("return document.querySelector('.results .pick')")
    #expect(try browser.accessibleName(pick) == "Select: Kind of Blue")
    try browser.tap(".results li:first-child .pick")
    // A tap on the row also selects it.
    try browser.tap(".results li:last-child .find")
    #expect(try eventually { try browser.text(".selected") == "2 finds selected" })
    try search("", browser)
    #expect(try eventually { try browser.text(".selected") == "3 finds selected" })
    try search("k", browser)
    #expect(try eventually { try browser.text(".selected") == "2 finds selected" })
    try browser.tap(".actions [aria-controls=selection-tags]")
    try browser.type("to buy", into: "#selection [name=add-tags]")
    try browser.tap("#selection .pill")
    #expect(try eventually { try browser.text(".toast").contains("2 finds were changed.") })
    let tagged = try installation.store().newestFinds(9).filter { !$0.details.tags.isEmpty }
    #expect(tagged.map(\.album.title) == ["Kind of Blue", "The Dreaming"])
    // A request changes at most 1,000 finds (docs/limits.md).
    let requests = try browser.run(
      """
      const { inRequests } = await import("/selection.js");
      const finds = [...Array(2001).keys()];
      const groups = inRequests(finds);
      return { sizes: groups.map((some) => some.length), all: groups.flat().every((find, at) => find === finds[at]) };
      """)
    #expect(requests["sizes"]?.items.map(\.number) == [1000, 1000, 1])
    #expect(requests["all"]?.isTrue == true)
  }

  @Test func `the keyboard deletes a result and brings it back`() throws {
    try scan("Nick Drake - Pink Moon", "Adele - 21")
    let browser = try opened()
    let rows = "return document.querySelector('.finds').innerText"
    let before = try browser.run(rows).text
    try search("adele", browser)
    #expect(try eventually { try titles(browser) == ["21"] })
    try browser.run("document.querySelector('.results .dots').focus()")
    try browser.press(.enter)
    try browser.press(.up)
    try browser.press(.enter)
    #expect(try eventually { try browser.text(".toast span") == "Deleted 21." })
    #expect(try titles(browser).isEmpty)
    #expect(try eventually { try installation.store().countFinds() == 1 })
    let focus = "return document.activeElement"
    #expect(
      try eventually { try browser.run("\(focus).getAttribute('aria-label')").text == "Undo: 21" })
    try browser.press(.enter)
    #expect(try eventually { try titles(browser) == ["21"] })
    #expect(try eventually { try browser.run("\(focus).matches('.results .find')").isTrue })
    #expect(try eventually { try installation.store().countFinds() == 2 })
    try search("", browser)
    #expect(try eventually { try browser.run(rows).text == before })
    try expectSilence(browser)
  }

  @Test func `a result that the page does not list is deleted by a swipe and brought back`() throws
  {
    try scan("Adele - 21", "Nick Drake - Pink Moon")
    let old = try #require(try installation.store().newestFinds(2).last?.id)
    let output = try Programs.run(
      "/usr/bin/sqlite3",
      [
        "\(installation.data)/albums.db",
        "UPDATE finds SET found = 1700000000000 WHERE id = '\(old)'",
      ], input: "/dev/null", limit: 1000, timeoutMilliseconds: 5000)
    #expect(output.exitCode == 0)
    #expect(try installation.albumscan(["build"]).exitCode == 0)
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/2023-11/")
    try search("pink", browser)
    #expect(try eventually { try titles(browser) == ["Pink Moon"] })
    try browser.swipe(".results li .slide", by: -190)
    #expect(try eventually { try browser.text(".toast span") == "Deleted Pink Moon." })
    #expect(try titles(browser).isEmpty)
    try browser.tap(".deletion button")
    #expect(try eventually { try titles(browser) == ["Pink Moon"] })
    #expect(try eventually { try installation.store().countFinds() == 2 })
    try search("", browser)
    #expect(try eventually { try browser.text(Self.page).contains("21") })
    #expect(try !browser.text(Self.page).contains("Pink Moon"))
    try expectSilence(browser)

    // The scrubber leads from this month to the newest one, and `/history/` has a heading for each
    // month.
    try browser.size(390, 844)
    #expect(
      try eventually { try browser.run("return !!document.querySelector('.scrubber')").isTrue })
    try browser.run("dispatchEvent(new Event('scroll'))")
    try browser.swipe(".scrubber b", down: -400)
    #expect(try eventually { try browser.text(Self.page).contains("Pink Moon") })
    #expect(try !browser.address.contains("2023"))
    try browser.open("\(installation.origin)/history/")
    let months =
      "return [...document.querySelectorAll('.finds .month')].map((one) => one.dataset.month)"
    #expect(try browser.run(months).items.map(\.text).last == "2023-11")
    #expect(try browser.run(months).items.count == 2)
  }

  @Test func `repeats of an album are folded among the results`() throws {
    try scan("Adele - 21", "Nick Drake - Pink Moon", "Adele - 21")
    let browser = try opened()
    try search("adele", browser)
    #expect(try eventually { try browser.text(".results .fold > summary") == "scanned 2×" })
    #expect(try eventually { try browser.text(".hits") == "2 finds" })
    try browser.tap(".results .fold > summary")
    #expect(try eventually { try browser.text(".results .fold time").hasPrefix("Today") })
    try browser.tap(".results .fold .dots")
    try browser.tap(".menu button:last-child")
    #expect(try eventually { try installation.store().countFinds() == 2 })
    #expect(try titles(browser) == ["21"])
    #expect(try browser.run("return !document.querySelector('.results .fold')").isTrue)
    try browser.tap(".deletion button")
    #expect(try eventually { try browser.text(".results .fold > summary") == "scanned 2×" })
    // A search with a filter and without words gives rows of the same kind.
    try search("", browser)
    try browser.run(
      "[...document.querySelectorAll('.chip')].find((one) => /^\\d+s/.test(one.innerText)).click()")
    #expect(try eventually { try !titles(browser).isEmpty })
    let isWhole = """
      return [...document.querySelectorAll(".results li")]
        .every((row) => row.querySelector(".dots") && row.querySelector(".pick"))
      """
    #expect(try browser.run(isWhole).isTrue)
    try expectSilence(browser)
  }

  @Test func `results pass the checks of pages in every size and appearance`() throws {
    try scan("Adele - 21", "Kate Bush - The Dreaming", "Miles Davis - Kind of Blue", "Adele - 21")
    let browser = try opened()
    for view in ["list", "wall"] {
      if try browser.run("return document.documentElement.dataset.view").text != view {
        try browser.tap(".view")
      }
      try search("a", browser)
      #expect(try eventually { try titles(browser).count > 1 })
      for (width, height) in [(390, 844), (1440, 900)] {
        try browser.size(width, height)
        for appearance in Appearance.allCases {
          try browser.appearance(appearance)
          try keep("results-\(view)-\(width)-\(appearance)", browser)
          try expectNoProblems(in: browser)
        }
        try browser.tap(".select")
        try keep("results-\(view)-\(width)-selection", browser)
        try expectNoProblems(in: browser)
        try browser.press(.escape)
      }
    }
  }
}

extension BrowserResultsTests {
  /// The finds of the page.
  private static let page = ".finds:not(.results)"

  private func opened() throws -> Browser {
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    return browser
  }

  private func scan(_ sleeves: String...) throws {
    let files = sleeves.map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
    #expect(try installation.albumscan(["scan"] + files).exitCode == 0)
  }

  /// The titles of the results, except folded results.
  private func titles(_ browser: Browser) throws -> [String] {
    try browser.run(
      """
      const box = document.querySelector(".results");
      return box.hidden ? [] : [...box.querySelectorAll("section > ol > li")]
        .map((row) => row.querySelector(".title").textContent);
      """
    ).items.map(\.text)
  }

  private func search(_ text: String, _ browser: Browser) throws {
    try browser.run(
      """
      const field = document.querySelector("#filter");
      field.value = arguments[0];
      field.dispatchEvent(new Event("focus"));
      field.dispatchEvent(new Event("input"));
      """, [.text(text)])
  }

  private func expectSilence(_ browser: Browser) throws {
    let lines = try browser.messages()
    #expect(lines.isEmpty, "\(lines)")
  }

  private func keep(_ name: String, _ browser: Browser) throws {
    guard let folder = Environment["PICTURES"] else { return }
    try Files.replace("\(folder)/\(name).png", with: try browser.picture(), durably: false)
  }
}
