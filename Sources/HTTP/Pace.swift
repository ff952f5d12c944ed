// One start at a time, a gap apart, in all processes that share a folder, and over restarts.

package import Host
import Synchronization

/// Why no turn came.
package enum PaceError: Error, Equatable, Sendable, CustomStringConvertible {
  case cancelled
  /// It would have come after the deadline; it was not used up.
  case late
  case file(HostError)

  package var description: String {
    switch self {
    case .cancelled: "cancelled"
    case .late: "too many requests are waiting"
    case .file(let error): "\(error)"
    }
  }
}

/// The two clocks at one instant, in milliseconds. Either may be set back or forward under us.
package struct Instant: Sendable, Equatable {
  package let wall: Int64
  package let boot: Int64

  package init(wall: Int64, boot: Int64) {
    self.wall = wall
    self.boot = boot
  }

  package static func now() -> Instant {
    Instant(wall: Clock.wallMilliseconds(), boot: Clock.bootMilliseconds())
  }
}

/// Leave to send one request. While it lasts nobody else gets one.
///
/// It ends as the request goes out: a name to look up and a handshake in between would else bring two
/// requests closer together at the service than their turns were. A connection that does not come about
/// holds nobody up for long.
package final class Turn: Sendable {
  private let lock: Mutex<Lock?>
  private let stamp: @Sendable () -> Void

  fileprivate init(_ lock: consuming Lock, stamp: @escaping @Sendable () -> Void) {
    self.lock = Mutex(lock)
    self.stamp = stamp
  }

  /// The gap to the next runs from here, or from the beginning where this is never said. Once only.
  package func end() {
    lock.withLock { lock in
      guard lock != nil else { return }
      stamp()
      lock = nil
    }
  }
}

extension Turn: Equatable {
  package static func == (one: Turn, other: Turn) -> Bool { one === other }
}

/// Gives turns in the order they were asked for, `gapMilliseconds` apart (FAULTS E3).
///
/// Two files: `path` holds the last start, `path.lock` is held by whoever waits for the next or has it.
package actor Pace {
  private let path: String
  private let gapMilliseconds: Int64
  private let longestTurn: Int64
  private let now: @Sendable () -> Instant
  private var line: [Int] = []
  private var lastTicket = 0

  package init(
    _ path: String, gapMilliseconds: Int64 = 1100, longestTurn: Int64 = 1500,
    now: @escaping @Sendable () -> Instant = Instant.now
  ) {
    self.path = path
    self.gapMilliseconds = gapMilliseconds
    self.longestTurn = longestTurn
    self.now = now
  }

  /// Returns when the caller may start. `deadline` in milliseconds since start-up.
  @discardableResult
  package func turn(deadline: Int64? = nil) async throws(PaceError) -> Turn {
    lastTicket += 1
    let ticket = lastTicket
    line.append(ticket)
    defer { line.removeAll { $0 == ticket } }
    while line.first != ticket { try await pause(10, deadline) }
    do {
      return try await start(deadline)
    } catch let error as PaceError {
      throw error
    } catch let error as HostError {
      throw .file(error)
    } catch {
      throw .cancelled
    }
  }

  private func start(_ deadline: Int64?) async throws -> Turn {
    let lock = try await takeLock(deadline)
    // Asked once: a clock that was set back would say "the whole gap" again and again.
    try await pause(restOfGap(), deadline)
    try Self.write(now(), to: path)
    let turn = Turn(lock) { [now, path] in try? Self.write(now(), to: path) }
    Task { [weak turn, longestTurn] in
      try? await Task.sleep(for: .milliseconds(longestTurn))
      turn?.end()
    }
    return turn
  }

  private static func write(_ instant: Instant, to path: String) throws(HostError) {
    try Files.replace(path, with: Array("\(instant.wall) \(instant.boot)\n".utf8), durably: false)
  }

  private func takeLock(_ deadline: Int64?) async throws -> Lock {
    while true {
      if let lock = try Lock.take("\(path).lock") { return lock }
      try await pause(20, deadline)
    }
  }

  /// What is missing from the gap, by the clock that says more; at most the gap. A clock that stands
  /// before the last start (set back, or the machine was started) says the whole gap.
  private func restOfGap() throws(HostError) -> Int64 {
    guard Files.exists(path) else { return 0 }
    let text = String(decoding: try Files.read(path, limit: 100), as: UTF8.self)
    let last = text.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
    guard last.count == 2 else { return gapMilliseconds }
    let instant = now()
    return max(rest(from: last[0], to: instant.wall), rest(from: last[1], to: instant.boot))
  }

  private func rest(from last: Int64, to now: Int64) -> Int64 {
    let (passed, isOverflow) = now.subtractingReportingOverflow(last)
    return isOverflow || passed < 0 ? gapMilliseconds : max(0, gapMilliseconds - passed)
  }

  /// Throws at once when the pause would pass the deadline.
  private func pause(_ milliseconds: Int64, _ deadline: Int64?) async throws(PaceError) {
    if let deadline, now().boot + milliseconds > deadline { throw .late }
    do {
      try await Task.sleep(for: .milliseconds(milliseconds))
    } catch {
      throw .cancelled
    }
  }
}
