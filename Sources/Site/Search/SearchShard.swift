// A search shard: a file with the search entries of up to 1,000 finds of a month. The search in the
// browser reads it. Values are in columns and names in tables, because this form compresses best.
// Source: docs/interface.md "Search".

import Albums
import Host
import Text

/// The name of a shard: its month, and its number from the oldest finds, counted from 1.
struct ShardName: Hashable, Comparable, CustomStringConvertible {
  let month: Month
  let number: Int

  /// The form in addresses: `2026-11-1`.
  var description: String { "\(month)-\(number)" }

  static func < (a: Self, b: Self) -> Bool { (a.month, a.number) < (b.month, b.number) }
}

extension ShardName {
  /// Reads the form of `description`; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]),
      let number = Int(parts[2]), (0...9999).contains(year), (1...12).contains(month), number > 0
    else { return nil }
    self.init(month: Month(year: year, month: month), number: number)
    guard description == text else { return nil }
  }
}

/// The content of a shard.
struct SearchShard {
  /// The maximum number of finds in a shard: ten pages of a month.
  static let size = 1000

  let counts: SearchCounts
  let bytes: [UInt8]

  /// `entries` are the finds of the shard, oldest first.
  init(_ entries: [SearchEntry], artworks: Artworks, settings: SiteSettings) {
    var columns = ShardColumns()
    for entry in entries { columns.add(entry, artworks, settings) }
    counts = SearchCounts(entries)
    bytes = columns.json.document
  }
}

/// The columns of a shard while it is filled.
private struct ShardColumns {
  var ids = ""
  var (titles, days, years, ratings) = ([JSON](), [JSON](), [JSON](), [JSON]())
  var ownRatings: [JSON] = []
  private var hasOwnRatings = false
  var (artists, labels, places) = (NameColumn(), NameColumn(), NameColumn())
  var (genres, tags) = (NamesColumn(), NamesColumn())
  var verdicts = VerdictColumn()

  /// One character for each find: `w`, `h`, `e` for want, have, heard, and `-` for none.
  var statuses = ""

  /// One character for each find: `a` for an album, `b` for a book.
  private var kinds = ""

  /// The rows of favourites.
  private var favourites: [JSON] = []

  /// One digit for each find: the sum of 1 for *not sure*, 2 for public, 4 for artwork.
  var flags = ""

  /// The names of the artwork of the finds that have artwork, without separators.
  var artworks = ""

  mutating func add(_ entry: SearchEntry, _ artworks: Artworks, _ settings: SiteSettings) {
    let words = settings.words
    let names = AlbumNames(entry.album, words)
    let artwork = artworks.kept(entry.album.artwork)
    ids += entry.id.text
    titles.append(.string(names.title))
    artists.add(names.artist)
    years.append(.integer(entry.album.year ?? 0))
    days.append(.integer(words.zone.civilTime(of: entry.found).day))
    genres.add(entry.album.genres.map { PlainText.name($0, otherwise: "") })
    labels.add(names.recordLabel)
    tags.add(entry.details.tags.map { PlainText.name($0.text, otherwise: "") })
    places.add(entry.details.place.map { PlainText.name($0, otherwise: "") })
    ratings.append(.integer(entry.verdict?.rating.tenths ?? -1))
    let ownRating = settings.showsOwnRatings ? entry.details.ownRating : nil
    ownRatings.append(.integer(ownRating?.tenths ?? -1))
    if ownRating != nil { hasOwnRatings = true }
    verdicts.add(entry.verdict?.recommendation, words)
    if entry.details.isFavourite { favourites.append(.integer(titles.count - 1)) }
    statuses += entry.details.status?.letter ?? "-"
    kinds += entry.album.kind == .book ? "b" : "a"
    let flag =
      (entry.isSure ? 0 : 1) + (settings.isPublic(entry.details) ? 2 : 0)
      + (artwork == nil ? 0 : 4)
    flags += "\(flag)"
    self.artworks += artwork?.stem ?? ""
  }

  /// Most shards have no own ratings, no favourites and no books. Such a shard has no column for them.
  var json: JSON {
    var json = columns
    if hasOwnRatings { json = json.setting("ownRatings", to: .array(ownRatings)) }
    if !favourites.isEmpty { json = json.setting("favourites", to: .array(favourites)) }
    return kinds.contains("b") ? json.setting("kinds", to: .string(kinds)) : json
  }

  private var columns: JSON {
    [
      "version": 1, "ids": .string(ids), "titles": .array(titles),
      "artists": artists.table, "artist": artists.column,
      "years": .array(years), "days": .array(days),
      "genres": genres.table, "genre": genres.column,
      "labels": labels.table, "label": labels.column,
      "tags": tags.table, "tag": tags.column,
      "places": places.table, "place": places.column,
      "verdicts": verdicts.table, "verdict": .array(verdicts.numbers),
      "ratings": .array(ratings), "statuses": .string(statuses), "flags": .string(flags),
      "artworks": .string(artworks),
    ]
  }
}

/// Names in the order of their first use.
private struct NameTable {
  private var indexes: [String: Int] = [:]
  private(set) var names: [JSON] = []

  mutating func number(of name: String) -> Int {
    if let index = indexes[name] { return index }
    indexes[name] = names.count
    names.append(.string(name))
    return names.count - 1
  }
}

/// A column with one name, or none, for each find.
private struct NameColumn {
  private var names = NameTable()
  private var numbers: [JSON] = []
  var table: JSON { .array(names.names) }
  var column: JSON { .array(numbers) }

  mutating func add(_ name: String?) {
    guard let name, !name.isEmpty else { return numbers.append(-1) }
    numbers.append(.integer(names.number(of: name)))
  }
}

/// A column with several names for each find.
private struct NamesColumn {
  private var names = NameTable()
  private var lists: [JSON] = []
  var table: JSON { .array(names.names) }
  var column: JSON { .array(lists) }

  mutating func add(_ list: [String]) {
    lists.append(.array(list.filter { !$0.isEmpty }.map { .integer(names.number(of: $0)) }))
  }
}

/// A column with the label of each review. The table has the texts and tiers of the labels.
private struct VerdictColumn {
  private var indexes: [Recommendation: Int] = [:]
  private var labels: [JSON] = []
  private(set) var numbers: [JSON] = []
  var table: JSON { .array(labels) }

  mutating func add(_ recommendation: Recommendation?, _ words: Phrasebook) {
    guard let recommendation else { return numbers.append(-1) }
    let index = indexes[recommendation] ?? labels.count
    if index == labels.count {
      indexes[recommendation] = index
      labels.append([.cleaned(words.text(recommendation.label)), .integer(recommendation.tier)])
    }
    numbers.append(.integer(index))
  }
}

extension FindStatus {
  /// The letter in the column `statuses`.
  fileprivate var letter: String {
    switch self {
    case .want: "w"
    case .have: "h"
    case .heard: "e"
    }
  }
}

extension SearchEntry {
  /// The entry of a find, as the database gives it.
  init(_ find: Find) {
    let verdict = find.review.map {
      SearchVerdict(rating: $0.rating, recommendation: $0.recommendation)
    }
    self.init(
      id: find.id, found: find.found, isSure: find.isSure, album: find.album, verdict: verdict,
      details: find.details)
  }
}
