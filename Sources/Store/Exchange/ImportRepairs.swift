// The repair of finds whose rows a former version read wrongly. The reader of the table decides which rows these are
// (Exchange/Imports/TableRepair.swift).

package import Albums

/// A row that is read rightly now.
package struct RepairedRow: Sendable {
  package let identity: String

  /// The cells of the right reading.
  package let raw: [String]

  /// The details of the stored cells and of the right cells.
  package let former: FindDetails
  package let details: FindDetails

  package init(identity: String, raw: [String], former: FindDetails, details: FindDetails) {
    (self.identity, self.raw, self.former, self.details) = (identity, raw, former, details)
  }
}

extension Store {
  /// The columns and the cells of an imported row; nil if no row has this row key, or if the history does not have its
  /// find.
  package func importedCells(
    of identity: String
  ) throws(StoreError) -> (header: [String], raw: [String])? {
    try connection.row(
      """
      SELECT header, raw FROM import_rows JOIN imports ON imports.id = import_rows.import
        JOIN finds ON finds.id = import_rows.find
      WHERE identity = ? AND header IS NOT NULL AND deleted IS NULL LIMIT 1
      """, [.text(identity)]
    ) { (row) throws(StoreError) in (try Self.cells(row.text(0)), try Self.cells(row.text(1))) }
  }

  /// The row keys of the imports of the file `digest` whose lines are not in `lines`: no record of the file begins there.
  package func importedRows(
    of digest: [UInt8], _ format: ImportFormat, outside lines: Set<Int>
  ) throws(StoreError) -> [String] {
    let rows = try connection.rows(
      """
      SELECT line, identity FROM import_rows JOIN imports ON imports.id = import_rows.import
        JOIN finds ON finds.id = import_rows.find
      WHERE digest = ? AND format = ? AND deleted IS NULL ORDER BY line
      """, [.blob(digest), .text(format.rawValue)]
    ) { (row) in (line: Int(row.integer(0)), identity: row.text(1)) }
    return rows.filter { !lines.contains($0.line) }.map(\.identity)
  }

  /// Gives the rows their right cells, in one transaction. A detail of their finds that still has the former value gets
  /// the right value; a detail that a person has changed stays.
  package func repair(_ rows: [RepairedRow], at now: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      for row in rows {
        for stored in try importedRows(named: row.identity) {
          let isEdited = try isEdited(stored)
          try repair(stored.find, row, at: now)
          let state = isEdited ? stored.state : try importState(of: stored.find) ?? ""
          try connection.run(
            "UPDATE import_rows SET raw = ?3, state = ?4 WHERE identity = ?1 AND find = ?2",
            [
              .text(row.identity), .text(stored.find.text), .text(Self.stored(cells: row.raw)),
              .text(state),
            ])
        }
      }
    }
  }

  /// Deletes the finds of rows that are no rows of their file, except those that were edited since, in one transaction.
  /// The finds can be restored for 30 days.
  package func deleteImported(_ identities: [String], at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      for identity in identities {
        for row in try importedRows(named: identity) where try !isEdited(row) {
          _ = try deleteImported(row, at: now)
        }
      }
    }
  }

  // MARK: Inside a transaction

  private func repair(
    _ find: FindID, _ row: RepairedRow, at now: Timestamp
  ) throws(StoreError) {
    guard let before = try details(of: find) else { return }
    let after = before.replacing(row.former, by: row.details)
    guard after != before else { return }
    try write(after, of: find, at: now)
    try markDetails(of: find, changed: before.status != after.status)
  }

  private func importedRows(named identity: String) throws(StoreError) -> [ImportedRow] {
    try connection.rows(
      "SELECT line, identity, find, raw, state FROM import_rows WHERE identity = ?",
      [.text(identity)]
    ) { (row) throws(StoreError) in try Self.importedRow(row) }
  }
}
