// Queues the owner's own pictures: one for each find, and a limited number of finds at a time.

package import Albums

/// The result of queueing the owner's own picture.
package enum PictureAcceptance: Equatable, Sendable {
  /// `replaced`: files in data/photos that no job names any more. The caller deletes them.
  case accepted(replaced: [String])
  /// The history does not contain the find.
  case notFound
  case queueFull
}

extension Store {
  /// The maximum number of finds with a queued picture. Source: docs/limits.md.
  package static var pictureLimit: Int { 200 }

  /// Queues the own picture `file` in data/photos; an empty name removes the own picture.
  ///
  /// Only the last picture of a find counts: an older job for a picture of this find, queued or
  /// running, writes nothing more.
  package func accept(
    picture file: String, for find: FindID, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> PictureAcceptance {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard try isInLog(find), let item = try item(of: find) else { return .notFound }
      guard try countPictures(ofOthersThan: item) < Self.pictureLimit else { return .queueFull }
      let replaced = try withdrawPictures(of: item, at: now)
      try enqueue(.artwork(file: file), for: item, by: person, next: now, at: now)
      return .accepted(replaced: replaced)
    }
  }

  /// The SQL condition for a queued job with an own picture, or with the removal of an own picture.
  static var isQueuedPicture: String {
    "state = 'queued' AND kind = 'artwork' AND payload ->> '$.file' IS NOT NULL"
  }

  private func countPictures(ofOthersThan item: Int64) throws(StoreError) -> Int {
    try connection.row(
      "SELECT count(*) FROM jobs WHERE \(Self.isQueuedPicture) AND item <> ?", [.integer(item)]
    ) { (row) in Int(row.integer(0)) } ?? 0
  }

  /// Withdraws the picture jobs of an item. Returns the files of these jobs.
  private func withdrawPictures(of item: Int64, at now: Timestamp) throws(StoreError) -> [String] {
    try connection.rows(
      """
      UPDATE jobs SET state = 'done', epoch = epoch + 1, updated = ?2
      WHERE item = ?1 AND \(Self.isQueuedPicture) RETURNING payload ->> '$.file'
      """, [.integer(item), .integer(now.milliseconds)]
    ) { (row) in row.text(0) }
    .filter { !$0.isEmpty }
  }
}
