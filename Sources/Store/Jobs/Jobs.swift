// The queue of jobs. A worker claims a job under an epoch, and ends it as done, failed or waiting.

package import Albums
import Text

/// A job that this worker has claimed. Every write checks the epoch of the claim. A worker whose
/// job was withdrawn or claimed again therefore writes nothing.
package struct Job: Equatable, Sendable {
  package let id: Int64
  package let epoch: Int64
  package let request: JobRequest
  package let person: PersonID
  package let scan: ScanID?
  package let item: Int64?

  /// The find of the item at the time of the claim, including a deleted find.
  package let find: FindID?

  /// The user's choice for the item at the time of the claim.
  package let choice: Choice?

  /// The failure for which the job waited before the claim; nil if it did not wait.
  package let failure: Failure?

  /// Attempts at the present stage since the last wait, this attempt included.
  package let attempts: Int

  /// Whether the worker died during the last attempt, so that the attempt did not end. The interruption
  /// of a long job (`JobRules.keepsWorker`) does not count as a death, because scans would then wait
  /// while the job runs alone.
  package var isAfterDeath: Bool { attempts > 1 && !request.kind.rules.keepsWorker }

  /// The number of times that a service failed during the job.
  package let waits: Int
  package let created: Timestamp
}

/// A job as `show queue` lists it.
package struct QueuedJob: Equatable, Sendable {
  package let id: Int64
  package let request: JobRequest
  package let scan: ScanID?
  package let find: FindID?
  package let nextAttempt: Timestamp
  package let created: Timestamp
}

extension Store {
  /// Whether a job is due. A job is also due if its last change is later than `now`: then the clock
  /// was set back, and the time of its next attempt is meaningless. The SQL needs `now` as ?1.
  static var isDue: String { "state = 'queued' AND (next_attempt <= ?1 OR updated > ?1)" }

