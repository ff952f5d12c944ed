// Stale summary pages: index pages, statistics, and album pages that show other finds. They are
// written less often than the pages of finds.

package import Albums

/// A summary page that has to be written again.
package enum StaleSummary: Sendable {
  /// The index page of a facet: the parts with finds from `since` on.
  case facet(FacetKind, key: String, since: Timestamp)

  /// The album page of a find, which shows other finds that have changed.
  case find(FindID)

  /// The statistics of a year.
  case year(Int)
}

extension Store {
  /// The stale summary pages: index pages first.
  package func staleSummaries() throws(StoreError) -> [StaleSummary] {
    try connection.rows(
      """
      SELECT kind, key, since FROM stale_facets ORDER BY kind IN ('find', 'year-found'), kind, key
      """
    ) { (row) in
      switch row.text(0) {
      case "find": .find(FindID(unchecked: row.text(1)))
      case "year-found": Int(row.text(1)).map { .year($0) }
      case let kind:
        FacetKind(rawValue: kind).map {
          .facet($0, key: row.text(1), since: Timestamp(milliseconds: row.integer(2)))
        }
      }
    }.compactMap(\.self)
  }

  /// Whether the page of a find still lacks a link to a summary page, or a former picture is to be
  /// removed.
  package func isUnfinished(_ find: FindID) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT EXISTS (SELECT 1 FROM stale_facets WHERE kind = 'find' AND key = ?)",
      [.text(find.text)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  package func hasStaleSummaries() throws(StoreError) -> Bool {
    try connection.row("SELECT EXISTS (SELECT 1 FROM stale_facets)") { (row) in
      row.integer(0) == 1
    } ?? false
  }

  /// Records that all stale summary pages have been written, except `failed`. Only the holder of the
  /// worker lock marks and writes them, so none became stale meanwhile.
  package func markSummariesWritten(except failed: [StaleSummary] = []) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try connection.run("DELETE FROM stale_facets")
      for page in failed {
        let (kind, key, since): (String, String, Int64) =
          switch page {
          case .facet(let kind, let key, let since): (kind.rawValue, key, since.milliseconds)
          case .find(let id): ("find", id.text, 0)
          case .year(let year): ("year-found", String(year), 0)
          }
        try connection.run(
          "INSERT INTO stale_facets (kind, key, since) VALUES (?, ?, ?)",
          [.text(kind), .text(key), .integer(since)])
      }
    }
  }
}
