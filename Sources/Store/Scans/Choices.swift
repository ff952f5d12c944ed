// The user's choice for an item whose scan has no find yet.

package import Albums

extension Store {
  /// The user's choice for an item; nil if the user has not chosen an album.
  package func choice(of item: Int64) throws(StoreError) -> Choice? {
    try connection.row("SELECT chosen, choice FROM items WHERE id = ?", [.integer(item)]) {
      (row) throws(StoreError) in try Self.choice(row, from: 0)
    } ?? nil
  }

  /// Reads a choice from two columns, `chosen` and `choice`.
  static func choice(_ row: Row, from column: Int32) throws(StoreError) -> Choice? {
    guard let album = row.integerOrNil(column) else { return nil }
    guard let evidence = Evidence(stored: row.text(column + 1)) else {
      throw .damaged("a choice for the reason “\(row.text(column + 1))”")
    }
    return Choice(album: album, evidence: evidence)
  }

  /// Stores the user's choice: the scan ends with that album before its next paid call. A scan that
  /// had ended without a find is queued again. Call it inside a transaction.
  func choose(
    _ choice: Choice, for item: Int64, by person: PersonID, at now: Timestamp
  ) throws(StoreError) {
    guard try find(ofItem: item) == nil else { return }
    let isQueued = try connection.row(
      "SELECT state = 'queued' FROM jobs WHERE item = ? AND kind = 'scan'", [.integer(item)]
    ) { (row) in row.integer(0) == 1 }
    try connection.run(
      """
      UPDATE items SET chosen = ?2, choice = ?3, updated = ?4,
        progress = CASE WHEN ?5 THEN progress ELSE 'queued' END WHERE id = ?1
      """,
      [
        .integer(item), .integer(choice.album), .text(choice.evidence.stored),
        .integer(now.milliseconds), Value(isQueued == true),
      ])
    if isQueued == nil {
      try insertJob(.scan, for: item, by: person, next: now, at: now)
    } else {
      try queueAgain(item, at: now)
    }
    try markPage(ofItem: item)
  }

  /// Queues the scan's job again. Clears the failure of a job that had ended. A job that is still
  /// queued keeps its failure, which says that the job waits for a service.
  private func queueAgain(_ item: Int64, at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      UPDATE jobs SET next_attempt = ?2, updated = ?2, attempts = 0,
        failure_code = CASE state WHEN 'queued' THEN failure_code END,
        failure_arguments = CASE state WHEN 'queued' THEN failure_arguments END, state = 'queued'
      WHERE item = ?1 AND kind = 'scan'
      """, [.integer(item), .integer(now.milliseconds)])
  }

  /// The find of an item, including a deleted find.
  func find(ofItem item: Int64) throws(StoreError) -> FindID? {
    try connection.row("SELECT id FROM finds WHERE item = ?", [.integer(item)]) { (row) in
      FindID(unchecked: row.text(0))
    }
  }
}