  /// Claims the next due job of `kinds`, or returns nil. Jobs whose last attempt killed the worker
  /// come first, then scans, then the other jobs by their times, and last the job that publishes. The
  /// attempt is counted before it begins (docs/faults.md C5).
  ///
  /// `running` contains the jobs that this worker has claimed. Two jobs that follow a scan never
  /// run at the same time for one item, because each of them may change its find. A job whose last
  /// attempt killed the worker runs alone, because it could kill the worker again and interrupt
  /// other jobs.
  package func claimJob(
    of kinds: [JobKind] = JobKind.allCases, except running: Set<Int64> = [], at now: Timestamp
  ) throws(StoreError) -> Job? {
    let isLong = JobKind.sql { $0.keepsWorker }
    return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.row(
        """
        UPDATE jobs SET epoch = epoch + 1, attempts = attempts + 1, updated = ?1,
          created = min(created, ?1)
        WHERE id = (SELECT id FROM jobs WHERE \(Self.isDue)
            AND kind IN (SELECT value FROM json_each(?2))
            AND id NOT IN (SELECT value FROM json_each(?3))
            AND (?3 = '[]' OR NOT EXISTS (SELECT 1 FROM jobs WHERE \(Self.isDue)
              AND attempts > 0 AND NOT \(isLong)
              AND id NOT IN (SELECT value FROM json_each(?3))))
            AND (kind = 'scan' OR NOT EXISTS (SELECT 1 FROM jobs other
              WHERE other.id IN (SELECT value FROM json_each(?3)) AND other.kind <> 'scan'
                AND other.item = jobs.item))
          ORDER BY attempts = 0 OR \(isLong), \(isLong), kind <> 'scan', next_attempt, id LIMIT 1)
        RETURNING id, epoch, scan, item, (SELECT id FROM finds WHERE finds.item = jobs.item),
          (SELECT chosen FROM items WHERE items.id = jobs.item),
          (SELECT choice FROM items WHERE items.id = jobs.item), person, attempts, waits, created,
          \(FailureColumns.columns("failure")), \(JobRequest.columns)
        """,
        [
          .integer(now.milliseconds),
          .text(JSON.array(kinds.map { .string($0.rawValue) }).written()),
          .text(JSON.array(running.sorted().map { .integer(Int($0)) }).written()),
        ]
      ) { (row) throws(StoreError) in try Self.job(row) }
    }
  }

  private static func job(_ row: Row) throws(StoreError) -> Job {
    Job(
      id: row.integer(0), epoch: row.integer(1), request: try JobRequest(row, from: 13),
      person: PersonID(row.text(7)), scan: row.textOrNil(2).map { ScanID(unchecked: $0) },
      item: row.integerOrNil(3), find: row.textOrNil(4).map { FindID(unchecked: $0) },
      choice: try choice(row, from: 5), failure: FailureColumns.failure(row, from: 11),
      attempts: Int(row.integer(8)), waits: Int(row.integer(9)),
      created: Timestamp(milliseconds: row.integer(10)))
  }

  /// Ends a successful job. The job's changes were committed before, or `body` makes them in the
  /// same transaction.
  package func complete(
    _ job: Job, at now: Timestamp,
    with body: (borrowing Store) throws(StoreError) -> Void = { (_) throws(StoreError) in }
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(job, "state = 'done', failure_code = NULL, failure_arguments = NULL", at: now)
      try markPages(of: job)
      try body(self)
    }
  }

  /// Ends a failed job. Its page shows the reason.
  ///
  /// If the user chose an album during this attempt, a failed scan stays queued. The next attempt
  /// ends the scan with that album.
  package func fail(_ job: Job, _ failure: Failure, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      if try hasNewChoice(job) { return }
      try update(
        job, "state = 'failed', failure_code = ?4, failure_arguments = ?5",
        FailureColumns.values(failure), at: now)
      if job.request == .scan {
        try updateItem(
          of: job, "failure_code = ?3, failure_arguments = ?4", FailureColumns.values(failure),
          at: now)
      }
      try markPages(of: job)
    }
  }

  /// Schedules the next attempt at `next`. `failure` is the failure of a service; nil if no service
  /// failed and the job only needs another attempt. The function clears the request for a manual retry.
  /// As in `fail`, a scan with a new choice of the user stays due.
  package func wait(
    _ job: Job, until next: Timestamp, _ failure: Failure? = nil, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      if try hasNewChoice(job) { return }
      try update(
        job,
        """
        failure_code = ?4, failure_arguments = ?5, next_attempt = ?6, attempts = 0,
          waits = waits + (?4 IS NOT NULL), retry_requested = 0
        """, FailureColumns.values(failure) + [.integer(next.milliseconds)], at: now)
      if job.request == .scan { try updateItem(of: job, "progress = progress", at: now) }
      try markPages(of: job)
    }
  }

  /// Begins the count of attempts anew, because this attempt has committed a part of the work. Long jobs
  /// call it, so that a few restarts of the server do not end them.
  package func noteProgress(of job: Job, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(job, "attempts = 1", at: now)
    }
  }

  /// Does not count the attempt while the job waits for a slot: if the worker dies meanwhile, the job is
  /// not the cause. `noteProgress` counts the attempt again.
  package func pauseAttempt(of job: Job, at now: Timestamp) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(job, "attempts = 0", at: now)
    }
  }

  private func hasNewChoice(_ job: Job) throws(StoreError) -> Bool {
    guard job.request == .scan, job.choice == nil, let item = job.item else { return false }
    return try choice(of: item) != nil
  }

  // MARK: Inside a transaction

  /// Throws `.stale` if the job was withdrawn, has ended, or was claimed again.
  func update(
    _ job: Job, _ changes: String, _ values: [Value] = [], at now: Timestamp
  ) throws(StoreError) {
    let changed = try connection.run(
      """
      UPDATE jobs SET updated = ?3, \(changes) WHERE id = ?1 AND epoch = ?2 AND state = 'queued'
      """, [.integer(job.id), .integer(job.epoch), .integer(now.milliseconds)] + values)
    guard changed == 1 else { throw .stale }
  }

  /// Does not check the epoch, unlike `update`.
  func updateItem(
    of job: Job, _ changes: String, _ values: [Value] = [], at now: Timestamp
  ) throws(StoreError) {
    try connection.run(
      "UPDATE items SET updated = ?2, \(changes) WHERE id = ?1",
      [Value(job.item), .integer(now.milliseconds)] + values)
  }

  /// A scan's job changes the page of the scan, and a shelf's job the page of the shelf. Every other job
  /// changes the page of the find, or the page of the scan if the item has no find.
  func markPages(of job: Job) throws(StoreError) {
    if job.request == .scan {
      if let scan = job.scan { try markStale("scan", scan.text) }
    } else if job.request == .shelf {
      try noteShelfState(of: job)
    } else if let item = job.item {
      try markPage(ofItem: item)
    }
  }
  /// Raises the number of changes. The page of the shelf asks for this number, and then shows the changes.
  private func noteShelfState(of job: Job) throws(StoreError) {
    try connection.run(
      "UPDATE shelves SET revision = revision + 1 WHERE scan = ?", [Value(job.scan?.text)])
  }
}
