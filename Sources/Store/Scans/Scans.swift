// Scans as pages and `show` need them: the upload, its item, its job and its find in one value.

package import Albums

extension Store {
  package func scan(_ id: ScanID) throws(StoreError) -> Scan? {
    try scans("scans.id = ?", [.text(id.text)]).first
  }

  /// The person who uploaded the scan; nil if there is no such scan.
  package func uploader(of id: ScanID) throws(StoreError) -> PersonID? {
    try connection.row("SELECT person FROM scans WHERE id = ?", [.text(id.text)]) { (row) in
      PersonID(row.text(0))
    }
  }

  /// Scans made at or after `start`, oldest first.
  package func scans(since start: Timestamp) throws(StoreError) -> [Scan] {
    try scans("scans.created >= ?", [.integer(start.milliseconds)])
  }

  /// Scans whose jobs have not ended, in the order of their next attempts.
  package func queuedScans() throws(StoreError) -> [Scan] {
    try scans(
      "jobs.state = 'queued' AND jobs.kind = 'scan'", [], order: "jobs.next_attempt, jobs.id")
  }

  private func scans(
    _ condition: String, _ values: [Value], order: String = "scans.created, scans.id"
  ) throws(StoreError) -> [Scan] {
    let sql = """
      SELECT scans.id, scans.created, items.updated, items.id, items.progress, items.recognised,
        items.chosen, items.hints, \(FailureColumns.columns("items.failure")),
        jobs.state, \(FailureColumns.columns("jobs.failure")), finds.id, finds.deleted,
        (SELECT sum(coalesce(cost, reserved)) FROM calls WHERE calls.scan = scans.id),
        scans.person, \(Self.scanAlbumColumns)
      FROM scans JOIN items ON items.scan = scans.id AND items.position = 0
        LEFT JOIN jobs ON jobs.scan = scans.id AND jobs.kind = 'scan'
        LEFT JOIN finds ON finds.item = items.id
        LEFT JOIN albums ON albums.id = coalesce(finds.album, items.album)
      WHERE \(condition) ORDER BY \(order)
      """
    return try connection.rows(sql, values) { (row) throws(StoreError) in try scan(row) }
  }

  private func scan(_ row: Row) throws(StoreError) -> Scan {
    let created = Timestamp(milliseconds: row.integer(1))
    let item = row.integer(3)
    let (hasFind, hasAlbum) = (!row.isNull(13), !row.isNull(17))
    let (failure, waiting) = (
      FailureColumns.failure(row, from: 8), FailureColumns.failure(row, from: 11)
    )
    let person = PersonID(row.text(16))
    let state = ScanState(try Self.facts(row))
    return Scan(
      id: ScanID(unchecked: row.text(0)), created: created,
      updated: Timestamp(milliseconds: row.integer(2)), state: state,
      album: hasAlbum ? try album(row, from: 17) : nil, isRecognised: row.integer(5) == 1,
      earlier: hasAlbum
        ? try earlierFinds(of: row.integer(17), for: person, before: created, row.text(13)) : [],
      likely: row.isNull(6) && !hasAlbum
        ? try likelyMatches(of: item, for: person, before: created) : [],
      named: try namedCandidates(of: item),
      job: hasFind ? nil : try jobNotice(ofItem: item), advice: [PhotoAdvice](stored: row.text(7)),
      find: hasFind && row.isNull(14) ? FindID(unchecked: row.text(13)) : nil,
      failure: state == .waiting ? waiting : failure, costMicrodollars: row.integerOrNil(15) ?? 0)
  }

  private static func facts(_ row: Row) throws(StoreError) -> ScanFacts {
    guard let progress = ItemProgress(rawValue: row.text(4)) else {
      throw .damaged("an item with the progress \(row.text(4))")
    }
    return ScanFacts(
      job: JobState(rawValue: row.text(10)), isWaiting: !row.isNull(11), progress: progress,
      failure: FailureCode(rawValue: row.text(8)), hasFind: !row.isNull(13))
  }
}

extension Store {
  /// All stored data of a scan for `show scan`: the column names that scripts use, and the values
  /// as text. A blob is shown by its size. Empty if there is no such scan.
  package func record(of id: ScanID) throws(StoreError) -> [(column: String, value: String)] {
    guard let state = try scan(id)?.state else { return [] }
    var record = [(column: "state", value: state.rawValue)]
    for (column, expression) in Self.recordColumns {
      let value = try connection.row(
        """
        SELECT \(expression) FROM scans JOIN items ON items.scan = scans.id AND items.position = 0
          LEFT JOIN jobs ON jobs.scan = scans.id AND jobs.kind = 'scan'
          LEFT JOIN finds ON finds.item = items.id
        WHERE scans.id = ?
        """, [.text(id.text)]
      ) { (row) in row.text(0) }
      if let value { record.append((column, value)) }
    }
    return record
  }

  /// The names are the column names of version 4. They are part of the JSON that `show scan`
  /// prints.
  private static let recordColumns: [(column: String, expression: String)] = [
    ("id", "scans.id"), ("person", "scans.person"), ("key", "key"),
    ("digest", "length(digest) || ' bytes'"), ("bytes", "bytes"), ("guide", "guide"),
    ("epoch", "epoch"), ("attempts", "attempts"), ("waits", "waits"), ("ready", "next_attempt"),
    ("granted", "retry_requested"), ("created", "scans.created"), ("updated", "items.updated"),
    ("fingerprint", "length(fingerprint) || ' bytes'"), ("crop", "crop"), ("quad", "quad"),
    ("codes", "codes"),
    ("hints", "hints"), ("album", "coalesce(finds.album, items.album)"),
    ("recognised", "recognised"), ("evidence", "evidence"), ("sure", "sure"), ("chosen", "chosen"),
    ("choice", "choice"), ("find", "finds.id"), ("text_read", "text_read"),
    ("description", "description"), ("text_confidence", "text_confidence"),
    ("failure_code", "coalesce(jobs.failure_code, items.failure_code)"),
    ("failure_arguments", "coalesce(jobs.failure_arguments, items.failure_arguments)"),
  ]
}
