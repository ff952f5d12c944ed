// Passes commands from the tasks to the loop's thread. No libcurl handle passes through the queue.

import Synchronization

/// A command for the loop. The number identifies the transfer.
enum LoopCommand: Sendable {
  case start(Int, Hop, CheckedContinuation<Result<HopResponse, HTTPError>, Never>)
  case cancel(Int)
}

/// Commands in the order they were posted. The loop's thread takes all of them at once.
final class CommandQueue: Sendable {
  private struct State {
    var commands: [LoopCommand] = []
    var lastNumber = 0
    var isClosed = false
    /// Wakes the loop; nil unless its thread runs. The mutex is locked while this function runs, so
    /// that the thread cannot end meanwhile.
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

  /// Adds a command. After the end of the loop, a `start` fails with `cancelled` at once.
  func post(_ command: LoopCommand) {
    let isPosted = state.withLock { state in
      if state.isClosed { return false }
      state.commands.append(command)
      state.wake?()
      return true
    }
    if !isPosted, case .start(_, _, let reply) = command {
      reply.resume(returning: .failure(.cancelled))
    }
  }

  /// Ends the loop.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.wake?()
    }
  }

  /// Sets the function that wakes the loop; nil before the thread ends.
  func setWake(_ wake: (@Sendable () -> Void)?) {
    state.withLock { $0.wake = wake }
  }

  /// All commands so far, and whether the loop must end.
  func take() -> (commands: [LoopCommand], isClosed: Bool) {
    state.withLock { state in
      defer { state.commands = [] }
      return (state.commands, state.isClosed)
    }
  }
}
