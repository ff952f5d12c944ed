// A year in records, /statistics/2026/: its best and its first find, its months, its most frequent genre,
// decade and place, and a wall of its covers. The page depends only on the finds, not on the day of the
// build.

import Albums

/// `year.mustache`.
struct YearPage: Page {
  static let template = "year"

  /// The maximum number of covers on the wall.
  static let mostCovers = 400

  /// The maximum numbers of covers beside the most frequent value of a kind, and of values after it.
  static let mostFaces = 6
  static let mostOthers = 4

  static func path(ofYear year: Int) -> String { "\(StatisticsAddress.folder)/\(year)/index.html" }

  let view: View

  init(
    _ contents: YearContents, pictures: SharedPictures = SharedPictures(), artworks: Artworks,
    settings: SiteSettings
  ) {
    let (words, statistics) = (settings.words, contents.statistics)
    let rows = { (finds: [FindSummary]) in finds.map { HistoryRow($0, artworks, settings).view } }
    let title = settings.isPublished ? "published.year" : "statistics.year.title"
    let heading = words(title, ["year": .text(String(contents.year))])
    let frame = Frame(
      heading, summary: Sentence("statistics.summary"), look: "statistics year",
      preview: LinkPreview(
        address: StatisticsAddress.address(ofYear: contents.year), share: pictures.wide),
      bar: .below(.statistics), settings: settings)
    let best = contents.best
    let calendar = Charts(words: words).calendar(
      statistics, (1...12).map { Month(year: contents.year, month: $0) })
    var albums: Set<Int64> = []
    let wall = contents.newest.filter { albums.insert($0.album).inserted }
    let isWhole = contents.newest.count == statistics.finds
    view = [
      .view(.frame, frame.view),
      .text(.heading, heading),
      .text(.poster, pictures.tall.flatMap { settings.absolute($0.address) }),
      // The number of finds in large digits, and its name.
      .text(.total, words.number(statistics.finds)),
      .flag(.isShort, statistics.finds < 1000),
      .text(.name, words("statistics.finds.figure", ["count": .count(statistics.finds)])),
      .views(.figures, Self.figures(statistics, words)),
      // The newest year of the history may go on.
      .text(
        .message,
        contents.goesOn.map { words("statistics.year.so-far", ["day": .day($0)]) }),
      // The find with the highest rating.
      .view(.best, best.map { HistoryRow($0, artworks, settings).view }),
      // The first find, if it is not the best find.
      .view(
        .opener,
        contents.first.flatMap { $0.id == best?.id ? nil : $0 }
          .map { HistoryRow($0, artworks, settings).view }),
      .text(.month, Self.busiest(statistics, words)),
      .text(.months, Self.share(statistics.busiest?.finds ?? 0, of: statistics, words)),
      .views(.charts, calendar.map { [$0.view] } ?? []),
      .views(
        .sections,
        contents.tops.map { top in
          [
            .text(.heading, words("statistics.year.\(top.kind.rawValue)")),
            .text(.name, top.name(words)),
            .text(.address, top.address),
            .text(.total, Self.share(top.count, of: statistics, words)),
            .views(.wall, rows(top.finds)),
            // The values after the most frequent one.
            .views(
              .bars,
              top.others.map { other in
                [
                  .text(.name, other.name(words)), .text(.address, other.address),
                  .text(.count, words.number(other.count)),
                ]
              }),
          ]
        }),
      .views(.wall, rows(wall)),
      .text(
        .repeats,
        isWhole ? nil : words("statistics.year.newest", ["count": .count(contents.newest.count)])),
    ]
  }

  /// The numbers of albums and of books, but not that of albums if it repeats the number of finds.
  private static func figures(_ statistics: HistoryStatistics, _ words: Phrasebook) -> [View] {
    let albums = statistics.albums < statistics.finds ? statistics.albums : 0
    return [(albums, "statistics.albums"), (statistics.books, "statistics.books")]
      .filter { $0.0 > 0 }.map { count, key in
        [
          .text(.number, words.number(count)),
          .text(.name, words(key, ["count": .count(count)])),
        ]
      }
  }

  private static func busiest(_ statistics: HistoryStatistics, _ words: Phrasebook) -> String? {
    statistics.busiest.map { words("month.\($0.month.month)") }
  }

  /// "12 of 42 finds"; nil for a year with one find.
  private static func share(
    _ count: Int, of statistics: HistoryStatistics, _ words: Phrasebook
  ) -> String? {
    guard statistics.finds > 1 else { return nil }
    return words(
      "statistics.year.share",
      ["part": .text(words.number(count)), "count": .count(statistics.finds)])
  }
}

/// The numbers and finds of the page of a year.
struct YearContents: Sendable {
  let year: Int
  let statistics: HistoryStatistics

  /// The find with the highest rating; nil without a rating.
  let best: FindSummary?
  let first: FindSummary?

  /// The time of the newest find, if the history has no later year; else nil.
  let goesOn: Timestamp?

  /// The most frequent values of the year.
  let tops: [YearTop]

  /// The newest finds.
  let newest: [FindSummary]
}

/// The most frequent genre, decade or place of a year.
struct YearTop: Sendable {
  /// One value with the number of its finds.
  struct Value: Sendable {
    let kind: FacetKind

    /// The facet; for a decade, its first year.
    let facet: FacetCount

    var count: Int { facet.count }

    func name(_ words: Phrasebook) -> String {
      kind == .year
        ? words("index.decade", ["decade": .text(facet.key)])
        : FacetName.heading(of: facet, kind, words)
    }

    var address: String {
      kind == .year
        ? "\(FacetKind.year.address)#d\(facet.key)" : IndexAddress(kind, key: facet.key).address
    }
  }

  let first: Value

  /// The newest finds with this value that have artwork.
  let finds: [FindSummary]

  /// The values after the most frequent one.
  let others: [Value]

  var kind: FacetKind { first.kind }
  var count: Int { first.count }
  var address: String { first.address }
  func name(_ words: Phrasebook) -> String { first.name(words) }
}
