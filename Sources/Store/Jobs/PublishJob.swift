// The job that publishes the history: at most one is queued, and only its last failure is kept.

package import Albums

extension Store {
  /// Queues the job that publishes the history. Does nothing if such a job is queued, waits or
  /// runs. Removes the former job, because its failure no longer counts.
  package func queuePublishing(at now: Timestamp) throws(StoreError) {
    if try isPublishingQueued() { return }
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      // Another process may have queued the job meanwhile.
      if try isPublishingQueued() { return }
      try connection.run("DELETE FROM jobs WHERE kind = 'publish'")
      try insertJob(.publish, for: nil, by: host(), next: now, at: now)
    }
  }

  /// Queues the job that publishes the history, or makes the waiting job due at once.
  package func publishNow(at now: Timestamp) throws(StoreError) {
    try queuePublishing(at: now)
    try connection.run(
      """
      UPDATE jobs SET next_attempt = ?1, failure_code = NULL, failure_arguments = NULL
      WHERE kind = 'publish' AND state = 'queued' AND next_attempt > ?1
      """, [.integer(now.milliseconds)])
  }

  /// The time of the next attempt of the queued job that publishes, perhaps in the past; nil without such
  /// a job.
  package func nextPublishing() throws(StoreError) -> Timestamp? {
    try connection.row("SELECT next_attempt FROM jobs WHERE kind = 'publish' AND state = 'queued'")
    {
      (row) in Timestamp(milliseconds: row.integer(0))
    }
  }

  /// Schedules the next part of a job that publishes. Nothing failed, so the time for which the job may
  /// wait for a service begins anew.
  package func continuePublishing(_ job: Job, at next: Timestamp, now: Timestamp) throws(StoreError)
  {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      try update(
        job,
        """
        failure_code = NULL, failure_arguments = NULL, next_attempt = ?4, attempts = 0, waits = 0,
          created = ?3
        """, [.integer(next.milliseconds)], at: now)
    }
  }

  private func isPublishingQueued() throws(StoreError) -> Bool {
    try connection.row("SELECT 1 FROM jobs WHERE kind = 'publish' AND state = 'queued'") { (_) in
      true
    } ?? false
  }

  /// The failure of the last job that published, and its time; nil if the job did not fail. The job
  /// waits or has ended.
  package func publishFailure() throws(StoreError) -> (failure: Failure, time: Timestamp)? {
    try connection.row(
      """
      SELECT \(FailureColumns.columns("failure")), updated FROM jobs
      WHERE kind = 'publish' AND failure_code IS NOT NULL
      """
    ) { (row) in
      (
        FailureColumns.failure(row, from: 0) ?? Failure(.publish),
        Timestamp(milliseconds: row.integer(2))
      )
    }
  }
}
