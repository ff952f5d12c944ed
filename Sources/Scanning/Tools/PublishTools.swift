// How the worker publishes the history. The program makes the two closures, because this module
// must not import `Publishing`.

import Albums
import Host
package import Store

/// The two functions with which the worker publishes.
package struct PublishTools: Sendable {
  /// Whether the published log lacks a change or a picture, or has a file that was not sent. The
  /// argument is the household database.
  let isBehind: @Sendable (borrowing Store) throws(StoreError) -> Bool

  /// Publishes all changes and sends files for a limited time. The call may last for minutes, and blocks
  /// neither the database nor a thread of the worker.
  let publish: @Sendable () async throws(ScanFailure) -> Void

  package init(
    isBehind: @escaping @Sendable (borrowing Store) throws(StoreError) -> Bool,
    publish: @escaping @Sendable () async throws(ScanFailure) -> Void
  ) {
    self.isBehind = isBehind
    self.publish = publish
  }
}

extension ScanTools {
  /// Queues the job that publishes the history, if the published log is behind. An error is only
  /// logged: a later worker queues the job.
  func queuePublishing() async {
    guard let publishing else { return }
    let now = now()
    do {
      try await database.with { (store) throws(StoreError) in
        if try publishing.isBehind(store) { try store.queuePublishing(at: now) }
      }
    } catch {
      log.write(now.iso, "publish", "\(error)")
    }
  }
}
