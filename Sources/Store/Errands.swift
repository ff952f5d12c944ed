// What the worker is asked to do beside scanning: put with its pages' marks, claimed, done or failed.

package import Albums

/// An errand this worker has taken; every write names the epoch, as with a scan's `Claim`.
package struct ErrandClaim: Equatable, Sendable {
  package let id: Int64
  package let epoch: Int64
  package let scan: ScanID?

  /// The scan's find, where there is one by now.
  package let find: FindID?
  package let wish: Wish

  /// Attempts without a wait between, this one included.
  package let attempts: Int

  /// How often a service has let it wait.
  package let waits: Int
  package let created: Timestamp
}

/// An errand as `show queue` lists it.
package struct QueuedErrand: Equatable, Sendable {
  package let id: Int64
  package let kind: ErrandKind
  package let scan: ScanID?
  package let find: FindID?
  package let ready: Timestamp
  package let created: Timestamp
}

extension Store {
  /// Something to be done for a find in the log; false when it is not in it. What is wished for
  /// already is not wished for twice.
  package func put(_ wish: Wish, for find: FindID, at now: Timestamp) throws(StoreError) -> Bool {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      guard try self.find(find) != nil else { return false }
      try put(wish, scan: try scan(of: find), find: find, ready: now, at: now)
      return true
    }
  }

  /// A service did not give everything at the time of the scan: it is asked again after a minute,
  /// then after an hour, then after eight. Source: issue 5 "a later refill (≤ 3 times in 24 h)".
  package func putRefill(_ find: FindID, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try wishForRefill(of: find, at: now)
    }
  }

  /// The same inside a transaction.
  package func wishForRefill(of find: FindID, at now: Timestamp) throws(StoreError) {
    try refill(find, of: try scan(of: find), at: now)
  }

  /// Milliseconds before each try.
  package static var refillPauses: [Int64] { [60_000, 3_600_000, 8 * 3_600_000] }

  /// The next errand that may be done now, the oldest first; counted before it is tried.
  package func claimErrand(at now: Timestamp) throws(StoreError) -> ErrandClaim? {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.row(
        """
        UPDATE errands SET epoch = epoch + 1, attempts = attempts + 1, updated = ?1
        WHERE id = (SELECT id FROM errands WHERE state = 'queued' AND ready <= ?1
                    ORDER BY id LIMIT 1)
        RETURNING id, epoch, scan, coalesce(find, (SELECT find FROM scans WHERE id = scan)), kind,
          album, text, attempts, waits, created
        """, [.integer(now.milliseconds)]
      ) { (row) throws(StoreError) in try Self.errand(row) }
    }
  }

  /// It is done: what it changed was committed before, or is committed with it by `body`.
  package func finish(
    _ errand: ErrandClaim, at now: Timestamp,
    with body: (borrowing Store) throws(StoreError) -> Void = { (_) throws(StoreError) in }
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try end(
        errand, "state = 'done', failure_code = NULL, failure_message = NULL", [], at: now)
      try body(self)
    }
  }

  /// It could not be done; its page says why.
  package func fail(
    _ errand: ErrandClaim, _ failure: Failure, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try end(
        errand, "state = 'failed', failure_code = ?4, failure_message = ?5",
        FailureColumns.values(failure), at: now)
    }
  }

  /// Not now: it is tried again at `ready`, because a service failed or the scan is not over.
  package func wait(
    _ errand: ErrandClaim, until ready: Timestamp, _ failure: Failure? = nil,
    at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try end(
        errand,
        """
        ready = ?4, attempts = 0, failure_code = ?5, failure_message = ?6,
          waits = waits + (?5 IS NOT NULL)
        """,
        [.integer(ready.milliseconds)] + FailureColumns.values(failure), at: now)
    }
  }

  /// Whether anything waits to be done that somebody asked for; refills are for whoever comes next.
  package func hasWaitingErrand() throws(StoreError) -> Bool {
    try connection.row(
      "SELECT EXISTS (SELECT 1 FROM errands WHERE state = 'queued' AND kind <> 'refill')"
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// In the order they were asked for.
  package func queuedErrands() throws(StoreError) -> [QueuedErrand] {
    try connection.rows(
      "SELECT id, kind, scan, find, ready, created FROM errands WHERE state = 'queued' ORDER BY id"
    ) { (row) throws(StoreError) in
      QueuedErrand(
        id: row.integer(0), kind: try Self.kind(row.text(1)),
        scan: row.textOrNil(2).map { ScanID(unchecked: $0) },
        find: row.textOrNil(3).map { FindID(unchecked: $0) },
        ready: Timestamp(milliseconds: row.integer(4)),
        created: Timestamp(milliseconds: row.integer(5)))
    }
  }

  /// What is under way for a find, or what failed last; nil when there is nothing to tell.
  package func errand(of find: FindID) throws(StoreError) -> ErrandNotice? {
    try notice("find = ?1 OR scan = (SELECT scan FROM finds WHERE id = ?1)", find.text)
  }

  func errand(ofScan scan: String) throws(StoreError) -> ErrandNotice? {
    try notice("scan = ?1", scan)
  }

  /// One find of each album whose review a model wrote by another prompt than `prompt`; newest first.
  package func findsReviewed(otherThanBy prompt: String) throws(StoreError) -> [FindID] {
    try connection.rows(
      """
      SELECT id FROM (SELECT finds.id AS id, max(found) AS last FROM finds
        JOIN albums ON albums.id = finds.album JOIN reviews ON reviews.key = albums.key
        WHERE deleted IS NULL AND reviews.prompt <> ? AND reviews.origin <> 'catalogue'
        GROUP BY finds.album)
      ORDER BY last DESC
      """, [.text(prompt)]
    ) { (row) in FindID(unchecked: row.text(0)) }
  }

  /// The pictures in data/photos that are still to be looked at.
  package func errandFiles() throws(StoreError) -> Set<String> {
    Set(
      try connection.rows(
        "SELECT text FROM errands WHERE state = 'queued' AND kind = 'artwork'"
      ) { (row) in row.text(0) })
  }

  // MARK: Inside a transaction

  func refill(_ find: FindID, of scan: ScanID?, at now: Timestamp) throws(StoreError) {
    let ready = now.advanced(byMilliseconds: Self.refillPauses[0])
    try put(.refill, scan: scan, find: find, ready: ready, at: now)
  }

  func put(
    _ wish: Wish, scan: ScanID?, find: FindID?, ready: Timestamp, at now: Timestamp
  ) throws(StoreError) {
    if try isQueued(wish, scan, find) { return }
    if wish.kind.isCorrection { try withdrawCorrections(of: scan, find, at: now) }
    let (album, text) = wish.parts
    try connection.run(
      """
      INSERT INTO errands (scan, find, kind, album, text, ready, created, updated)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
      """,
      [
        Value(scan?.text), Value(find?.text), .text(wish.kind.rawValue), Value(album),
        .text(text), .integer(ready.milliseconds), .integer(now.milliseconds),
      ])
    try markPages(of: scan, find)
  }

  /// What this errand looks for was found: it goes on as one that knows which album it is, and asks
  /// nobody twice. A hint stays one: a model named the album, and nobody has said so.
  func turn(_ errand: ErrandClaim, into album: Int64, at now: Timestamp) throws(StoreError) {
    try end(
      errand, "kind = CASE kind WHEN 'hint' THEN kind ELSE 'album' END, album = ?4",
      [.integer(album)], at: now)
  }

  /// Throws when the errand was withdrawn, or taken by another worker.
  func end(
    _ errand: ErrandClaim, _ changes: String, _ values: [Value], at now: Timestamp
  ) throws(StoreError) {
    let changed = try connection.run(
      """
      UPDATE errands SET updated = ?3, \(changes)
      WHERE id = ?1 AND epoch = ?2 AND state = 'queued'
      """, [.integer(errand.id), .integer(errand.epoch), .integer(now.milliseconds)] + values)
    guard changed == 1 else { throw .stale }
    try markPages(of: errand.scan, errand.find)
  }

  func scan(of find: FindID) throws(StoreError) -> ScanID? {
    let scan = try connection.row("SELECT scan FROM finds WHERE id = ?", [.text(find.text)]) {
      (row) in
      row.textOrNil(0)
    }
    return (scan ?? nil).map { ScanID(unchecked: $0) }
  }

  /// A review is its album's: two finds of one album wish for one. A hint that was answered is the same
  /// hint still.
  private func isQueued(
    _ wish: Wish, _ scan: ScanID?, _ find: FindID?
  ) throws(StoreError) -> Bool {
    let (album, text) = wish.parts
    return try connection.row(
      """
      SELECT 1 FROM errands WHERE state = 'queued' AND kind = ?3 AND text = ?5
        AND (album IS ?4 OR kind = 'hint')
        AND (find IS ?2 AND scan IS ?1 OR kind = 'review' AND find IN (
          SELECT other.id FROM finds other JOIN finds this ON this.album = other.album
          WHERE this.id = ?2))
      """,
      [
        Value(scan?.text), Value(find?.text), .text(wish.kind.rawValue), Value(album), .text(text),
      ]
    ) { (_) in true } ?? false
  }

  /// Whoever says what it is has the last word; an older one that is under way writes nothing more, and
  /// one that failed is not told of any more.
  func withdrawCorrections(
    of scan: ScanID?, _ find: FindID?, at now: Timestamp
  ) throws(StoreError) {
    try connection.run(
      """
      UPDATE errands SET state = 'done', epoch = epoch + 1, updated = ?3
      WHERE state <> 'done' AND kind IN ('album', 'musicbrainz', 'hint')
        AND (scan = ?1 OR find = ?2)
      """, [Value(scan?.text), Value(find?.text), .integer(now.milliseconds)])
  }

  private func markPages(of scan: ScanID?, _ find: FindID?) throws(StoreError) {
    if let find { return try markUnpublished("find", find.text) }
    guard let scan else { return }
    try markUnpublished("scan", scan.text)
    // The scan may have become a find meanwhile: its page tells of the errand then.
    let found = try connection.row("SELECT find FROM scans WHERE id = ?", [.text(scan.text)]) {
      (row) in
      row.textOrNil(0)
    }
    if let found, let found { try markUnpublished("find", found) }
  }

  private func notice(_ condition: String, _ id: String) throws(StoreError) -> ErrandNotice? {
    let notice = try connection.row(
      """
      SELECT CASE WHEN album IS NULL THEN kind ELSE 'album' END, state, failure_code,
        failure_message FROM errands
      WHERE (\(condition)) AND kind <> 'refill' ORDER BY state = 'queued' DESC, id DESC LIMIT 1
      """, [.text(id)]
    ) { (row) throws(StoreError) -> ErrandNotice? in
      guard row.text(1) != ErrandState.done.rawValue else { return nil }
      return ErrandNotice(
        kind: try Self.kind(row.text(0)), isUnderWay: row.text(1) == ErrandState.queued.rawValue,
        failure: FailureColumns.failure(row, from: 2))
    }
    return notice ?? nil
  }

  private static func kind(_ text: String) throws(StoreError) -> ErrandKind {
    guard let kind = ErrandKind(rawValue: text) else { throw .damaged("errand \(text)") }
    return kind
  }

  private static func errand(_ row: Row) throws(StoreError) -> ErrandClaim {
    ErrandClaim(
      id: row.integer(0), epoch: row.integer(1),
      scan: row.textOrNil(2).map { ScanID(unchecked: $0) },
      find: row.textOrNil(3).map { FindID(unchecked: $0) },
      wish: try Wish(try kind(row.text(4)), album: row.integerOrNil(5), text: row.text(6)),
      attempts: Int(row.integer(7)), waits: Int(row.integer(8)),
      created: Timestamp(milliseconds: row.integer(9)))
  }
}

extension Wish {
  /// What the row of an errand holds of it.
  fileprivate var parts: (album: Int64?, text: String) {
    switch self {
    case .album(let id), .hinted(let id): (id, "")
    case .musicBrainz(let text), .hint(let text), .artwork(let text): (nil, text)
    case .review, .refill: (nil, "")
    }
  }

  fileprivate init(_ kind: ErrandKind, album: Int64?, text: String) throws(StoreError) {
    switch kind {
    case .album:
      guard let album else { throw .damaged("an errand without its album") }
      self = .album(album)
    case .musicbrainz: self = .musicBrainz(text)
    case .hint: self = album.map { .hinted($0) } ?? .hint(text)
    case .review: self = .review
    case .artwork: self = .artwork(file: text)
    case .refill: self = .refill
    }
  }
}
