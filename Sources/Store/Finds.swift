// The log: finds with all their pages say, newest first, by month, and taken out of it.

package import Albums

extension Store {
  /// In the log; nil when it is deleted or was never there.
  package func find(_ id: FindID) throws(StoreError) -> Find? {
    try finds(
      "finds.deleted IS NULL AND finds.id = ?", [.text(id.text)], limit: 1, isWhole: true
    ).first
  }

  /// As lists show them.
  package func newestFinds(_ limit: Int) throws(StoreError) -> [Find] {
    try finds("finds.deleted IS NULL", [], limit: limit, isWhole: false)
  }

  /// Without `isWhole` only what lists show: no candidates, no errand.
  package func finds(in month: Month, isWhole: Bool = true) throws(StoreError) -> [Find] {
    try finds(
      "finds.deleted IS NULL AND finds.found >= ? AND finds.found < ?",
      [
        .integer(zone.start(of: month).milliseconds),
        .integer(zone.start(of: month.next).milliseconds),
      ], limit: -1,
      isWhole: isWhole)
  }

  /// The months that have finds, newest first.
  package func months() throws(StoreError) -> [Month] {
    var months: [Month] = []
    var before = Int64.max
    // One index look-up a month; strftime over every find would read them all.
    while let found = try connection.row(
      "SELECT found FROM finds WHERE deleted IS NULL AND found < ? ORDER BY found DESC LIMIT 1",
      [.integer(before)], { (row) in row.integer(0) })
    {
      let month = zone.month(of: Timestamp(milliseconds: found))
      months.append(month)
      before = zone.start(of: month).milliseconds
    }
    return months
  }

  /// The month of a find, deleted or not; nil when there never was one.
  package func month(of id: FindID) throws(StoreError) -> Month? {
    try connection.row("SELECT found FROM finds WHERE id = ?", [.text(id.text)]) { (row) in
      zone.month(of: Timestamp(milliseconds: row.integer(0)))
    }
  }

  package func countFinds() throws(StoreError) -> Int {
    try connection.row("SELECT count(*) FROM finds WHERE deleted IS NULL") { (row) in
      Int(row.integer(0))
    } ?? 0
  }

  /// Takes a find out of the log; false when it is not in it.
  package func delete(_ id: FindID, at now: Timestamp) throws(StoreError) -> Bool {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let isChanged = try change(
        id, "deleted = ?2", "deleted IS NULL", [.integer(now.milliseconds)])
      // What links to the find's page has to stop before that page goes. A find that was taken out may
      // have been the wrong album: its crop must not answer for it.
      if isChanged {
        try markScanUnpublished(of: id)
        try markUnpublishedWhatNames(id)
        try markUnpublished("find", id.text)
        try forgetCrop(of: id)
      }
      return isChanged
    }
  }

  /// Puts a deleted find back; false when it is not deleted.
  package func undelete(_ id: FindID) throws(StoreError) -> Bool {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let isChanged = try change(id, "deleted = NULL", "deleted IS NOT NULL", [])
      if isChanged {
        try markUnpublished("find", id.text)
        try markScanUnpublished(of: id)
        try markUnpublishedWhatNames(id)
        try keepCrop(of: id)
      }
      return isChanged
    }
  }

  private func change(
    _ id: FindID, _ changes: String, _ condition: String, _ values: [Value]
  ) throws(StoreError) -> Bool {
    let sql = "UPDATE finds SET \(changes) WHERE id = ?1 AND \(condition)"
    return try connection.run(sql, [.text(id.text)] + values) == 1
  }

  func markScanUnpublished(of id: FindID) throws(StoreError) {
    let scan = try connection.row(
      "SELECT scan FROM finds WHERE id = ?", [.text(id.text)]
    ) { (row) in row.textOrNil(0) }
    if let scan, let scan { try markUnpublished("scan", scan) }
  }

  private func finds(
    _ condition: String, _ values: [Value], limit: Int, isWhole: Bool
  ) throws(StoreError) -> [Find] {
    let sql = """
      SELECT finds.id, finds.scan, finds.found, finds.sure, finds.agreement,
        finds.unreviewed, albums.own_artwork IS NOT NULL, albums.key,
        \(Self.albumColumns)
      FROM finds JOIN albums ON albums.id = finds.album
      WHERE \(condition) ORDER BY finds.found DESC, finds.id DESC LIMIT \(limit)
      """
    let hasErrands = isWhole ? try self.hasErrands() : false
    return try connection.rows(sql, values) { (row) throws(StoreError) in
      let album = try album(row, from: 8)
      let found = Timestamp(milliseconds: row.integer(2))
      return Find(
        id: FindID(unchecked: row.text(0)), scan: row.textOrNil(1).map { ScanID(unchecked: $0) },
        found: found, isSure: row.integer(3) == 1, album: album,
        review: try review(of: AlbumKey(stored: row.text(7))),
        unreviewed: FailureColumns.failure(row.textOrNil(5)),
        agreement: ArtworkMatch(rawValue: row.text(4)),
        earlier: try earlierFinds(of: row.integer(8), before: found, row.text(0)),
        candidates: try row.textOrNil(1).map { (scan) throws(StoreError) in
          isWhole ? try candidates(of: scan, but: row.integer(8)) : []
        } ?? [],
        errand: hasErrands ? try errand(of: FindID(unchecked: row.text(0))) : nil,
        hasOwnArtwork: row.integer(6) == 1)
    }
  }

  /// Most of the time nothing is under way for any find: asked once instead of for each.
  private func hasErrands() throws(StoreError) -> Bool {
    try connection.row(
      "SELECT EXISTS (SELECT 1 FROM errands WHERE state <> 'done' AND kind <> 'refill')"
    ) { (row) in row.integer(0) == 1 } ?? false
  }
}
