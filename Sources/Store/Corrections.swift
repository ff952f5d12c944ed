// Which album it really is: wished for at the door, made true by the worker. A find keeps its id and
// its page; what it was before stays among its candidates, so that a wrong correction is taken back
// with one tap.

package import Albums

/// What became of a correction at the door.
package enum CorrectionOutcome: Equatable, Sendable {
  /// The worker makes it true; of a scan without a find, the scan ends with it.
  case taken
  /// There is no such find or scan, or none any more.
  case nothingThere
  /// It was no candidate.
  case noCandidate
}

extension Store {
  /// Of a find in the log, at any time.
  package func correct(
    _ find: FindID, _ correction: Correction, at now: Timestamp
  ) throws(StoreError) -> CorrectionOutcome {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      guard try self.find(find) != nil else { return .nothingThere }
      let scan = try scan(of: find)
      guard let wish = try wish(for: correction, of: scan, find) else { return .noCandidate }
      try put(wish, scan: scan, find: find, ready: now, at: now)
      return .taken
    }
  }

  /// Of a scan, at any state; of one that has its find, of the find.
  package func correct(
    _ id: ScanID, _ correction: Correction, at now: Timestamp
  ) throws(StoreError) -> CorrectionOutcome {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let found = try connection.row(
        "SELECT find FROM scans WHERE id = ?", [.text(id.text)]
      ) { (row) in row.textOrNil(0).map { FindID(unchecked: $0) } }
      guard let find = found else { return .nothingThere }
      if let find, try self.find(find) == nil { return .nothingThere }
      guard let wish = try wish(for: correction, of: id, find) else { return .noCandidate }
      if find == nil, case .album(let album) = wish {
        try choose(album, for: id, at: now)
        // A cover known here has its picture: nothing is left to be looked up once the scan is over.
        if try isOffered(album, by: id) {
          try withdrawCorrections(of: id, nil, at: now)
          return .taken
        }
      }
      try put(wish, scan: id, find: find, ready: now, at: now)
      return .taken
    }
  }

  /// The worker has learned which album a hint means; its id. `isTentative`: that an album of that name
  /// exists does not make it this one.
  package func settle(
    _ errand: ErrandClaim, on album: Album, isTentative: Bool, at now: Timestamp
  ) throws(StoreError) -> Int64 {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.run(
        "UPDATE scans SET tentative = ?2 WHERE id = ?1",
        [Value(errand.scan?.text), Value(isTentative)])
      let known = try albumID(of: album.key)
      let id = if let known { known } else { try save(album) }
      try conclude(errand, on: id, at: now)
      return id
    }
  }

  /// The worker has learned which album of ours a link means.
  package func settle(
    _ errand: ErrandClaim, on album: Int64, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try conclude(errand, on: album, at: now)
    }
  }

  /// Albums an errand brought to light, beside the one it settled on.
  package func add(
    _ albums: [(album: Album, reason: String)], for errand: ErrandClaim
  ) throws(StoreError) {
    guard let scan = errand.scan else { return }
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      for (album, reason) in albums {
        // What is known of an album stays as its pages say it.
        let known = try albumID(of: album.key)
        let id = if let known { known } else { try save(album) }
        try nameCandidate(id, of: scan, reason)
      }
      try markUnpublished("scan", scan.text)
      if let find = errand.find { try markUnpublished("find", find.text) }
    }
  }

  /// The find is that album: its page, its crop among the known covers, and the pages that name it
  /// follow. How sure it was is about the album before; of the same album it stays.
  package func correct(
    _ find: FindID, to album: Int64, by errand: ErrandClaim, agreement: ArtworkMatch?, isSure: Bool,
    at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try end(errand, "attempts = attempts", [], at: now)
      try markUnpublishedWhatNames(find)
      let former = try connection.row(
        "SELECT album FROM finds WHERE id = ?", [.text(find.text)]
      ) { (row) in row.integer(0) }
      guard let former else { return }
      if former != album { try move(find, from: former, to: album) }
      try connection.run(
        "UPDATE finds SET sure = ?3 OR (sure AND ?4), agreement = ?2 WHERE id = ?1",
        [
          .text(find.text), Value(agreement?.rawValue), Value(isSure), Value(former == album),
        ])
      if try self.find(find) != nil { try keepCrop(of: find) }
      try markUnpublished("find", find.text)
      try markScanUnpublished(of: find)
      try markUnpublishedWhatNames(find)
    }
  }

  /// What services say now of what a find was taken for: it may be sure, or another row of the album.
  package func confirm(
    _ find: FindID, as album: Int64, agreement: ArtworkMatch?, isSure: Bool
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let former = try albumID(of: find)
      if let former, former != album { try move(find, from: former, to: album) }
      try connection.run(
        "UPDATE finds SET sure = sure OR ?2, agreement = coalesce(?3, agreement) WHERE id = ?1",
        [.text(find.text), Value(isSure), Value(agreement?.rawValue)])
      try markUnpublished("find", find.text)
      try markUnpublishedWhatNames(find)
    }
  }

  /// The owner's picture of an album, or none any more. It is a cover known here as long as it is shown.
  package func keepOwn(
    _ picture: (artwork: Artwork, fingerprint: [UInt8])?, of album: Int64
  ) throws(StoreError) {
    try connection.run(
      """
      DELETE FROM covers WHERE album = ?1 AND source = (
        SELECT 'artwork:' || id || ':' || own_artwork FROM albums WHERE id = ?1
          AND own_artwork IS NOT artwork)
      """, [.integer(album)])
    try connection.run(
      "UPDATE albums SET own_artwork = ?2 WHERE id = ?1",
      [.integer(album), Value(picture?.artwork.digest)])
    if let picture {
      try saveCover(of: album, artwork: picture.artwork, fingerprint: picture.fingerprint)
    }
    try markPagesUnpublished(of: album)
  }

  /// The album of a find, deleted or not.
  package func albumID(of find: FindID) throws(StoreError) -> Int64? {
    try connection.row("SELECT album FROM finds WHERE id = ?", [.text(find.text)]) { (row) in
      row.integer(0)
    }
  }

  // MARK: Inside a transaction

  /// A scan without a find ends with the album.
  private func conclude(
    _ errand: ErrandClaim, on album: Int64, at now: Timestamp
  ) throws(StoreError) {
    try markPagesUnpublished(of: album)
    if errand.find == nil, let scan = errand.scan { try choose(album, for: scan, at: now) }
    try turn(errand, into: album, at: now)
  }

  /// Nil for a candidate that is none.
  private func wish(
    for correction: Correction, of scan: ScanID?, _ find: FindID?
  ) throws(StoreError) -> Wish? {
    switch correction {
    case .candidate(let id): return try candidate(id, of: scan, find).map { .album($0) }
    case .named(let artist, let title):
      // What is known of the album already is spelled as it is known.
      let known = try albumID(of: AlbumKey(artist: artist, title: title))
      let album = if let known { known } else { try save(Album(artist: artist, title: title)) }
      return .album(album)
    case .musicBrainz(let link): return .musicBrainz(link)
    case .hint(let words): return .hint(words)
    }
  }

  /// A candidate of the scan, or what the find is already.
  private func candidate(
    _ id: String, of scan: ScanID?, _ find: FindID?
  ) throws(StoreError) -> Int64? {
    try connection.row(
      """
      SELECT album FROM scan_candidates WHERE scan = ?1 AND CAST(album AS TEXT) = ?3
      UNION SELECT album FROM finds WHERE id = ?2 AND CAST(album AS TEXT) = ?3
      """, [Value(scan?.text), Value(find?.text), .text(id)]
    ) { (row) in row.integer(0) }
  }

  /// The scan ends with the album before its next call; one that had ended without a find is taken
  /// up again for it.
  private func choose(_ album: Int64, for id: ScanID, at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      UPDATE scans SET chosen = ?2, ready = ?3, updated = ?3, attempts = 0,
        state = CASE WHEN \(Self.unfinished) THEN state ELSE 'queued' END
      WHERE id = ?1 AND find IS NULL
      """, [.text(id.text), .integer(album), .integer(now.milliseconds)])
    try markUnpublished("scan", id.text)
  }

  /// What a scan was taken for before its sender said better, as a candidate.
  func keepFormerCandidate(of scan: ScanID) throws(StoreError) {
    let former = try connection.row(
      "SELECT album FROM scans WHERE id = ? AND chosen IS NOT album", [.text(scan.text)]
    ) { (row) in row.integerOrNil(0) }
    if let former, let former, try chosenAlbum(for: scan) != nil {
      try nameFormer(former, of: scan)
    }
  }

  private func isOffered(_ album: Int64, by scan: ScanID) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM scan_candidates WHERE scan = ? AND album = ? AND kind = 'cover'",
      [.text(scan.text), .integer(album)]
    ) { (_) in true } ?? false
  }

  private func move(_ find: FindID, from former: Int64, to album: Int64) throws(StoreError) {
    if let scan = try scan(of: find) {
      try nameFormer(former, of: scan)
      try connection.run(
        "UPDATE scans SET album = ? WHERE id = ?", [.integer(album), .text(scan.text)])
    }
    try connection.run(
      "UPDATE finds SET album = ?2, unreviewed = NULL WHERE id = ?1",
      [.text(find.text), .integer(album)])
    try connection.run(
      "UPDATE covers SET album = ?2 WHERE source = ?1",
      [.text("find:\(find)"), .integer(album)])
  }

  /// What it was before is a candidate that says so, also where it was one all along.
  private func nameFormer(_ album: Int64, of scan: ScanID) throws(StoreError) {
    try nameCandidate(album, of: scan, CandidateReason.formerly.stored)
    try connection.run(
      "UPDATE scan_candidates SET reason = ? WHERE scan = ? AND album = ?",
      [.text(CandidateReason.formerly.stored), .text(scan.text), .integer(album)])
  }

  /// One more candidate at the end; one that is there already stays as it is.
  private func nameCandidate(
    _ album: Int64, of scan: ScanID, _ reason: String
  ) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO scan_candidates (scan, position, album, similarity, kind, reason)
      SELECT ?1, 1 + max(\(Self.firstNamed), coalesce(
          (SELECT max(position) FROM scan_candidates WHERE scan = ?1), 0)), ?2, 0, 'named', ?3
      WHERE NOT EXISTS (SELECT 1 FROM scan_candidates WHERE scan = ?1 AND album = ?2)
        AND EXISTS (SELECT 1 FROM scans WHERE id = ?1)
      """, [.text(scan.text), .integer(album), .text(reason)])
  }
}
