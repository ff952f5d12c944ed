// The wall of covers and the statistics in a real browser: the positions of their elements, on a
// phone and on a wide screen.

import Albums
import Host
import Site
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserWallTests {
  /// The sizes of the windows: a phone, and a wide screen.
  private static let sizes = [(390, 844), (1440, 900)]

  /// An installation with finds of five days; the albums have artwork and reviews.
  private func house() throws -> (Installation, WebServer) {
    let installation = try Installation()
    try installation.copyData("wall-data") {
      let installation = try Installation()
      try installation.copySample()
      let catalogue = try Files.read("\(Checkout.root)/sample/catalogue/catalogue.csv")
      let rows = String(decoding: catalogue, as: UTF8.self).split(whereSeparator: \.isNewline)
        .dropFirst().prefix(16).enumerated().map { number, row in
          let cells = row.split(separator: ",")
          return "\(cells[1]),\(cells[2]),\(number),Shelf,2024-03-0\(1 + number / 4) 10:00:00"
        }
      let header = "Artist,Title,release_id,CollectionFolder,Date Added"
      let file = try installation.folder.write(
        ([header] + rows).joined(separator: "\r\n") + "\r\n", to: "collection.csv")
      _ = try installation.albumscan(["import", file])
      return installation
    }
    return (installation, try WebServer(installation))
  }

  /// The rows of the wall that have fewer covers than the fullest row, unless they end a month, and the rows with
  /// covers at another height or of another size.
  private static let unevenRows = """
    const months = [...document.querySelectorAll(".finds:not([hidden]) > .month")];
    const endOf = (row) => months.find((month) => month.compareDocumentPosition(row[0].cover) === Node.DOCUMENT_POSITION_PRECEDING);
    const covers = [...document.querySelectorAll(".finds:not([hidden]) > section > ol > li:not(.shelf) > .slide .thumbnail")]
      .map((cover) => {
        const { top, width, height } = cover.getBoundingClientRect();
        return { cover, top, width, height };
      });
    const rows = [...Map.groupBy(covers, ({ top }) => Math.round(top)).values()];
    const isLast = (row, place) => !rows[place + 1] || endOf(row) !== endOf(rows[place + 1]);
    const most = Math.max(...rows.map((row) => row.length));
    const isUneven = (row, place) => (row.length !== most && !isLast(row, place))
      || row.some(({ top, width, height }) => Math.abs(top - row[0].top) > 0.5 || Math.abs(width - height) > 0.5
        || Math.abs(width - covers[0].width) > 0.5);
    return covers.length ? rows.filter(isUneven).map((row) => row.length) : ["no covers"];
    """

  /// The texts that lie over a cover.
  private static let covering = """
    const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 2;
    const covers = [...document.querySelectorAll(".finds .thumbnail, .card > img, .card > .none")].filter(shown)
      .map((one) => one.getBoundingClientRect());
    return [...document.querySelectorAll(".finds :is(.verdict > *, time, .fold b, .title), .card :is(b, em, time)")]
      .filter(shown).filter((one) => {
        const box = one.getBoundingClientRect();
        return covers.some((cover) => Math.min(cover.right, box.right) - Math.max(cover.left, box.left) > 1
          && Math.min(cover.bottom, box.bottom) - Math.max(cover.top, box.top) > 1);
      }).map((one) => one.outerHTML);
    """

  private func expectWall(_ browser: Browser, _ mark: String) throws {
    #expect(
      try browser.run("return document.documentElement.dataset.view").text == "wall", "\(mark)")
    let rows = try browser.run(Self.unevenRows).items
    #expect(rows.isEmpty, "\(mark): \(rows)")
    let covering = try browser.run(Self.covering).items.map(\.text)
    #expect(covering.isEmpty, "\(mark): \(covering)")
    let width = try browser.run("return document.documentElement.scrollWidth <= innerWidth")
    #expect(width.isTrue, "\(mark)")
  }

  private func showWall(_ browser: Browser) throws {
    if try browser.run("return document.documentElement.dataset.view").text != "wall" {
      try browser.tap(".view")
    }
  }

  @Test func `the rows of the wall are level and full, and no text lies over a cover`() throws {
    let (installation, server) = try house()
    for (width, height) in Self.sizes {
      let browser = try Browser(width: width, height: height)
      try browser.open("\(installation.origin)/history/")
      try showWall(browser)
      try expectWall(browser, "history at \(width)")
      for part in [".verdict b", ".slide time"] {
        let isShown = "return document.querySelector('.finds \(part)').checkVisibility()"
        #expect(try browser.run(isShown).isTrue, "\(part) at \(width)")
      }
      try browser.run("document.querySelector('.find').focus()")
      try expectWall(browser, "a focused cover at \(width)")
      try browser.type("a", into: "#filter")
      #expect(
        try eventually { try browser.run("return !!document.querySelector('.results li')").isTrue })
      try expectWall(browser, "results at \(width)")
      let date = "return document.querySelector('.results time').getBoundingClientRect().height > 2"
      #expect(try browser.run(date).isTrue)
    }
    withExtendedLifetime(server) {}
  }

  @Test func `the same is true of the published log`() throws {
    let log = try PublishedHouse()
    for (width, height) in Self.sizes {
      let browser = try Browser(width: width, height: height)
      try browser.openPublished("/history/", of: log)
      try showWall(browser)
      try expectWall(browser, "published history at \(width)")
      try browser.open("\(log.address)/")
      let covering = try browser.run(Self.covering).items.map(\.text)
      #expect(covering.isEmpty, "front page at \(width): \(covering)")
    }
  }

  @Test func `the verdict of an album stands below its cover`() throws {
    let (installation, server) = try house()
    let find = try #require(try installation.store().newestFinds(1).first)
    for (width, height) in Self.sizes + [(800, 700)] {
      let browser = try Browser(width: width, height: height)
      try browser.open("\(installation.origin)/album/\(find.id)/")
      let gap = """
        const [sleeve, badge] = [".sleeve", ".badge"].map((one) => document.querySelector(one).getBoundingClientRect());
        return badge.top - sleeve.bottom;
        """
      #expect(try browser.run(gap).number >= -0.5, "\(width)")
    }
    withExtendedLifetime(server) {}
  }

  @Test func `the other pages of the log are at the top of the history, and the camera is near`()
    throws
  {
    let (installation, server) = try house()
    for (width, height) in Self.sizes {
      let browser = try Browser(width: width, height: height)
      try browser.open("\(installation.origin)/history/")
      let links = """
        return [...document.querySelectorAll(".ways-in a")]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom < innerHeight / 3)
          .map((one) => new URL(one.href).pathname);
        """
      let paths = try browser.run(links).items.map(\.text)
      for path in ["/statistics/", "/artists/", "/places/", "/cgi-bin/albumscan/deleted"] {
        #expect(paths.contains(path), "\(path) at \(width)")
      }
      for path in ["/history/", "/artists/", "/statistics/", "/years/1959/"] {
        try browser.open("\(installation.origin)\(path)")
        let camera = """
          const box = document.querySelector(".site-bar a[href='/']").getBoundingClientRect();
          return box.bottom <= innerHeight && box.top >= 0 && box.width > 40;
          """
        #expect(try browser.run(camera).isTrue, "\(path) at \(width)")
        expectNone(try LayoutCheck.problems(in: browser), "\(path) at \(width)")
      }
    }
    withExtendedLifetime(server) {}
  }

  @Test func `the statistics of a large log need at most 4,000 pixels of a phone`() throws {
    let (installation, server) = try house()
    let site = try Site(
      root: installation.site, templates: "\(Checkout.root)/templates",
      publicFiles: "\(Checkout.root)/public", artwork: "\(installation.data)/artwork",
      settings: SiteSettings(baseURL: installation.origin, words: try Phrasebook.english()))
    try site.writeOverviews(from: try Self.largeLog(), years: [])
    let browser = try Browser()
    try browser.open("\(installation.origin)/statistics/")
    let height = try browser.run("return document.documentElement.scrollHeight").number
    #expect(height <= 4000, "\(height)")
    #expect(try browser.text("h1") == "Statistics")
    #expect(
      try browser.run("return document.querySelectorAll('.chart').length").number == 7)
    let bars = """
      const boxes = [...document.querySelectorAll(".bars .amount")].slice(0, 2).map((one) => one.getBoundingClientRect());
      return boxes.map((one) => one.height).concat(boxes[1].top - boxes[0].bottom);
      """
    #expect(try browser.run(bars).items.last?.number == 8)
    expectNone(try PageAudit.problems(in: browser), "statistics")
    withExtendedLifetime(server) {}
  }

  private func expectNone(_ problems: [String], _ place: String) {
    #expect(problems.isEmpty, "\(place): \(problems.joined(separator: "\n"))")
  }

  /// 300 finds with all labels, all ratings and all decades, of twelve months.
  private static func largeLog() throws -> LoadedIndex {
    let labels = Recommendation.allCases
    var finds: [Find] = []
    for number in 0..<300 {
      var album = Album(
        artist: "The \(number % 40)th Orchestra of the Northern Harbour", title: "Volume \(number)",
        year: 1920 + number % 105, genres: ["Progressive Genre \(number % 30)"],
        recordLabel: "Recordings of the \(number % 25)th Street")
      album.artwork = nil
      let review = try Review(
        summary: "A summary.", bullets: ["one", "two", "three"],
        rating: try #require(Rating(tenths: number * 5 % 105)),
        recommendation: labels[number % labels.count], keyTracks: ["a", "b", "c"])
      finds.append(
        Find(
          id: FindID(
            randomBytes: [UInt8(number >> 8), UInt8(number & 255)] + Array(repeating: 1, count: 15)),
          scan: nil,
          found: Timestamp(milliseconds: 1_760_000_000_000 + Int64(number) * 105_000_000),
          isSure: true, album: album, review: review))
    }
    let summaries = finds.enumerated().map { FindSummary($1, album: Int64($0)) }
    return LoadedIndex(summaries, zone: .utc) { add in
      for find in finds { for facet in find.facets { add(find.id, facet) } }
    }
  }
}
