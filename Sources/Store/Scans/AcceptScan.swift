// Accepts a photo: one transaction, after the photo is on the disk and before the phone gets a
// response.

package import Albums
import Host
import Text

/// A photo in data/photos that is not yet a scan, or a product code that a person typed.
package struct NewScan: Sendable {
  package let id: ScanID

  /// The person who uploaded the photo.
  package let person: PersonID

  /// The client's UUID. A second upload with the same key and the same photo creates no second
  /// scan.
  package let key: String?

  /// SHA-256 of the photo, or of the code's digits.
  package let digest: [UInt8]

  /// The size of the photo; 0 for a code.
  package let byteCount: Int

  /// The guide as `x,y,w,h`. The caller has checked it.
  package let guide: String?
  package let kind: ScanKind

  /// The product codes that the client read in the whole picture, before it reduced the photo.
  package let codes: [ProductCode]

  /// The shelves that the browser sent before. Without people, all browsers send as one person, so these
  /// shelves decide which session a shelf joins. Nil if the id of the person decides.
  package let ownShelves: [ScanID]?

  package init(
    id: ScanID, person: PersonID, key: String?, digest: [UInt8], byteCount: Int, guide: String?,
    kind: ScanKind = .album, codes: [ProductCode] = [], ownShelves: [ScanID]? = nil
  ) {
    self.id = id
    self.person = person
    self.key = key
    self.digest = digest
    self.byteCount = byteCount
    self.guide = guide
    self.kind = kind
    self.codes = codes
    self.ownShelves = ownShelves
  }
}

extension NewScan {
  /// A scan without a photo: of a product code that is no shop's own number.
  package init(id: ScanID, person: PersonID, code: ProductCode) {
    self.init(
      id: id, person: person, key: nil, digest: SHA256.digest(of: Array(code.digits.utf8)),
      byteCount: 0, guide: nil, codes: [code])
  }
}

/// The result of accepting a photo.
package enum Acceptance: Equatable, Sendable {
  case accepted
  /// The photo was sent before. The value is its scan; the new copy is not needed.
  case repeated(ScanID)
  /// The key was used for another photo.
  case conflict
  case queueFull
  /// The person has sent too many photos. Another photo is accepted after this time.
  case tooMany(retryAfterSeconds: Int)
  /// There are people, and this person was removed or disabled while the photo arrived.
  case notAllowed
}

extension Store {
  /// The maximum number of uploads whose jobs have not ended. Jobs of other kinds do not count.
  /// Source: docs/limits.md.
  package static var queueLimit: Int { 200 }

  /// Within this time, a second upload of the same bytes without a key is the same scan. Source:
  /// docs/faults.md B6.
  package static var repeatMilliseconds: Int64 { 10 * 60 * 1000 }

