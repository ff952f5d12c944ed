// The history in a real browser: deletion and its undo by menu, swipe and form; folded repeats; the list and the wall;
// the search; and scans under way.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserHistoryTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  // MARK: Deletion

  @Test func `the keyboard opens a row's menu, deletes a find, and brings it back`() throws {
    try scan("Nick Drake - Pink Moon", "Adele - 21")
    let browser = try Browser()
    try openHistory(browser)
    let dots = try browser.run("return document.querySelector('.dots')")
    #expect(try browser.accessibleName(dots) == "Actions for 21")
    try browser.run("document.querySelector('.dots').focus()")
    for key in [Key.enter, .space, .down, .up] {
      try browser.press(key)
      let item = key == .up ? "menuitem Delete" : "menuitem Want"
      #expect(try browser.run(Self.focus).text == item, "\(key)")
      #expect(try browser.run("return document.querySelector('.dots').ariaExpanded").text == "true")
      for arrow in [Key.down, .up, .up, .down] { try browser.press(arrow) }
      #expect(try browser.run(Self.focus).text == item, "\(key), and the arrows")
      try browser.press(.escape)
      #expect(try browser.run("return document.activeElement.className").text == "dots", "\(key)")
      #expect(try browser.run("return document.querySelector('.menu').hidden").isTrue)
    }
    try browser.press(.enter)
    try browser.press(.up)
    try browser.press(.enter)
    #expect(try eventually { try browser.text(".toast span") == "Deleted 21." })
    #expect(try eventually { try browser.run(Self.focus).text.hasSuffix("Undo") })
    #expect(try titles(browser) == ["Pink Moon"])
    #expect(try eventually { try installation.store().countFinds() == 1 })
    try browser.press(.enter)
    #expect(try eventually { try browser.text(".toast") == "It is back." })
    #expect(try browser.run("return document.activeElement.matches('.find')").isTrue)
    #expect(try titles(browser) == ["21", "Pink Moon"])
    #expect(try eventually { try installation.text("history/index.html").contains("Adele") })
    try expectSilence(browser)
  }

  @Test func `a short swipe opens one row at a time, and a full one deletes`() throws {
    try scan("Nick Drake - Pink Moon", "Adele - 21")
    let browser = try Browser()
    try openHistory(browser)
    #expect(try browser.run("return !document.querySelector('.bin')").isTrue)
    try browser.swipe(".finds li:first-child .slide", by: -80)
    #expect(try browser.run(Self.openRows).items.map(\.text) == ["21"])
    try browser.swipe(".finds li:last-child .slide", by: -80)
    #expect(try browser.run(Self.openRows).items.map(\.text) == ["Pink Moon"])
    #expect(try installation.store().countFinds() == 2)
    try browser.swipe(".finds li:last-child .slide", by: 80)
    #expect(try browser.run(Self.openRows).items.isEmpty)
    try browser.swipe(".finds li:last-child .slide", by: -190)
    #expect(try eventually { try installation.store().countFinds() == 1 })
    #expect(try titles(browser) == ["21"])
    try browser.swipe(".finds li:first-child .slide", by: -80)
    try browser.tap(".open .bin")
    #expect(try eventually { try installation.store().countFinds() == 0 })
    #expect(try eventually { try browser.text("main").contains("Scan your first album to begin") })
    try browser.tap(".deletion:nth-child(2) button")
    #expect(try eventually { try titles(browser) == ["Pink Moon"] })
    try expectSilence(browser)
  }

  @Test func `every find that was deleted in this tab can be brought back`() throws {
    try scan("Nick Drake - Pink Moon", "Kate Bush - The Dreaming", "Adele - 21")
    let browser = try Browser()
    try openHistory(browser)
    let lines =
      "return [...document.querySelectorAll('.deletion span')].map((one) => one.textContent)"
    let all = try titles(browser)
    #expect(all == ["21", "The Dreaming", "Pink Moon"])
    for count in 1...2 {
      try delete(browser, ".finds")
      #expect(try eventually { try browser.run(lines).items.count == count })
    }
    #expect(
      try browser.run(lines).items.map(\.text) == ["Deleted The Dreaming.", "Deleted 21."])
    #expect(try browser.run("return document.querySelector('.toast').role").text == "status")
    let button = try browser.run("return document.querySelectorAll('.deletion button')[1]")
    #expect(try browser.accessibleName(button) == "Undo: 21")

    // The history still offers Undo after a reload, and after the worker has written the page
    // again. The page of the month does the same.
    #expect(
      try eventually { try !installation.text("history/index.html").contains("The Dreaming") })
    let month = try Files.entries(of: "\(installation.site)/history").first { $0 != "index.html" }
    try browser.open("\(installation.origin)/history/\(month ?? "")/")
    #expect(try browser.run(lines).items.count == 2)
    try browser.tap(".deletion:nth-child(2) button")
    #expect(try eventually { try browser.text(".toast .note") == "21 is back." })
    #expect(try titles(browser) == ["21", "Pink Moon"])
    try browser.tap(".deletion button")
    #expect(try eventually { try titles(browser) == all })
    #expect(try browser.run(lines).items.isEmpty)
    try delete(browser, ".finds")
    #expect(try eventually { try browser.text(".toast span") == "Deleted 21." })
    try expectSilence(browser)
  }

  @Test func `a find deleted on its own page can be brought back from the history`() throws {
    try scan("Nick Drake - Pink Moon", "Adele - 21")
    let adele = try #require(try installation.store().newestFinds(1).first).id
    let browser = try Browser(hasServiceWorker: true)
    try openHistory(browser)
    try leave(browser, by: ".finds .find")
    #expect(try browser.text("h1").hasSuffix("Adele"))
    try leave(browser, by: ".ways .delete")
    #expect(try eventually { try browser.text(".toast span") == "Deleted 21." })
    #expect(try browser.address == "\(installation.origin)/history/")
    #expect(try titles(browser) == ["Pink Moon"])
    #expect(try installation.store().countFinds() == 1)
    try browser.tap(".toast button")
    #expect(try eventually { try titles(browser).first == "21" })
    #expect(try installation.store().countFinds() == 2)
    // Two requests may arrive just after the deletion: one of the list for the picture of the hidden
    // row, and one of "Your notes" for the form of the find, because the notes are beside the button.
    try expectSilence(browser, exceptAbout: "\(adele)")
  }

  @Test func `without script a find is deleted from its page, the list and a fold`() throws {
    try scan("Nick Drake - Pink Moon", "Adele - 21", "Adele - 21")
    let browser = try Browser(hasScript: false)
    try openHistory(browser)
    #expect(try browser.text(".fold > summary") == "scanned 2×")
    #expect(try browser.text(".tools").isEmpty)
    try browser.tap(".fold > summary")
    try browser.tap(".fold .more > summary")
    try leave(browser, by: ".fold .more [action$='/delete'] button")
    #expect(try browser.text("h1") == "Deleted")
    #expect(try browser.text("main [role=status]").hasPrefix("21 by Adele is no longer"))
    try leave(browser, by: "main form button")
    #expect(try installation.store().countFinds() == 3)
    try openHistory(browser)
    try browser.tap(".more > summary")
    try leave(browser, by: ".more [action$='/delete'] button")
    // The worker may write the page after the response, and lighttpd caches the ETag of a file for
    // a second.
    let isUnfolded = try eventually {
      try openHistory(browser)
      return try browser.text(".fold").isEmpty && browser.text(".finds").contains("Adele")
    }
    #expect(isUnfolded)
    try leave(browser, by: ".finds .find")
    #expect(try browser.text("h1").hasSuffix("Adele"))
    try leave(browser, by: ".ways .delete")
    #expect(try browser.text("main [role=status]").hasPrefix("21 by Adele"))
    let isGone = try eventually {
      try openHistory(browser)
      return try !browser.text(".finds").contains("Adele")
    }
    #expect(isGone)
  }

  // MARK: Folds

  @Test func `repeats of an album are folded, and each of them can be deleted`() throws {
    try scan("Adele - 21", "Nick Drake - Pink Moon", "Adele - 21", "Adele - 21")
    let ids = try installation.store().newestFinds(4).map(\.id.text)
    let browser = try Browser()
    try openHistory(browser)
    #expect(try titles(browser) == ["21", "Pink Moon"])
    #expect(try browser.text(".finds h3") == "Today · 2")
    #expect(try browser.text(".fold > summary") == "scanned 3×")
    #expect(try browser.text(".fold li").isEmpty)
    // After the newest find is deleted, the next find of the fold replaces it.
    try delete(browser, ".finds")
    #expect(try eventually { try installation.store().countFinds() == 3 })
    #expect(try browser.text(".fold > summary") == "scanned 2×")
    #expect(try rows(browser) == [ids[1], ids[3], ids[2]])
    // After a folded find is deleted, one find is left, and no fold.
    try browser.tap(".fold > summary")
    #expect(try eventually { try browser.text(".fold time").hasPrefix("Today") })
    try delete(browser, ".fold")
    #expect(try eventually { try installation.store().countFinds() == 2 })
    #expect(try browser.run("return !document.querySelector('.fold')").isTrue)
    #expect(try rows(browser) == [ids[1], ids[2]])
    for left in [1, 0] {
      let count = try installation.store().countFinds()
      try browser.tap(".deletion button")
      #expect(try eventually { try installation.store().countFinds() == count + 1 })
      // The page removes the line after the answer has arrived. Until then, a tap restores the same
      // find again.
      let lines = "return document.querySelectorAll('.deletion').length"
      #expect(try eventually { try browser.run(lines).number == Double(left) })
    }
    #expect(try eventually { try rows(browser) == [ids[0], ids[1], ids[3], ids[2]] })
    #expect(try browser.text(".fold > summary") == "scanned 3×")
    try expectSilence(browser)
  }

  // MARK: The form of the page

  @Test func `wide windows begin with a wall, and the chosen view is remembered`() throws {
    try scan("Nick Drake - Pink Moon", "Adele - 21", "Adele - 21")
    for (width, isWall) in [(390, false), (1440, true)] {
      let browser = try Browser(width: width, height: 844)
      try openHistory(browser)
      let isBeside = """
        const [one, other] = [...document.querySelectorAll("section > ol > li")]
          .map((row) => row.getBoundingClientRect());
        return one.top === other.top && one.right <= other.left;
        """
      #expect(try browser.run(isBeside).isTrue == isWall)
      try browser.tap(".view")
      #expect(try browser.run(isBeside).isTrue != isWall)
      try openHistory(browser)
      #expect(try browser.run(isBeside).isTrue != isWall)
      let name = try browser.accessibleName(
        try browser.run("return document.querySelector('.view')"))
      #expect(name == (isWall ? "Show as a wall of covers" : "Show as a list"))
      // The wall's menu deletes, too.
      if !isWall {
        try delete(browser, ".finds")
        #expect(try eventually { try browser.text(".toast span") == "Deleted 21." })
        try browser.tap(".toast button")
        #expect(try eventually { try installation.store().countFinds() == 3 })
      }
      try expectSilence(browser)
    }
  }

  @Test func `a return from an album finds the folds and the position again`() throws {
    try scan(
      "Adele - 21", "Nick Drake - Pink Moon", "Adele - 21", "Kate Bush - The Dreaming",
      "Miles Davis - Kind of Blue", "Elton John - Leather Jackets", "Adele - 21", "Adele - 21",
      "Adele - 21", "Adele - 21", "Adele - 21")
    let browser = try Browser(width: 390, height: 600)
    try openHistory(browser)
    try browser.tap(".fold > summary")
    try browser.run("scrollTo(0, 300)")
    let place = "return [scrollY, document.querySelectorAll('.fold[open]').length]"
    for way in ["document.querySelector('.close').click()", "history.back()"] {
      try leave(browser, by: ".fold li:nth-child(4) .find", isInView: true)
      #expect(try browser.address.contains("/album/"))
      try browser.leave(by: way)
      #expect(try eventually { try browser.address.contains("/history/") })
      #expect(try eventually { try browser.run(place).items == [300, 1] }, "\(way)")
    }
  }

  @Test func `scans under way and photos that are not sent are on top`() throws {
    try scan("Nick Drake - Pink Moon")
    let id = ScanID(randomBytes: Array(repeating: 9, count: 17))
    let browser = try Browser()
    try openHistory(browser)
    try browser.run(
      """
      const opening = indexedDB.open("albumscan", 2);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore("photos", { keyPath: "key" });
        opening.result.createObjectStore("scans", { keyPath: "id" });
        opening.result.createObjectStore("edits", { keyPath: "key" });
      };
      opening.onsuccess = () => {
        const change = opening.result.transaction(["photos", "scans"], "readwrite");
        for (const key of ["1", "2"]) {
          change.objectStore("photos").put({ key, photo: null, who: null, state: "waiting", taken: 1 });
        }
        change.objectStore("scans").put({ id: arguments[0], key: "3", started: Date.now(), picture: null });
        change.oncomplete = () => { document.documentElement.dataset.stored = "yes"; };
      };
      """, [.text(id.text)])
    #expect(
      try eventually { try browser.run("return !!document.documentElement.dataset.stored").isTrue })
    try tell(id, "identifying", page: "/scan/\(id)/")
    try openHistory(browser)
    let texts =
      "return [...document.querySelectorAll('.under-way li')].map((row) => row.innerText.trim())"
    #expect(
      try eventually {
        try browser.run(texts).items.map(\.text) == ["2 not yet sent", "Looking at the cover…"]
      })
    try tell(id, "reviewing", page: "/scan/\(id)/", album: "Paper Moon")
    #expect(
      try eventually {
        try browser.run(texts).items.last?.text == "Paper Moon\nWriting the review…"
      })
    try tell(id, "complete", page: "/album/\(id)/", album: "Paper Moon")
    #expect(try eventually { try browser.run(texts).items.last?.text == "Paper Moon\nThe Ferries" })
    #expect(try browser.text("main > .unseen[role=status]") == "Found Paper Moon")
    try expectSilence(browser)
  }
}

