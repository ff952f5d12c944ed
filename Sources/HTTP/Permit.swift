// The permission to send one paced request.

import Host
import Synchronization

/// The permission to send one request. Until it ends, no other request of the same pace is sent.
///
/// The permit ends when the request is sent, not when it starts. Otherwise a slow name resolution or
/// handshake could make two requests reach the service with less than the gap between them. `Pace`
/// lets the permit expire after a maximum time, so that a process that hangs does not block other
/// requests for long.
package final class Permit: Sendable {
  private struct State: ~Copyable {
    var lock: Lock?
    var hasExpired = false
  }

  private let state: Mutex<State>
  private let stamp: @Sendable () -> Void

  init(_ lock: consuming Lock, stamp: @escaping @Sendable () -> Void) {
    state = Mutex(State(lock: lock))
    self.stamp = stamp
  }

  /// Ends the permit; the gap to the next one starts now. Calls after the first have no effect. False if the permit
  /// expired before: then the request must not be sent, because another one may have been sent meanwhile.
  @discardableResult
  package func end() -> Bool { end(byTime: false) }

  func expire() { _ = end(byTime: true) }

  private func end(byTime: Bool) -> Bool {
    state.withLock { state in
      if state.lock != nil {
        stamp()
        state.lock = nil
        state.hasExpired = byTime
      }
      return !state.hasExpired
    }
  }
}

extension Permit: Equatable {
  package static func == (one: Permit, other: Permit) -> Bool { one === other }
}
