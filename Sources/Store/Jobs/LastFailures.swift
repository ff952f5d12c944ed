// The last failure of a service in each kind of job, and the state of the queue, for the owner's status
// page and for monitors.

package import Albums

/// The newest job of a kind that waits or ended because of a service.
package struct LastFailure: Hashable, Sendable {
  /// The kind of the job, as in the table `jobs`.
  package let kind: String
  package let failure: Failure
  package let time: Timestamp
}

extension Store {
  /// The queue for a monitor.
  package func queueHealth(at now: Timestamp) throws(StoreError) -> Health.Queue {
    let lastFailure = try lastFailures().first?.failure.code
    let obstacle = try waitingFailures().first(where: \.needsHost)
    return try connection.row(
      """
      SELECT count(*), max(CASE WHEN \(Self.isDue) THEN ?1 - min(next_attempt, ?1) END)
      FROM jobs WHERE state = 'queued'
      """, [.integer(now.milliseconds)]
    ) { (row) in
      Health.Queue(
        jobs: Int(row.integer(0)), dueMilliseconds: row.integerOrNil(1) ?? 0,
        lastFailure: lastFailure, obstacle: obstacle)
    } ?? Health.Queue(jobs: 0, dueMilliseconds: 0, lastFailure: lastFailure)
  }

  /// The failures of the jobs that wait for their next attempt, newest first, each once.
  private func waitingFailures() throws(StoreError) -> [Failure] {
    try connection.rows(
      """
      SELECT failure_code, failure_arguments, max(updated) FROM jobs
      WHERE state = 'queued' AND failure_code IS NOT NULL
      GROUP BY failure_code, failure_arguments ORDER BY 3 DESC
      """
    ) { (row) in FailureColumns.failure(row, from: 0) }.compactMap(\.self)
  }

  /// The newest failure of each kind of job, newest first. A scan of a cover that no service knows
  /// does not count, because no service failed. A full disk counts, because only the host can
  /// repair it.
  package func lastFailures() throws(StoreError) -> [LastFailure] {
    try connection.rows(
      """
      SELECT kind, failure_code, failure_arguments, max(updated) FROM jobs
      WHERE failure_code IN ('providerRefused', 'providerFailed', 'network', 'publish', 'diskFull')
      GROUP BY kind ORDER BY 4 DESC
      """
    ) { (row) in
      LastFailure(
        kind: row.text(0),
        failure: Failure(code: row.text(1), arguments: row.textOrNil(2)) ?? Failure(.busy),
        time: Timestamp(milliseconds: row.integer(3)))
    }
  }
}
