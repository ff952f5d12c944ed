// Groups the finds of a page of the history: by day, and repeats of an album into one entry.

import Albums

/// The albums that were found last on one day, newest first.
struct HistoryDay: Sendable {
  /// The day in words, `21 November 2026`. A script replaces it by "Today" or "Sat 21 Nov".
  let day: String
  let isoDay: String
  let albums: [HistoryAlbum]

  var view: View {
    [.text(.day, day), .text(.isoDay, isoDay), .views(.albums, albums.map(\.view))]
  }

  /// Groups `rows`, newest first; `keys` has the key of each row's album. All finds of an album on the
  /// page become one entry, on the day of its newest find. A day without such an entry is left out.
  static func days(_ rows: [HistoryRow], keys: [AlbumKey], _ words: Phrasebook) -> [HistoryDay] {
    var places: [AlbumKey: Int] = [:]
    var albums: [[HistoryRow]] = []
    for (row, key) in zip(rows, keys) {
      if let place = places[key] {
        albums[place].append(row)
      } else {
        places[key] = albums.count
        albums.append([row])
      }
    }
    return days(albums.compactMap { HistoryAlbum($0, words) })
  }

  private static func days(_ albums: [HistoryAlbum]) -> [HistoryDay] {
    var days: [HistoryDay] = []
    var rest = albums[...]
    while let first = rest.first?.newest {
      let same = rest.prefix { $0.newest.isoDay == first.isoDay }
      days.append(HistoryDay(day: first.day, isoDay: first.isoDay, albums: Array(same)))
      rest = rest.dropFirst(same.count)
    }
    return days
  }
}

/// All finds of one album on a page.
struct HistoryAlbum: Sendable {
  let newest: HistoryRow

  /// The earlier finds, newest first.
  let repeats: [HistoryRow]

  /// The number of finds; nil for an album that was found once.
  let scanned: String?

  var view: View {
    [
      .view(.newest, newest.view), .views(.repeats, repeats.map(\.view)), .text(.scanned, scanned),
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
