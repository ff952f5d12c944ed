// Waits until the next attempt is due. The timer does not hold the worker lock, so `albumscan
// build`, `albumscan init` and the workers that the CGI starts can take the lock meanwhile.

import Albums
import Host
import Store

/// Only one process of an installation waits for the next attempt: the holder of the lock
/// `data/timer.lock`.
package struct AttemptTimer: Sendable {
  /// The interval between two reads of the database. Another worker may have changed the times.
  static let pollInterval = Duration.milliseconds(500)

  private let tools: ScanTools

  package init(tools: ScanTools) { self.tools = tools }

  /// Returns true if a job is due, a setting has changed or the file `workerRequest` exists, and no
  /// process holds the worker lock. With `worker: systemd`, systemd starts no second worker while
  /// this process waits, so this process must notice the file. Returns false if another process
  /// already waits, or if no attempt is scheduled.
  ///
  /// Background jobs except the one that publishes do not count: they run with the next worker that
  /// the CGI starts.
  package func wait() async throws -> Bool {
    repeat {
      guard let lock = try Lock.take(tools.configuration.timerLock) else { return false }
      while let due = try await nextAttempt() {
        try await Task.sleep(for: Self.pollInterval)
        let isDue =
          due <= tools.now() || tools.hasNewSettings()
          || Files.exists(tools.configuration.workerRequest)
        if isDue, !Lock.isHeld(tools.configuration.workerLock) { return true }
      }
      _ = consume lock
      // Another worker may have found this lock held and exited, so this timer waits for its jobs,
      // too.
    } while try await nextAttempt() != nil
    return false
  }

  private func nextAttempt() async throws(StoreError) -> Timestamp? {
    let now = tools.now()
    return try await tools.database.with { (store) throws(StoreError) in
      try store.nextAttempt(at: now)
    }
  }
}
