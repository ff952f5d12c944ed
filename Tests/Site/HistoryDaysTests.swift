// The finds of a page of the history by day, with the repeats of an album folded.

import Albums
import Host
import Support
import Testing
import Words

@testable import Site

@Suite struct HistoryDaysTests {
  /// 21 November 2026, 12:00 UTC.
  private static let noon = Sample.moment(daysBefore: 0)

  /// The finds as `(title, hours before noon)`, and the days of the page: for each day its albums, with the numbers
  /// of their finds.
  @Test(
    arguments: [
      ([], []),
      ([("A", 0)], ["2026-11-21: 0"]),
      ([("A", 0), ("B", 1), ("C", 24)], ["2026-11-21: 0 1", "2026-11-20: 2"]),
      // Repeats of an album are folded into its newest find, also repeats of other days.
      ([("A", 0), ("B", 1), ("A", 2), ("A", 50)], ["2026-11-21: 0+2+3 1"]),
      ([("A", 0), ("B", 24), ("A", 25), ("C", 26)], ["2026-11-21: 0+2", "2026-11-20: 1 3"]),
      // A day whose finds are all folded has no heading.
      ([("A", 0), ("A", 24), ("B", 48)], ["2026-11-21: 0+1", "2026-11-19: 2"]),
      // Editions of an album are one album, and upper and lower case make no difference.
      ([("A", 0), ("A (Deluxe Edition)", 1), ("a", 2)], ["2026-11-21: 0+1+2"]),
    ] as [([(String, Int)], [String])])
  func `repeats of an album are folded into its newest find`(
    finds: [(String, Int)], expected: [String]
  ) throws {
    #expect(try days(finds.map { ($0.0, hoursBefore($0.1)) }, in: .utc) == expected)
  }

  @Test(arguments: [
    ("UTC", ["2026-11-21: 0", "2026-11-20: 1 2"]),
    ("Europe/Berlin", ["2026-11-21: 0 1", "2026-11-20: 2"]),
    ("Asia/Kathmandu", ["2026-11-21: 0 1 2"]),
    ("America/New_York", ["2026-11-21: 0", "2026-11-20: 1 2"]),
    ("Pacific/Kiritimati", ["2026-11-22: 0", "2026-11-21: 1 2"]),
  ])
  func `a day begins at midnight in the host's time zone`(name: String, expected: [String]) throws {
    // 12:00, 23:30 and 18:30 UTC.
    let finds = [("A", hoursBefore(0)), ("B", minutesBefore(750)), ("C", minutesBefore(1050))]
    let bytes = try Files.read("/usr/share/zoneinfo/\(name)", limit: Zone.fileLimit)
    #expect(try days(finds, in: #require(Zone(name: name, file: bytes))) == expected)
  }

  @Test func `a heading has the absolute day, and a fold has the number of its finds`() throws {
    let words = try MessageCatalogue(language: "de", folder: "\(Checkout.root)/words").phrasebook(
      zone: .utc)
    let days = HistoryDay.days(
      [
        row("A", Self.noon, 0, words), row("A", Self.noon, 1, words), row("B", Self.noon, 2, words),
      ],
      keys: ["A", "A", "B"].map { AlbumKey(artist: "X", title: $0) }, words)
    #expect(days.map(\.day) == ["21. November 2026"])
    #expect(days.first?.albums.map(\.scanned) == ["2", nil])
  }

  private func hoursBefore(_ hours: Int) -> Timestamp { minutesBefore(hours * 60) }

  private func minutesBefore(_ minutes: Int) -> Timestamp {
    Self.noon.advanced(byMilliseconds: -Int64(minutes) * 60_000)
  }

  private func days(_ finds: [(title: String, found: Timestamp)], in zone: Zone) throws -> [String]
  {
    let words = try MessageCatalogue(language: "en", folder: "\(Checkout.root)/words").phrasebook(
      zone: zone)
    let rows = finds.enumerated().map { row($1.title, $1.found, $0, words) }
    let keys = finds.map { AlbumKey(artist: "The Night Ferries", title: $0.title) }
    return HistoryDay.days(rows, keys: keys, words).map { day in
      let albums = day.albums.map { album in
        ([album.newest] + album.repeats).map { text($0.view[.artist]) }.joined(separator: "+")
      }
      return "\(day.isoDay): \(albums.joined(separator: " "))"
    }
  }

  private func text(_ field: Field) -> String {
    if case .text(let text) = field { text } else { "" }
  }

  /// A row whose artist is its number.
  private func row(
    _ title: String, _ found: Timestamp, _ number: Int, _ words: Phrasebook
  ) -> HistoryRow {
    let album = Album(artist: "\(number)", title: title)
    let find = Find(
      id: Sample.find(number), scan: nil, found: found, isSure: true, album: album, review: nil)
    let settings = SiteSettings(baseURL: "https://records.example", words: words)
    return HistoryRow(find, artwork: nil, settings)
  }
}
