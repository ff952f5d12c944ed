// Albums a cover might be, as a model or MusicBrainz named them. They stay as long as the find, so that
// a wrong match can be put right weeks later.

package import Albums

extension Store {
  /// Where named ones begin among a scan's candidates; offers of known covers come before.
  static var firstNamed: Int { 10 }

  /// The albums a scan's cover might be, best first; what was named before is replaced. Each becomes an
  /// album of ours, without a find.
  package func name(
    _ albums: [(album: Album, reason: String)], of claim: Claim, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try update(claim, "attempts = attempts", [], at: now)
      try connection.run(
        "DELETE FROM scan_candidates WHERE scan = ? AND kind = 'named'", [.text(claim.id.text)])
      for (place, named) in albums.prefix(NamedCandidate.most).enumerated() {
        // What is known of an album counts for more than what a model says of it.
        let known = try albumID(of: named.album.key)
        let id = if let known { known } else { try save(named.album) }
        try connection.run(
          """
          INSERT INTO scan_candidates (scan, position, album, similarity, kind, reason)
          VALUES (?, ?, ?, 0, 'named', ?)
          """,
          [
            .text(claim.id.text), Value(Self.firstNamed + place), .integer(id),
            .text(named.reason),
          ])
      }
      try markUnpublished("scan", claim.id.text)
    }
  }

  /// Best first.
  package func namedCandidates(of scan: ScanID) throws(StoreError) -> [NamedCandidate] {
    try candidates("kind = 'named'", [.text(scan.text)])
  }

  /// Everything a find might be but what it is, covers known here first: they were seen.
  func candidates(of scan: String, but album: Int64) throws(StoreError) -> [NamedCandidate] {
    try candidates("album <> ?", [.text(scan), .integer(album)])
  }

  private func candidates(
    _ condition: String, _ values: [Value]
  ) throws(StoreError) -> [NamedCandidate] {
    try connection.rows(
      """
      SELECT reason, \(Self.albumColumns) FROM scan_candidates
        JOIN albums ON albums.id = scan_candidates.album
      WHERE scan = ? AND \(condition) ORDER BY position
      """, values
    ) { (row) throws(StoreError) in
      NamedCandidate(
        id: String(row.integer(1)), album: try album(row, from: 1),
        reason: CandidateReason(stored: row.text(0)))
    }
  }
}
