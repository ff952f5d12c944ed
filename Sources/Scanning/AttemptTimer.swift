// Waits until the next attempt is due, without the worker lock: meanwhile `albumscan build`, `init` and
// the workers that the CGI starts take the lock as they need it.

import Albums
import Host
import Store

/// One process an installation waits; a lock of its own, `data/timer.lock`, makes sure of it.
package struct AttemptTimer: Sendable {
  /// How often the timer reads the database: another worker may have changed the times.
  static let pollInterval = Duration.milliseconds(500)

  private let tools: ScanTools

  package init(tools: ScanTools) { self.tools = tools }

  /// Returns true when a job is due and no process holds the worker lock; false when another process
  /// waits already, or nothing is left to wait for.
  ///
  /// Background jobs do not count: they run with the next worker that the CGI starts.
  package func wait() async throws -> Bool {
    repeat {
      guard let lock = try Lock.take(tools.configuration.timerLock) else { return false }
      while let due = try await nextAttempt() {
        try await Task.sleep(for: Self.pollInterval)
        if due <= tools.now(), !Lock.isHeld(tools.configuration.workerLock) { return true }
      }
      _ = consume lock
      // A worker that tried this lock just before has exited: its jobs need a timer, too.
    } while try await nextAttempt() != nil
    return false
  }

  private func nextAttempt() async throws(StoreError) -> Timestamp? {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in
      try store.nextAttempt(at: now)
    }
  }
}
