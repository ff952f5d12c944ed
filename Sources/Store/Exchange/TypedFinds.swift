// Finds without a photo: a person types the names. The job that settles a correction by names also looks
// these names up, so a typed find needs no job of its own kind.

package import Albums
import Host

/// The result of adding a find without a photo.
package enum TypedFind: Equatable, Sendable {
  case added(FindID)
  /// The history already has finds of the work; this is the newest one. No find was added.
  case present(FindID)
  case queueFull
}

extension Store {
  /// The maximum number of queued corrections, those of typed finds included. At this number, no find is
  /// added without a photo. Source: docs/limits.md.
  package static var typedFindLimit: Int { 200 }

  /// The maximum number of names that `creatorNames` returns. Source: docs/limits.md.
  package static var creatorNameLimit: Int { 500 }

  /// Adds a find of this work to the history, and queues its lookup. A work that the history has is
  /// added only if `isCopy` says that it is another copy.
  package func add(
    _ work: Album, status: FindStatus?, isCopy: Bool, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> TypedFind {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      if !isCopy, let present = try newestFind(of: work) { return .present(present) }
      guard try countCorrections() < Self.typedFindLimit else { return .queueFull }
      let album = try knownOrSaved(work)
      var details = FindDetails()
      details.status = status
      var record = FindRecord(
        id: FindID(randomBytes: Randomness.bytes(FindID.randomByteCount)), person: person,
        album: work.key, found: now, details: details)
      record.item.evidence = Evidence(.person)
      let item = try insert(record, of: album)
      try enqueue(.album(album), for: item, by: person, next: now, at: now)
      return .added(record.id)
    }
  }

  /// The artists and authors of the history, those with the most finds first.
  package func creatorNames() throws(StoreError) -> [String] {
    try connection.rows(
      """
      SELECT name FROM facets WHERE kind IN ('artist', 'author') GROUP BY name
      ORDER BY count(*) DESC, name LIMIT ?
      """, [Value(Self.creatorNameLimit)]
    ) { (row) in row.text(0) }
  }

  private func newestFind(of work: Album) throws(StoreError) -> FindID? {
    guard let album = try albumID(of: work) else { return nil }
    return try connection.row(
      """
      SELECT id FROM finds WHERE album = ? AND deleted IS NULL ORDER BY found DESC, id DESC LIMIT 1
      """, [.integer(album)]
    ) { (row) in FindID(unchecked: row.text(0)) }
  }

  private func countCorrections() throws(StoreError) -> Int {
    try connection.row("SELECT count(*) FROM jobs WHERE state = 'queued' AND kind = 'correct'") {
      (row) in Int(row.integer(0))
    } ?? 0
  }
}
