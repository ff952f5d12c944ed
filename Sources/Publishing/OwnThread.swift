// Work that blocks its thread, for a program whose tasks share few threads.

import Dispatch

/// Runs `body` on a thread that no task needs. Publishing may wait for rclone for hours. On a
/// thread of the tasks, it would stop scans.
package func onOwnThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .utility).async { continuation.resume(returning: body()) }
  }
}
