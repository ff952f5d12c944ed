// The rate limit for a service: one request at a time, a gap apart, for all processes that share a folder, and
// across restarts.

package import Host

/// The reason why there was no slot.
package enum PaceError: Error, Equatable, Sendable {
  case cancelled
  /// The slot would start after the caller's deadline; it was not used up.
  case late
  /// Another process holds the lock file at `path` longer than any slot lasts, and sends nothing. It may
  /// be stopped.
  case blocked(path: String)
  case file(HostError)
}

extension PaceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cancelled: "the request was cancelled"
    case .late: "the next request is allowed only after the deadline"
    case .blocked(let path):
      "another process keeps \(path) locked and sends no request; it may be stopped"
    case .file(let error): "\(error)"
    }
  }
}

/// Both clocks at one instant, in milliseconds. The system's owner may set either of them.
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

/// Gives slots in the order of the calls, `gapMilliseconds` apart (docs/faults.md E3).
///
/// Two files: `path` contains the last start; `path.lock` is locked by the process that has the slot or waits
/// for the gap before it.
package actor Pace {
  private let path: String
  private let gapMilliseconds: Int64
  private let maxSlotMilliseconds: Int64
  private let maxBlockMilliseconds: Int64
  private let now: @Sendable () -> Instant
  private var line: [Int] = []
  private var lastTicket = 0
  private var block: Block?

  /// `maxSlotMilliseconds`: the end of a slot whose `end()` is not called. `maxBlockMilliseconds`: the
  /// longest time that another process may keep the lock without a start; a slot and its gap take 2.6 s.
  package init(
    _ path: String, gapMilliseconds: Int64 = 1100, maxSlotMilliseconds: Int64 = 1500,
    maxBlockMilliseconds: Int64 = 10_000, now: @escaping @Sendable () -> Instant = Instant.now
  ) {
    self.path = path
    self.gapMilliseconds = gapMilliseconds
    self.maxSlotMilliseconds = maxSlotMilliseconds
    self.maxBlockMilliseconds = maxBlockMilliseconds
    self.now = now
  }

  /// Returns when the caller may send. `deadline` in milliseconds since start-up.
  @discardableResult
  package func slot(deadline: Int64? = nil) async throws(PaceError) -> Slot {
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

  private func start(_ deadline: Int64?) async throws -> Slot {
    let lock = try await takeLock(deadline)
    // The gap is read once: if a clock was set back, each reading would give the whole gap again.
    try await pause(restOfGap(), deadline)
    try Self.write(now(), to: path)
    let slot = Slot(lock) { [now, path] in try? Self.write(now(), to: path) }
    Task { [weak slot, maxSlotMilliseconds] in
      try? await Task.sleep(for: .milliseconds(maxSlotMilliseconds))
      slot?.end()
    }
    return slot
  }

  private static func write(_ instant: Instant, to path: String) throws(HostError) {
    try Files.replace(path, with: Array("\(instant.wall) \(instant.boot)\n".utf8), durably: false)
  }

  /// The part of the gap that is left, by the clock that gives more, at most the gap. A clock that stands
  /// before the last start (it was set back, or the machine was restarted) gives the whole gap.
  private func restOfGap() throws(HostError) -> Int64 {
    guard let bytes = try lastStart() else { return 0 }
    let last = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Int64($0) }
    guard last.count == 2 else { return gapMilliseconds }
    let instant = now()
    return max(rest(from: last[0], to: instant.wall), rest(from: last[1], to: instant.boot))
  }

  private func rest(from last: Int64, to now: Int64) -> Int64 {
    let (passed, isOverflow) = now.subtractingReportingOverflow(last)
    return isOverflow || passed < 0 ? gapMilliseconds : max(0, gapMilliseconds - passed)
  }

  /// The file of the last start; nil before the first.
  private func lastStart() throws(HostError) -> [UInt8]? {
    Files.exists(path) ? try Files.read(path, limit: 100) : nil
  }

  /// Throws at once if the pause would pass the deadline.
  private func pause(_ milliseconds: Int64, _ deadline: Int64?) async throws(PaceError) {
    if let deadline, now().boot + milliseconds > deadline { throw .late }
    do {
      try await Task.sleep(for: .milliseconds(milliseconds))
    } catch {
      throw .cancelled
    }
  }
}

// MARK: The lock of another process

extension Pace {
  /// The time during which another process has kept the lock without a start.
  private struct Block {
    let lastStart: [UInt8]?
    /// The first and the last time at which the lock was seen in this state, in milliseconds since
    /// start-up.
    let since: Int64
    var seen: Int64
  }

  private static let pollMilliseconds: Int64 = 20

  private func takeLock(_ deadline: Int64?) async throws -> Lock {
    while true {
      if let lock = try Lock.take("\(path).lock") {
        block = nil
        return lock
      }
      try noteBlock()
      try await pause(Self.pollMilliseconds, deadline)
    }
  }

  /// Throws `blocked` if the other process has used up its time. Each start of that process begins
  /// a new period. A second without a check of the lock, for example during sleep of the machine,
  /// also begins a new period.
  private func noteBlock() throws {
    let (start, time) = (try lastStart(), now().boot)
    if var block, block.lastStart == start, (0...1000).contains(time - block.seen) {
      block.seen = time
      self.block = block
      guard time - block.since <= maxBlockMilliseconds else {
        throw PaceError.blocked(path: "\(path).lock")
      }
    } else {
      block = Block(lastStart: start, since: time, seen: time)
    }
  }
}
