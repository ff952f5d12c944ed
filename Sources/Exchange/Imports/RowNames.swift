// The album that an imported row names, from the cells that the database stores.

package import Albums
import Store

package enum RowNames {
  /// The album of a row; nil if the columns are of no known table, or if the cells name no album.
  package static func album(header: [String], cells: [String]) -> Album? {
    guard let service = TableService.all.first(where: { $0.fits(TableColumns(header)) }) else {
      return nil
    }
    let dates = TableDates(zone: .utc, now: Timestamp(milliseconds: 0), cells: [])
    let entry = service.entry(
      CSVRecord(line: 0, fields: cells), service.columns(header), dates)
    return entry.nameProblem == nil ? entry.album : nil
  }
}
