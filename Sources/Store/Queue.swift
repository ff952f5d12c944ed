// The queue as the worker sees it: claim a scan, commit each stage before and after it costs anything.

package import Albums

/// A scan this worker has taken. Every write names the epoch, so a worker that was overtaken writes nothing.
package struct Claim: Equatable, Sendable {
  package let id: ScanID
  package let epoch: Int64
  package let state: ScanState

  /// Attempts at the present stage, this one included.
  package let attempts: Int
  package let created: Timestamp
  package let guide: String?

  /// Known when an earlier attempt got so far.
  package let fingerprint: [UInt8]?
  package let album: Int64?

  /// How often a service has let the scan wait.
  package let waits: Int

  /// The album its sender said it is, or a model that was given the sender's hint.
  package let chosen: Int64?
}

extension Store {
  /// The next scan that may be tried now, or nil. The attempt is counted before it is made (FAULTS C5).
  ///
  /// Scans of `busy` are in this worker's hands already.
  package func claim(
    at now: Timestamp, except busy: Set<ScanID> = []
  ) throws(StoreError) -> Claim? {
    let taken = busy.map { "'\($0)'" }.sorted().joined(separator: ",")
    return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.row(
        """
        UPDATE scans SET epoch = epoch + 1, attempts = attempts + 1, updated = ?1
        WHERE id = (SELECT id FROM scans WHERE \(Self.unfinished) AND ready <= ?1
                    AND id NOT IN (\(taken)) ORDER BY ready, created, id LIMIT 1)
        RETURNING id, epoch, state, attempts, created, guide, fingerprint, album, waits, chosen
        """, [.integer(now.milliseconds)]
      ) { (row) throws(StoreError) in try Self.claim(row) }
    }
  }

  private static func claim(_ row: Row) throws(StoreError) -> Claim {
    guard let state = ScanState(rawValue: row.text(2)) else {
      throw .damaged("scan state \(row.text(2))")
    }
    return Claim(
      id: ScanID(unchecked: row.text(0)), epoch: row.integer(1), state: state,
      attempts: Int(row.integer(3)), created: Timestamp(milliseconds: row.integer(4)),
      guide: row.textOrNil(5), fingerprint: row.isNull(6) ? nil : row.blob(6),
      album: row.integerOrNil(7), waits: Int(row.integer(8)), chosen: row.integerOrNil(9))
  }

  /// The photo is being looked at.
  package func beginIdentifying(_ claim: Claim, at now: Timestamp) throws(StoreError) {
    try advance(
      claim, "state = 'identifying', failure_code = NULL, failure_message = NULL", [], at: now)
  }

  /// The crop was made; `facts` is how, for `show scan`.
  package func record(
    fingerprint: [UInt8], crop facts: String, hints: [PhotoHint] = [], of claim: Claim,
    at now: Timestamp
  ) throws(StoreError) {
    try advance(
      claim, "fingerprint = ?4, crop = ?5, hints = ?6, attempts = 0",
      [.blob(fingerprint), .text(facts), .text(hints.stored)], at: now)
  }

  /// The album is known; `isRecognised` when a cover known here said so, for free.
  package func identify(
    _ claim: Claim, as album: Int64, isRecognised: Bool, at now: Timestamp
  ) throws(StoreError) {
    try advance(
      claim, "state = 'identified', album = ?4, recognised = ?5, attempts = 0",
      [.integer(album), Value(isRecognised)], at: now)
  }

  package func beginReview(_ claim: Claim, at now: Timestamp) throws(StoreError) {
    try advance(claim, "state = 'reviewing'", [], at: now)
  }

  /// One transaction: the find, the crop as a cover known from now on, the scan's end, and the pages
  /// that now have to be written. What its sender chose counts for more than what was identified, and is
  /// sure; what a model made of a hint is as sure as the evidence.
  /// `unreviewed` says why there is no review of what was identified; what is incomplete because a
  /// service failed is asked for again later.
  package func finish(
    _ claim: Claim, as find: FindID, isSure: Bool, agreement: ArtworkMatch? = nil,
    unreviewed: Failure? = nil, isIncomplete: Bool = false, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let made = try connection.run(
        """
        INSERT INTO finds (id, scan, album, found, sure, agreement, unreviewed)
        SELECT ?2, id, coalesce(chosen, album), created,
          CASE WHEN chosen IS NOT NULL AND NOT \(Self.isHinted) THEN 1
            ELSE (chosen IS NULL OR chosen IS album) AND ?4 END,
          CASE WHEN chosen IS NULL OR chosen IS album THEN ?5 END,
          CASE WHEN chosen IS NULL OR chosen IS album THEN ?6 END
        FROM scans WHERE id = ?1 AND epoch = ?3
        """,
        [
          .text(claim.id.text), .text(find.text), .integer(claim.epoch), Value(isSure),
          Value(agreement?.rawValue), FailureColumns.value(unreviewed),
        ])
      guard made == 1 else { throw .stale }
      try keepFormerCandidate(of: claim.id)
      try update(
        claim,
        """
        state = 'complete', find = ?4, album = coalesce(chosen, album),
        recognised = recognised OR chosen IS NOT NULL AND NOT \(Self.isHinted)
        """, [.text(find.text)], at: now)
      try keepCrop(of: find)
      if isIncomplete { try refill(find, of: claim.id, at: now) }
      try markUnpublished("find", find.text)
      try markUnpublished("scan", claim.id.text)
      try markUnpublishedWhatNames(find)
    }
  }

  /// The scan ends without a find; not when its sender has chosen an album meanwhile.
  package func end(
    _ claim: Claim, as state: ScanState, _ failure: Failure, at now: Timestamp
  ) throws(StoreError) {
    precondition(state.isFinal && state != .complete, "finish(_:) ends a scan well")
    try advance(
      claim, unlessChosen: true, "state = ?4, failure_code = ?5, failure_message = ?6",
      [.text(state.rawValue)] + FailureColumns.values(failure), at: now)
  }

  /// A service failed: the scan waits until `ready` and is tried again by itself. A try that was asked
  /// for by hand is over with this.
  package func wait(
    _ claim: Claim, until ready: Timestamp, _ failure: Failure, at now: Timestamp
  ) throws(StoreError) {
    try advance(
      claim, unlessChosen: true,
      "state = 'waiting', ready = ?4, failure_code = ?5, failure_message = ?6, attempts = 0, "
        + "waits = waits + 1, granted = 0",
      [.integer(ready.milliseconds)] + FailureColumns.values(failure), at: now)
  }

  /// Whether any scan is not at its end: ready, in hand, or waiting for a service.
  package func hasUnfinished() throws(StoreError) -> Bool {
    try connection.row("SELECT EXISTS (SELECT 1 FROM scans WHERE \(Self.unfinished))") { (row) in
      row.integer(0) == 1
    } ?? false
  }

  /// With `unlessChosen` a choice that came in the meantime stands, and nothing is written: the next
  /// attempt ends the scan with it.
  private func advance(
    _ claim: Claim, unlessChosen: Bool = false, _ changes: String, _ values: [Value],
    at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      if unlessChosen, claim.chosen == nil, try chosenAlbum(for: claim.id) != nil { return }
      try update(claim, changes, values, at: now)
      try markUnpublished("scan", claim.id.text)
    }
  }

  func update(
    _ claim: Claim, _ changes: String, _ values: [Value], at now: Timestamp
  ) throws(StoreError) {
    let sql = "UPDATE scans SET updated = ?3, \(changes) WHERE id = ?1 AND epoch = ?2"
    let identity: [Value] = [
      .text(claim.id.text), .integer(claim.epoch), .integer(now.milliseconds),
    ]
    guard try connection.run(sql, identity + values) == 1 else { throw .stale }
  }
}

extension Store {
  /// "Try again now": a scan that waits for a service is tried at once; false when it does not wait.
  ///
  /// Its next call may be one more than it is sent by itself, and does not wait for the breaker. However
  /// often it is tapped, that is one call.
  package func retry(_ id: ScanID, at now: Timestamp) throws(StoreError) -> Bool {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.run(
        "UPDATE scans SET ready = ?2, updated = ?2, granted = 1 WHERE id = ?1 AND state = 'waiting'",
        [.text(id.text), .integer(now.milliseconds)]) == 1
    }
  }
}
