// The letter box between tasks and the loop's thread. No libcurl handle passes through it.

import Synchronization

/// What the loop is told.
enum Letter: Sendable {
  case start(Int, Hop, CheckedContinuation<Result<Answer, HTTPError>, Never>)
  case cancel(Int)
}

/// Letters in, in order; the loop's thread takes them all at once.
final class Inbox: Sendable {
  private struct State {
    var letters: [Letter] = []
    var lastNumber = 0
    var isClosed = false
    /// Wakes the loop while it lives. Called under the lock, so never after the loop is gone.
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// A number that no other transfer has.
  func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Puts a letter in, unless the loop has ended: a start is answered at once then.
  func post(_ letter: Letter) {
    let isTaken = state.withLock { state in
      if state.isClosed { return false }
      state.letters.append(letter)
      state.wake?()
      return true
    }
    if !isTaken, case .start(_, _, let reply) = letter {
      reply.resume(returning: .failure(.cancelled))
    }
  }

  /// Tells the loop to end.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.wake?()
    }
  }

  /// Says how the loop is woken; nil when it is about to go.
  func setWake(_ wake: (@Sendable () -> Void)?) {
    state.withLock { $0.wake = wake }
  }

  /// All letters so far, and whether the loop is to end.
  func take() -> (letters: [Letter], isClosed: Bool) {
    state.withLock { state in
      defer { state.letters = [] }
      return (state.letters, state.isClosed)
    }
  }
}
