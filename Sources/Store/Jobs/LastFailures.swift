// The last failure of a service in each kind of job, for the owner's status page.

package import Albums

/// The newest job of a kind that waits or ended because of a service.
package struct LastFailure: Hashable, Sendable {
  /// The kind of the job, as in the table `jobs`.
  package let kind: String
  package let failure: Failure
  package let time: Timestamp
}

extension Store {
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
