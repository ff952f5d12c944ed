// The albums that an item may be: known covers that look similar, and albums that a service named.

package import Albums

extension Store {
  /// The first position of named candidates; offers of known covers come before them.
  private static var firstNamed: Int { 10 }

  /// Offers known covers that look like the crop, most similar first. Replaces earlier offers.
  package func offer(
    _ albums: [(album: Int64, similarity: Double)], of job: Job, at now: Timestamp
  ) throws(StoreError) {
    try replaceCandidates(of: job, "kind = 'cover'", at: now) { (item) throws(StoreError) in
      for (position, match) in albums.enumerated() {
        try insertCandidate(
          match.album, of: item, at: position, .cover, similarity: match.similarity)
      }
    }
  }

  /// Stores the albums that a model named for a cover, best first. Replaces the albums named
  /// before. Each album gets a row in `albums`, but no find.
  package func name(
    _ albums: [(album: Album, kind: CandidateKind, reason: String)], of job: Job, at now: Timestamp
  ) throws(StoreError) {
    try replaceCandidates(of: job, "kind <> 'cover'", at: now) { (item) throws(StoreError) in
      for (index, named) in albums.prefix(NamedCandidate.most).enumerated() {
        try insertCandidate(
          try knownOrSaved(named.album), of: item, at: Self.firstNamed + index, named.kind,
          reason: named.reason)
      }
    }
  }

  private func replaceCandidates(
    of job: Job, _ condition: String, at now: Timestamp,
    with insert: (_ item: Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let item = job.item else { return }
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try update(job, "attempts = attempts", at: now)
      try updateItem(of: job, "progress = progress", at: now)
      try connection.run(
        "DELETE FROM candidates WHERE item = ? AND \(condition)", [.integer(item)])
      try insert(item)
      try markScanPage(ofItem: item)
    }
  }