extension BrowserHistoryTests {
  private func openHistory(_ browser: Browser) throws {
    try browser.open("\(installation.origin)/history/")
  }

  /// The focused element: its role and its text.
  private static let focus = """
    const one = document.activeElement;
    return `${one.role ?? ""} ${one.textContent.trim()}`;
    """

  /// The titles of the rows that a swipe has opened.
  private static let openRows = """
    return [...document.querySelectorAll(".open")]
      .map((row) => row.querySelector(".title").textContent);
    """

  /// The titles of the rows in the list, except folded rows.
  private func titles(_ browser: Browser) throws -> [String] {
    try browser.run(
      """
      return [...document.querySelectorAll("section > ol > li:not([hidden])")]
        .map((row) => row.querySelector(".title").textContent)
      """
    ).items.map(\.text)
  }

  /// The finds of all rows in the order of the page.
  private func rows(_ browser: Browser) throws -> [String] {
    try browser.run(
      "return [...document.querySelectorAll('li[data-find]')].map((row) => row.dataset.find)"
    ).items.map(\.text)
  }

  /// Deletes the first find within an element, with *Delete* in the find's menu.
  private func delete(_ browser: Browser, _ place: String) throws {
    try browser.tap("\(place) .dots")
    try browser.tap(".menu button:last-child")
  }

