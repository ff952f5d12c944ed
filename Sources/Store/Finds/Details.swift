// The details of finds: reads them, changes them, and undoes a change of several finds.

package import Albums

/// The result of an edit.
package struct StoredEdit: Equatable, Sendable {
  /// The maximum number of finds in one edit.
  package static let mostFinds = 1000

  /// The finds that changed. A find that is deleted, or whose details already had the values, is not
  /// among them.
  package let changed: [FindID]
}

/// A stored edit, for the page with its undo.
package struct EditRecord: Equatable, Sendable {
  package let isDeletion: Bool
  package let isUndone: Bool

  /// The number of changed finds.
  package let count: Int
}

extension Store {
  /// The columns of the details, without tags. `details(_:from:)` reads them and the find's id.
  static var detailColumns: String {
    """
    finds.status, finds.note, finds.place, \(publicChoiceColumn),
      (SELECT count(*) FROM find_tags WHERE find_tags.find = finds.id)
    """
  }

  /// A person's choice, or the word `unconfirmed` (UnconfirmedFinds.swift).
  static var publicChoiceColumn: String {
    """
    coalesce(finds.public_choice,
      (SELECT 'unconfirmed' FROM unconfirmed_finds WHERE unconfirmed_finds.find = finds.id))
    """
  }

  /// Reads details from the columns `detailColumns`, of which `column` is the first. Column 0 is the
  /// find's id.
  func details(_ row: Row, from column: Int32) throws(StoreError) -> FindDetails {
    FindDetails(
      status: row.textOrNil(column).flatMap { FindStatus(rawValue: $0) },
      tags: row.integer(column + 4) == 0 ? [] : try tags(of: row.text(0)),
      note: row.textOrNil(column + 1), place: row.textOrNil(column + 2),
      publicChoice: row.textOrNil(column + 3).flatMap { PublicChoice(rawValue: $0) },
      isUnconfirmed: row.textOrNil(column + 3) == "unconfirmed")
  }

  func tags(of find: String) throws(StoreError) -> [Tag] {
    try connection.rows(
      "SELECT tag FROM find_tags WHERE find = ? ORDER BY position", [.text(find)]
    ) { (row) in Tag(stored: row.text(0)) }
  }

  /// The details of a find; nil if it is deleted or never existed.
  package func details(of id: FindID) throws(StoreError) -> FindDetails? {
    try connection.row(
      "SELECT id, \(Self.detailColumns) FROM finds WHERE id = ? AND deleted IS NULL",
      [.text(id.text)]
    ) { (row) throws(StoreError) in try details(row, from: 1) }
  }

  /// All tags in the log with the number of their finds, the most used first.
  package func tagCounts() throws(StoreError) -> [(tag: Tag, count: Int)] {
    try connection.rows(
      """
      SELECT min(tag), count(*) FROM find_tags JOIN finds ON finds.id = find_tags.find
      WHERE finds.deleted IS NULL GROUP BY key ORDER BY count(*) DESC, key
      """
    ) { (row) in (Tag(stored: row.text(0)), Int(row.integer(1))) }
  }

