// The repair of a log that imported a table while a version read cells wrongly: the same table is imported again.
// Version 1.0 took a quote after blanks for a letter of its cell, so a comma or a line end inside the quotes ended the cell.

import Albums
import Host
import Store

/// The rows of earlier imports that this file repairs.
struct TableRepair {
  private let file: TableFile

  init(_ file: TableFile) { self.file = file }

  /// The repair of the find that an entry has become; nil if its cells were read rightly.
  func row(of entry: TableEntry, _ store: borrowing Store) throws(StoreError) -> RepairedRow? {
    guard let stored = try store.importedCells(of: entry.identity),
      Self.isMisread(stored.raw, entry.raw)
    else { return nil }
    return RepairedRow(
      identity: entry.identity, raw: entry.raw,
      former: Self.details(of: stored.raw, under: stored.header), details: entry.details)
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

  /// The details that the former cells gave to their find.
  private static func details(of cells: [String], under header: [String]) -> FindDetails {
    let service = TableService.all.first { $0.fits(TableColumns(header)) }
    let record = CSVRecord(line: 0, fields: cells)
    return service?.entry(record, TableColumns(header), TableDates(zone: .utc, cells: [])).details
      ?? FindDetails()
  }
}
