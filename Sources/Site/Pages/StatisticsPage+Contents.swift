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
      charts.top(.genre, contents, artworks), charts.top(.artist, contents, artworks),
      charts.top(.author, contents, artworks),
      charts.top(.recordLabel, contents, artworks),
      charts.calendar(statistics, newest.map { Self.calendarMonths(before: $0) } ?? []),
    ].compactMap(\.self)
    var years: [(year: Int, finds: Int)] = []
    for (month, days) in statistics.months {
      if years.last?.year != month.year { years.append((month.year, 0)) }
      years[years.count - 1].finds += days.values.reduce(0, +)
    }
    let heading = words("statistics.title")
    let frame = Frame(
      heading, summary: Sentence("statistics.summary"), look: "statistics",
      place: PagePlace(address: StatisticsAddress.address), bar: .at(.statistics),
      settings: settings)
    view = [
      .view(.frame, frame.view),
      .text(.heading, heading),
      .flag(.isEmpty, statistics.finds == 0),
      .views(.figures, Self.figures(contents, words)),
      .views(.charts, statistics.finds == 0 ? [] : all.map(\.view)),
      // The finds with the highest ratings.
      .views(.best, contents.best.map { HistoryRow($0, artworks, settings).view }),
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

  /// The number of books; empty without a book.
  private static func books(
    _ statistics: HistoryStatistics, at address: String, _ words: Phrasebook
  ) -> [View] {
    statistics.books == 0
      ? [] : [.figure(statistics.books, "statistics.books", at: address, words)]
  }

  private static func figures(_ contents: StatisticsContents, _ words: Phrasebook) -> [View] {
    let statistics = contents.statistics
    let artists = contents.counts[.artist]?.count ?? 0
    var figures: [View] = [
      .figure(statistics.finds, "statistics.finds.figure", at: "/history/", words),
      .figure(statistics.albums, "statistics.albums", at: "/history/", words),
      .figure(artists, "statistics.artists", at: FacetKind.artist.address, words),
    ]
    figures += books(statistics, at: "/history/?kind=book", words)
    if let authors = contents.counts[.author]?.count, authors > 0 {
      figures.append(.figure(authors, "statistics.authors", at: FacetKind.author.address, words))
    }
    if let (month, days) = statistics.months.first {
      figures.append(
        .figure(
          days.values.reduce(0, +), named: words.name(of: month), at: "/history/\(month)/", words))
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

  /// The ratings in half points, the best first.
  func ratings(_ statistics: HistoryStatistics) -> Chart? {
    let counts = statistics.halfPoints
    let rows = counts.indices.reversed().map { half in
      (
        name: words.decimal("\(half / 2).\(half % 2 * 5)"),
        address: HistoryFilter.address(halfPoints: half), count: counts[half]
      )
    }
    let mean = statistics.meanTenths.map { mean in
      words("statistics.mean", ["rating": .decimal("\(mean / 10).\(mean % 10)")])
    }
    return chart("statistics.ratings", note: mean, column: "statistics.rating", rows)
  }

  /// The tiers, the best first. The name of a tier is the names of its labels.
  func tiers(_ pages: [FacetCount]) -> Chart? {
    let rows = Recommendation.tiers.map(String.init).map { tier in
      (
        name: FacetName.labels(ofTier: tier, words),
        address: IndexAddress(.tier, key: tier).address,
        count: pages.first { $0.key == tier }?.count ?? 0
      )
    }
    return chart("statistics.tiers", column: "statistics.tier", rows, hasLabels: true)
  }

  func decades(_ pages: [FacetCount]) -> Chart? {
    var decades: [Int: Int] = [:]
    for page in pages { decades[(Int(page.key) ?? 0) / 10 * 10, default: 0] += page.count }
    let rows = decades.sorted { $0.key < $1.key }.map { decade, count in
      (
        name: words("index.decade", ["decade": .text(String(decade))]),
        address: "\(FacetKind.year.address)#d\(decade)", count: count
      )
    }
    return chart("statistics.decades", column: "statistics.decade", rows)
  }

  /// The index pages with the most finds. Of two with the same number, the first key is first.
  func top(
    _ kind: FacetKind, _ contents: StatisticsContents, _ artworks: Artworks
  ) -> Chart? {
    let pages = (contents.counts[kind] ?? []).most(StatisticsPage.mostBars)
    let rows = pages.map { page in
      (
        name: FacetName.heading(of: page, kind, words),
        address: IndexAddress(kind, key: page.key).address, count: page.count
      )
    }
    let covers = pages.map { page in
      contents.covers.first {
        $0.kind == kind && $0.key.utf8.elementsEqual(page.key.utf8)
      }?.find
    }
    return chart(
      "index.\(kind.folder)", column: "statistics.\(kind.rawValue)", rows,
      covers: covers.map { find in
        find.flatMap { find in
          artworks.kept(find.artwork).map { Cover($0, in: find.page) }
        }
      })
  }

  /// A row for each month, with a circle for each day that has finds.
  func calendar(_ statistics: HistoryStatistics, _ months: [Month]) -> Chart? {
    let known = Dictionary(
      uniqueKeysWithValues: statistics.months.map { ($0.month, $0.days) })
    let bars = months.compactMap { month in known[month].map { (month, $0) } }.map { month, days in
      Bar(
        name: words.name(of: month), address: "/history/\(month)/",
        count: words.number(days.values.reduce(0, +)),
        days: days.sorted { $0.key < $1.key }.map { (day: $0.key, finds: $0.value) },
        dayCount: words.number(days.count))
    }
    guard !bars.isEmpty else { return nil }
    return Chart(
      heading: words("statistics.calendar"), column: words("statistics.month"), hasDays: true,
      bars: bars)
  }

  private func chart(
    _ heading: String, note: String? = nil, column: String,
    _ rows: [(name: String, address: String, count: Int)], covers: [Cover?] = [],
    hasLabels: Bool = false
  ) -> Chart? {
    guard let most = rows.map(\.count).max(), most > 0 else { return nil }
    let bars = rows.enumerated().filter { $0.element.count > 0 }.map { number, row in
      Bar(
        name: row.name, address: row.address, count: words.number(row.count),
        width: max(1, row.count * 100 / most),
        thumbnail: covers.indices.contains(number) ? covers[number] : nil)
    }
    return Chart(
      heading: words(heading), note: note, column: words(column), hasLabels: hasLabels, bars: bars)
  }
}

extension [FacetCount] {
  /// The pages with the most finds, in the order of their numbers; of two with the same number, the
  /// first of the list is first.
  func most(_ number: Int) -> [FacetCount] {
    Array(
      enumerated().sorted {
        $0.element.count == $1.element.count
          ? $0.offset < $1.offset : $0.element.count > $1.element.count
      }.prefix(number).map(\.element))
  }
}
