// Accepting a photo: the one transaction between "it is on the disk" and "the phone is answered".

package import Albums

/// A photo that lies in data/photos and is not yet a scan.
package struct NewScan: Sendable {
  package let id: ScanID

  /// The client's UUID; makes sending the same photo twice harmless.
  package let key: String?

  /// SHA-256 of the photo.
  package let digest: [UInt8]
  package let byteCount: Int

  /// `x,y,w,h`, already checked.
  package let guide: String?

  package init(id: ScanID, key: String?, digest: [UInt8], byteCount: Int, guide: String?) {
    self.id = id
    self.key = key
    self.digest = digest
    self.byteCount = byteCount
    self.guide = guide
  }
}

/// What became of a photo that was offered.
package enum Acceptance: Equatable, Sendable {
  case accepted
  /// It was sent before and is this scan; the new copy is not needed.
  case repeated(ScanID)
  /// The key was used for another photo.
  case conflict
  case queueFull
}

extension Store {
  /// Unfinished scans there may be at once. Source: FAULTS §6 "quotas".
  package static var queueLimit: Int { 200 }

  /// Without a key, the same bytes within this time are the same scan. Source: FAULTS B6.
  package static var repeatMilliseconds: Int64 { 10 * 60 * 1000 }

  package func accept(_ scan: NewScan, at now: Timestamp) throws(StoreError) -> Acceptance {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      if let earlier = try earlierScan(like: scan, at: now) { return earlier }
      let waiting = try connection.row(
        "SELECT count(*) FROM scans WHERE \(Self.unfinished)"
      ) { (row) in row.integer(0) }
      if waiting ?? 0 >= Int64(Self.queueLimit) { return .queueFull }
      try connection.run(
        """
        INSERT INTO scans (id, key, digest, bytes, guide, state, ready, created, updated)
        VALUES (?1, ?2, ?3, ?4, ?5, 'queued', ?6, ?6, ?6)
        """,
        [
          .text(scan.id.text), Value(scan.key), .blob(scan.digest), Value(scan.byteCount),
          Value(scan.guide), .integer(now.milliseconds),
        ])
      return .accepted
    }
  }

  private func earlierScan(
    like scan: NewScan, at now: Timestamp
  ) throws(StoreError) -> Acceptance? {
    if let key = scan.key {
      return try connection.row(
        "SELECT id, digest FROM scans WHERE key = ?", [.text(key)]
      ) { (row) in
        row.blob(1) == scan.digest ? .repeated(ScanID(unchecked: row.text(0))) : .conflict
      }
    }
    let since = now.milliseconds - Self.repeatMilliseconds
    return try connection.row(
      "SELECT id FROM scans WHERE digest = ? AND key IS NULL AND created > ? LIMIT 1",
      [.blob(scan.digest), .integer(since)]
    ) { (row) in .repeated(ScanID(unchecked: row.text(0))) }
  }

  static var unfinished: String {
    "state NOT IN ('complete', 'identificationFailed', 'failed')"
  }
}
