// The permission to send one paced request.

import Host
import Synchronization

/// The permission to send one request. Until it ends, no other request of the same pace is sent.
///
/// The permit ends when the request has been sent, not when it starts. Otherwise a slow name resolution, handshake or disk
/// could make two requests reach the service with less than the gap between them. `Pace` lets the permit expire after a
/// maximum time, so that a process that hangs does not block other requests for long.
package final class Permit: Sendable {
  private struct State: ~Copyable {
    var lock: Lock?
    var isUsed = false
    var hasExpired = false

    init(_ lock: consuming Lock) { self.lock = consume lock }
  }

  private let state: Mutex<State>
  private let stamp: @Sendable () -> Void

  init(_ lock: consuming Lock, stamp: @escaping @Sendable () -> Void) {
    state = Mutex(State(lock))
    self.stamp = stamp
  }

  /// Called just before the request is sent; the permit does not expire from now on. False if it has expired: then the
  /// request must not be sent, because another one may have been sent meanwhile.
  func use() -> Bool {
    state.withLock { state in
      if state.lock != nil { state.isUsed = true }
      return !state.hasExpired
    }
  }

  /// Ends the permit; the gap to the next one starts now. Calls after the first have no effect.
  package func end() { state.withLock { end(&$0) } }

  func expire() {
    state.withLock { state in
      guard state.lock != nil, !state.isUsed else { return }
      state.hasExpired = true
      end(&state)
    }
  }

  private func end(_ state: inout State) {
    guard state.lock != nil else { return }
    stamp()
    state.lock = nil
  }
}

extension Permit: Equatable {
  package static func == (one: Permit, other: Permit) -> Bool { one === other }
}
