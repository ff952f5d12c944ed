// The album that an imported row names, from the cells that the database stores.

package import Albums

package enum RowNames {
  /// The album of a row; nil if the columns are of no known table, or if the cells name no album.
  package static func album(header: [String], cells: [String]) -> Album? {
    guard let entry = TableService.entry(of: cells, under: header), entry.nameProblem == nil else {
      return nil
    }
    return entry.album
  }
}
