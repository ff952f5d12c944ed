// Groups the finds of a page of the history by day. The finds of a shelf become one entry, and so do
// the finds of an album.

import Albums

/// The albums and shelves that were found last on one day, newest first.
struct HistoryDay: Sendable {
  /// The day in words, `21 November 2026`. A script replaces it by "Today" or "Sat 21 Nov".
  let day: String
  let isoDay: String

  /// The month that begins with this day on a page with several months.
  var newMonth: View?

  /// The albums of a shelf follow each other; its first and its last album are marked.
  let albums: [HistoryAlbum]

  var view: View {
    [
      .view(.newMonth, newMonth), .text(.day, day), .text(.isoDay, isoDay),
      .views(.albums, albums.map(\.view)),
    ]
  }

  /// `days` with the months that begin with them. `months` has the month of each find, newest first.
  static func marked(
    _ days: [HistoryDay], months: some Sequence<Month>, _ words: Phrasebook
  ) -> [HistoryDay] {
    let views = Dictionary(
      months.map { ($0.description, $0) }, uniquingKeysWith: { first, _ in first }
    ).mapValues { View.month($0, words) }
    var days = days
    for index in days.indices {
      let month = days[index].isoDay.prefix(7)
      guard index == 0 || month != days[index - 1].isoDay.prefix(7) else { continue }
      days[index].newMonth = views[String(month)]
    }
    return days
  }

  /// Groups `rows`, newest first; `keys` has the key of each row's album. All finds of a shelf on the
  /// page become one entry, and so do all other finds of an album. An entry is on the day of its
  /// newest find. A day without such an entry is left out. A single find of a shelf is no shelf.
  static func days(_ rows: [HistoryRow], keys: [AlbumKey], _ words: Phrasebook) -> [HistoryDay] {
    let keyed = zip(rows, keys).map { (row: $0, key: $1) }
    var indexes: [AlbumKey: Int] = [:]
    var entries: [(isShelf: Bool, rows: [KeyedRow])] = []
    for group in keyed.grouped(byShelf: \.row.shelf) {
      let key = group.count == 1 ? group[0].key : nil
      if let key, let index = indexes[key] {
        entries[index].rows += group
        continue
      }
      if let key { indexes[key] = entries.count }
      entries.append((key == nil, group))
    }
    return days(
      entries.map { entry in
        entry.isShelf
          ? HistoryAlbum.shelf(entry.rows, words) : HistoryAlbum.albums(entry.rows, words)
      })
  }

  /// An entry is one album, or the albums of one shelf.
  private static func days(_ entries: [[HistoryAlbum]]) -> [HistoryDay] {
    var days: [HistoryDay] = []
    var rest = entries[...]
    while let first = rest.first?.first?.newest {
      let same = rest.prefix { $0.first?.newest.isoDay == first.isoDay }
      days.append(
        HistoryDay(day: first.day, isoDay: first.isoDay, albums: same.flatMap(\.self)))
      rest = rest.dropFirst(same.count)
    }
    return days
  }
}

/// A row with the key of its album.
typealias KeyedRow = (row: HistoryRow, key: AlbumKey)

/// All finds of one album on a page.
struct HistoryAlbum: Sendable {
  let newest: HistoryRow

  /// The earlier finds, newest first.
  let repeats: [HistoryRow]

  /// The number of finds; nil for an album that was found once.
  let scanned: String?

  /// The row of the shelf that begins with this album; nil for any other album.
  var shelf: View?

  /// Whether the shelf ends with this album.
  var endsShelf = false

  var view: View {
    [
      .view(.shelf, shelf), .view(.newest, newest.view), .views(.repeats, repeats.map(\.view)),
      .text(.scanned, scanned), .flag(.endsShelf, endsShelf),
    ]
  }

  /// A pattern for scripts. Its first row has a verdict; its second row is folded and has no
  /// verdict.
  init?(patternOf row: HistoryRow, _ settings: SiteSettings) {
    let rows = [true, false].map { HistoryRow(patternOf: row, hasVerdict: $0, settings) }
    self.init(rows, settings.words)
  }

  /// Nil without rows.
  init?(_ rows: [HistoryRow], _ words: Phrasebook) {
    guard let newest = rows.first else { return nil }
    self.newest = newest
    repeats = Array(rows.dropFirst())
    scanned = repeats.isEmpty ? nil : words.number(rows.count)
  }
}

extension HistoryAlbum {
  /// The albums of `rows`, newest first, each at the position of its newest find. Rows with the same
  /// key are finds of one album.
  static func albums<Key: Hashable>(
    _ rows: some Sequence<(row: HistoryRow, key: Key)>, _ words: Phrasebook
  ) -> [HistoryAlbum] {
    var indexes: [Key: Int] = [:]
    var albums: [[HistoryRow]] = []
    for (row, key) in rows {
      if let index = indexes[key] {
        albums[index].append(row)
      } else {
        indexes[key] = albums.count
        albums.append([row])
      }
    }
    return albums.compactMap { HistoryAlbum($0, words) }
  }
}
