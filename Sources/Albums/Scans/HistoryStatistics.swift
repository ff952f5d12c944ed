// The figures of the statistics pages, counted find by find.

/// Figures of all finds, or of the finds of one year.
package struct HistoryStatistics: Sendable {
  /// The number of finds in the list of the best ones.
  package static let bestCount = 10

  /// The number of finds in the ranking.
  package static let rankingCount = 40

  package var finds = 0
  package var albums = 0
  package var books = 0

  /// The number of finds in each half point: 0.0 to 0.4, 0.5 to 0.9, …, 10.
  package var halfPoints = [Int](repeating: 0, count: 21)

  /// The mean of all ratings in tenths, rounded; nil without a rating.
  package var meanTenths: Int?

  /// The months that have finds, the newest first, with the number of finds on each of their days.
  package var months: [(month: Month, days: [Int: Int])] = []

  /// The oldest find.
  package var first: FindID?

  /// The newest finds of the albums with the highest ratings, the best first. `rankingCount` finds are
  /// enough for a page that leaves out the finds of its other lists.
  package var ranking: [FindID] = []

  /// The first finds of the ranking.
  package var best: [FindID] { Array(ranking.prefix(Self.bestCount)) }

  package init() {}

  /// The month with the most finds; of several such months, the earliest.
  package var busiest: (month: Month, finds: Int)? {
    months.reversed().map { ($0.month, $0.days.values.reduce(0, +)) }
      .reduce(nil) { most, month in (most?.1 ?? 0) < month.1 ? month : most }
  }
}

/// Counts finds. The order in which they are added does not matter.
package struct StatisticsTally {
  private let zone: Zone
  private var result = HistoryStatistics()
  private var months: [Month: [Int: Int]] = [:]
  private var first: FindPosition?
  private var sum = 0
  private var rated = 0

  /// The newest find of each work, with its rating.
  private var newest: [Int64: (position: FindPosition, rating: Rating?)] = [:]
  private var books: Set<Int64> = []

  package init(zone: Zone) { self.zone = zone }

  /// `album` is the row of the work.
  package mutating func add(
    _ position: FindPosition, album: Int64, kind: WorkKind, rating: Rating?
  ) {
    result.finds += 1
    if kind == .book { books.insert(album) }
    let day = zone.civilTime(of: position.found)
    months[Month(year: day.year, month: day.month), default: [:]][day.day, default: 0] += 1
    first = first.map { min($0, position) } ?? position
    if let rating {
      result.halfPoints[rating.tenths / 5] += 1
      sum += rating.tenths
      rated += 1
    }
    if let known = newest[album], known.position > position { return }
    newest[album] = (position, rating)
  }

  package consuming func finish() -> HistoryStatistics {
    result.books = books.count
    result.albums = newest.count - books.count
    result.meanTenths = rated == 0 ? nil : (sum * 2 + rated) / (rated * 2)
    result.months = months.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    result.first = first?.id
    let ranked = newest.values.compactMap { find in find.rating.map { ($0, find.position) } }
    result.ranking = ranked.sorted { $0.0 == $1.0 ? $0.1 > $1.1 : $0.0 > $1.0 }
      .prefix(HistoryStatistics.rankingCount).map(\.1.id)
    return result
  }
}
