// The history: finds with all data for their pages, newest first or by month. Also the changes of
// one find: deletion and its undo.

package import Albums

extension Store {
  /// The find with this id; nil if the find is deleted or never existed.
  package func find(_ id: FindID) throws(StoreError) -> Find? {
    try finds(
      "finds.deleted IS NULL AND finds.id = ?", [.text(id.text)], limit: 1, isWhole: true
    ).first
  }

  /// A deleted find with the data that lists show; nil if the find is not deleted or never existed.
  package func deletedFind(_ id: FindID) throws(StoreError) -> Find? {
    try finds(
      "finds.deleted IS NOT NULL AND finds.id = ?", [.text(id.text)], limit: 1, isWhole: false
    ).first
  }

  /// The time for which a deleted find can be restored. Source: docs/limits.md.
  package static var deletedFindMilliseconds: Int64 { 30 * 86_400_000 }

  /// The maximum number of deleted finds in a list.
  package static var deletedFindLimit: Int { 200 }

  /// The newest deleted finds that can still be restored, the last deleted one first. `person` is the
  /// finder; nil for the finds of everybody.
  package func deletedFinds(
    of person: PersonID?, at now: Timestamp
  ) throws(StoreError) -> [(find: Find, deleted: Timestamp)] {
    let oldest = now.advanced(byMilliseconds: -Self.deletedFindMilliseconds)
    let rows = try connection.rows(
      """
      SELECT id, deleted FROM finds WHERE deleted >= ?1 AND (?2 IS NULL OR person = ?2)
      ORDER BY deleted DESC, id DESC LIMIT \(Self.deletedFindLimit)
      """, [.integer(oldest.milliseconds), Value(person?.text)]
    ) { (row) in (FindID(unchecked: row.text(0)), Timestamp(milliseconds: row.integer(1))) }
    var result: [(find: Find, deleted: Timestamp)] = []
    for (id, deleted) in rows {
      if let find = try deletedFind(id) { result.append((find, deleted)) }
    }
    return result
  }

