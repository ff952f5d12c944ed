// Exports the history as one table: exact, safe for spreadsheets, or in the columns of a Discogs
// collection. Only the last one contains the cells of an imported Discogs file.

package import Albums
import Host
package import Store
import Text

package struct TableExport: Sendable {
  package enum Format: Sendable { case exact, safe, discogs }

  private let format: Format
  private let zone: Zone

  /// `zone` decides the clock time of Discogs' column `Date Added`.
  package init(_ format: Format, zone: Zone) {
    self.format = format
    self.zone = zone
  }

  /// The columns of the two tables of our own.
  static let columns =
    [
      "id", "found", "artist", "title", "year", "genres", "record_label", "status", "tags", "place",
      "note", "public", "sure", "rating", "recommendation", "summary", "release_group",
      "public_choice",
    ] + laterDetails.map(\.column) + ["kind", "isbn", "pages"]

  private static let laterDetails = Detail.all.filter { !$0.isOfFirstVersion }

  /// Replaces the file at `path`. Returns the number of finds in it. With `person`, the table has only
  /// the finds of this person; a table for Discogs always has those of all people.
  package func write(
    _ store: borrowing Store, of person: PersonID? = nil, to path: String
  ) throws -> Int {
    let lines = try store.reading { store in
      format == .discogs ? try discogsLines(store) : try ownLines(store, of: person)
    }
    // Spreadsheets take UTF-8 for another encoding without a byte order mark.
    let text = (format == .safe ? "\u{FEFF}" : "") + lines.joined()
    try Files.replace(path, with: Array(text.utf8), mode: 0o600, durably: true)
    return lines.count - 1
  }

  /// The finds of the history, oldest first.
  private func finds(_ store: borrowing Store) throws -> [Find] {
    var finds: [Find] = []
    for month in try store.months().reversed() {
      finds += try store.finds(in: month, isWhole: false).reversed()
    }
    return finds
  }

  private func ownLines(_ store: borrowing Store, of person: PersonID?) throws -> [String] {
    let isSafe = format == .safe
    var lines = [CSVWriter.line(Self.columns, isSafe: isSafe)]
    for find in try finds(store) {
      if let person, try store.finder(of: find.id) != person { continue }
      let album = try store.albumID(of: find.id)
      let group = try album.flatMap { (id) in try store.sources(of: id)?.releaseGroup }
      lines.append(CSVWriter.line(Self.cells(of: find, group: group), isSafe: isSafe))
    }
    return lines
  }

  private static func cells(of find: Find, group: String?) -> [String] {
    let (album, details) = (find.album, find.details)
    // The names of services have no direction controls. The person's own texts stay exact.
    let names = [
      album.artist, album.title, album.year.map(String.init) ?? "",
      album.genres.joined(separator: "; "), album.recordLabel ?? "",
    ].map(\.withoutDirectionControls)
    return [find.id.text, find.found.iso] + names + [
      details.status?.rawValue ?? "", details.tags.map(\.text).joined(separator: ", "),
      details.place ?? "", details.note ?? "", details.publicChoice == .yes ? "yes" : "no",
      find.isSure ? "yes" : "no", find.review?.rating.description ?? "",
      find.review?.recommendation.english ?? "",
      find.review?.summary.withoutDirectionControls ?? "", group ?? "",
      details.publicChoice.word,
    ] + laterDetails.map { $0.text(details) }
      + [album.kind.rawValue, album.isbn ?? "", album.pages.map(String.init) ?? ""]
  }

  // MARK: Discogs

  /// The columns of a collection. Source: a file of Discogs; docs/interface.md "Export and import".
  static let discogsColumns = [
    "Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id",
    "CollectionFolder", "Date Added", "Collection Media Condition",
    "Collection Sleeve Condition", "Collection Notes",
  ]

  /// Only albums with the status *have*, because a collection contains no other records.
  private func discogsLines(_ store: borrowing Store) throws -> [String] {
    var rows: [(find: Find, imported: [String: String])] = []
    var columns = Self.discogsColumns
    for find in try finds(store) where find.details.status == .have && find.album.kind == .album {
      var imported: [String: String] = [:]
      if let row = try store.importedRow(of: find.id, format: .discogs) {
        imported = Dictionary(zip(row.header, row.raw), uniquingKeysWith: { first, _ in first })
        let own = row.header.filter { $0.hasPrefix("Collection ") && !columns.contains($0) }
        columns += own
      }
      rows.append((find, imported))
    }
    return [CSVWriter.line(columns)]
      + rows.map { row in CSVWriter.line(columns.map { cell($0, of: row.find, row.imported) }) }
  }

  /// The names, the folder and the notes are those of the history. A name of the imported row stays
  /// if the row is of the same album: "Daughter (2)". The rating is the own rating, otherwise that
  /// of the row. The time is that of the row, otherwise that of the find.
  private func cell(_ column: String, of find: Find, _ imported: [String: String]) -> String {
    let album = find.album
    let isSame =
      AlbumKey(
        artist: DiscogsNames.plain(imported["Artist"] ?? ""), title: imported["Title"] ?? "")
      == AlbumKey(artist: album.artist, title: album.title)
    switch column {
    case "Artist":
      return isSame ? imported["Artist"] ?? "" : album.artist.withoutDirectionControls
    case "Title": return isSame ? imported["Title"] ?? "" : album.title.withoutDirectionControls
    case "Released" where imported.isEmpty: return album.year.map(String.init) ?? "0"
    case "Label" where imported.isEmpty:
      return (album.recordLabel ?? "").withoutDirectionControls
    case "CollectionFolder":
      return find.details.tags.first?.text ?? DiscogsNames.defaultFolder
    case "Date Added": return imported[column] ?? clock(find.found)
    case "Collection Notes": return find.details.note ?? ""
    case "Rating":
      let own = find.details.ownRating.map { String($0.stars) }
      return own ?? (isSame ? imported[column] ?? "" : "")
    // The other cells describe the edition. After a correction they are wrong, because the find has
    // another album.
    default: return isSame ? imported[column] ?? "" : ""
    }
  }

  /// `2023-04-23 04:38:00`.
  private func clock(_ moment: Timestamp) -> String {
    let time = zone.civilTime(of: moment)
    let clock = [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(zone.isoDay(moment)) \(clock.joined(separator: ":")):00"
  }
}
