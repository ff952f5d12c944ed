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

  /// The right moment of the find; nil if it stays.
  package let found: Timestamp?

  package init(
    identity: String, raw: [String], former: FindDetails, details: FindDetails, found: Timestamp?
  ) {
    (self.identity, self.raw, self.found) = (identity, raw, found)
    (self.former, self.details) = (former, details)
  }
}

/// An imported row, with the time of its import and of its find.
package struct ImportedCells: Sendable {
  package let header: [String]
  package let raw: [String]
  package let found: Timestamp

  /// The beginning and the end of the import; no end: it was interrupted.
  package let began: Timestamp
  let ended: Timestamp?

  /// Whether a find with this moment got it from the import: a row without a day has the moment of its import.
  package func isOfImport(_ moment: Timestamp) -> Bool {
    moment >= began && ended.map { moment <= $0 } ?? true
  }
}

extension Store {
  /// The columns and the cells of an imported row; nil if no row has this row key, or if the history does not have its
  /// find.
  package func importedCells(of identity: String) throws(StoreError) -> ImportedCells? {
    try connection.row(
      """
      SELECT header, raw, found, imports.created, imports.ended
      FROM import_rows JOIN imports ON imports.id = import_rows.import
        JOIN finds ON finds.id = import_rows.find
      WHERE identity = ? AND header IS NOT NULL AND deleted IS NULL LIMIT 1
      """, [.text(identity)]
    ) { (row) throws(StoreError) in
      ImportedCells(
        header: try Self.cells(row.text(0)), raw: try Self.cells(row.text(1)),
        found: Timestamp(milliseconds: row.integer(2)),
        began: Timestamp(milliseconds: row.integer(3)),
        ended: row.integerOrNil(4).map { Timestamp(milliseconds: $0) })
    }
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
  /// the right value; a detail that a person has changed stays. A find with another moment makes all pages stale, because
  /// it leaves the lists of its former month.
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
    if let found = row.found { try move(find, to: found) }
    guard let before = try details(of: find) else { return }
    let after = before.replacing(row.former, by: row.details)
    guard after != before else { return }
    try write(after, of: find, at: now)
    try markDetails(of: find, changed: before.status != after.status)
  }

  private func move(_ find: FindID, to found: Timestamp) throws(StoreError) {
    let count = try connection.run(
      "UPDATE finds SET found = ?2 WHERE id = ?1 AND found <> ?2",
      [.text(find.text), .integer(found.milliseconds)])
    guard count > 0 else { return }
    try connection.run(
      "UPDATE items SET created = ?2 WHERE id = (SELECT item FROM finds WHERE id = ?1)",
      [.text(find.text), .integer(found.milliseconds)])
    try markStale("find", find.text)
    try connection.run(
      "UPDATE sites SET digest = NULL WHERE name = ?", [.text(SiteName.household.rawValue)])
  }

  private func importedRows(named identity: String) throws(StoreError) -> [ImportedRow] {
    try connection.rows(
      "SELECT line, identity, find, raw, state FROM import_rows WHERE identity = ?",
      [.text(identity)]
    ) { (row) throws(StoreError) in try Self.importedRow(row) }
  }
}
