// Fills the statistics pages.

import Albums

/// The numbers of the statistics page, as the index returns them.
struct StatisticsContents: Sendable {
  let statistics: HistoryStatistics

  /// The index pages of each kind that the page shows.
  let counts: [FacetKind: [FacetCount]]

  /// The best finds, the best first.
  let best: [FindSummary]

  /// For each bar with a cover, the find whose cover the bar shows.
  let covers: [IndexCover]
}

/// The find whose cover stands for an index page.
struct IndexCover: Sendable {
  let kind: FacetKind
  let key: String
  let find: FindSummary
}

extension StatisticsPage {
  /// The maximum number of bars in a chart of artists, record labels or genres.
  static let mostBars = 10

  private static let months = 12

  init(_ contents: StatisticsContents, artworks: Artworks, settings: SiteSettings) {
    let words = settings.words
    let statistics = contents.statistics
    let charts = Charts(words: words)
    let newest = statistics.months.first.map(\.month)
    let all = [
      charts.ratings(statistics),
      charts.tiers(contents.counts[.tier] ?? []),
      charts.decades(contents.counts[.year] ?? []),
      charts.genres(contents.counts[.genre] ?? []), charts.top(.artist, contents, artworks),
      charts.top(.author, contents, artworks),
      charts.top(.recordLabel, contents, artworks),
    ].compactMap(\.self)
    let calendar = charts.calendar(
      statistics, newest.map { Self.calendarMonths(before: $0) } ?? [])
    var years: [(year: Int, finds: Int)] = []
    for (month, days) in statistics.months {
      if years.last?.year != month.year { years.append((month.year, 0)) }
      years[years.count - 1].finds += days.values.reduce(0, +)
    }
    let heading = words("statistics.title")
    let frame = Frame(
      heading, summary: Sentence("statistics.summary"), look: "statistics",
      preview: LinkPreview(address: StatisticsAddress.address), bar: .at(.statistics),
      settings: settings)
    view = [
      .view(.frame, frame.view),
      .text(.heading, heading),
      .flag(.isEmpty, statistics.finds == 0),
      .views(.figures, Self.figures(contents, words)),
      .views(.charts, statistics.finds == 0 ? [] : all.map(\.view)),
      // The finds with the highest ratings.
      .flag(.hasBest, !contents.best.isEmpty),
      .views(.best, contents.best.map { HistoryRow($0, artworks, settings).view }),
      .view(.calendar, calendar?.view),
      // Links to the pages of the years.
      .views(
        .years,
        years.map { year, finds in
          .overviewEntry(
            String(year), at: StatisticsAddress.address(ofYear: year), finds: finds, words)
        }),
      // The page links to the overview of the authors.
      .flag(.hasBooks, contents.counts[.author]?.isEmpty == false),
    ]
  }

  /// Up to four figures: the number of finds, the first two of the numbers of albums, books, artists and
  /// authors that are not 0, and the number of finds in the newest month.
  private static func figures(_ contents: StatisticsContents, _ words: Phrasebook) -> [View] {
    let statistics = contents.statistics
    func pages(_ kind: FacetKind) -> Int { contents.counts[kind]?.count ?? 0 }
    let numbers = [
      (statistics.albums, "statistics.albums", "/history/"),
      (statistics.books, "statistics.books", "/history/?kind=book"),
      (pages(.artist), "statistics.artists", FacetKind.artist.address),
      (pages(.author), "statistics.authors", FacetKind.author.address),
    ]
    var figures: [View] = [
      .figure(statistics.finds, "statistics.finds.figure", at: "/history/", words)
    ]
    figures += numbers.filter { $0.0 > 0 }.prefix(2).map { count, key, address in
      .figure(count, key, at: address, words)
    }
    if let (month, days) = statistics.months.first {
      figures.append(
        .figure(
          days.values.reduce(0, +),
          named: words("statistics.in-month", ["month": .text(words.name(of: month))]),
          at: "/history/\(month)/", words))
    }
    return figures
  }

  /// The twelve months up to the newest one, the oldest first.
  private static func calendarMonths(before newest: Month) -> [Month] {
    (0..<months).reversed().map { back in
      let number = newest.year * 12 + newest.month - 1 - back
      return Month(year: number / 12, month: number % 12 + 1)
    }
  }
}

/// Makes the charts. A row without a find is left out, and so is a chart without a find.
struct Charts {
  let words: Phrasebook

