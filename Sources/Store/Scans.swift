// Scans as pages and `show` see them.

package import Albums

extension Store {
  package func scan(_ id: ScanID) throws(StoreError) -> Scan? {
    try scans("scans.id = ?", [.text(id.text)]).first
  }

  /// Scans made at or after `start`, oldest first: those that still have a page.
  package func scans(since start: Timestamp) throws(StoreError) -> [Scan] {
    try scans("scans.created >= ?", [.integer(start.milliseconds)])
  }

  /// The scans that are not final, in the order they will be tried.
  package func queue() throws(StoreError) -> [Scan] {
    try scans(Self.unfinished, [], order: "scans.ready, scans.created, scans.id")
  }

  /// Whether a scan could be worked on now, or a page has to be written.
  package func hasWork(at now: Timestamp) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT EXISTS (SELECT 1 FROM scans WHERE \(Self.unfinished) AND ready <= ?1)
          OR EXISTS (SELECT 1 FROM errands WHERE state = 'queued' AND ready <= ?1)
          OR EXISTS (SELECT 1 FROM unpublished)
      """, [.integer(now.milliseconds)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// Everything the row of a scan holds, by column, for `show scan`; blobs by their size.
  package func record(of id: ScanID) throws(StoreError) -> [(column: String, value: String)] {
    let columns = try connection.rows(
      "SELECT name FROM pragma_table_info('scans')"
    ) { (row) in row.text(0) }
    var record: [(column: String, value: String)] = []
    for column in columns {
      let value = try connection.row(
        """
        SELECT CASE typeof("\(column)") WHEN 'blob' THEN length("\(column)") || ' bytes'
               ELSE "\(column)" END FROM scans WHERE id = ?
        """, [.text(id.text)]
      ) { (row) in row.text(0) }
      if let value { record.append((column, value)) }
    }
    return record
  }

  /// The photos that unfinished scans still need, by scan.
  package func photosNeeded() throws(StoreError) -> Set<String> {
    Set(
      try connection.rows("SELECT id FROM scans WHERE \(Self.unfinished)") { (row) in row.text(0) })
  }

  private func scans(
    _ condition: String, _ values: [Value], order: String = "scans.created, scans.id"
  ) throws(StoreError) -> [Scan] {
    let sql = """
      SELECT scans.id, scans.created, scans.updated, scans.state, scans.recognised,
        (SELECT id FROM finds WHERE finds.id = scans.find AND deleted IS NULL), scans.failure_code,
        scans.failure_message,
        (SELECT sum(coalesce(cost, reserved)) FROM calls WHERE calls.scan = scans.id),
        scans.hints, scans.chosen, coalesce(scans.find, ''),
        \(Self.albumColumns)
      FROM scans LEFT JOIN albums ON albums.id = scans.album
      WHERE \(condition) ORDER BY \(order)
      """
    return try connection.rows(sql, values) { (row) throws(StoreError) in
      guard let state = ScanState(rawValue: row.text(3)) else {
        throw .damaged("scan state \(row.text(3))")
      }
      let id = ScanID(unchecked: row.text(0))
      let created = Timestamp(milliseconds: row.integer(1))
      let isOpen = row.isNull(10) && row.isNull(12)
      return Scan(
        id: id, created: created, updated: Timestamp(milliseconds: row.integer(2)), state: state,
        album: row.isNull(12) ? nil : try album(row, from: 12),
        isRecognised: row.integer(4) == 1,
        earlier: row.isNull(12)
          ? [] : try earlierFinds(of: row.integer(12), before: created, row.text(11)),
        likely: isOpen ? try likelyMatches(of: id, before: created) : [],
        named: try namedCandidates(of: id),
        errand: row.text(11).isEmpty ? try errand(ofScan: id.text) : nil,
        hints: [PhotoHint](stored: row.text(9)),
        find: row.textOrNil(5).map { FindID(unchecked: $0) },
        failure: FailureColumns.failure(row, from: 6),
        costMicrodollars: row.integerOrNil(8) ?? 0)
    }
  }

}
