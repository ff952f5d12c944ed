// The kinds of tables of other services: their columns, and the reading of a row.
// Source: docs/interface.md "Export and import".

import Albums
import Store
import Text

/// The columns of a table by their names. Only letters and digits in lower case count, because tools write `date_added`
/// in place of `Date Added`.
struct TableColumns {
  private var indexes: [String: Int]

  /// The number of columns in the first line.
  let count: Int

  init(_ header: [String]) {
    count = header.count
    indexes = Dictionary(
      header.enumerated().map { (Self.name($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name by which a column is found: `dateadded`.
  static func name(_ cell: String) -> String {
    cell.lowercased().filter { $0.isLetter || $0.isNumber }
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

  /// The names of the columns with the day of a row: the service's own name first, then those that tools write in its
  /// place.
  let dateColumns: [String]

  /// The names of all other columns that the service writes. Some are not read, but stay in the raw row.
  let otherColumns: Set<String>

  /// A person can add columns at the service; their names begin with this text. Nil for other services.
  var ownColumns: String? = nil

  /// Whether real files have a cell with the day after the last named column.
  var hasUnnamedDay = false

  /// Writes the cells of a row into its entry: names, details, and the row key. `cell` gives the text of
  /// a column.
  let read: @Sendable (_ cell: (String) -> String, _ entry: inout TableEntry) -> Void

  /// All kinds. The first one that fits the columns counts.
  static let all: [TableService] = [.rateYourMusic, .discogsCollection, .discogsWantlist]

  /// The kind of a table; nil for columns of no known service. Throws for a list of things for sale.
  static func of(_ columns: TableColumns) throws(ImportError) -> TableService? {
    if columns.has("listingid") || columns.has("releaseid", "price") { throw .inventory }
    return all.first { $0.fits(columns) }
  }

  func columns(_ header: [String]) -> TableColumns {
    var columns = TableColumns(header)
    if hasUnnamedDay, !dateColumns.contains(where: { columns.has($0) }) {
      columns.name(lastCell: dateColumns[0])
    }
    return columns
  }

  /// The cell with the day of a row; empty without such a column.
  func dateCell(of fields: [String], _ columns: TableColumns) -> String {
    dateColumns.first { columns.has($0) }.map { columns.cell($0, of: fields) } ?? ""
  }

  /// The columns of the first line that neither the service nor its reader knows.
  func unknownColumns(_ header: [String]) -> [String] {
    header.filter { cell in
      let name = TableColumns.name(cell)
      return !name.isEmpty && !dateColumns.contains(name) && !otherColumns.contains(name)
        && ownColumns.map { !name.hasPrefix($0) } ?? true
    }
  }

  func entry(
    _ record: CSVRecord, _ columns: TableColumns, _ dates: TableDates
  ) -> TableEntry {
    var entry = TableEntry(line: record.line, raw: record.fields)
    read({ columns.cell($0, of: record.fields) }, &entry)
    entry.day = dates.day(dateCell(of: record.fields, columns))
    entry.problem = problem(of: record, columns) ?? entry.nameProblem
    return entry
  }

  /// The entry of a stored row, without its day; nil if the columns are of no known table.
  static func entry(of cells: [String], under header: [String]) -> TableEntry? {
    let dates = TableDates(zone: .utc, now: Timestamp(milliseconds: 0), cells: [])
    return all.first { $0.fits(TableColumns(header)) }.map { service in
      service.entry(CSVRecord(line: 0, fields: cells), service.columns(header), dates)
    }
  }

  private func problem(of record: CSVRecord, _ columns: TableColumns) -> RowProblem? {
    if TableEntry.isTooLong(record.fields) { return .longRow }
    if record.fields.contains(where: { $0.utf8.contains(0) }) { return .nul }
    // A line may end in commas without a text. A cell with a text would be in the wrong column.
    let extra = record.fields.dropFirst(columns.count).filter { !$0.trimmed.isEmpty }
    let isDay =
      hasUnnamedDay && extra == [dateCell(of: record.fields, columns)]
      && WrittenDate(extra[0]) != nil
    guard extra.isEmpty || isDay else {
      return .cells(record.fields.count, columns: columns.count)
    }
    return nil
  }
}
