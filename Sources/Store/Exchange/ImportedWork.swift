// The background jobs for imported albums, and for the works of `FirstReviews.swift`: the lookup
// at MusicBrainz, and the review if a person asked for one. The review follows the lookup, because
// the model gets the facts of the lookup.

package import Albums

/// An imported item without its find.
struct ImportedItem {
  let id: Int64

  /// The finder.
  let person: PersonID
}

extension Store {
  /// Queues the review that an import asked for together with this lookup. Does nothing for any other
  /// job, so it may be called several times.
  package func queueReview(after lookup: Job, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try takeReview(after: lookup, at: now)
    }
  }

  // MARK: Inside a transaction

  /// The same as `queueReview(after:at:)`. Call it inside a transaction.
  package func takeReview(after lookup: Job, at now: Timestamp) throws(StoreError) {
    // The request for a review may be newer than `lookup`, so the query reads the row again.
    let reviewer = try connection.row(
      "SELECT payload ->> '$.review' FROM jobs WHERE id = ? AND kind = 'refill'",
      [.integer(lookup.id)]
    ) { (row) in row.textOrNil(0) }
    guard let item = lookup.item, let reviewer, let reviewer else { return }
    try connection.run(
      "UPDATE jobs SET payload = nullif(json_remove(payload, '$.review'), '{}') WHERE id = ?",
      [.integer(lookup.id)])
    let album = try connection.row(
      "SELECT album FROM finds WHERE item = ? AND deleted IS NULL", [.integer(item)]
    ) { (row) in row.integer(0) }
    guard let album, try kind(ofWork: album).hasReviews(booksToo: reviewsBooks),
      try !hasReview(ofAlbum: album)
    else { return }
    try queueReview(of: album, for: item, by: PersonID(reviewer), at: now)
  }

  /// Queues the work on an imported album: its lookup, unless the album has all data or a lookup
  /// is queued; and its review for `reviewer`, unless the album has a review or a review is queued.
  func queueWork(
    on album: Int64, for item: ImportedItem, reviewer: PersonID?, at now: Timestamp
  ) throws(StoreError) {
    let isReviewable = try kind(ofWork: album).hasReviews(booksToo: reviewsBooks)
    let reviewer = try reviewer.flatMap { (person) throws(StoreError) in
      guard isReviewable, try !hasReview(ofAlbum: album) else { return nil as PersonID? }
      return person
    }
    guard try needsLookup(album) else {
      if let reviewer { try queueReview(of: album, for: item.id, by: reviewer, at: now) }
      return
    }
    if try !isQueued(.refill, of: album) {
      try insertJob(.refill, for: item.id, by: item.person, next: now, at: now)
    }
    guard let reviewer else { return }
    try connection.run(
      """
      UPDATE jobs SET payload = json_set(coalesce(payload, '{}'), '$.review', ?2)
      WHERE kind = 'refill' AND state = 'queued' AND item IN (SELECT item FROM finds WHERE album = ?1)
      """, [.integer(album), .text(reviewer.text)])
  }

  private func queueReview(
    of album: Int64, for item: Int64, by person: PersonID, at now: Timestamp
  ) throws(StoreError) {
    guard try !isQueued(.importedReview, of: album) else { return }
    try insertJob(.importedReview, for: item, by: person, next: now, at: now)
  }

  /// Whether a job of the kind is queued for any find of the album.
  private func isQueued(_ kind: JobKind, of album: Int64) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT 1 FROM finds JOIN jobs ON jobs.item = finds.item
      WHERE finds.album = ? AND jobs.kind = ? AND jobs.state = 'queued'
      """, [.integer(album), .text(kind.rawValue)]
    ) { (_) in true } ?? false
  }

  func needsLookup(_ album: Int64) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT kind = 'album' AND (release_group IS NULL OR artwork IS NULL) FROM albums WHERE id = ?
      """, [.integer(album)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  private func hasReview(ofAlbum album: Int64) throws(StoreError) -> Bool {
    try connection.row(
      "SELECT 1 FROM reviews JOIN albums ON albums.key = reviews.key WHERE albums.id = ?",
      [.integer(album)]
    ) { (_) in true } ?? false
  }
}