  /// Changes the details of finds in one transaction, and stores their former details under `edit`
  /// for an undo. Throws `EditFailure.refused` if a find would have too many tags; then nothing
  /// changes. `rule` is that of the published log: its tag, given by a person, is a decision.
  package func edit(
    _ finds: [FindID], _ change: FindEdit, as edit: EditID, by person: PersonID, at now: Timestamp,
    under rule: PublishRule? = nil
  ) throws(EditFailure) -> StoredEdit {
    // The details are checked before the transaction, so that the transaction throws only errors of
    // SQLite. The transaction reads them again.
    do {
      for id in finds.prefix(StoredEdit.mostFinds) {
        if let details = try details(of: id) { _ = try change.applied(to: details) }
      }
      return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
        try removeOldEdits(before: now)
        try connection.run(
          "INSERT INTO edits (id, person, fields, created) VALUES (?, ?, ?, ?)",
          [
            .text(edit.text), .text(person.text), .text(change.fields),
            .integer(now.milliseconds),
          ])
        var changed: [FindID] = []
        for id in finds.prefix(StoredEdit.mostFinds) {
          guard let before = try details(of: id) else { continue }
          guard let after = try? change.applied(to: before), after != before else { continue }
          try remember(before, of: id, in: edit)
          try write(after, of: id, at: now)
          if rule.isDecided(by: after, from: before) { try removeQuestion(about: id) }
          try markDetails(of: id, changed: before.status != after.status)
          changed.append(id)
        }
        return StoredEdit(changed: changed)
      }
    } catch let error as FindEditError {
      throw .refused(error)
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(.damaged("\(error)"))
    }
  }

  /// Deletes finds in one transaction; `undo(_:)` restores them.
  package func delete(
    _ finds: [FindID], as edit: EditID, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> StoredEdit {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try removeOldEdits(before: now)
      try connection.run(
        "INSERT INTO edits (id, person, fields, created) VALUES (?, ?, 'deleted', ?)",
        [.text(edit.text), .text(person.text), .integer(now.milliseconds)])
      var changed: [FindID] = []
      for id in finds.prefix(StoredEdit.mostFinds) {
        guard let before = try details(of: id), try markDeleted(id, at: now) else { continue }
        try remember(before, of: id, in: edit)
        changed.append(id)
      }
      return StoredEdit(changed: changed)
    }
  }

  /// Gives the finds of an edit the details that they had before it: only the details that the edit
  /// changed. Nil if there is no such edit, or it was undone before.
  package func undo(_ edit: EditID, at now: Timestamp) throws(StoreError) -> StoredEdit? {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let fields = try connection.row(
        "SELECT fields FROM edits WHERE id = ? AND undone IS NULL", [.text(edit.text)]
      ) { (row) in Set(row.text(0).split(separator: " ").map(String.init)) }
      guard let fields else { return nil }
      try connection.run(
        "UPDATE edits SET undone = ?2 WHERE id = ?1",
        [.text(edit.text), .integer(now.milliseconds)])
      var changed: [FindID] = []
      for (id, before) in try remembered(in: edit) {
        if fields.contains("deleted") {
          if try markRestored(id) { changed.append(id) }
        } else if let present = try details(of: id) {
          let restored = present.with(fields, of: before)
          guard restored != present else { continue }
          try write(restored, of: id, at: now)
          try markDetails(of: id, changed: present.status != restored.status)
          changed.append(id)
        }
      }
      return StoredEdit(changed: changed)
    }
  }

  /// An edit of the last 30 days; nil if there is no such edit.
  package func editRecord(_ edit: EditID) throws(StoreError) -> EditRecord? {
    try connection.row(
      """
      SELECT fields = 'deleted', undone IS NOT NULL,
        (SELECT count(*) FROM edited_finds WHERE edit = edits.id)
      FROM edits WHERE id = ?
      """, [.text(edit.text)]
    ) { (row) in
      EditRecord(
        isDeletion: row.integer(0) == 1, isUndone: row.integer(1) == 1, count: Int(row.integer(2)))
    }
  }

  /// Whether a person may undo an edit: the person made it, and has found all of its finds.
  package func mayUndo(_ edit: EditID, _ person: PersonID) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT 1 FROM edits WHERE id = ?1 AND person = ?2 AND NOT EXISTS (
        SELECT 1 FROM edited_finds JOIN finds ON finds.id = edited_finds.find
        WHERE edit = ?1 AND finds.person <> ?2)
      """, [.text(edit.text), .text(person.text)]
    ) { (_) in true } ?? false
  }

  /// The person who made an edit; nil if there is no such edit.
  package func editor(of edit: EditID) throws(StoreError) -> PersonID? {
    try connection.row("SELECT person FROM edits WHERE id = ?", [.text(edit.text)]) { (row) in
      PersonID(row.text(0))
    }
  }

  // MARK: Inside a transaction

  /// `now` is nil for a find that is new, whose note has not changed.
  func write(_ details: FindDetails, of id: FindID, at now: Timestamp?) throws(StoreError) {
    try connection.run(
      """
      UPDATE finds SET status = ?2, note = ?3, place = ?4, public_choice = ?5,
        noted = CASE WHEN note IS ?3 THEN noted ELSE ?6 END
      WHERE id = ?1
      """,
      [
        .text(id.text), Value(details.status?.rawValue), Value(details.note),
        Value(details.place), Value(details.publicChoice?.rawValue), Value(now?.milliseconds),
      ])
    try connection.run("DELETE FROM find_tags WHERE find = ?", [.text(id.text)])
    for (position, tag) in details.tags.enumerated() {
      try connection.run(
        "INSERT INTO find_tags (find, position, key, tag) VALUES (?, ?, ?, ?)",
        [.text(id.text), Value(position), .text(tag.key), .text(tag.text)])
    }
  }

  /// Marks the pages that show the details of a find. Pages of later finds say whether the person
  /// has the record, so a changed status marks them, too.
  private func markDetails(of id: FindID, changed isStatusChanged: Bool) throws(StoreError) {
    try markStale("find", id.text)
    if isStatusChanged { try markPagesNaming(id) }
  }

  private func remember(
    _ details: FindDetails, of id: FindID, in edit: EditID
  ) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO edited_finds (edit, find, status, tags, note, place, public_choice)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(edit.text), .text(id.text), Value(details.status?.rawValue),
        .text(details.tags.map(\.text).joined(separator: ",")), Value(details.note),
        Value(details.place), Value(details.publicChoice?.rawValue),
      ])
  }

  private func remembered(in edit: EditID) throws(StoreError) -> [(FindID, FindDetails)] {
    try connection.rows(
      """
      SELECT find, status, tags, note, place, public_choice FROM edited_finds WHERE edit = ?
      ORDER BY find
      """, [.text(edit.text)]
    ) { (row) in
      let details = FindDetails(
        status: row.textOrNil(1).flatMap { FindStatus(rawValue: $0) },
        tags: row.text(2).split(separator: ",").map { Tag(stored: String($0)) },
        note: row.textOrNil(3), place: row.textOrNil(4),
        publicChoice: row.textOrNil(5).flatMap { PublicChoice(rawValue: $0) })
      return (FindID(unchecked: row.text(0)), details)
    }
  }

  /// Removes the edits that are too old for an undo.
  package func removeOldEdits(before now: Timestamp) throws(StoreError) {
    let oldest = now.advanced(byMilliseconds: -Self.deletedFindMilliseconds)
    try connection.run("DELETE FROM edits WHERE created < ?", [.integer(oldest.milliseconds)])
  }
}

/// The reason why an edit failed.
package enum EditFailure: Error, Equatable, Sendable {
  case refused(FindEditError)
  case store(StoreError)
}

extension PublishRule? {
  /// Whether a person who changed these details has decided on an undecided find: after a choice, the
  /// find was left to the rule, or it got the rule's tag. A find with a choice raises no question, and
  /// its question returns with the undo of this choice.
  fileprivate func isDecided(by after: FindDetails, from before: FindDetails) -> Bool {
    guard after.publicChoice == nil else { return false }
    if before.publicChoice != nil { return true }
    guard case .tag(let key)? = self?.choice else { return false }
    func hasTag(_ details: FindDetails) -> Bool { details.tags.contains { $0.key == key } }
    return hasTag(after) && !hasTag(before)
  }
}

extension FindEdit {
  /// The names of the details that the change sets, for the column `fields`.
  fileprivate var fields: String {
    var names: [String] = []
    if status != nil { names.append("status") }
    if tags != nil || !addedTags.isEmpty || !removedTags.isEmpty { names.append("tags") }
    if note != nil { names.append("note") }
    if place != nil { names.append("place") }
    if publicChoice != nil { names.append("public") }
    return names.joined(separator: " ")
  }
}

extension FindDetails {
  /// These details with some of the values of `other`.
  fileprivate func with(_ fields: Set<String>, of other: FindDetails) -> FindDetails {
    var result = self
    if fields.contains("status") { result.status = other.status }
    if fields.contains("tags") { result.tags = other.tags }
    if fields.contains("note") { result.note = other.note }
    if fields.contains("place") { result.place = other.place }
    if fields.contains("public") { result.publicChoice = other.publicChoice }
    return result
  }
}
