// The numbers of finds of a shard by tier, status, decade and genre. The manifest adds up the
// counts of all shards for the buttons of the filters.

import Albums
import Text

/// The numbers of finds.
struct SearchCounts: Equatable {
  var finds = 0
  var unsure = 0
  var books = 0

  /// By tier, beginning with tier 1.
  var tiers = Array(repeating: 0, count: Recommendation.tiers.count)

  /// By status, in the order of `FindStatus.allCases`.
  var statuses = Array(repeating: 0, count: FindStatus.allCases.count)

  /// By the first year of the decade.
  var decades: [Int: Int] = [:]
  var genres: [String: Int] = [:]

  init() {}

  init(_ entries: [SearchEntry]) {
    finds = entries.count
    for entry in entries {
      if !entry.isSure { unsure += 1 }
      if entry.album.kind == .book { books += 1 }
      if let tier = entry.verdict?.recommendation.tier { tiers[tier - 1] += 1 }
      if let index = FindStatus.allCases.firstIndex(where: { $0 == entry.details.status }) {
        statuses[index] += 1
      }
      if let year = entry.album.year { decades[year / 10 * 10, default: 0] += 1 }
      let genres = Set(entry.album.genres.map { PlainText.name($0, otherwise: "") })
      for genre in genres where !genre.isEmpty { self.genres[genre, default: 0] += 1 }
    }
  }

  mutating func add(_ other: SearchCounts) {
    finds += other.finds
    unsure += other.unsure
    books += other.books
    for index in tiers.indices { tiers[index] += other.tiers[index] }
    for index in statuses.indices { statuses[index] += other.statuses[index] }
    decades.merge(other.decades, uniquingKeysWith: +)
    genres.merge(other.genres, uniquingKeysWith: +)
  }
}

extension SearchCounts {
  /// The maximum number of genres in the totals; the page shows fewer.
  private static let mostGenres = 24

  /// The totals of the manifest.
  var totals: JSON {
    let genres = self.genres.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.mostGenres)
    let totals: JSON = [
      "finds": .integer(finds), "unsure": .integer(unsure),
      "tiers": .array(tiers.map { .integer($0) }),
      "statuses": .object(
        zip(FindStatus.allCases, statuses).map { JSON.Member($0.rawValue, .integer($1)) }),
      "decades": .array(
        decades.sorted { $0.key > $1.key }.map { [.integer($0.key), .integer($0.value)] }),
      "genres": .array(genres.map { [.string($0.key), .integer($0.value)] }),
    ]
    // Most histories have no books, and no member for them.
    return books == 0
      ? totals
      : totals.setting(
        "kinds", to: ["album": .integer(finds - books), "book": .integer(books)])
  }

  /// The counts of one shard in a line: all finds and unsure finds, tiers, statuses, decades and
  /// genres, and books if there are any, with `|` between the groups. `numbers` has the number that
  /// stands for each genre.
  func line(genreNumbers numbers: [String: Int]) -> String {
    func joined(_ counts: [Int]) -> String { counts.map(String.init).joined(separator: " ") }
    let genres = self.genres.map { (numbers[$0.key] ?? 0, $0.value) }.sorted { $0.0 < $1.0 }
    let groups = [
      joined([finds, unsure]), joined(tiers), joined(statuses),
      joined(decades.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }),
      joined(genres.flatMap { [$0.0, $0.1] }),
    ]
    return (books == 0 ? groups : groups + [joined([books])]).joined(separator: "|")
  }

  /// Reads `line`; nil if it is damaged.
  init?(line: String, genreNames names: [String]) {
    let groups = line.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    let numbers = groups.map { group in
      group.split(separator: UInt8(ascii: " ")).compactMap { Int(String($0) ?? "") }
    }
    guard numbers.count == 5 || numbers.count == 6 && numbers[5].count == 1, numbers[0].count == 2,
      numbers[1].count == tiers.count,
      numbers[2].count == statuses.count, numbers[3].count % 2 == 0, numbers[4].count % 2 == 0
    else { return nil }
    (finds, unsure, tiers, statuses) = (numbers[0][0], numbers[0][1], numbers[1], numbers[2])
    if numbers.count == 6 { books = numbers[5][0] }
    for index in stride(from: 0, to: numbers[3].count, by: 2) {
      decades[numbers[3][index]] = numbers[3][index + 1]
    }
    for index in stride(from: 0, to: numbers[4].count, by: 2) {
      guard names.indices.contains(numbers[4][index]) else { return nil }
      genres[names[numbers[4][index]]] = numbers[4][index + 1]
    }
  }
}
