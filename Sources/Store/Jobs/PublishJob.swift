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
