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
  /// The columns of the details of `list`, which `details(_:_:from:)` reads.
  static func columns(of list: [Detail]) -> String {
    let columns = list.map { detail in
      detail.name == Detail.publicChoice.name ? publicChoiceColumn : "finds.\(detail.column)"
    }
    return columns.joined(separator: ", ")
  }

  /// The columns of all details, and the number of tags. `details(_:from:)` reads them.
  static let detailColumns = "\(columns(of: Detail.all)), \(tagCount)"

  /// The number of `detailColumns`.
  static let detailCount = Int32(Detail.all.count + 1)

  private static let tagCount =
    "(SELECT count(*) FROM find_tags WHERE find_tags.find = finds.id)"

  /// A person's choice, or the word `unconfirmed` (UnconfirmedFinds.swift).
  private static let publicChoiceColumn = """
    coalesce(finds.public_choice,
      (SELECT '\(PublicChoice.unconfirmed)' FROM unconfirmed_finds WHERE unconfirmed_finds.find = finds.id))
    """

  /// Reads details from the columns `detailColumns`, of which `column` is the first. Column 0 is the
  /// find's id.
  func details(_ row: Row, from column: Int32) throws(StoreError) -> FindDetails {
    var details = Self.details(Detail.all, row, from: column)
    if row.integer(column + Self.detailCount - 1) > 0 { details.tags = try tags(of: row.text(0)) }
    return details
  }

  /// Reads the details of `list`, without tags.
  static func details(_ list: [Detail], _ row: Row, from column: Int32) -> FindDetails {
    var details = FindDetails()
    for (index, detail) in list.enumerated() {
      detail.set(&details, row.detail(column + Int32(index)))
    }
    return details
  }

  func tags(of find: String) throws(StoreError) -> [Tag] {
    try connection.rows(
      "SELECT tag FROM find_tags WHERE find = ? ORDER BY position", [.text(find)]
    ) { (row) in Tag(stored: row.text(0)) }
  }

  /// The details of a find; nil if the find is deleted or never existed.
  package func details(of id: FindID) throws(StoreError) -> FindDetails? {
    try connection.row(
      "SELECT id, \(Self.detailColumns) FROM finds WHERE id = ? AND deleted IS NULL",
      [.text(id.text)]
    ) { (row) throws(StoreError) in try details(row, from: 1) }
  }

  /// All tags in the history with the number of their finds, the most used first.
  package func tagCounts() throws(StoreError) -> [(tag: Tag, count: Int)] {
    try connection.rows(
      """
      SELECT min(tag), count(*) FROM find_tags JOIN finds ON finds.id = find_tags.find
      WHERE finds.deleted IS NULL GROUP BY key ORDER BY count(*) DESC, key
      """
    ) { (row) in (Tag(stored: row.text(0)), Int(row.integer(1))) }
  }

  /// Changes the details of finds in one transaction, and stores their former details under `edit`
  /// for an undo. Throws `EditFailure.refused` if a find would have too many tags, or the history too
  /// many favourites; then nothing changes. `rule` is the rule of the published log. If the rule names
  /// a tag, a person who gives this tag to an undecided find has decided that strangers see the find.
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
      if change.changes[Detail.favourite.name]?.value != nil,
        try countFavourites(with: finds) > FindDetails.mostFavourites
      {
        throw FindEditError.favourites
      }
      return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
        try removeOldEdits(before: now)
        try connection.run(
          "INSERT INTO edits (id, person, fields, created) VALUES (?, ?, ?, ?)",
          [
            .text(edit.text), .text(person.text), .text(change.names.joined(separator: " ")),
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

  /// Undoes an edit: its finds get back the details that the edit changed; finds that it deleted are
  /// restored. Nil if there is no such edit, or it was undone before.
  package func undo(_ edit: EditID, at now: Timestamp) throws(StoreError) -> StoredEdit? {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let stored = try connection.row(
        "SELECT fields, created FROM edits WHERE id = ? AND undone IS NULL", [.text(edit.text)]
      ) { (row) in
        (
          fields: Set(row.text(0).split(separator: " ").map(String.init)),
          made: Timestamp(milliseconds: row.integer(1))
        )
      }
      guard let (fields, made) = stored else { return nil }
      try connection.run(
        "UPDATE edits SET undone = ?2 WHERE id = ?1",
        [.text(edit.text), .integer(now.milliseconds)])
      if fields.contains(Self.movedAlbum) {
        return StoredEdit(changed: try undoMove(edit, made: made))
      }
      var changed: [FindID] = []
      for (id, before) in try remembered(in: edit) {
        if fields.contains("deleted") {
          if try markRestored(id, at: now) { changed.append(id) }
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

  /// The number of favourites if `finds` become favourites, too.
  private func countFavourites(with finds: [FindID]) throws(StoreError) -> Int {
    let present = try connection.rows(
      "SELECT id FROM finds WHERE favourite IS NOT NULL AND deleted IS NULL"
    ) { (row) in FindID(unchecked: row.text(0)) }
    var all = Set(present)
    for id in finds.prefix(StoredEdit.mostFinds) where try isInLog(id) { all.insert(id) }
    return all.count
  }

  // MARK: Inside a transaction

  /// Whether the other finds already have the maximum number of favourites.
  func hasAllFavourites(without id: FindID) throws(StoreError) -> Bool {
    let others = try connection.row(
      """
      SELECT count(*) FROM finds WHERE favourite IS NOT NULL AND deleted IS NULL AND id <> ?
      """, [.text(id.text)]
    ) { (row) in Int(row.integer(0)) }
    return others ?? 0 >= FindDetails.mostFavourites
  }

  /// Stores the details of a find. `now` is the time of a change of the note; nil for a new find, because
  /// its note has not changed. If an import or an undo would make too many favourites, the find does not
  /// become a favourite.
  func write(_ written: FindDetails, of id: FindID, at now: Timestamp?) throws(StoreError) {
    var details = written
    if details.isFavourite, try hasAllFavourites(without: id) { details.isFavourite = false }
    let columns = Detail.all.map { "\($0.column) = ?" }.joined(separator: ", ")
    try connection.run(
      """
      UPDATE finds SET noted = CASE WHEN note IS ? THEN noted ELSE ? END, \(columns) WHERE id = ?
      """,
      [Value(details.note), Value(now?.milliseconds)] + Self.values(of: details)
        + [.text(id.text)])
    try connection.run("DELETE FROM find_tags WHERE find = ?", [.text(id.text)])
    // An edit of an earlier version may have two spellings of one tag. The first one stays.
    for (position, tag) in details.tags.enumerated() {
      try connection.run(
        "INSERT OR IGNORE INTO find_tags (find, position, key, tag) VALUES (?, ?, ?, ?)",
        [.text(id.text), Value(position), .text(tag.key), .text(tag.text)])
    }
  }

  /// Marks the pages that show the details of a find. Pages of later finds say whether the person
  /// has the record, so a changed status marks them, too.
  func markDetails(of id: FindID, changed isStatusChanged: Bool) throws(StoreError) {
    try markStale("find", id.text)
    if isStatusChanged { try markPagesNaming(id) }
  }

  /// The values of the columns of `Detail.all`.
  private static func values(of details: FindDetails) -> [Value] {
    Detail.all.map { detail in
      switch detail.value(details) {
      case .text(let text)?: .text(text)
      case .integer(let number)?: Value(number)
      case nil: .null
      }
    }
  }

  private static let columnNames = Detail.all.map(\.column).joined(separator: ", ")

  private func remember(
    _ details: FindDetails, of id: FindID, in edit: EditID
  ) throws(StoreError) {
    let parameters = Array(repeating: "?", count: Detail.all.count).joined(separator: ", ")
    try connection.run(
      """
      INSERT INTO edited_finds (edit, find, tags, \(Self.columnNames)) VALUES (?, ?, ?, \(parameters))
      """,
      [
        .text(edit.text), .text(id.text),
        .text(details.tags.map(\.text).joined(separator: ",")),
      ] + Self.values(of: details))
  }

  private func remembered(in edit: EditID) throws(StoreError) -> [(FindID, FindDetails)] {
    try connection.rows(
      "SELECT find, tags, \(Self.columnNames) FROM edited_finds WHERE edit = ? ORDER BY find",
      [.text(edit.text)]
    ) { (row) in
      var details = Self.details(Detail.all, row, from: 2)
      details.tags = row.text(1).split(separator: ",").map { Tag(stored: String($0)) }
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
  /// Whether this change decides whether strangers see an undecided find of an earlier version. The
  /// change decides if the person takes back an earlier choice, or adds the rule's tag. A change
  /// that makes a choice decides nothing here: the host is not asked about a find with a choice. If
  /// this change is undone, the host is asked again.
  fileprivate func isDecided(by after: FindDetails, from before: FindDetails) -> Bool {
    guard after.publicChoice == nil else { return false }
    if before.publicChoice != nil { return true }
    guard case .tag(let key)? = self?.choice else { return false }
    func hasTag(_ details: FindDetails) -> Bool { details.tags.contains { $0.key == key } }
    return hasTag(after) && !hasTag(before)
  }
}

extension FindDetails {
  /// These details with some of the values of `other`. `names` are those of `FindEdit.names`.
  fileprivate func with(_ names: Set<String>, of other: FindDetails) -> FindDetails {
    var result = self
    for detail in Detail.all where names.contains(detail.name) {
      detail.set(&result, detail.value(other))
    }
    if names.contains("tags") { result.tags = other.tags }
    return result
  }
}

extension Row {
  /// The value of a column of `Detail.all`; nil for NULL.
  fileprivate func detail(_ column: Int32) -> DetailValue? {
    if isNull(column) { return nil }
    return isInteger(column) ? .integer(Int(integer(column))) : .text(text(column))
  }
}