  /// A histogram of the ratings in whole points, the lowest first, with their mean.
  func ratings(_ statistics: HistoryStatistics) -> Chart? {
    guard let mean = statistics.meanTenths else { return nil }
    let rows = (0...10).map { point in
      let halves = [point * 2, point * 2 + 1].filter { $0 < statistics.halfPoints.count }
      return Row(
        name: String(point), address: HistoryFilter.address(halfPoints: halves),
        count: halves.map { statistics.halfPoints[$0] }.reduce(0, +), bin: point)
    }
    var chart = chart("statistics.ratings", column: "statistics.rating", rows)
    chart?.note = words("statistics.mean", ["rating": .decimal("\(mean / 10).\(mean % 10)")])
    chart?.mean = mean
    return chart
  }

  /// The tiers, the best first. The name of a tier is the names of its labels.
  func tiers(_ pages: [FacetCount]) -> Chart? {
    let rows = Recommendation.tiers.map(String.init).map { tier in
      Row(
        name: FacetName.labels(ofTier: tier, words), address: HistoryFilter.address("tier", tier),
        count: pages.first { $0.key == tier }?.count ?? 0)
    }
    return chart("statistics.tiers", column: "statistics.tier", rows)
  }

  func decades(_ pages: [FacetCount]) -> Chart? {
    var decades: [Int: Int] = [:]
    for page in pages { decades[(Int(page.key) ?? 0) / 10 * 10, default: 0] += page.count }
    let rows = decades.sorted { $0.key < $1.key }.map { decade, count in
      Row(
        name: words("index.decade", ["decade": .text(String(decade))]),
        address: HistoryFilter.address("decade", String(decade)), count: count)
    }
    return chart("statistics.decades", column: "statistics.decade", rows)
  }

  /// The genres with the most finds.
  func genres(_ pages: [FacetCount]) -> Chart? {
    let rows = pages.most(StatisticsPage.mostBars).map { page in
      let name = FacetName.heading(of: page, .genre, words)
      return Row(name: name, address: HistoryFilter.address("genre", name), count: page.count)
    }
    return chart("index.genres", column: "statistics.genre", rows, hasMore: true)
  }

  /// The index pages with the most finds, with covers. Of two pages with equally many finds, the one with
  /// the first key comes first. A row links to an index page, because no filter of the history unites the
  /// spellings of a name.
  func top(
    _ kind: FacetKind, _ contents: StatisticsContents, _ artworks: Artworks
  ) -> Chart? {
    let rows = (contents.counts[kind] ?? []).most(StatisticsPage.mostBars).map { page in
      let find = contents.covers.first {
        $0.kind == kind && $0.key.utf8.elementsEqual(page.key.utf8)
      }?.find
      return Row(
        name: FacetName.heading(of: page, kind, words),
        address: IndexAddress(kind, key: page.key).address, count: page.count,
        cover: find.flatMap { find in
          artworks.kept(find.artwork).map { Cover($0, in: find.page) }
        })
    }
    return chart(
      "index.\(kind.folder)", column: "statistics.\(kind.rawValue)", rows, hasMore: true)
  }

  /// A calendar page for each month, on which the days with finds are marked.
  func calendar(_ statistics: HistoryStatistics, _ months: [Month]) -> Chart? {
    let known = Dictionary(
      uniqueKeysWithValues: statistics.months.map { ($0.month, $0.days) })
    let bars = months.compactMap { month in known[month].map { (month, $0) } }.map { month, days in
      Bar(
        name: words.name(of: month), address: "/history/\(month)/",
        count: words.number(days.values.reduce(0, +)),
        days: DaysOfMonth(month: month, finds: days), dayCount: words.number(days.count))
    }
    guard !bars.isEmpty else { return nil }
    return Chart(
      heading: words("statistics.calendar"), column: words("statistics.month"), hasDays: true,
      bars: bars)
  }

  /// A row before its bar is drawn.
  private struct Row {
    let name: String
    let address: String
    let count: Int
    var bin: Int?
    var cover: Cover?
  }

  private func chart(
    _ heading: String, column: String, _ rows: [Row], hasMore: Bool = false
  ) -> Chart? {
    guard let most = rows.map(\.count).max(), most > 0 else { return nil }
    let bars = rows.filter { $0.count > 0 }.map { row in
      Bar(
        name: row.name, address: row.address, count: words.number(row.count),
        width: max(1, row.count * 100 / most), bin: row.bin, thumbnail: row.cover)
    }
    return Chart(heading: words(heading), column: words(column), hasMore: hasMore, bars: bars)
  }
}

extension [FacetCount] {
  /// The pages with the most finds, in the order of their numbers of finds. Pages with equally many
  /// finds stay in the order of the list.
  func most(_ number: Int) -> [FacetCount] {
    Array(
      enumerated().sorted {
        $0.element.count == $1.element.count
          ? $0.offset < $1.offset : $0.element.count > $1.element.count
      }.prefix(number).map(\.element))
  }
}
