// The search in a real browser: the rules of the comparison, results while the user types, filters, the address, and the
// way back from an album. Source: docs/product.md "History".

import Albums
import Host
import Store
import Support
import Testing
import Text

@Suite(.serialized) struct BrowserSearchTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  // MARK: The comparison

  /// A text and its words.
  static let foldings: [(String, String)] = [
    ("Björk & Sigur Rós", "bjork and sigur ros"),
    ("Florence + The Machine", "florence and the machine"),
    ("AC/DC", "ac dc acdc"), ("R.E.M.", "r e m rem"), ("Guns N’ Roses", "guns n roses"),
    ("Don't Stop", "dont stop"), ("!!!", "!!!"), ("Straße Łódź Ærø đ", "strasse lodz aero d"),
    ("İstanbul", "istanbul"), ("宇多田ヒカル", "宇多田ヒカル"), ("ガ", "カ"), ("Кино", "кино"),
    ("  two   spaces ", "two spaces"), ("", ""), ("℃-ute", "c ute cute"), ("№5", "no 5 no5"),
    ("4½", "4 1 2 412"), ("4 1/2", "4 1 2 12"), ("★ (Blackstar)", "blackstar ★"), ("( )", "()"),
    ("()", "()"), ("C++", "c plus plus cplusplus"), ("C#", "c sharp csharp"), ("ΔΡΌΜΟΣ", "δρομοσ"),
    ("Hawaiʻi", "hawaii"), ("ｶﾞﾝｽﾞ", "カンス"), ("So\u{AD}ft", "soft"), ("A – B", "a b"),
  ]

  /// A query word, a word, and whether they differ in one letter at most.
  static let typos: [(String, String, Bool)] = [
    ("milse", "miles", true), ("mlies", "miles", true), ("milees", "miles", true),
    ("miels", "miles", true), ("miles", "milestone", true), ("miles", "mile", true),
    ("davsi", "davis", true), ("xavis", "davis", true), ("betles", "beatles", true),
    ("mils", "miles", false), ("mies", "miles", false), ("baetels", "beatles", false),
    ("19591", "1959", false), ("", "miles", false),
  ]

  /// A query, and the rows that it finds: names that begin with it, other rows, rows with a typo.
  static let queries: [(String, String)] = [
    ("miles", "3,0||"), ("milse", "||3,0"), ("ac/dc", "1||"), ("acdc", "|1|"), ("ヒカル", "|2|"),
    ("the dreaming", "4||"), ("jazz essential", "|3,0|"), ("1950s blue", "|0|"), ("cafe", "|2|"),
    ("november", "|4,3,2,1,0|"), ("rough trade", "|1|"), ("want", "|0|"), ("1959", "|0|"),
    ("zzz", "||"), ("miles zzz", "||"), ("ind", "||"),
  ]

  /// The rows of the shard have the tracks of two records; the first has them twice.
  static let inTracks = """
    const lists = [["So What", "Blue in Green", "Don't Stop"], ["AC/DC Is on", "夜の船"]];
    shard.tracks[0] = match.prepareTracks({ lists, list: [0, 1, -1, 0, -1] }, 0);
    const found = match.findRows(shard, match.queryWords(input), { isInTracks: true });
    return found.tracks.map((row) => `${row} ${match.rowOf(shard, row).track}`).join(", ") + "|" + text(found);
    """

  /// A query, the rows whose tracks it finds with these tracks, and the rows that names alone find.
  static let tracks: [(String, String)] = [
    ("so what", "3 So What, 0 So What|||"), ("what", "3 So What, 0 So What|||"), ("hat", "|||"),
    ("dont st", "3 Don't Stop, 0 Don't Stop|||"), ("acdc on", "1 AC/DC Is on|||"),
    ("miles stop", "3 Don't Stop, 0 Don't Stop|||"), ("miles zzz", "|||"), ("の船", "1 夜の船|||"),
    ("blue green stop", "|||"), ("miles", "|3,0||"),
  ]

  /// A filter of the address, and the rows that pass it.
  static let filters: [(String, String)] = [
    (#"{"status":["want","have"]}"#, "1,0"), (#"{"status":["none"]}"#, "3,2"),
    (#"{"tier":["1","2"]}"#, "3,0"), (#"{"decade":["1980"]}"#, "4,1"),
    (#"{"genre":["jazz"]}"#, "3,0"), (#"{"rating":["9.5"]}"#, "0"), (#"{"rating":["9.0"]}"#, "3"),
    (#"{"own":["8.5"]}"#, "1"), (#"{"own":["8.5","9.0"]}"#, "2,1"),
    (#"{"unsure":["1"]}"#, "3"), (#"{"month":["2026-10"]}"#, ""), (#"{"year":["1982"]}"#, "4"),
    (#"{"label":["columbia"],"status":["want"]}"#, "0"), (#"{"artist":["Ac/Dc"]}"#, "1"),
  ]

  /// Filters, and numbers of finds: all finds, those that pass, and those that each other filter would
  /// give.
  static let counts: [(String, String)] = [
    ("{}", "5 5 tiers 2 statuses 1 1 1 decades 2 2 1 genres 2 1 1 unsure 1"),
    (
      #"{"decade":["1980"]}"#,
      "5 2 tiers 0 statuses 0 1 1 decades 2 2 1 genres 0 1 0 unsure 0"
    ),
    (
      #"{"decade":["1980"],"status":["have"]}"#,
      "5 1 tiers 0 statuses 0 1 1 decades 0 1 0 genres 0 1 0 unsure 0"
    ),
    (
      #"{"genre":["jazz"],"tier":["1"]}"#,
      "5 2 tiers 2 statuses 1 0 0 decades 2 0 0 genres 2 0 0 unsure 1"
    ),
  ]

  /// An order, and the rows in it.
  static let orders: [(String, String)] = [
    ("date", "4,3,2,1,0"), ("rating", "0,3,4,2,1"), ("own", "2,1,4,3,0"), ("year", "2,4,1,0,3"),
    ("artist", "1,4,3,0,2"),
  ]

  /// Five finds, and a function that joins rows.
  private static let shard = """
    const match = await import("/match.js");
    const data = {
      version: 1, ids: "abcde".replace(/./g, (one) => one.repeat(26)),
      titles: ["Kind of Blue", "Back in Black", "First Love", "Milestones", "The Dreaming"],
      artists: ["Miles Davis", "AC/DC", "宇多田ヒカル", "Kate Bush"], artist: [0, 1, 2, 0, 3],
      years: [1959, 1980, 1999, 1958, 1982], days: [1, 2, 3, 4, 5],
      genres: ["Jazz", "Hard Rock", "J-Pop"], genre: [[0], [1], [2], [0], []],
      labels: ["Columbia"], label: [0, -1, -1, 0, -1], tags: ["Café"], tag: [[], [], [0], [], []],
      places: ["Rough Trade East"], place: [-1, 0, -1, -1, -1],
      verdicts: [["Essential Classic", 1]], verdict: [0, -1, -1, 0, -1],
      ratings: [99, -1, -1, 92, -1], ownRatings: [-1, 87, 90, -1, -1], statuses: "wh--e", flags: "40050",
      artworks: "a".repeat(32) + "b".repeat(32),
    };
    const names = {
      tier: () => "Essential", status: (one) => one, decade: (one) => `${one}s`,
      month: () => "November 2026",
    };
    const shard = match.prepare(data, "2026-11-1", names);
    const text = (found) => [found.first, found.plain, found.near].join("|");
    """

  /// If two names have one key, each has the words of the key, so both have the same words.
  @Test(arguments: [1, UInt64.random(in: 0...UInt64.max)])
  func `names with equal keys have equal words in the search`(seed: UInt64) throws {
    print("note: \(#fileID): seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let names = (0..<5000).map { _ in RandomNames.name(&random) }
    let pairs = names.map { JSON.array([.string($0), .string(Albums.Tag(stored: $0).key)]) }
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    let script = """
      const wrong = JSON.parse(input).filter(([name, key]) => match.fold(name) !== match.fold(key));
      return JSON.stringify(wrong.slice(0, 5));
      """
    #expect(
      try value(browser, script, String(decoding: JSON.array(pairs).bytes(), as: UTF8.self))
        == "[]", "seed \(seed)")
  }

  @Test func `words are folded, typos are tolerated, and filters are kept`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    for (text, expected) in Self.foldings {
      #expect(try value(browser, "return match.indexed(input)", text) == expected, "\(text)")
    }
    for (query, word, isNear) in Self.typos {
      let script = "return String(match.isNear(...input.split(' ')))"
      #expect(try value(browser, script, "\(query) \(word)") == "\(isNear)", "\(query) \(word)")
    }
    for (query, expected) in Self.queries {
      let script = "return text(match.findRows(shard, match.queryWords(input)))"
      #expect(try value(browser, script, query) == expected, "\(query)")
    }
    for (filter, expected) in Self.filters {
      let script = """
        const { noCounts, sift } = await import("/filters.js");
        return sift(shard, match.findRows(shard, []).plain, JSON.parse(input), noCounts()).join(",");
        """
      #expect(try value(browser, script, filter) == expected, "\(filter)")
    }
    for (filter, expected) in Self.counts {
      let script = """
        const { noCounts, sift } = await import("/filters.js");
        const counts = noCounts();
        sift(shard, shard.rows, JSON.parse(input), counts);
        const of = (map, keys) => keys.map((key) => map.get(key) ?? 0);
        return [counts.all, counts.finds, "tiers", counts.tiers[0], "statuses", ...Object.values(counts.statuses),
          "decades", ...of(counts.decades, [1950, 1980, 1990]), "genres", ...of(counts.genres, data.genres),
          "unsure", counts.unsure].join(" ");
        """
      #expect(try value(browser, script, filter) == expected, "\(filter)")
    }
    for (order, expected) in Self.orders {
      let script = """
        const { ordered, prepareOrder } = await import("/hits.js");
        await prepareOrder(input, [shard]);
        return ordered(shard.rows.map((row) => [shard, row]), input).map(([, row]) => row).join(",");
        """
      #expect(try value(browser, script, order) == expected, "\(order)")
    }
    let row = "return JSON.stringify(match.rowOf(shard, 3))"
    #expect(
      try value(browser, row, "") == """
        {"id":"dddddddddddddddddddddddddd","kind":"album","title":"Milestones","artist":"Miles Davis",\
        "picture":"album/dddddddddddddddddddddddddd/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb-200.jpg",\
        "label":"Essential Classic","rating":92,"track":null,"ownRating":-1,"isUnsure":true,"isPublic":false,"status":null,\
        "day":"2026-11-04"}
        """)
    let reviews = """
      shard.reviews[0] = match.prepareReviews({ words: "café modal trumpet", rows: [[0, 1], [0], [3]] }, 0);
      return text(match.findRows(shard, match.queryWords(input), { isInReviews: true }));
      """
    for (query, expected) in [("trump", "|3|"), ("miles modal", "|0|"), ("cafe", "|2,1,0|")] {
      #expect(try value(browser, reviews, query) == expected, "\(query)")
    }
    for (query, expected) in Self.tracks {
      #expect(try value(browser, Self.inTracks, query) == expected, "\(query)")
    }
  }

  // MARK: The page

  @Test func `results come while the user types, and the address keeps the query`() throws {
    try scanSleeves()
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    let isReady = try eventually {
      try browser.run("return document.querySelector('#filter').placeholder").text
        == "Search 5 finds"
    }
    #expect(isReady)
    try browser.press(.slash)
    #expect(try browser.run("return document.activeElement.id").text == "filter")
    for (query, expected) in [
      ("sigur ros", ["( )"]), ("milse", ["Kind of Blue"]), ("acdc", ["Black Ice"]),
      ("simon and garfunkel", ["Bridge over Troubled Water"]), ("the dreaming", ["The Dreaming"]),
    ] {
      try write(query, browser)
      #expect(try eventually { try titles(browser) == expected }, "\(query)")
      #expect(try eventually { try browser.text(".hits") == "1 find" }, "\(query)")
    }
    #expect(try browser.address == "\(installation.origin)/history/?q=the+dreaming")
    #expect(try browser.run("return document.querySelector('.hits').role").text == "status")
    #expect(try browser.run("return document.querySelector('.finds').hidden").isTrue)
    try write("zzzz", browser)
    #expect(try eventually { try browser.text(".hits") == "No finds match “zzzz”." })
    try browser.press(.escape)
    #expect(
      try eventually { try !browser.run("return document.querySelector('.finds').hidden").isTrue })
    #expect(try browser.address == "\(installation.origin)/history/")
    #expect(try browser.run("return document.querySelector('#filter').value").text == "")
    try expectSilence(browser)
  }

  @Test func `the field of a log with one find names one find`() throws {
    let german = try Installation(settings: "language: de")
    try german.copySample()
    let germanServer = try WebServer(german)
    let browser = try Browser()
    for (house, text) in [(installation, "Search 1 find"), (german, "1 Fund durchsuchen")] {
      let sleeve = "\(Checkout.root)/sample/catalogue/Adele - 21.jpg"
      _ = try house.albumscan(["scan", sleeve])
      try browser.open("\(house.origin)/history/")
      let placeholder = "return document.querySelector('#filter').placeholder"
      #expect(try eventually { try browser.run(placeholder).text == text }, "\(text)")
    }
    extendLifetime(germanServer)
  }

  @Test func `filters have counts, and the way back from an album keeps the results`() throws {
    try scanSleeves()
    let id = try #require(try installation.store().newestFinds(1).first?.id)
    #expect(try installation.store().markWanted(id))
    #expect(try installation.albumscan(["build"]).exitCode == 0)
    let browser = try Browser(width: 390, height: 500)
    try browser.open("\(installation.origin)/history/")
    let chips = "return [...document.querySelectorAll('.chip')].map((one) => one.innerText)"
    #expect(try eventually { try browser.run(chips).items.map(\.text).contains("Want 1") })
    #expect(try browser.run(chips).items.first?.text == "All 5")
    let press =
      "[...document.querySelectorAll('.chip')].find((one) => one.innerText === arguments[0]).click()"
    try browser.run(press, [.text("Want 1")])
    #expect(try eventually { try titles(browser).count == 1 })
    #expect(try browser.address == "\(installation.origin)/history/?status=want")
    // The numbers follow the filter, and a filter without a find has no button.
    let numbers = "return [...document.querySelectorAll('.chip b')].map((one) => one.innerText)"
    #expect(try Set(browser.run(numbers).items.map(\.text)) == ["5", "1"])
    try browser.run(press, [.text("All 5")])
    #expect(try browser.address == "\(installation.origin)/history/")

    // The order is in the address, and the browser remembers it.
    try browser.type("A", into: ".sort")
    let sorted = ["Black Ice", "The Dreaming", "Kind of Blue", "( )", "Bridge over Troubled Water"]
    #expect(try eventually { try titles(browser) == sorted })
    #expect(try browser.address == "\(installation.origin)/history/?sort=artist")
    try browser.open("\(installation.origin)/history/")
    #expect(try eventually { try titles(browser) == sorted })
    try browser.type("N", into: ".sort")
    #expect(try eventually { try titles(browser).isEmpty })

    try browser.open("\(installation.origin)/history/?q=e")
    #expect(try eventually { try !titles(browser).isEmpty })
    let found = try titles(browser)
    for way in ["document.querySelector('.close').click()", "history.back()"] {
      try browser.leave(by: "document.querySelector('.results .find').click()")
      #expect(try eventually { try browser.address.contains("/album/") })
      try browser.leave(by: way)
      #expect(try eventually { try browser.address.hasSuffix("/history/?q=e") }, "\(way)")
      #expect(try eventually { try titles(browser) == found }, "\(way)")
    }
    try browser.reload()
    #expect(try eventually { try titles(browser) == found })
    try expectSilence(browser)
  }

  @Test func `a page with a former manifest finds the new shards`() throws {
    try scanSleeves()
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    #expect(try eventually { try !browser.text(".chips").isEmpty })
    let file = "\(Checkout.root)/sample/catalogue/Adele - 21.jpg"
    #expect(try installation.albumscan(["scan", file]).exitCode == 0)
    try write("adele", browser)
    #expect(try eventually { try titles(browser) == ["21"] })
  }

  @Test func `a search in reviews finds a review that was written after the page was opened`()
    throws
  {
    try scanSleeves()
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/?q=imitators")
    let button = "!document.querySelector('.in-reviews').hidden"
    #expect(try eventually { try browser.run("return \(button)").isTrue })
    let file = "\(Checkout.root)/sample/catalogue/Adele - 21.jpg"
    #expect(try installation.albumscan(["scan", file]).exitCode == 0)
    try browser.run("document.querySelector('.in-reviews').click()")
    #expect(try eventually { try titles(browser) == ["21"] })
  }

  @Test func `a query that few names have finds records by their tracks and names them`() throws {
    try scanSleeves()
    let tracks =
      "'=' || char(10) || 'A1' || char(9,9) || 'So What' || char(10) || 'A2' || char(9,9) || 'Freddie <b>' || char(10)"
    _ = try installation.sqlite(
      """
      INSERT OR REPLACE INTO track_lists (album, release, tracks)
      SELECT id, 'r', \(tracks) FROM albums WHERE title = 'Kind of Blue';
      UPDATE albums SET is_tracked = 1;
      """)
    #expect(try installation.albumscan(["build"]).exitCode == 0)
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    #expect(try eventually { try !browser.text(".chips").isEmpty })
    let files = """
      return performance.getEntriesByType("resource").filter((one) => one.name.includes(".tracks-")).length
      """
    #expect(try browser.run(files).number == 0, "only a search with few results loads tracks")
    try write("freddie", browser)
    #expect(try eventually { try titles(browser) == ["Kind of Blue"] })
    #expect(try browser.text(".results .track") == "Track: Freddie <b>")
    #expect(try browser.run(files).number == 1)
    try write("kind", browser)
    #expect(try eventually { try browser.text(".results .track").isEmpty }, "its name is found")
    #expect(try titles(browser) == ["Kind of Blue"])
    try write("zzz", browser)
    #expect(try eventually { try titles(browser).isEmpty })
    try expectSilence(browser)
  }

  @Test func `without script there is no search field`() throws {
    try scanSleeves()
    let browser = try Browser(hasScript: false)
    try browser.open("\(installation.origin)/history/")
    #expect(try browser.text(".tools").isEmpty)
    #expect(try browser.text(".finds").contains("Kind of Blue"))
  }
}

extension BrowserSearchTests {
  /// The text that a script with the sample shard returns.
  private func value(_ browser: Browser, _ script: String, _ input: String) throws -> String {
    try browser.run(
      "const input = arguments[0]; return (async () => { \(Self.shard) \(script) })()",
      [.text(input)]
    ).text
  }

  private func scanSleeves() throws {
    let names = [
      "Kate Bush - The Dreaming", "Miles Davis - Kind of Blue", "AC-DC - Black Ice",
      "Sigur Ros - ( )", "Simon & Garfunkel - Bridge over Troubled Water",
    ]
    let files = names.map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
    #expect(try installation.albumscan(["scan"] + files).exitCode == 0)
  }

  /// The titles of the results.
  private func titles(_ browser: Browser) throws -> [String] {
    try browser.run(
      """
      const box = document.querySelector(".results");
      return box.hidden ? [] : [...box.querySelectorAll(".title")].map((one) => one.textContent);
      """
    ).items.map(\.text)
  }

  private func write(_ text: String, _ browser: Browser) throws {
    try browser.run(
      """
      const field = document.querySelector("#filter");
      field.focus();
      field.value = arguments[0];
      field.dispatchEvent(new Event("input"));
      """, [.text(text)])
  }

  private func expectSilence(_ browser: Browser) throws {
    let lines = try browser.messages()
    #expect(lines.isEmpty, "\(lines)")
  }
}

extension Store {
  /// Gives a find the status *want*.
  fileprivate func markWanted(_ id: FindID) throws -> Bool {
    var edit = FindEdit()
    edit.status = .set(.want)
    let undo = EditID(randomBytes: Array(repeating: 3, count: 17))
    return try self.edit(
      [id], edit, as: undo, by: .owner, at: Timestamp(milliseconds: 1_795_262_400_000)
    ).changed == [id]
  }
}
