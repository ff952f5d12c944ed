// The kinds of tables of other services: their columns, and the reading of a row.
// Source: docs/interface.md "Export and import".

import Albums
import Store
import Text

/// The columns of a table by their names, without the spaces around them and in lower case.
struct TableColumns {
  private var indexes: [String: Int]

  /// The number of named columns.
  let count: Int

  init(_ header: [String]) {
    count = header.count
    indexes = Dictionary(
      header.enumerated().map { ($1.trimmed.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Gives the cell after the last named column a name, unless a column has this name.
  mutating func name(lastCell name: String) {
    if indexes[name] == nil { indexes[name] = count }
  }

  func has(_ names: String...) -> Bool { names.allSatisfy { indexes[$0] != nil } }

  /// The text of a cell; empty if the column or the cell is missing.
  func cell(_ name: String, of fields: [String]) -> String {
    guard let index = indexes[name], index < fields.count else { return "" }
    return CSVWriter.original(fields[index])
  }
}

/// A table of a service that can be imported: one description for each kind of table.
struct TableService: Sendable {
  let format: ImportFormat

  /// Whether a table with these columns is of this kind.
  let fits: @Sendable (TableColumns) -> Bool

  /// The name of the column with the day of a row, in lower case.
  let dateColumn: String

  /// The column of a cell that real files have after the last named column; nil without such a cell.
  var unnamedColumn: String? = nil

  /// Writes the cells of a row into its entry: names, details, and the row key. `cell` gives the text of
  /// a column.
  let read: @Sendable (_ cell: (String) -> String, _ entry: inout TableEntry) -> Void

  /// All kinds. The first one that fits the columns counts.
  static let all: [TableService] = [.rateYourMusic, .discogsCollection, .discogsWantlist]

  /// The kind of a table; nil for columns of no known service. Throws for a list of things for sale.
  static func of(_ columns: TableColumns) throws(ImportError) -> TableService? {
    if columns.has("listing_id") || columns.has("release_id", "price") { throw .inventory }
    return all.first { $0.fits(columns) }
  }

  func columns(_ header: [String]) -> TableColumns {
    var columns = TableColumns(header)
    if let unnamedColumn { columns.name(lastCell: unnamedColumn) }
    return columns
  }

  func entry(
    _ record: CSVRecord, _ columns: TableColumns, _ dates: TableDates
  ) -> TableEntry {
    var entry = TableEntry(line: record.line, raw: record.fields)
    let cell = { (name: String) in columns.cell(name, of: record.fields) }
    read(cell, &entry)
    entry.found = dates.moment(cell(dateColumn))
    entry.problem = problem(of: record, columns, dates) ?? entry.nameProblem
    return entry
  }

  private func problem(
    of record: CSVRecord, _ columns: TableColumns, _ dates: TableDates
  ) -> RowProblem? {
    if TableEntry.isTooLong(record.fields) { return .longRow }
    if record.fields.contains(where: { $0.utf8.contains(0) }) { return .nul }
    // A line may end in commas without a text. A cell with a text would be in the wrong column.
    let extra = record.fields.dropFirst(columns.count).filter { !$0.trimmed.isEmpty }
    let isDay =
      extra == [columns.cell(dateColumn, of: record.fields)] && dates.moment(extra[0]) != nil
    guard extra.isEmpty || unnamedColumn == dateColumn && isDay else {
      return .cells(record.fields.count, columns: columns.count)
    }
    return nil
  }
}