  /// `limits` bounds the photos of one person; nil for a photo of the command line, which needs no
  /// account.
  package func accept(
    _ scan: NewScan, limits: PhotoLimits? = nil, at now: Timestamp
  ) throws(StoreError) -> Acceptance {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      if limits != nil, try !mayScan(scan.person) { return .notAllowed }
      if let earlier = try earlierScan(like: scan, at: now) { return earlier }
      if let limits, let seconds = try photoWait(of: scan.person, limits, at: now) {
        return .tooMany(retryAfterSeconds: seconds)
      }
      let waiting = try connection.row(
        "SELECT count(*) FROM jobs WHERE state = 'queued' AND kind IN ('scan', 'shelf')"
      ) { (row) in row.integer(0) }
      if waiting ?? 0 >= Int64(Self.queueLimit) { return .queueFull }
      try insert(scan, at: now)
      return .accepted
    }
  }

  /// Whether the person has an enabled account. Without people, the access policy has
  /// already admitted the request.
  private func mayScan(_ id: PersonID) throws(StoreError) -> Bool {
    guard let person = try person(id) else { return try !hasPeople() }
    return !person.isDisabled
  }

  /// The seconds until the person may send the next photo; nil if the person may send it now.
  ///
  /// Without people there is no limit. All clients then count as one person, so one phone could stop
  /// the others. The access policy admits only clients of this computer or of the local network.
  private func photoWait(
    of person: PersonID, _ limits: PhotoLimits, at now: Timestamp
  ) throws(StoreError) -> Int? {
    guard let person = try self.person(person) else { return nil }
    let minute = try wait(of: person.id, 60 * 1000, limits.aMinute, at: now)
    let isLimitedByDay = person.plan != .owner
    let day = isLimitedByDay ? try wait(of: person.id, 86_400_000, limits.aDay, at: now) : nil
    return [minute, day].compactMap(\.self).max()
  }

  /// A photo leaves the window after `window` milliseconds. The person waits until fewer than `limit`
  /// photos are in the window.
  private func wait(
    of person: PersonID, _ window: Int64, _ limit: Int, at now: Timestamp
  ) throws(StoreError) -> Int? {
    let oldest = try connection.row(
      """
      SELECT created FROM scans WHERE person = ? AND created > ? AND created <= ?
      ORDER BY created DESC LIMIT 1 OFFSET ?
      """,
      [
        .text(person.text), .integer(now.milliseconds - window), .integer(now.milliseconds),
        Value(limit - 1),
      ]
    ) { (row) in row.integer(0) }
    return oldest.map { Int(($0 + window - now.milliseconds + 999) / 1000) }
  }

  /// The scan that a person sent with this key; nil if the person sent no such scan.
  package func scanID(key: String, by person: PersonID) throws(StoreError) -> ScanID? {
    try connection.row(
      "SELECT id FROM scans WHERE person = ? AND key = ?", [.text(person.text), .text(key)]
    ) { (row) in ScanID(unchecked: row.text(0)) }
  }

  /// Inserts the upload, its item and its job. The items of a shelf follow when its boxes are found.
  private func insert(_ scan: NewScan, at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO scans (id, person, key, digest, bytes, guide, kind, created)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(scan.id.text), .text(scan.person.text),
        Value(scan.key ?? (scan.kind == .shelf ? Self.ownKey() : nil)), .blob(scan.digest),
        Value(scan.byteCount), Value(scan.guide), .text(scan.kind.rawValue),
        .integer(now.milliseconds),
      ])
    if scan.kind == .shelf {
      let session = try openSession(for: scan, at: now) ?? scan.id
      try connection.run(
        "INSERT INTO shelves (scan, session) VALUES (?, ?)",
        [.text(scan.id.text), .text(session.text)])
      return try insertJob(
        .shelf, for: nil, of: scan.id, by: scan.person, next: now, at: now)
    }
    let item = try connection.row(
      """
      INSERT INTO items (scan, position, progress, codes, created, updated)
      VALUES (?1, 0, 'queued', ?3, ?2, ?2) RETURNING id
      """, [.text(scan.id.text), .integer(now.milliseconds), Value(scan.codes.ofItem.stored)]
    ) { (row) in row.integer(0) }
    guard let item else { throw .damaged("an insert returned no row") }
    try insertJob(.scan, for: item, by: scan.person, next: now, at: now)
  }

  /// The session that a shelf photo joins: that of the sender's last photo, until *Finish* and for some
  /// hours; nil for a new session.
  private func openSession(for scan: NewScan, at now: Timestamp) throws(StoreError) -> ScanID? {
    let own = scan.ownShelves.map { JSON.array($0.map { .string($0.text) }).written() }
    return try connection.row(
      """
      SELECT session FROM shelves JOIN scans ON scans.id = shelves.scan
      WHERE person = ?1 AND finished IS NULL AND cleared IS NULL AND created BETWEEN ?2 AND ?3
        AND (?4 IS NULL OR scans.id IN (SELECT value FROM json_each(?4)))
      ORDER BY created DESC, scans.id DESC LIMIT 1
      """,
      [
        .text(scan.person.text), .integer(now.milliseconds - Shelf.sessionMilliseconds),
        .integer(now.milliseconds), Value(own),
      ]
    ) { (row) in ScanID(unchecked: row.text(0)) }
  }

  private func earlierScan(
    like scan: NewScan, at now: Timestamp
  ) throws(StoreError) -> Acceptance? {
    if let key = scan.key {
      return try connection.row(
        "SELECT id, digest, kind FROM scans WHERE person = ? AND key = ?",
        [.text(scan.person.text), .text(key)]
      ) { (row) in
        row.blob(1) == scan.digest && row.text(2) == scan.kind.rawValue
          ? .repeated(ScanID(unchecked: row.text(0))) : .conflict
      }
    }
    let since = now.milliseconds - Self.repeatMilliseconds
    return try connection.row(
      """
      SELECT id FROM scans WHERE digest = ? AND person = ? AND created > ? AND kind = ?
        AND (key IS NULL OR key GLOB '\(Self.ownKeys)') LIMIT 1
      """,
      [
        .blob(scan.digest), .text(scan.person.text), .integer(since), .text(scan.kind.rawValue),
      ]
    ) { (row) in .repeated(ScanID(unchecked: row.text(0))) }
  }

  /// A pattern of the keys that the program makes for shelves that were uploaded without a key. The secret of
  /// a shelf depends on its key, and the same photo may be sent twice.
  private static var ownKeys: String { "own-*" }

  private static func ownKey() -> String { "own-\(hexadecimal(Randomness.bytes(16)))" }
}
