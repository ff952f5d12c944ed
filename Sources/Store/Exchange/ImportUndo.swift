// The undo of an import: its finds are deleted, in batches, except those that were edited since.

package import Albums
import Host
import Text

/// The result of one batch of an undo.
package struct UndoneImport: Sendable {
  package var removed: Int = 0

  /// Edited finds. They stay in the history.
  package var kept: [FindID] = []

  /// The last line of the batch; nil when no row is left.
  package var line: Int?
}

extension Store {
  /// Deletes at most `count` finds of an import whose lines are above `line`, in one transaction.
  /// They can be restored for 30 days. A later import of the same table adds them again. A later
  /// import of an export does not: its finds keep their ids, so they stay deleted until "undelete".
  /// The last call, which finds no row, marks the import as undone.
  package func undoImport(
    _ id: Int64, after line: Int, count: Int, at now: Timestamp
  ) throws(StoreError) -> UndoneImport {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      var result = UndoneImport()
      let rows = try importedRows(of: id, after: line, count: count)
      for row in rows {
        result.line = row.line
        let isThere = try isInLog(row.find)
        let isKept = isThere ? try isEdited(row) : false
        if isKept {
          result.kept.append(row.find)
        } else if try deleteImported(row, at: now) {
          result.removed += 1
        }
      }
      if rows.isEmpty {
        try connection.run(
          "UPDATE imports SET undone = ?2 WHERE id = ?1",
          [.integer(id), .integer(now.milliseconds)])
      }
      return result
    }
  }

  /// Deletes the find of a row, and its rows: an export contains the rows of imported tables, so its find may have a row of
  /// a table as well. Then a later import of that table adds the find again. False if the find was deleted before.
  func deleteImported(_ row: ImportedRow, at now: Timestamp) throws(StoreError) -> Bool {
    try removeWork(for: row.find)
    let isDeleted = try isInLog(row.find) ? try markDeleted(row.find, at: now) : false
    try connection.run("DELETE FROM import_rows WHERE find = ?", [.text(row.find.text)])
    return isDeleted
  }

  /// The rule by which `importState` makes a state. Exports of versions before 10 have states of
  /// rule 1. Rule 1 does not distinguish the value `.no` of `publicChoice` from nil.
  enum ImportStateRule { case one, two }

  /// The number of the rule, then a digest of everything about a find that a person can edit; nil
  /// if the find is not in the history. A state of rule 1 has no number.
  func importState(of find: FindID) throws(StoreError) -> String? {
    try importStates(of: find, rule: .two).first
  }

  /// The states that an unedited find may have, the present one first; empty if the find is not in the
  /// history. Before version 10, an own picture of another find of the album was part of the state.
  private func importStates(
    of find: FindID, rule: ImportStateRule
  ) throws(StoreError) -> [String] {
    guard let details = try details(of: find), let item = try item(of: find) else { return [] }
    let origin = try evidence(of: item)?.stored.prefix { $0 != " " && $0 != "," } ?? ""
    return try ownPictures(around: find).map { picture in
      Self.importState(details, origin: String(origin), picture, rule)
    }
  }

  /// The pictures that may be part of a state: the digest of the find's own picture, or else an
  /// empty text and the digests of the album's own pictures.
  private func ownPictures(around find: FindID) throws(StoreError) -> [String] {
    try connection.rows(
      """
      SELECT coalesce(own_artwork, ''), 0 AS rank FROM finds WHERE id = ?1
      UNION SELECT other.own_artwork, 1 FROM finds JOIN finds AS other ON other.album = finds.album
        WHERE finds.id = ?1 AND finds.own_artwork IS NULL AND other.own_artwork NOT NULL
      UNION SELECT artwork, 1 FROM finds JOIN unowned_pictures USING (album)
        WHERE finds.id = ?1 AND own_artwork IS NULL
      ORDER BY rank
      """, [.text(find.text)]
    ) { (row) in row.text(0) }
  }

  private static func importState(
    _ details: FindDetails, origin: String, _ own: String, _ rule: ImportStateRule
  ) -> String {
    let choice =
      switch details.publicChoice {
      case .yes?: "public"
      case .no? where rule == .two: "private"
      case .no?, nil: ""
      }
    let parts = [
      details.status?.rawValue ?? "", choice, origin,
      details.place ?? "", details.note ?? "", own,
    ]
    let text = stored(cells: parts + details.tags.map(\.text) + laterDetails(details))
    let digest = hexadecimal(Array(SHA256.digest(of: Array(text.utf8)).prefix(16)))
    return rule == .two ? "2 \(digest)" : digest
  }

  /// The details that version 1.0 does not have. Only details with a value count, so the state of a
  /// find without such a value equals the state that version 1.0 stored. The NUL character
  /// distinguishes a detail from a tag.
  private static func laterDetails(_ details: FindDetails) -> [String] {
    Detail.all.compactMap { detail in
      guard !detail.isOfFirstVersion, let value = detail.value(details) else { return nil }
      return "\u{0}\(detail.name) \(value)"
    }
  }

  /// Replaces the states of rule 1 in the rows of a find by states of the present rule. If the find
  /// was edited, its rows keep their states, which equal no state of the find.
  func renewImportStates(of find: FindID) throws(StoreError) {
    guard let new = try importState(of: find) else { return }
    for old in try importStates(of: find, rule: .one) {
      try connection.run(
        "UPDATE import_rows SET state = ?3 WHERE find = ?1 AND state = ?2",
        [.text(find.text), .text(old), .text(new)])
    }
  }

  /// Whether a person changed the details, the album or the picture after the import.
  func isEdited(_ row: ImportedRow) throws(StoreError) -> Bool {
    try !importStates(of: row.find, rule: .two).contains(row.state)
  }

  /// Removes the lookup and the review that are queued for the find.
  private func removeWork(for find: FindID) throws(StoreError) {
    try withdrawFirstReview(of: find)
    try connection.run(
      """
      DELETE FROM jobs WHERE kind = 'refill' AND state = 'queued' AND attempts = 0
        AND item = (SELECT item FROM finds WHERE id = ?)
      """, [.text(find.text)])
  }
}