  /// Scans covers of the sample, so that the last one is the newest find.
  private func scan(_ sleeves: String...) throws {
    let files = sleeves.map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
    #expect(try installation.albumscan(["scan"] + files).exitCode == 0)
  }

  /// Writes the status of a scan, as the worker does.
  private func tell(_ id: ScanID, _ state: String, page: String, album: String? = nil) throws {
    let names = album.map { #"{"artist":"The Ferries","title":"\#($0)"}"# } ?? "null"
    try Files.makeDirectories("\(installation.site)/scan/\(id)")
    try Files.replace(
      "\(installation.site)/scan/\(id)/status.json",
      with: Array(
        #"{"version":1,"id":"\#(id)","state":"\#(state)","album":\#(names),"page":"\#(page)"}"#.utf8
      ),
      durably: false)
  }

  /// Taps an element and waits until another page has replaced this one. If the element `isInView`, a script clicks
  /// it, so that the page does not scroll.
  private func leave(_ browser: Browser, by selector: String, isInView: Bool = false) throws {
    try browser.run("document.documentElement.id = 'left'")
    if isInView {
      try browser.leave(by: "document.querySelector('\(selector)').click()")
    } else {
      try browser.tap(selector)
    }
    let hasLeft = try eventually {
      try browser.run("return !document.querySelector('#left') && document.readyState").text
        == "complete"
    }
    #expect(hasLeft, "\(selector) led nowhere")
  }

  /// Checks that the console has no message, not even from the content security policy. Messages
  /// that contain `find`, the id of a deleted find, do not count.
  private func expectSilence(_ browser: Browser, exceptAbout find: String? = nil) throws {
    let lines = try browser.messages()
      .filter { line in find.map { !line.contains($0) } ?? true }
    #expect(lines.isEmpty, "\(lines)")
  }
}
