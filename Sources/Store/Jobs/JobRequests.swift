// Turns each request into a job once, and marks the page that shows the job as stale.

package import Albums

extension Store {
  /// Queues a job for a find. False if the history does not contain the find, or if the job cannot be
  /// for a work of its kind (`mayHave`). A request that is already queued is not queued a second time; a
  /// waiting request for artwork becomes due at once. `accept(picture:…)` queues an own picture.
  package func enqueue(
    _ request: JobRequest, for find: FindID, by person: PersonID, at now: Timestamp
  ) throws(StoreError) -> Bool {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard try isInLog(find), let item = try item(of: find), try mayHave(request, find) else {
        return false
      }
      try enqueue(request, for: item, by: person, next: now, at: now)
      return true
    }
  }

  /// Whether a job can be for the find's work: models write reviews of books only with the setting
  /// `book-reviews`, and a person may ask again only for artwork of the Cover Art Archive.
  package func mayHave(_ request: JobRequest, _ find: FindID) throws(StoreError) -> Bool {
    switch request {
    case .review, .importedReview:
      try kind(of: find)?.hasReviews(booksToo: reviewsBooks) == true
    case .refreshArtwork: try kind(of: find) == .album
    case .scan, .shelf, .album, .musicBrainz, .hint, .named, .back, .artwork, .refill,
      .tracks, .importFile, .export, .publish:
      true
    }
  }

  /// Pauses before the attempts to get missing data, in milliseconds: a minute, an hour, eight
  /// hours.
  package static var refillPauses: [Int64] { [60_000, 3_600_000, 8 * 3_600_000] }

  /// Queues a job that asks a service again later for data that the service did not deliver.
  package func enqueueRefill(
    for find: FindID, by person: PersonID, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try addRefill(for: find, by: person, at: now)
    }
  }

  /// The same as `enqueueRefill`. Call it inside a transaction.
  package func addRefill(
    for find: FindID, by person: PersonID, at now: Timestamp
  ) throws(StoreError) {
    guard let item = try item(of: find), try mayHave(.refill, find) else { return }
    let next = now.advanced(byMilliseconds: Self.refillPauses[0])
    try enqueue(.refill, for: item, by: person, next: next, at: now)
  }

  /// The job that a find's page shows; nil if no job is queued or running and the last job
  /// succeeded.
  package func jobNotice(of find: FindID) throws(StoreError) -> JobNotice? {
    guard let item = try item(of: find) else { return nil }
    return try jobNotice(ofItem: item)
  }

  func jobNotice(ofItem item: Int64) throws(StoreError) -> JobNotice? {
    let notice = try connection.row(
      """
      SELECT state, \(FailureColumns.columns("failure")), \(JobRequest.columns),
        created = (SELECT found FROM finds WHERE finds.item = jobs.item) FROM jobs
      WHERE item = ? AND kind NOT IN ('scan', 'refill') AND \(JobKind.sql { $0.isShown })
      ORDER BY state = 'queued' DESC, id DESC LIMIT 1
      """, [.integer(item)]
    ) { (row) throws(StoreError) -> JobNotice? in
      guard row.text(0) != JobState.done.rawValue,
        let topic = try JobRequest(row, from: 3).topic
      else { return nil }
      // The job of a typed find was queued together with the find (`add`).
      let isNew = topic == .album && row.integer(3 + JobRequest.columnCount) == 1
      return JobNotice(
        topic: isNew ? .facts : topic, isUnderWay: row.text(0) == JobState.queued.rawValue,
        failure: FailureColumns.failure(row, from: 1))
    }
    return notice ?? nil
  }

  /// Items for which `jobNotice` may return something. The first condition on the kind is that of the index
  /// `jobs_notice`.
  func itemsWithJobNotice() throws(StoreError) -> Set<Int64> {
    Set(
      try connection.rows(
        """
        SELECT item FROM jobs WHERE state <> 'done' AND kind NOT IN ('scan', 'refill')
          AND \(JobKind.sql { $0.isShown })
        """
      ) { (row) in row.integer(0) })
  }

  /// One find of each album with an outdated review, newest first. A review is outdated if a model
  /// wrote it with another prompt than `prompt` or `newAlbums` (`bookPrompt` for a book), or if the album has reviews
  /// in other languages only. Without `bookPrompt`, reviews of books stay. A catalogue's review in the
  /// installation's language is never rewritten.
  package func findsReviewed(
    otherThanBy prompt: String, newAlbums: String? = nil, books bookPrompt: String? = nil
  ) throws(StoreError) -> [FindID] {
    try connection.rows(
      """
      SELECT id FROM (SELECT finds.id AS id, max(found) AS last FROM finds
        JOIN albums ON albums.id = finds.album JOIN reviews ON reviews.key = albums.key
        WHERE deleted IS NULL AND (albums.kind = 'album' OR ?3 NOT NULL)
          AND reviews.origin <> 'catalogue'
          AND NOT EXISTS (
          SELECT 1 FROM reviews present WHERE present.key = albums.key AND present.language = ?2
            AND (present.prompt = iif(albums.kind = 'book', ?3, ?1)
              OR (albums.kind = 'album' AND present.prompt = ?4)
              OR present.origin = 'catalogue'))
        GROUP BY finds.album)
      ORDER BY last DESC
      """, [.text(prompt), .text(reviewLanguage), Value(bookPrompt), Value(newAlbums)]
    ) { (row) in FindID(unchecked: row.text(0)) }
  }

  // MARK: Inside a transaction

  func enqueue(
    _ request: JobRequest, for item: Int64, by person: PersonID, next: Timestamp, at now: Timestamp
  ) throws(StoreError) {
    if try isQueued(request, for: item, by: person) {
      if request == .refreshArtwork { try hasten(request, for: item, at: now) }
      return
    }
    if request.kind == .correct { try withdrawCorrections(of: item, at: now) }
    try insertJob(request, for: item, by: person, next: next, at: now)
    try markPage(ofItem: item)
  }

  /// Queues a job. `item` is nil for a job of the whole history, and for the job of a shelf. If `scan` is
  /// nil, the job gets the scan of its item.
  func insertJob(
    _ request: JobRequest, for item: Int64?, of scan: ScanID? = nil, by person: PersonID,
    next: Timestamp, at now: Timestamp
  ) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO jobs (lane, kind, scan, item, person, payload, state, next_attempt, created, updated)
      VALUES (?1, ?2, coalesce(?8, (SELECT scan FROM items WHERE id = ?3)), ?3, ?4, ?5, 'queued', ?6,
        ?7, ?7)
      """,
      [
        .text(request.kind.lane.rawValue), .text(request.kind.rawValue),
        Value(item), .text(person.text), Value(request.payload),
        .integer(next.milliseconds), .integer(now.milliseconds), Value(scan?.text),
      ])
  }

  /// Whether the same request is queued already. Finds of one album share its review, so two such
  /// finds need only one job. Two people do not share the job of a review, because one of them may
  /// have used up the plan. A request with a hint stays the same request after the model has
  /// answered the hint.
  private func isQueued(
    _ request: JobRequest, for item: Int64, by person: PersonID
  ) throws(StoreError) -> Bool {
    let (condition, value): (String, Value) =
      switch request {
      case .hint(let words): ("payload ->> '$.hint' = ?3", .text(words))
      default: ("payload IS ?3", Value(request.payload))
      }
    return try connection.row(
      """
      SELECT 1 FROM jobs WHERE state = 'queued' AND kind = ?1 AND \(condition)
        AND (item = ?2 OR kind = 'review' AND item IN (
          SELECT other.item FROM finds other JOIN finds this ON this.album = other.album
          WHERE this.item = ?2))
        AND (kind <> 'review' OR person = ?4)
      """, [.text(request.kind.rawValue), .integer(item), value, .text(person.text)]
    ) { (_) in true } ?? false
  }

  /// Makes a waiting job due at once. A running job stays as it is.
  private func hasten(
    _ request: JobRequest, for item: Int64, at now: Timestamp
  ) throws(StoreError) {
    let changed = try connection.run(
      """
      UPDATE jobs SET next_attempt = ?4, failure_code = NULL, failure_arguments = NULL
      WHERE item = ?1 AND state = 'queued' AND kind = ?2 AND payload IS ?3 AND next_attempt > ?4
      """,
      [
        .integer(item), .text(request.kind.rawValue), Value(request.payload),
        .integer(now.milliseconds),
      ])
    if changed > 0 { try markPage(ofItem: item) }
  }

  /// Ends all earlier corrections of an item, because only the user's last correction counts. A
  /// running earlier correction can write nothing more. Pages no longer show the failure of an
  /// earlier correction.
  func withdrawCorrections(of item: Int64, at now: Timestamp) throws(StoreError) {
    try connection.run(
      """
      UPDATE jobs SET state = 'done', epoch = epoch + 1, updated = ?2
      WHERE item = ?1 AND kind = 'correct' AND state <> 'done'
      """, [.integer(item), .integer(now.milliseconds)])
  }

  /// Stores in the job what an attempt has found out, so that a retry does not ask again: the album of a
  /// link or hint, or the id of an import.
  func learn(_ request: JobRequest, for job: Job, at now: Timestamp) throws(StoreError) {
    try update(job, "payload = ?4", [Value(request.payload)], at: now)
    try markPages(of: job)
  }
}
