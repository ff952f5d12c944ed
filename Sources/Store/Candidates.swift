// What a scan may be, what its sender says it is, and what the log had before: "Do I have it already?".

package import Albums

extension Store {
  /// Covers known here that the scan's may be, likeliest first; what stood there before is replaced.
  package func offer(
    _ albums: [(album: Int64, similarity: Double)], of claim: Claim, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try update(claim, "attempts = attempts", [], at: now)
      try connection.run(
        "DELETE FROM scan_candidates WHERE scan = ? AND kind = 'cover'", [.text(claim.id.text)])
      for (position, match) in albums.enumerated() {
        try connection.run(
          "INSERT INTO scan_candidates (scan, position, album, similarity) VALUES (?, ?, ?, ?)",
          [.text(claim.id.text), Value(position), .integer(match.album), .real(match.similarity)])
      }
      try markUnpublished("scan", claim.id.text)
    }
  }

  /// Whether the scan offers anything.
  package func hasOffer(_ id: ScanID) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM scan_candidates WHERE scan = ? AND kind = 'cover'", [.text(id.text)]
    ) { (_) in
      true
    } ?? false
  }

  /// What the sender of a scan said it is, meanwhile perhaps.
  package func chosenAlbum(for id: ScanID) throws(StoreError) -> Int64? {
    try connection.row("SELECT chosen FROM scans WHERE id = ?", [.text(id.text)]) { (row) in
      row.integerOrNil(0)
    } ?? nil
  }

  /// Whether it was a model, given the sender's hint, that named what the scan is to end with.
  package func isHinted(_ id: ScanID) throws(StoreError) -> Bool {
    try connection.row("SELECT \(Self.isHinted) FROM scans WHERE id = ?", [.text(id.text)]) {
      (row) in
      row.integer(0) == 1
    } ?? false
  }

  /// The same of a row of `scans`. The errand lives as long as nobody has said better.
  static var isHinted: String {
    """
    EXISTS (SELECT 1 FROM errands WHERE errands.scan = scans.id AND errands.kind = 'hint'
      AND errands.album = scans.chosen AND errands.state <> 'done')
    """
  }

  /// The fingerprint of a scan's crop; empty as long as there is none.
  package func cropFingerprint(of id: ScanID) throws(StoreError) -> [UInt8] {
    try connection.row("SELECT fingerprint FROM scans WHERE id = ?", [.text(id.text)]) { (row) in
      row.blob(0)
    } ?? []
  }

  /// Offers go with the page that shows them; those of a find may still put it right.
  package func clearOffers(before end: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      _ = try connection.run(
        """
        DELETE FROM scan_candidates
        WHERE kind = 'cover'
          AND scan IN (SELECT id FROM scans WHERE created < ? AND find IS NULL)
        """, [.integer(end.milliseconds)])
    }
  }

  func likelyMatches(
    of id: ScanID, before created: Timestamp
  ) throws(StoreError) -> [LikelyMatch] {
    try connection.rows(
      """
      SELECT \(Self.albumColumns) FROM scan_candidates JOIN albums ON albums.id = album
      WHERE scan = ? AND kind = 'cover' ORDER BY position LIMIT \(LikelyMatch.most)
      """, [.text(id.text)]
    ) { (row) throws(StoreError) in
      LikelyMatch(
        id: String(row.integer(0)), album: try album(row, from: 0),
        earlier: try earlierFinds(of: row.integer(0), before: created, ""))
    }
  }

  /// Finds of `album` before a moment, or at it with a smaller id; newest first.
  func earlierFinds(
    of album: Int64, before found: Timestamp, _ find: String
  ) throws(StoreError) -> [EarlierFind] {
    try connection.rows(
      """
      SELECT id, found FROM finds WHERE album = ? AND deleted IS NULL AND (found, id) < (?, ?)
      ORDER BY found DESC, id DESC LIMIT \(EarlierFind.most)
      """, [.integer(album), .integer(found.milliseconds), .text(find)]
    ) { (row) in
      EarlierFind(
        id: FindID(unchecked: row.text(0)), found: Timestamp(milliseconds: row.integer(1)))
    }
  }

  // MARK: Inside a transaction

  /// Pages that name a find as an earlier one: later finds of its album, and scans of its album or
  /// that offer it.
  func markUnpublishedWhatNames(_ find: FindID) throws(StoreError) {
    try markUnpublished(
      """
      SELECT 'find', later.id FROM finds later JOIN finds this ON this.id = ?1
        WHERE later.album = this.album AND later.deleted IS NULL
          AND (later.found, later.id) > (this.found, this.id)
      UNION ALL
      SELECT 'scan', scans.id FROM scans JOIN finds this ON this.id = ?1
        WHERE scans.created >= this.found AND scans.id IS NOT this.scan AND (
          scans.album = this.album
          OR scans.id IN (SELECT scan FROM scan_candidates WHERE album = this.album))
      """, .text(find.text))
  }

  /// Pages that say what an album says: its finds', its scans', and those of scans that offer it.
  func markPagesUnpublished(of album: Int64) throws(StoreError) {
    try markUnpublished(
      """
      SELECT 'find', id FROM finds WHERE album = ?1 AND deleted IS NULL
      UNION ALL SELECT 'scan', id FROM scans WHERE album = ?1
      UNION ALL SELECT 'scan', scan FROM scan_candidates WHERE album = ?1
      UNION ALL SELECT 'find', finds.id FROM scan_candidates JOIN finds USING (scan)
        WHERE scan_candidates.album = ?1 AND deleted IS NULL
      """, .integer(album))
  }

  private func markUnpublished(_ subjects: String, _ value: Value) throws(StoreError) {
    let pages = try connection.rows(subjects, [value]) { (row) in (row.text(0), row.text(1)) }
    for (kind, id) in pages { try markUnpublished(kind, id) }
  }
}
