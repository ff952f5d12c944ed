// The permission to send one paced request.

import Host
import Synchronization

/// The permission to send one request. Until it ends, no other request of the same pace is sent.
///
/// The permit ends when the request is sent, not when it starts. Otherwise a slow name resolution or
/// handshake could make two requests reach the service with less than the gap between them. `Pace`
/// ends the permit after a maximum time, so that a failing connection does not block other requests
/// for long.
package final class Permit: Sendable {
  private let lock: Mutex<Lock?>
  private let stamp: @Sendable () -> Void

  init(_ lock: consuming Lock, stamp: @escaping @Sendable () -> Void) {
    self.lock = Mutex(lock)
    self.stamp = stamp
  }

  /// Ends the permit; the gap to the next one starts now. Calls after the first have no effect.
  package func end() {
    lock.withLock { lock in
      guard lock != nil else { return }
      stamp()
      lock = nil
    }
  }
}

extension Permit: Equatable {
  package static func == (one: Permit, other: Permit) -> Bool { one === other }
}