  package func hasOffer(_ item: Int64) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM candidates WHERE item = ? AND kind = 'cover'", [.integer(item)]
    ) { (_) in true } ?? false
  }

  /// Removes the known covers that were offered for scans older than `end` without a find. The worker
  /// removes the pages of such scans, too. The covers offered for a find stay, because the user may
  /// still choose one of them to correct the find.
  package func clearOffers(before end: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        """
        DELETE FROM candidates WHERE kind = 'cover' AND item NOT IN (SELECT item FROM finds)
          AND EXISTS (SELECT 1 FROM items WHERE id = item AND created < ?)
        """, [.integer(end.milliseconds)])
    }
  }

  // MARK: Reading

  func likelyMatches(
    of item: Int64, for reader: PersonID, before created: Timestamp
  ) throws(StoreError) -> [LikelyMatch] {
    try connection.rows(
      """
      SELECT \(Self.shownAlbumColumns) FROM candidates JOIN albums ON albums.id = album
      WHERE item = ? AND candidates.kind = 'cover' ORDER BY position LIMIT \(LikelyMatch.most)
      """, [.integer(item)]
    ) { (row) throws(StoreError) in
      LikelyMatch(
        id: String(row.integer(0)), album: try album(row, from: 0),
        earlier: try earlierFinds(of: row.integer(0), for: reader, before: created, ""))
    }
  }

  /// The named candidates of an item, best first.
  package func namedCandidates(of item: Int64) throws(StoreError) -> [NamedCandidate] {
    try candidates("candidates.kind <> 'cover'", [.integer(item)])
  }

  /// Every candidate of a find's item except the album of the find; known covers first.
  func candidates(of item: Int64, but album: Int64) throws(StoreError) -> [NamedCandidate] {
    try candidates("album <> ?", [.integer(item), .integer(album)])
  }

  private func candidates(
    _ condition: String, _ values: [Value]
  ) throws(StoreError) -> [NamedCandidate] {
    try connection.rows(
      """
      SELECT candidates.kind, reason, \(Self.shownAlbumColumns) FROM candidates
        JOIN albums ON albums.id = candidates.album
      WHERE item = ? AND \(condition) ORDER BY position
      """, values
    ) { (row) throws(StoreError) in
      guard let kind = CandidateKind(rawValue: row.text(0)) else {
        throw .damaged("a candidate of kind \(row.text(0))")
      }
      return NamedCandidate(
        id: String(row.integer(2)), album: try album(row, from: 2), kind: kind,
        reason: row.text(1))
    }
  }

  /// The finds of `album` that are older than the find `find`, newest first; `found` is the time of
  /// that find. Finds of the same time are in the order of their ids. `reader` is the person to
  /// whom the page speaks; nil for the page of `find`, which speaks to the whole household. A person
  /// who has the album from another earlier find, or from `find` itself, does not want it any more.
  func earlierFinds(
    of album: Int64, for reader: PersonID?, before found: Timestamp, _ find: String
  ) throws(StoreError) -> [EarlierFind] {
    try connection.rows(
      """
      SELECT finds.id, finds.found, finds.status, items.scan IS NOT NULL,
        ifnull(finds.person = ?4, 0) OR NOT EXISTS (SELECT 1 FROM people), \(finderColumn),
        finds.status IS 'want' AND NOT EXISTS (
          SELECT 1 FROM finds had
          WHERE had.album = finds.album AND had.deleted IS NULL AND had.status = 'have'
            AND (had.person = finds.person OR NOT EXISTS (SELECT 1 FROM people))
            AND ((had.found, had.id) < (?2, ?3) OR (?4 IS NULL AND had.id = ?3)))
      FROM finds JOIN items ON items.id = finds.item
      WHERE finds.album = ?1 AND finds.deleted IS NULL AND (finds.found, finds.id) < (?2, ?3)
      ORDER BY finds.found DESC, finds.id DESC LIMIT \(EarlierFind.most)
      """,
      [.integer(album), .integer(found.milliseconds), .text(find), Value(reader?.text)]
    ) { (row) in
      let isOwn = row.integer(4) == 1
      return EarlierFind(
        id: FindID(unchecked: row.text(0)), found: Timestamp(milliseconds: row.integer(1)),
        status: row.textOrNil(2).flatMap(FindStatus.init), isWanted: row.integer(6) == 1,
        isScanned: row.integer(3) == 1, isOwn: isOwn,
        finder: isOwn ? nil : row.textOrNil(5).map { PersonName(stored: $0) })
    }
  }

  /// The finds of the album with this key that are older than the scan, newest first; empty if the
  /// album is not stored.
  package func earlierFinds(
    of key: AlbumKey, before scan: Scan
  ) throws(StoreError) -> [EarlierFind] {
    guard let album = try albumID(of: key) else { return [] }
    return try earlierFinds(
      of: album, for: try uploader(of: scan.id), before: scan.created, "")
  }

  // MARK: Inside a transaction

  /// Makes the former album a candidate of the kind `former`, even if it was a candidate before.
  func nameFormer(_ album: Int64, of item: Int64) throws(StoreError) {
    try nameCandidate(album, of: item, .former, "")
    try connection.run(
      "UPDATE candidates SET kind = 'former', reason = '' WHERE item = ? AND album = ?",
      [.integer(item), .integer(album)])
  }

  /// Adds a candidate at the end. An existing candidate of the same album stays unchanged.
  func nameCandidate(
    _ album: Int64, of item: Int64, _ kind: CandidateKind, _ reason: String
  ) throws(StoreError) {
    let position = try connection.row(
      """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM candidates WHERE item = ?1 AND album = ?2) THEN NULL
        ELSE 1 + max(\(Self.firstNamed),
          coalesce((SELECT max(position) FROM candidates WHERE item = ?1), 0)) END
      """, [.integer(item), .integer(album)]
    ) { (row) in row.integerOrNil(0) }
    guard let position, let position else { return }
    try insertCandidate(album, of: item, at: Int(position), kind, reason: reason)
  }

  private func insertCandidate(
    _ album: Int64, of item: Int64, at position: Int, _ kind: CandidateKind,
    similarity: Double = 0, reason: String = ""
  ) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO candidates (item, position, album, similarity, kind, reason)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(item), Value(position), .integer(album), .real(similarity), .text(kind.rawValue),
        .text(reason),
      ])
  }
}
