// The content of the queue, for the worker, the CGI and `show`; and the removal of ended jobs.

package import Albums

extension Store {
  /// The time for which ended jobs are kept, in milliseconds. Source: docs/limits.md.
  package static var endedJobMilliseconds: Int64 { 30 * 24 * 3600 * 1000 }

  /// Whether a job is due, a page of the household site is stale, a picture of a shelf has to be deleted,
  /// or a session is too old. Web servers admit a session as long as its file exists, so a worker has to
  /// remove the file (`reconcile`, in its housekeeping).
  ///
  /// The sessions that count here are exactly those that `reconcile` removes. If `reconcile` fails,
  /// a worker still ends as soon as no job is due, and a later request starts the next worker.
  package func hasWork(at now: Timestamp) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT EXISTS (SELECT 1 FROM jobs WHERE \(Self.isDue)) OR \(Self.hasStalePages(of: .household))
        OR EXISTS (SELECT 1 FROM stale_facets)
        OR EXISTS (SELECT 1 FROM sessions WHERE used <= ?2)
        OR EXISTS (SELECT 1 FROM shelves JOIN scans ON scans.id = shelves.scan WHERE pictured AND (
          finished IS NOT NULL OR cleared < ?1 - \(Shelf.clearedMilliseconds) OR progress = 'failed'
          OR progress = 'cancelled' AND width IS NULL
          OR created < ?1 - \(Shelf.pictureMilliseconds)
            AND progress IN ('complete', 'cancelled')))
      """,
      [.integer(now.milliseconds), Self.oldestUse(at: now)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// The time of the next attempt, perhaps in the past; nil if no job waits. Of the background jobs,
  /// only the job that publishes counts: a find that is no longer public must leave the published log
  /// without a visit to the household site.
  package func nextAttempt(at now: Timestamp) throws(StoreError) -> Timestamp? {
    try connection.row(
      """
      SELECT min(CASE WHEN \(Self.isDue) THEN min(next_attempt, ?1) ELSE next_attempt END) FROM jobs
      WHERE state = 'queued' AND (lane <> 'background' OR \(JobKind.sql { $0.keepsWorker }))
      """, [.integer(now.milliseconds)]
    ) { (row) in row.integerOrNil(0).map(Timestamp.init(milliseconds:)) } ?? nil
  }

  /// The queued jobs in the order of the requests, without scans, which `queuedScans` lists.
  package func queuedJobs() throws(StoreError) -> [QueuedJob] {
    try connection.rows(
      """
      SELECT jobs.id, scan, finds.id, next_attempt, created, jobs.\(JobRequest.columns)
      FROM jobs LEFT JOIN finds USING (item)
      WHERE state = 'queued' AND jobs.kind <> 'scan' ORDER BY jobs.id
      """
    ) { (row) throws(StoreError) in
      QueuedJob(
        id: row.integer(0), request: try JobRequest(row, from: 5),
        scan: row.textOrNil(1).map { ScanID(unchecked: $0) },
        find: row.textOrNil(2).map { FindID(unchecked: $0) },
        nextAttempt: Timestamp(milliseconds: row.integer(3)),
        created: Timestamp(milliseconds: row.integer(4)))
    }
  }

  /// The pictures in data/photos that queued jobs still need: own pictures, and backs of sleeves.
  package func jobFiles() throws(StoreError) -> Set<String> {
    Set(
      try connection.rows(
        """
        SELECT payload ->> '$.file' FROM jobs WHERE state = 'queued'
          AND kind IN ('artwork', 'correct') AND payload ->> '$.file' IS NOT NULL
        """
      ) { (row) in row.text(0) })
  }

  /// "Try again now": makes a waiting scan due at once. False if its job is not queued, or if the job is
  /// due already and did not wait because of a failure.
  ///
  /// If a service failed, the next call may exceed the automatic limit by one call, and ignores the
  /// pause of the provider. Pressing the button again does not add a call.
  package func retry(_ scan: ScanID, at now: Timestamp) throws(StoreError) -> Bool {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.run(
        """
        UPDATE jobs SET next_attempt = ?2, updated = ?2, retry_requested = failure_code IS NOT NULL
        WHERE scan = ?1 AND kind IN ('scan', 'shelf') AND state = 'queued'
          AND (failure_code IS NOT NULL OR next_attempt > ?2)
        """, [.text(scan.text), .integer(now.milliseconds)]) == 1
    }
  }

  /// Removes jobs that ended before `end`. The page of a failed job no longer shows the failure.
  /// Earlier ended jobs of the same item are removed too: the page would otherwise show one of them as
  /// the last job.
  package func removeEndedJobs(before end: Timestamp) throws(StoreError) {
    let isOver = """
      state <> 'queued' AND (updated < ?1 OR EXISTS (SELECT 1 FROM jobs later
        WHERE later.item = jobs.item AND later.id > jobs.id AND later.state <> 'queued'
          AND later.updated < ?1))
      """
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let items = try connection.rows(
        "SELECT DISTINCT item FROM jobs WHERE state = 'failed' AND item IS NOT NULL AND \(isOver)",
        [.integer(end.milliseconds)]
      ) { (row) in row.integer(0) }
      try connection.run("DELETE FROM jobs WHERE \(isOver)", [.integer(end.milliseconds)])
      for item in items { try markPage(ofItem: item) }
    }
  }
}