  /// Removes finds for good that were deleted too long ago to be restored. Their scans, reviews and
  /// fingerprints stay, because other finds may use them.
  package func removeOldDeletions(at now: Timestamp) throws(StoreError) {
    let oldest = now.advanced(byMilliseconds: -Self.deletedFindMilliseconds)
    let isOld = """
      deleted < ?
      AND NOT EXISTS (SELECT 1 FROM stale_pages WHERE kind = 'find' AND stale_pages.id = finds.id)
      """
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let pictured = try connection.rows(
        "SELECT id FROM finds WHERE own_artwork IS NOT NULL AND \(isOld)",
        [.integer(oldest.milliseconds)]
      ) { (row) in FindID(unchecked: row.text(0)) }
      for find in pictured { try forgetOwnCover(of: find) }
      try connection.run("DELETE FROM finds WHERE \(isOld)", [.integer(oldest.milliseconds)])
    }
  }

  /// The newest finds, with the data that lists show.
  package func newestFinds(_ limit: Int) throws(StoreError) -> [Find] {
    try finds("finds.deleted IS NULL", [], limit: limit, isWhole: false)
  }

  /// The newest finds: at least `limit` if the history has as many, and at least those of the first
  /// `groups` groups by shelf.
  package func newestFinds(_ limit: Int, groups: Int) throws(StoreError) -> [Find] {
    var most = max(limit, groups + 1)
    while true {
      let shelves = try connection.rows(
        "SELECT shelf FROM finds WHERE deleted IS NULL ORDER BY found DESC, id DESC LIMIT ?",
        [Value(most)]
      ) { (row) in row.textOrNil(0).map { ShelfKey(stored: $0) } }
      let length = shelves.length(ofGroups: groups, byShelf: \.self)
      if length < most || shelves.count < most { return try newestFinds(max(limit, length)) }
      most *= 2
    }
  }

  /// The finds of a month, newest first. Without `isWhole`, a find has only the data for lists: no
  /// candidates, no job, no artwork match.
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
    // One search of the index for each month. With strftime, SQLite would read every find.
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

  /// The person of a find, also of a deleted find; nil if the find never existed. The person may have
  /// been removed.
  package func finder(of id: FindID) throws(StoreError) -> PersonID? {
    try connection.row("SELECT person FROM finds WHERE id = ?", [.text(id.text)]) { (row) in
      PersonID(row.text(0))
    }
  }

  /// The month of a find, including a deleted find; nil if the find never existed.
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

  /// Marks a find as deleted. False if the history does not contain the find.
  package func delete(_ id: FindID, at now: Timestamp) throws(StoreError) -> Bool {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try markDeleted(id, at: now)
    }
  }

  /// `delete`, inside a transaction.
  func markDeleted(_ id: FindID, at now: Timestamp) throws(StoreError) -> Bool {
    let isChanged = try change(
      id, "deleted = ?2", "deleted IS NULL", [.integer(now.milliseconds)])
    // Pages that link to the find's page are written before that page is removed. The album of a
    // deleted find may be wrong, so its crop must no longer be recognised as that album.
    if isChanged {
      try noteFeedChange(at: now)
      try markScanPage(of: id)
      try markPagesNaming(id)
      try markStale("find", id.text)
      try forgetCrop(of: id)
    }
    return isChanged
  }

  /// Restores a deleted find. False if the find is not deleted.
  package func undelete(_ id: FindID, at now: Timestamp) throws(StoreError) -> Bool {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try markRestored(id, at: now)
    }
  }

  /// `undelete`, inside a transaction.
  func markRestored(_ id: FindID, at now: Timestamp) throws(StoreError) -> Bool {
    let isChanged = try change(id, "deleted = NULL", "deleted IS NOT NULL", [])
    if isChanged {
      try noteFeedChange(at: now)
      if try hasAllFavourites(without: id) { _ = try change(id, "favourite = NULL", "1", []) }
      try markStale("find", id.text)
      try markScanPage(of: id)
      try markPagesNaming(id)
      try keepCrop(of: id)
    }
    return isChanged
  }

  private func change(
    _ id: FindID, _ changes: String, _ condition: String, _ values: [Value]
  ) throws(StoreError) -> Bool {
    let sql = "UPDATE finds SET \(changes) WHERE id = ?1 AND \(condition)"
    return try connection.run(sql, [.text(id.text)] + values) == 1
  }

  func isInLog(_ id: FindID) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM finds WHERE id = ? AND deleted IS NULL", [.text(id.text)]
    ) { (_) in true } ?? false
  }

  func markScanPage(of id: FindID) throws(StoreError) {
    if let item = try item(of: id) { try markScanPage(ofItem: item) }
  }

  /// `source` is the table `finds`, or a query with the same columns.
  func finds(
    _ condition: String, _ values: [Value], limit: Int, isWhole: Bool, from source: String = "finds"
  ) throws(StoreError) -> [Find] {
    let sql = """
      SELECT finds.id, items.scan, finds.found, items.sure, items.evidence, items.id,
        \(FailureColumns.columns("finds.unreviewed")), \(Self.hasOwnArtwork), albums.key,
        finds.feed_id, \(finderColumn), finds.corrected, finds.noted, finds.moved, finds.shelf,
        finds.added, \(Self.detailColumns), \(Self.findAlbumColumns), track_lists.release,
        track_lists.tracks
      FROM \(source) JOIN items ON items.id = finds.item JOIN albums ON albums.id = finds.album
        LEFT JOIN track_lists ON track_lists.album = finds.album
      WHERE \(condition) ORDER BY finds.found DESC, finds.id DESC LIMIT \(limit)
      """
    // Most finds have no job, so one query lists the items that have a job.
    let withJobs = isWhole ? try itemsWithJobNotice() : []
    return try connection.rows(sql, values) { (row) throws(StoreError) in
      try find(row, isWhole: isWhole, withJobs)
    }
  }

  /// Whether pages show an own picture of the find, or an own picture of its album whose sender is
  /// unknown.
  private static let hasOwnArtwork = """
    finds.own_artwork IS NOT NULL
      OR EXISTS (SELECT 1 FROM unowned_pictures WHERE unowned_pictures.album = albums.id)
    """

  /// The name of the finder; NULL for a find from before the first account, or of a removed account.
  var finderColumn: String {
    showsFinder ? "(SELECT name FROM people WHERE people.id = finds.person)" : "NULL"
  }

  /// The names that pages show, as one text for each person; empty if pages show no names. A change
  /// of a name affects all pages of a person's finds.
  package func finderNames() throws(StoreError) -> [String] {
    guard showsFinder else { return [] }
    return try connection.rows("SELECT id, name FROM people ORDER BY id") { (row) in
      "\(row.text(0)) \(row.text(1))"
    }
  }

  private func find(
    _ row: Row, isWhole: Bool, _ withJobs: Set<Int64>
  ) throws(StoreError) -> Find {
    let found = Timestamp(milliseconds: row.integer(2))
    let item = row.integer(5)
    let album = 17 + Self.detailCount
    return Find(
      id: FindID(unchecked: row.text(0)), scan: row.textOrNil(1).map { ScanID(unchecked: $0) },
      found: found, isSure: row.integer(3) == 1, album: try self.album(row, from: album),
      review: try shownReview(of: AlbumKey(stored: row.text(9))),
      unreviewed: FailureColumns.failure(row, from: 6),
      evidence: isWhole ? Evidence(stored: row.text(4)) : nil,
      tracks: Self.tracks(row, from: album + 11),
      earlier: try earlierFinds(of: row.integer(album), for: nil, before: found, row.text(0)),
      candidates: isWhole ? try candidates(of: item, but: row.integer(album)) : [],
      job: withJobs.contains(item) ? try jobNotice(ofItem: item) : nil,
      hasOwnArtwork: row.integer(8) == 1, feedID: row.textOrNil(10),
      finder: row.textOrNil(11).map { PersonName(stored: $0) },
      details: try details(row, from: 17),
      corrected: row.integerOrNil(12).map { Timestamp(milliseconds: $0) },
      noted: row.integerOrNil(13).map { Timestamp(milliseconds: $0) },
      isMoved: row.integer(14) == 1, shelf: row.textOrNil(15).map { ShelfKey(stored: $0) },
      added: row.integerOrNil(16).map { Timestamp(milliseconds: $0) })
  }
}
