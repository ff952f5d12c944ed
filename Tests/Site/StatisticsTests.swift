// The statistics pages: their figures, their bars, and their tables.

import Albums
import Support
import Testing

@testable import Site

@Suite struct StatisticsTests {
  private static func log() throws -> SampleLog {
    var log = SampleLog()
    log.finds = [
      Sample.made(1, title: "One", review: try Sample.review(tenths: 94)),
      Sample.made(2, title: "Two", review: try Sample.review(tenths: 90)),
      Sample.made(3, daysBefore: 1, title: "Three", review: try Sample.review(tenths: 100)),
      Sample.made(4, daysBefore: 40, title: "Four", review: try Sample.review(tenths: 0)),
      Sample.made(54, daysBefore: 400, title: "Four"),
    ]
    return log
  }

  @Test func `finds, albums, ratings and days are counted`() throws {
    let statistics = try Self.log().index.statistics(ofYear: nil)
    #expect(statistics.finds == 5)
    #expect(statistics.albums == 4)
    #expect(statistics.halfPoints[18] == 2)
    #expect(statistics.halfPoints[20] == 1)
    #expect(statistics.halfPoints[0] == 1)
    #expect(statistics.halfPoints.reduce(0, +) == 4)
    #expect(statistics.meanTenths == 71)
    #expect(statistics.months.map(\.month.description) == ["2026-11", "2026-10", "2025-10"])
    #expect(statistics.months[0].days == [21: 2, 20: 1])
    #expect(statistics.best == [3, 1, 2, 4].map { Sample.find($0) })
    #expect(statistics.first == Sample.find(54))
  }

  @Test func `a year counts only its own finds`() throws {
    let statistics = try Self.log().index.statistics(ofYear: 2025)
    #expect(statistics.finds == 1)
    #expect(statistics.best == [])
    #expect(statistics.months.map(\.month.description) == ["2025-10"])
  }

  /// The language and the number of finds, and the names of the first three figures.
  static let figures: [(language: String, finds: Int, names: [String])] = [
    ("en", 1, ["find", "album", "artist"]), ("en", 2, ["finds", "albums", "artists"]),
    ("de", 1, ["Fund", "Album", "Künstler"]), ("de", 2, ["Funde", "Alben", "Künstler"]),
  ]

  @Test(arguments: figures)
  func `the name of a figure agrees with its number`(
    language: String, finds: Int, names: [String]
  ) throws {
    let words = try language == "de" ? Phrasebook.german() : Phrasebook.english()
    let sample = try SampleSite(
      settings: SiteSettings(baseURL: "https://records.example", words: words))
    var log = SampleLog()
    log.finds = (1...finds).map { Sample.made($0, artist: "Artist \($0)") }
    try sample.site.build(log.contents)
    let page = try sample.text("statistics/index.html")
    for name in names { #expect(page.contains("<b>\(finds)</b> \(name)</a>")) }
    let year = try sample.text("statistics/2026/index.html")
    #expect(year.contains("<b>\(finds)</b> \(names[0])</p>"))
    // The number of albums would only repeat the number of finds.
    #expect(!year.contains("<li>\(finds) \(names[1])</li>"))
  }

  @Test func `a year names the number of albums if an album was found twice`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    log.finds = [1, 2, 3].map { Sample.made($0, artist: $0 < 3 ? "Artist 1" : "Artist 3") }
    log.finds[1].album = log.finds[0].album
    try sample.site.build(log.contents)
    #expect(try sample.text("statistics/2026/index.html").contains("<li>2 albums</li>"))
  }

  @Test func `each bar has its number as text and leads to its finds`() throws {
    let sample = try SampleSite()
    try sample.site.build(try Self.log().contents)
    let page = try sample.text("statistics/index.html")
    #expect(page.contains(#"href="/history/?rating=9.0&amp;rating=9.5""#))
    #expect(page.contains(#"href="/history/?tier=1""#))
    #expect(page.contains(#"href="/history/?decade=1970""#))
    #expect(page.contains(#"href="/history/?genre=Art%20Rock""#))
    #expect(page.contains(#"href="/artists/night-ferries/""#))
    #expect(page.contains(#"href="/history/2026-11/""#))
    #expect(page.contains("Mean rating: 7.1") && page.contains(#"<path d="M71 0v10"/>"#))
    #expect(!page.contains("style="))
    for table in page.split(separator: "<table").dropFirst() {
      #expect(table.contains(#"<th scope="col">"#) && table.contains(#"<th scope="row">"#))
    }
    #expect(brokenLinks(in: try sample.files()) == [])
  }

