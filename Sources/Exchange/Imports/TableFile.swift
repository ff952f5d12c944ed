// A table of another service: recognises it by its columns, and reads each row as an album with
// details. Columns are found by their names, never by their positions.
// Source: docs/interface.md "Export and import".

package import Albums
import Host
package import Store
import Text

/// The reason why a row cannot become a find.
enum RowProblem: Equatable, Sendable {
  case noArtist, noTitle, longName
  /// The row has more cells than the first line has columns.
  case cells(Int, columns: Int)
  /// The row has more than `TableEntry.mostRowBytes`.
  case longRow
  /// A cell has the character NUL, which ends a text for SQLite.
  case nul

  var sentence: Sentence {
    switch self {
    case .noArtist: Sentence("cli.import.no-artist")
    case .noTitle: Sentence("cli.import.no-title")
    case .longName: Sentence("cli.import.long-name", ["count": .count(TableEntry.longestName)])
    case .cells(let cells, let columns):
      Sentence(
        "cli.import.cells",
        ["count": .count(cells), "columns": .text("\(columns)")])
    case .longRow:
      Sentence("cli.import.long-row", ["count": .count(TableEntry.mostRowBytes >> 20)])
    case .nul: Sentence("cli.import.nul")
    }
  }
}

/// A row of a table.
struct TableEntry: Equatable, Sendable {
  /// The maximum length of an artist or a title in characters. Source: docs/limits.md "Models".
  static let longestName = 300

  /// The maximum size of a row, far below the longest text that the database stores.
  /// Source: docs/limits.md "Export and import".
  static let mostRowBytes = 1 << 20

  let line: Int
  let raw: [String]
  var artist = ""
  var title = ""
  var year: Int?
  var recordLabel: String?
  var hasFactsOfEdition = false
  var details = FindDetails()

  var day = TableDay()

  /// Nil if the row has no day that can be read.
  var found: Timestamp? { day.moment }

  /// Whether the note was too long.
  private(set) var isNoteCut = false

  /// The row key: it is the same for the same row of another file. Copies get numbers.
  var identity = ""

  /// MBID; nil if the file does not name it.
  var releaseGroup: String?
  var problem: RowProblem?

  init(line: Int, raw: [String]) {
    self.line = line
    self.raw = raw
  }

  mutating func take(note cell: String) {
    let note = TableText.note(cell)
    details.note = note?.text
    isNoteCut = note?.isCut ?? false
  }

  /// Whether the cells have more than `mostRowBytes`.
  static func isTooLong(_ cells: [String]) -> Bool {
    cells.reduce(0) { $0 + $1.utf8.count } > mostRowBytes
  }

  /// The reason why the names cannot be those of an album; nil if they can.
  var nameProblem: RowProblem? {
    if artist.isEmpty { return .noArtist }
    if title.isEmpty { return .noTitle }
    let isLong = [artist, title].contains { name in
      name.count > Self.longestName || name.utf8.count > Self.longestName * 8
    }
    return isLong ? .longName : nil
  }

  /// The album. If only the year of the first release distinguishes the artist's albums of this title, the year of an
  /// edition does not belong to the key of the album.
  var album: Album {
    var album = Album(artist: artist, title: title, year: year, recordLabel: recordLabel)
    if hasFactsOfEdition, album.isToldByYear, let year {
      album.storedKey = AlbumKey(artist: artist, title: title).edition(of: year)
    }
    return album
  }

  /// The facts that tell the album apart from others of its name.
  var marks: AlbumMarks {
    AlbumMarks(year: year, isYearOfEdition: hasFactsOfEdition, releaseGroup: releaseGroup)
  }

  /// The key under which the dry run counts the album of a row without a row in the database. Editions of one name
  /// count as one album.
  func counted(_ key: AlbumKey) -> AlbumKey {
    guard let year, !hasFactsOfEdition, !album.isToldByYear else {
      return key.withoutEditionYear ?? key
    }
    return key.told(by: year)
  }
}

/// A table that was read as a whole.
package struct TableFile: Equatable, Sendable {
  /// The maximum size in bytes: far more than 100,000 rows.
  package static let mostBytes = 64 << 20

  package let format: ImportFormat

  /// SHA-256 of the file.
  let digest: [UInt8]
  let header: [String]
  private(set) var entries: [TableEntry] = []

  /// The columns that are not read, by their names in the file.
  private(set) var unknownColumns: [String] = []

  /// Whether some dates of the file have the day first, and others the month.
  private(set) var hasBothOrders = false

  /// The moment at which the file is read; nothing in it can be later.
  let read: Timestamp

  /// A table that a service sent, not a file.
  init(
    format: ImportFormat, digest: [UInt8], header: [String], entries: [TableEntry],
    at now: Timestamp
  ) {
    read = now
    self.format = format
    self.digest = digest
    self.header = header
    self.entries = entries
  }

  /// The number of rows.
  package var count: Int { entries.count }

  /// `zone` is the zone of dates without a zone. A date after `now` counts as unread.
  package init(_ path: String, zone: Zone, at now: Timestamp) throws(ImportError) {
    do {
      try self.init(Files.read(path, limit: Self.mostBytes), zone: zone, at: now)
    } catch let error as ImportError {
      throw error
    } catch HostError.tooLarge {
      throw .tooLarge(megabytes: Self.mostBytes >> 20)
    } catch {
      throw .unreadable("\(error)")
    }
  }

  init(_ bytes: [UInt8], zone: Zone, at now: Timestamp) throws(ImportError) {
    let records = try Self.records(bytes)
    header = records.first?.fields ?? []
    guard !TableEntry.isTooLong(header),
      let service = try TableService.of(TableColumns(header))
    else { throw .unknownFormat }
    format = service.format
    digest = SHA256.digest(of: bytes)
    read = now
    unknownColumns = service.unknownColumns(header)
    let rows = records.dropFirst()
    let columns = service.columns(header)
    let dates = TableDates(
      zone: zone, now: now, cells: rows.map { service.dateCell(of: $0.fields, columns) })
    hasBothOrders = dates.hasBothOrders
    var copies: [String: Int] = [:]
    for row in rows {
      var entry = service.entry(row, columns, dates)
      copies[entry.identity, default: 0] += 1
      entry.identity += " #\(copies[entry.identity, default: 1])"
      entries.append(entry)
    }
  }

  /// The records that have a text.
  private static func records(_ bytes: [UInt8]) throws(ImportError) -> [CSVRecord] {
    let text = try TableText.decoded(bytes)
    do throws(CSVError) {
      return try TableText.records(text).filter { !$0.fields.allSatisfy { $0.trimmed.isEmpty } }
    } catch {
      throw .csv(line: error.line, message: error.message)
    }
  }
}
