// The repair of finds by a second import of their table. Version 1.0 took a quote after blanks for a letter of its cell, so
// a comma or a line end inside the quotes ended the cell. A day that an import could not read was the day of the import.

import Albums
import Host
import Store

/// The rows of earlier imports that this file repairs.
struct TableRepair {
  private let file: TableFile

  init(_ file: TableFile) { self.file = file }

  /// The repair of the find that an entry has become; nil if its cells were read rightly.
  func row(of entry: TableEntry, _ store: borrowing Store) throws(StoreError) -> RepairedRow? {
    guard let stored = try store.importedCells(of: entry.identity) else { return nil }
    let found = found(of: entry, stored)
    if Self.isMisread(stored.raw, entry.raw) {
      return RepairedRow(
        identity: entry.identity, raw: entry.raw,
        former: TableService.entry(of: stored.raw, under: stored.header)?.details ?? FindDetails(),
        details: entry.details,
        found: found)
    }
    guard let found else { return nil }
    // Cells belong to the first line of their own file.
    let raw = stored.header == file.header ? entry.raw : stored.raw
    return RepairedRow(
      identity: entry.identity, raw: raw, former: entry.details, details: entry.details,
      found: found)
  }

  /// The right day of a find that has the day of its import, that is in the future, or whose row names a zone; nil if the
  /// find keeps its day. Only the same row may correct a day by its zone: a service may change the day of a row later.
  private func found(of entry: TableEntry, _ stored: ImportedCells) -> Timestamp? {
    let isOfImport = stored.isOfImport(stored.found)
    let isZoneIgnored = entry.day.hasZone && stored.raw == entry.raw
    let isTooLate = TableDates.isTooLate(stored.found, at: file.read)
    guard isOfImport || isZoneIgnored || isTooLate else { return nil }
    guard let right = entry.found ?? (isTooLate ? stored.began : nil) else { return nil }
    return right == stored.found ? nil : right
  }

  /// The rows of an earlier import that were a part of a cell: the former reader ended a row at each line end.
  func partialRows(_ store: borrowing Store) throws(StoreError) -> [String] {
    let lines = Set(file.entries.map(\.line))
    return try store.importedRows(of: file.digest, file.format, outside: lines)
  }

  /// Whether a stored cell begins with blanks and a quote, and is another text now.
  private static func isMisread(_ stored: [String], _ present: [String]) -> Bool {
    zip(stored, present).contains { former, cell in
      let text = former.drop { $0 == " " || $0 == "\t" }
      return former != cell && text.first == "\"" && text.count < former.count
    }
  }
}
