// The details of finds in a real browser: the buttons of an album, a row's menu, and the change of
// several finds at once, also without script.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserEditTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copyData("edited-data") {
      let installation = try Installation()
      try installation.copySample()
      let sleeves = ["Adele - 21", "Nick Drake - Pink Moon"]
        .map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
      _ = try installation.albumscan(["scan"] + sleeves)
      return installation
    }
    server = try WebServer(installation)
  }

  private func finds() throws -> [Find] { try installation.store().newestFinds(9) }

  @Test func `a tap on Have is kept, is said once, and a second tap takes it back`() throws {
    let find = try #require(try finds().first)
    let browser = try Browser()
    try browser.open("\(installation.origin)/album/\(find.id)/")
    let pressed =
      "return [...document.querySelectorAll('.statuses button')].map((one) => one.ariaPressed)"
    try browser.tap(".statuses [data-status=have]")
    #expect(try eventually { try browser.text(".toast").contains("Marked as “Have”") })
    #expect(try browser.run(pressed).items.map(\.text) == ["false", "true", "false"])
    #expect(try installation.store().details(of: find.id)?.status == .have)
    try browser.tap(".statuses [data-status=have]")
    #expect(try eventually { try installation.store().details(of: find.id)?.status == nil })
    #expect(
      try eventually { try browser.run(pressed).items.map(\.text) == ["false", "false", "false"] })
    #expect(try eventually(within: 9000) { try !browser.text(".own-notes").contains("Have") })
    try expectNoProblems(in: browser)
  }

  @Test func `a tap on Have renews Your notes, which keep their buttons`() throws {
    let find = try #require(try finds().first)
    let browser = try Browser(width: 390, height: 844)
    try browser.open("\(installation.origin)/album/\(find.id)/")
    try browser.tap(".statuses [data-status=have]")
    let status = "return document.querySelector('.own-notes').textContent.includes('Have')"
    #expect(try eventually(within: 9000) { try browser.run(status).isTrue })
    #expect(try isEditable(in: browser))
  }

  @Test func `the page after Save shows the new details`() throws {
    let find = try #require(try finds().first)
    let browser = try Browser()
    try browser.open("\(installation.origin)/cgi-bin/albumscan/finds/\(find.id)/edit")
    try browser.type("late night", into: "[name=tags]")
    try browser.tap(".details-form .pill")
    #expect(try eventually { try browser.address == "\(installation.origin)/album/\(find.id)/" })
    // The page must contain the details when it loads, because it does not change afterwards.
    let isShown = try eventually(within: 5000) { try browser.text("main").contains("late night") }
    #expect(isShown)
    try expectNoProblems(in: browser)
  }

  @Test func `Your notes are edited in place, and the card becomes that of the page`() throws {
    let find = try #require(try finds().first)
    let browser = try Browser(width: 390, height: 844)
    try browser.open("\(installation.origin)/album/\(find.id)/")
    #expect(try isEditable(in: browser))
    try browser.tap("[data-edits=tags]")
    try browser.press(.escape)
    let focus = "return document.activeElement.dataset.edits ?? document.activeElement.name"
    #expect(try browser.run(focus).text == "tags")
    #expect(try browser.address.hasSuffix("/album/\(find.id)/"))

    try browser.press(.enter)
    try browser.type("late night", into: ".field-editor [name=tags]")
    try browser.tap("[data-edits=notes]")
    try browser.type("*Dry.*", into: ".field-editor textarea")
    try expectNoProblems(in: browser)
    try browser.press(.enter, holding: .control)
    #expect(try eventually { try browser.text(".toast").contains("Notes: changed") })
    #expect(try browser.run(focus).text == "notes")
    try browser.tap(".field-editor .button")
    #expect(try eventually { try browser.text(".toast").contains("Tags: changed") })
    #expect(try browser.run(focus).text == "tags")
    #expect(try details(of: find) == ["late night", "*Dry.*"])
    #expect(try eventually(within: 9000) { try isThatOfThePage(find, browser) })
    #expect(try browser.text(".own-notes em") == "Dry.")
    try browser.tap(".toast .undo")
    #expect(try eventually { try browser.text(".toast") == "The change was undone." })
    #expect(try details(of: find) == ["*Dry.*"])
    #expect(try !browser.text(".own-notes dl").contains("late night"))

    try browser.tap(".statuses [data-status=have]")
    #expect(try eventually(within: 9000) { try browser.text(".own-notes dl").contains("Have") })
    try browser.tap("[data-edits=own-rating]")
    try browser.type("8.5", into: ".field-editor [name=own-rating]")
    try browser.press(.enter)
    #expect(try eventually(within: 9000) { try browser.text(".actions .own").contains("8.5") })
    #expect(try eventually(within: 9000) { try isThatOfThePage(find, browser) })
    try expectNoProblems(in: browser)
  }

  @Test func `a card whose page gets its links later becomes that of the page once more`() throws {
    let find = try #require(try finds().first)
    let browser = try Browser(width: 390, height: 844)
    try browser.open("\(installation.origin)/album/\(find.id)/")
    #expect(try isEditable(in: browser))
    try browser.tap("[data-edits=tags]")
    try browser.type("late night", into: ".field-editor [name=tags]")
    let lock = try Lock.take("\(installation.data)/worker.lock")
    guard let lock else { throw InstallationError.noAnswer("a worker runs") }
    try browser.tap(".field-editor .button")
    #expect(try eventually { try browser.text(".own-notes").contains("late night") })
    // The test plays a worker that wrote the page, and ended before it wrote the page of the tag. The
    // page on the disk is still the former one, so its card shows when the script takes over this page.
    let store = try installation.store()
    let last = try #require(try store.newestStalePage())
    try store.markWritten(upTo: last, taking: [TakenFind(find.id, isUnfinished: true)])
    let isFormer = try eventually(within: 9000) {
      try !browser.text(".own-notes dl").contains("late night")
    }
    #expect(isFormer)
    _ = consume lock
    let link = "return document.querySelector('.own-notes dl a')?.textContent ?? ''"
    #expect(try eventually(within: 20_000) { try browser.run(link).text == "late night" })
    #expect(try isThatOfThePage(find, browser))
  }

  @Test func `a page that is only read loads no script of its actions`() throws {
    let find = try #require(try finds().first)
    let browser = try Browser(width: 390, height: 844)
    try browser.open("\(installation.origin)/album/\(find.id)/")
    let isLoaded = """
      return performance.getEntriesByType("resource")
        .some((one) => /(actions|details|deleted|changing|edits)-/.test(one.name));
      """
    let isRead = "return getComputedStyle(document.querySelector('.share')).display !== 'none'"
    #expect(try eventually { try browser.run(isRead).isTrue })
    #expect(try !browser.run(isLoaded).isTrue)
    // The test plays another page of this browser, such as the history, that announces a new
    // status.
    _ = try browser.run(
      """
      new BroadcastChannel("albumscan").postMessage(
        { kind: "edits", find: arguments[0], sent: { status: "want" } });
      """, [.text(find.id.text)])
    let pressed = "return document.querySelector('[data-status=want]').ariaPressed"
    #expect(try eventually { try browser.run(pressed).text == "true" })
    #expect(try browser.run(isLoaded).isTrue)
    try expectNoProblems(in: browser)
  }

  @Test func `a fifth favourite is refused with the reason`() throws {
    let rows = ["Artist,Title,release_id"] + (1...4).map { "Anna \($0),Number \($0),\($0)" }
    let file = try installation.folder.write(rows.joined(separator: "\r\n"), to: "table.csv")
    _ = try installation.albumscan(["import", file])
    let others = try finds().filter { $0.album.artist.hasPrefix("Anna") }
    _ = try installation.albumscan(["edit"] + others.map(\.id.text) + ["--favourite", "yes"])
    let find = try #require(try finds().first { !$0.details.isFavourite })
    let browser = try Browser()
    try browser.open("\(installation.origin)/album/\(find.id)/")
    #expect(try isEditable(in: browser))
    let mark = "return document.querySelector('[data-edits=favourite]').ariaPressed"
    try browser.tap("[data-edits=favourite]")
    #expect(try eventually { try browser.text(".toast").contains("four favourites already") })
    #expect(try browser.run(mark).text == "false")
    _ = try installation.albumscan(["edit", others[0].id.text, "--favourite", "no"])
    try browser.tap("[data-edits=favourite]")
    #expect(try eventually { try browser.run(mark).text == "true" })
    #expect(try eventually { try installation.store().details(of: find.id)?.isFavourite == true })
  }

  private func details(of find: Find) throws -> [String] {
    let details = try #require(try installation.store().details(of: find.id))
    return details.tags.map(\.text) + [details.note].compactMap(\.self)
  }

  /// Shows "Your notes" and waits until its buttons show the controls. Before this, they lead to the form.
  private func isEditable(in browser: Browser) throws -> Bool {
    let buttons = """
      document.querySelector(".own-notes").scrollIntoView();
      return document.querySelector(".field-buttons [aria-expanded]") !== null;
      """
    return try eventually { try browser.run(buttons).isTrue }
  }

  /// Whether the card, without the states of its buttons, is in the file of the page.
  private func isThatOfThePage(_ find: Find, _ browser: Browser) throws -> Bool {
    let card = """
      const card = document.querySelector(".own-notes").cloneNode(true);
      for (const button of card.querySelectorAll("[data-edits]")) {
        for (const state of ["aria-expanded", "aria-pressed"]) button.removeAttribute(state);
      }
      return card.outerHTML;
      """
    let page = try Files.read("\(installation.site)/album/\(find.id)/index.html")
    return String(decoding: page, as: UTF8.self).contains(try browser.run(card).text)
  }

  @Test func `a row's menu marks its find, and the row shows it`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".finds .dots")
    try browser.tap(".menu button")
    #expect(try eventually { try browser.text(".finds .status") == "Want" })
    #expect(try finds().first?.details.status == .want)
  }

  @Test func `a long press selects finds, and the bar changes, deletes and restores them`() throws {
    let browser = try Browser(width: 390, height: 844)
    try browser.open("\(installation.origin)/history/")
    try browser.hold(".finds .find")
    #expect(try eventually { try browser.text(".selected") == "1 find selected" })
    #expect(try browser.address.hasSuffix("/history/"))
    try browser.tap(".selection-head .button")
    #expect(try eventually { try browser.text(".selected") == "2 finds selected" })
    try expectNoProblems(in: browser)

    try browser.tap(".actions [aria-controls=selection-status]")
    try browser.tap("#selection [value=want]")
    #expect(try eventually { try browser.text(".toast").contains("2 finds were changed.") })
    #expect(try browser.text(".finds .status") == "Want")
    #expect(try finds().allSatisfy { $0.details.status == .want })
    try browser.tap(".toast .undo")
    #expect(try eventually { try browser.text(".toast") == "The change was undone." })
    #expect(try browser.text(".finds .status").isEmpty)
    #expect(try finds().allSatisfy { $0.details == FindDetails() })
    try browser.tap(".actions [aria-controls=selection-own-rating]")
    try browser.type("8.5", into: "#selection [name=own-rating]")
    try expectNoProblems(in: browser)
    try browser.press(.enter)
    #expect(try eventually { try browser.text(".finds .own-rating").hasSuffix("8.5") })
    #expect(try finds().allSatisfy { $0.details.ownRating == Rating(tenths: 85) })

    try browser.tap("#selection [name=delete]")
    #expect(try eventually { try browser.text(".toast").contains("2 finds were deleted.") })
    #expect(try browser.text("main").contains("Scan your first album to begin"))
    #expect(try browser.run("return document.querySelector('#selection').hidden").isTrue)
    // The deletion can be undone on the next page, too.
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".deletion button")
    #expect(try eventually { try finds().count == 2 })
    #expect(try eventually { try browser.text(".finds").contains("Adele") })
  }

  @Test func `the bar of the selection covers no row that the keyboard reaches`() throws {
    let browser = try Browser(width: 390, height: 400)
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".tools .select")
    #expect(
      try eventually {
        try browser.run("return !document.querySelector('#selection').hidden").isTrue
      })
    let row = "const row = [...document.querySelectorAll('.finds .find')].at(-1);"
    let overlap = """
      \(row)
      const bar = document.querySelector("#selection").getBoundingClientRect();
      return Math.max(0, row.getBoundingClientRect().bottom - bar.top);
      """
    // Before each key, the row stands at the foot of the window, behind the bar.
    let isReached = try (0..<60).contains { _ in
      try browser.run("\(row) scrollBy(0, row.getBoundingClientRect().bottom - innerHeight);")
      #expect(try browser.run(overlap) != 0)
      try browser.press(.tab)
      return try browser.run("\(row) return document.activeElement === row").isTrue
    }
    #expect(isReached)
    #expect(try browser.run(overlap) == 0)
  }

  @Test func `Undo puts all selected finds back into a page older than their deletion`() throws {
    let page = "\(installation.site)/history/index.html"
    let older = try Files.read(page)
    let browser = try Browser(width: 390, height: 844)
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".tools .select")
    try browser.tap(".selection-head .button")
    try browser.tap("#selection [name=delete]")
    #expect(try eventually { try browser.text(".toast").contains("2 finds were deleted.") })
    #expect(try eventually { try Files.read(page) != older })
    try Files.replace(page, with: older, mode: Files.publicMode, durably: false)
    try browser.open("\(installation.origin)/history/")
    #expect(try browser.text(".finds").isEmpty)
    try browser.tap(".deletion button")
    #expect(try eventually { try browser.text(".finds").contains("Pink Moon") })
    #expect(try browser.text(".finds").contains("Adele"))
    #expect(try finds().count == 2)
  }

  @Test func `without script, selected finds change together, and Undo takes it back`() throws {
    let browser = try Browser(hasScript: false)
    try browser.open("\(installation.origin)/history/")
    try browser.tap(".selection > summary")
    for find in try finds() { try browser.tap("[name='find-\(find.id)']") }
    try browser.type("to buy", into: ".selection [name=add-tags]")
    try browser.tap(".selection .pill")
    #expect(try eventually { try browser.text("main").contains("2 finds were changed.") })
    #expect(try finds().allSatisfy { $0.details.tags.map(\.text) == ["to buy"] })
    try browser.tap("main form button")
    #expect(try eventually { try browser.text("main").contains("This change was undone.") })
    #expect(try finds().allSatisfy { $0.details == FindDetails() })
  }
}
