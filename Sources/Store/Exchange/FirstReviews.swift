// The first reviews of works that a person requests together: those of an import, and those of
// finds that were added from a shelf. Their jobs run in the background and leave half of the cap to
// scans.

package import Albums

extension Store {
  /// The finds whose works would get a review, in the order of `finds`: one find of each work that has
  /// no review, for which no review is queued, and whose kind has reviews.
  package func findsToReview(among finds: [FindID]) throws(StoreError) -> [FindID] {
    var works: Set<Int64> = []
    var wanted: [FindID] = []
    for find in finds {
      guard let work = try workToReview(of: find), works.insert(work).inserted else { continue }
      wanted.append(find)
    }
    return wanted
  }

  private func workToReview(of find: FindID) throws(StoreError) -> Int64? {
    let work = try connection.row(
      """
      SELECT albums.id FROM finds JOIN albums ON albums.id = finds.album
      WHERE finds.id = ?1 AND finds.deleted IS NULL
        AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.key = albums.key)
        AND NOT EXISTS (
          SELECT 1 FROM finds other JOIN jobs ON jobs.item = other.item
          WHERE other.album = albums.id AND jobs.state = 'queued'
            AND (jobs.kind IN ('review', 'imported-review')
              OR jobs.kind = 'refill' AND jobs.payload ->> '$.review' NOT NULL))
      """, [.text(find.text)]
    ) { (row) in row.integer(0) }
    guard let work, try kind(ofWork: work).hasReviews(booksToo: reviewsBooks) else { return nil }
    return work
  }

  // MARK: Inside a transaction

  /// Queues the reviews of `findsToReview(among:)` for `person`, each after the lookup of its
  /// work.
  func queueFirstReviews(
    of finds: [FindID], by person: PersonID, at now: Timestamp
  ) throws(StoreError) {
    for find in try findsToReview(among: finds) {
      guard let album = try albumID(of: find), let item = try item(of: find),
        let finder = try finder(of: find)
      else { continue }
      try queueWork(
        on: album, for: ImportedItem(id: item, person: finder), reviewer: person, at: now)
    }
  }

  /// Withdraws the reviews of `queueFirstReviews` that no worker has begun. The lookups, which cost
  /// nothing, stay.
  func withdrawFirstReviews(of finds: [FindID]) throws(StoreError) {
    for find in finds {
      try withdrawFirstReview(of: find)
      try connection.run(
        """
        UPDATE jobs SET payload = nullif(json_remove(payload, '$.review'), '{}')
        WHERE kind = 'refill' AND state = 'queued' AND payload ->> '$.review' NOT NULL
          AND item IN (SELECT other.item FROM finds this JOIN finds other ON other.album = this.album
            WHERE this.id = ?)
        """, [.text(find.text)])
    }
  }

  /// Removes the job of the find's first review if no worker has begun it.
  func withdrawFirstReview(of find: FindID) throws(StoreError) {
    try connection.run(
      """
      DELETE FROM jobs WHERE kind = 'imported-review' AND state = 'queued' AND attempts = 0
        AND item = (SELECT item FROM finds WHERE id = ?)
      """, [.text(find.text)])
  }
}