  @Test func `a bar of zero is left out`() throws {
    let sample = try SampleSite()
    try sample.site.build(try Self.log().contents)
    let page = try sample.text("statistics/index.html")
    let charts = page.split(separator: "<table").dropFirst().map { chart in
      chart.split(separator: "<tr").dropFirst(2).compactMap { row in
        row.firstMatch(of: #/<bdi>(.*?)</bdi>/#).map { String($0.1) }
      }
    }
    #expect(charts.first == ["0", "9", "10"])
    #expect(charts.last == ["October 2026", "November 2026"])
    #expect(!page.contains(#"<span class="count">0</span>"#))
    #expect(!page.contains(#"<td class="count">0</td>"#))
  }

  @Test func `a tier has its labels as its name, and its finds as text`() throws {
    let sample = try SampleSite()
    try sample.site.build(try Self.log().contents)
    let page = try sample.text("statistics/index.html")
    let row = try #require(page.split(separator: "<tr>").first { $0.contains("?tier=1\"") })
    #expect(
      row.contains("<bdi>Essential Classic · Genre Landmark · Cultural Monument</bdi></a></th>"))
    #expect(row.contains(#"<span class="count">4</span>"#) && !row.contains("Tier 1"))
  }

  @Test func `a history without reviews has no part for ratings, tiers and best finds`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    log.finds = [Sample.made(1, title: "One")]
    log.finds[0].review = nil
    try sample.site.build(log.contents)
    let page = try sample.text("statistics/index.html")
    let headings = page.matches(of: #/<h2>(.*?)</h2>/#).map { String($0.1) }
    #expect(
      headings == [
        "Decades", "Genres", "Artists", "Record labels", "Scan days", "Year in records", "Browse",
      ])
  }

  /// A month, the path along its days, and the square of its 9th day.
  static let months: [(month: Month, weeks: String, x: Int, y: Int)] = [
    (Month(year: 2026, month: 6), "M0 5h70M0 15h70M0 25h70M0 35h70M0 45h20", 11, 11),
    (Month(year: 2026, month: 2), "M60 5h10M0 15h70M0 25h70M0 35h70M0 45h60", 1, 21),
    (Month(year: 2027, month: 2), "M0 5h70M0 15h70M0 25h70M0 35h70", 11, 11),
    (Month(year: 2026, month: 8), "M50 5h20M0 15h70M0 25h70M0 35h70M0 45h70M0 55h10", 61, 11),
  ]

  @Test(arguments: months)
  func `a sheet of the calendar begins with Monday`(
    month: Month, weeks: String, x: Int, y: Int
  ) throws {
    let days = DaysOfMonth(month: month, finds: [9: 7])
    #expect(days.weeks == weeks)
    let dot = try #require(days.dots.first)
    for (name, text) in [(FieldName.place, "\(x)"), (.row, "\(y)"), (.number, "4")] {
      guard case .text(text) = dot[name] else { Issue.record("\(dot[name])"); continue }
    }
  }

  @Test func `the pages of years without finds are removed`() throws {
    let sample = try SampleSite()
    var log = try Self.log()
    try sample.site.build(log.contents)
    #expect(try sample.files()["statistics/2025/index.html"] != nil)
    log.finds.removeLast()
    try sample.site.build(log.contents)
    #expect(try sample.files()["statistics/2025/index.html"] == nil)
    #expect(brokenLinks(in: try sample.files()) == [])
  }

  @Test func `no chart speaks of money`() throws {
    let sample = try SampleSite()
    try sample.site.build(try Self.log().contents)
    for (path, bytes) in try sample.files() where path.hasPrefix("statistics/") {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("$") && !text.contains("€"), "\(path)")
    }
  }
}
