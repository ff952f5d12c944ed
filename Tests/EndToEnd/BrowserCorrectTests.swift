// "Not this one?" in a real browser: use by touch, by keyboard and without scripts, and its
// appearance.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserCorrectTests {
  let realm: Realm
  let server: WebServer
  let find: FindID

  /// Makes a find that is not sure, of an album with a second candidate.
  init() throws {
    realm = try Realm()
    try realm.installation.copyData("mistaken-find-data") {
      let realm = try Realm()
      let find = try realm.copyFind()
      let now = Timestamp(milliseconds: Clock.wallMilliseconds())
      let typed = Correction.named(artist: "Weezer", title: "Weezer")
      #expect(try realm.installation.store().correct(find, typed, by: .owner, at: now) == .accepted)
      #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
      return realm.installation
    }
    find = try #require(try realm.installation.store().newestFinds(1).first).id
    server = try WebServer(realm.installation)
  }

  private var page: String { "\(realm.installation.origin)/album/\(find)/" }

  private static let focus =
    "return document.activeElement.className || document.activeElement.tagName"

  private func title() throws -> String {
    try #require(try realm.installation.store().find(find)).album.title
  }

  /// Submits a link while MusicBrainz is unreachable. The page then says that the job waits, and
  /// this message gets the focus.
  private func pasteInVain(in browser: Browser) throws {
    try browser.type(Awkward.backInBlack.mbid, into: "[name=musicbrainz]")
    try browser.press(.enter)
    #expect(
      try eventually {
        try browser.text(".errand").contains("AlbumScan tries again by itself.")
      })
    #expect(try eventually { try browser.run(Self.focus).text == "errand" })
  }

  /// Corrects the album on the page of a find.
  private func typeBackInBlack(into browser: Browser) throws {
    try browser.tap(".correct > details > summary")
    try browser.tap(".forms > summary")
    try browser.type("AC/DC", into: "[name=artist]")
    try browser.type("Back in Black", into: "[name=title]")
    try browser.press(.enter)
    #expect(try eventually { try browser.text("h1") == "Back in Black\nAC/DC" })
  }

  /// Names the album on the page of a scan, which then leads to the album's page.
  private func typePinkerton(into browser: Browser) throws {
    try browser.type("Weezer", into: "[name=artist]")
    try browser.type("Pinkerton", into: "[name=title]")
    try browser.press(.enter)
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.text("h1") == "Pinkerton\nWeezer")
  }

  /// The scripts add to the page while a finger may already be on its way to a button.
  @Test func `no part of the page moves while its scripts load`() throws {
    let browser = try Browser()
    try browser.open(page)
    let buttons = "return document.querySelector('.field-buttons [aria-expanded]') !== null"
    #expect(try eventually { try browser.run(buttons).isTrue })
    let moved = """
      return new Promise((done) => {
        const list = [];
        new PerformanceObserver((entries) => {
          for (const { value, sources } of entries.getEntries()) {
            list.push(`${value}: ` + sources.map(({ node }) => node?.className || node?.localName).join(", "));
          }
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(list.join("; ")), 300);
      });
      """
    let all = try browser.run(moved).text
    #expect(all.isEmpty)
  }

  @Test func `two taps correct a find, and the page shows it`() throws {
    let browser = try Browser()
    try browser.open(page)
    #expect(try browser.text("h1") == "Weezer\nWeezer")
    try browser.tap(".correct > details > summary")
    #expect(try browser.text(".maybe").contains("Louden Up Now"))
    try browser.tap(".candidate")
    #expect(try eventually { try browser.text("h1") == "Louden Up Now\n!!!" })
    #expect(try title() == "Louden Up Now")
    #expect(try eventually { try browser.text(".errand").isEmpty })
    #expect(try eventually { try browser.run(Self.focus).text == "H1" }, "what it is now is read")
    #expect(try browser.run("return scrollY === 0").isTrue)
    let messages = try browser.messages()
    #expect(messages.isEmpty, "\(messages)")
  }

  @Test func `names can be typed in with the keyboard`() throws {
    let browser = try Browser()
    try browser.open(page)
    try typeBackInBlack(into: browser)
    #expect(try title() == "Back in Black")
  }

  @Test func `the new name is on the page before its picture is found`() throws {
    realm.archive.setLatency(of: .front, to: Latency(2500))
    let browser = try Browser()
    try browser.open(page)
    try typeBackInBlack(into: browser)
    #expect(try browser.text(".errand") == "Putting it right…")
    #expect(try browser.text(".cover") == "Album art unavailable")
    #expect(
      try eventually { try browser.run("return !!document.querySelector('.artwork')").isTrue })
    #expect(try eventually { try browser.text(".errand").isEmpty })
    #expect(try eventually { try browser.run(Self.focus).text == "H1" })
  }

  @Test func `a script converts the owner's picture of an unsupported kind`() throws {
    let browser = try Browser()
    try browser.open(page)
    try browser.tap(".renew summary")
    let kinds = "return document.querySelector('.renew input[type=file]').accept"
    #expect(
      try eventually { try browser.run(kinds).text.contains("image/heic") },
      "what can be scanned can be an own picture, too")
    try browser.type(try realm.photo(of: Awkward.backInBlack), into: "[name=picture]")
    try browser.tap("form[action$=artwork] .pill")
    #expect(
      try eventually {
        try realm.installation.store().find(find)?.hasOwnArtwork == true
      })
    #expect(try eventually { try browser.run(Self.focus).text == "H1" })
    #expect(
      try eventually {
        try realm.installation.text("album/\(find)/index.html").contains("Remove my own picture")
      })
  }

  @Test func `a refusal appears beside its form, and the typed text stays`() throws {
    let browser = try Browser()
    try browser.open(page)
    try browser.tap(".correct > details > summary")
    try browser.tap(".forms > summary")
    try browser.type("Weezer", into: "[name=artist]")
    try browser.type("   ", into: "[name=title]")
    try browser.press(.enter)
    #expect(
      try eventually {
        try browser.text("form:has([name=title]) .refused").contains("Type both the artist")
      })
    #expect(
      try browser.run("return document.querySelector('[name=artist]').value").text == "Weezer")
    #expect(try browser.text(".heading > .errand").isEmpty)
    let problems = try PageAudit.problems(in: browser)
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test func `a waiting correction is reported and can be replaced`() throws {
    realm.musicBrainz.order(.serverError, .always)
    let browser = try Browser()
    try browser.open(page)
    try browser.tap(".correct > details > summary")
    try browser.tap(".forms > summary")
    try pasteInVain(in: browser)
    try browser.waitForPolls()
    try browser.tap(".correct > details > summary")
    try browser.tap(".candidate")
    #expect(try eventually { try browser.text("h1") == "Louden Up Now\n!!!" })
  }

  @Test func `a new review does not replace the page while the user is typing`() throws {
    realm.model.setLatency(of: .review, to: Latency(6000))
    let browser = try Browser()
    try browser.open(page)
    try browser.tap(".no-review .pill")
    #expect(try eventually { try browser.text(".errand") == "Writing the review…" })
    #expect(try browser.text(".no-review").isEmpty, "it is not offered while it is written")
    try browser.tap(".correct > details > summary")
    try browser.tap(".forms > summary")
    try browser.type("Wee", into: "[name=artist]")
    #expect(
      try eventually { try realm.installation.store().find(find)?.review != nil })
    try browser.waitForPolls()
    #expect(try browser.run("return document.querySelector('[name=artist]').value").text == "Wee")
    try browser.run("document.querySelector('[name=artist]').value = ''")
    #expect(try eventually { try !browser.text(".badge").isEmpty })
  }

  @Test func `a failed correction is reported, and the forms stay open`() throws {
    let browser = try Browser()
    try browser.open(page)
    try browser.tap(".correct > details > summary")
    try browser.tap(".forms > summary")
    try browser.type("not a link", into: "[name=musicbrainz]")
    try browser.press(.enter)
    #expect(
      try eventually {
        try browser.text(".errand").contains(
          "No album or book has this link or product code")
      })
    #expect(try !browser.text("[name=musicbrainz]").contains("x"))
    #expect(try browser.run("return document.querySelector('.forms').open").isTrue)
    #expect(try eventually { try browser.run(Self.focus).text == "errand failed" })
    #expect(
      try browser.run(
        "return document.querySelector('.errand').nextElementSibling.matches('.correct, .unsure:has(> .correct)')"
      ).isTrue, "the forms are beside the reason")
  }

  @Test func `without script the candidate's button leads to the corrected page`() throws {
    let browser = try Browser(hasScript: false)
    try browser.open(page)
    try browser.waitForFirstFrame()
    try browser.tap(".correct > details > summary")
    #expect(try eventually { try !browser.text(".candidate").isEmpty })
    try browser.tap(".candidate")
    let isCorrected = try eventually { try browser.text("h1") == "Louden Up Now\n!!!" }
    let shown = try browser.text("body")
    #expect(isCorrected, "\(shown)")
  }

  @Test(
    arguments: sampled([320, 390, 1280], 1, of: "widths of the section", whole: .tour) { "\($0)" })
  func `the section passes the same accessibility checks as every page`(width: Int) throws {
    let browser = try Browser(width: width)
    try browser.open(page)
    for state in ["closed", "open", "other"] {
      if state == "open" {
        try browser.run("document.querySelector('.correct > details').open = true")
      }
      if state == "other" {
        try browser.run(
          "document.querySelector('.forms').open = document.querySelector('.renew details').open = true"
        )
      }
      for size in ["100%", "200%"] {
        try browser.run("document.documentElement.style.fontSize = arguments[0]", [.text(size)])
        let problems = try PageAudit.problems(in: browser)
        #expect(problems.isEmpty, "\(state), text \(size): \(problems)")
        try browser.keepPicture("album-\(width)-\(state)-\(size.dropLast())")
      }
      try browser.run("document.documentElement.style.fontSize = ''")
    }
  }

  @Test func `a failed scan's page offers Try again and Type it in, and becomes the album`() throws
  {
    realm.model.plan { $0 = ModelAnswers() }
    let browser = try Browser()
    #expect(try realm.scan(Awkward.philosophy).exitCode == 1)
    let scan = try #require(
      try realm.installation.store().scans(since: Timestamp(milliseconds: 0)).last)
    try browser.open("\(realm.installation.origin)/scan/\(scan.id)/")
    #expect(try browser.text("main").contains("Try again"))
    try browser.tap(".correct > details > summary")
    for size in ["100%", "200%"] {
      try browser.run("document.documentElement.style.fontSize = arguments[0]", [.text(size)])
      let problems = try PageAudit.problems(in: browser)
      #expect(problems.isEmpty, "text \(size): \(problems)")
      try browser.keepPicture("scan-failed-\(size.dropLast())")
    }
    try browser.run("document.documentElement.style.fontSize = ''")
    try typePinkerton(into: browser)
  }

  @Test func `on a failed scan's page a waiting correction is reported and can be replaced`()
    throws
  {
    realm.model.plan { $0 = ModelAnswers() }
    #expect(try realm.scan(Awkward.philosophy).exitCode == 1)
    realm.musicBrainz.order(.serverError, .always)
    let scan = try #require(
      try realm.installation.store().scans(since: Timestamp(milliseconds: 0)).last)
    let browser = try Browser()
    try browser.open("\(realm.installation.origin)/scan/\(scan.id)/")
    try browser.tap(".correct > details > summary")
    try pasteInVain(in: browser)
    try browser.tap(".correct > details > summary")
    try typePinkerton(into: browser)
  }

  @Test func `while the review is being written another album is named on the same page`() throws {
    realm.model.setLatency(of: .review, to: Latency(40_000))
    let browser = try Browser()
    try browser.open("\(realm.installation.origin)/")
    try browser.type(try realm.photo(of: Awkward.philosophy), into: "#choose-photo")
    #expect(try eventually { try browser.text(".correct").contains("Not this") })
    #expect(try eventually { try browser.text(".saying").contains("Writing a review") })
    pause(milliseconds: 600)
    try browser.tap(".correct > details > summary")
    // The contrast of the ellipsis is not checked, because its animation changes the contrast.
    let problems = try PageAudit.problems(in: browser).filter { !$0.contains("<i>") }
    #expect(problems.isEmpty, "\(problems)")
    try browser.keepPicture("scan-under-way")
    try typePinkerton(into: browser)
  }
}

extension Browser {
  /// Saves a picture of the whole page if a folder is given: `PICTURES=folder swift test …`.
  func keepPicture(_ name: String) throws {
    guard let folder = Environment.pictures else { return }
    try Files.makeDirectories(folder)
    try Files.replace("\(folder)/\(name).png", with: try picture(), durably: false)
  }
}
