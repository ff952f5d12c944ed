// The rate limit for a service: one request at a time, with a gap between two requests. The limit
// holds for all processes that share a folder, and across restarts.

import Host

/// Gives permits `gapMilliseconds` apart (docs/faults.md E3). Foreground requests come before
/// background requests. Requests of the same priority get permits in the order of their calls.
///
/// A pace uses three files. `path` contains the time at which the last permit started or ended. The
/// process that has the permit, or waits for the gap before its permit, locks `path.lock`. Each
/// process with a waiting foreground request holds a shared lock on `path.waiting`.
package actor Pace {
  /// A background request takes no permit while a foreground request waits, in any process.
  package enum Priority: Sendable { case foreground, background }

  private let path: String
  private let gapMilliseconds: Int64
  private let maxPermitMilliseconds: Int64
  private let maxBlockMilliseconds: Int64
  private let now: @Sendable () -> Instant
  private var foreground: [Int] = []
  private var background: [Int] = []
  private var lastTicket = 0
  /// Tells other processes that a foreground request of this process waits.
  private var waitingMarker: Lock?
  private var block: Block?

  private static let pollMilliseconds: Int64 = 20

  /// `maxPermitMilliseconds`: the time after which a permit expires without a call of `end()`; it is
  /// longer than a request waits for its connection (docs/limits.md).
  /// `maxBlockMilliseconds`: the longest time that another process may keep the lock without
  /// starting a permit; a permit and its gap take 7.1 s.
  package init(
    _ path: String, gapMilliseconds: Int64 = 1100, maxPermitMilliseconds: Int64 = 6000,
    maxBlockMilliseconds: Int64 = 10_000, now: @escaping @Sendable () -> Instant = Instant.now
  ) {
    self.path = path
    self.gapMilliseconds = gapMilliseconds
    self.maxPermitMilliseconds = maxPermitMilliseconds
    self.maxBlockMilliseconds = maxBlockMilliseconds
    self.now = now
  }

  /// Returns when the caller may send. `deadline` is in milliseconds since start-up.
  @discardableResult
  package func permit(
    _ priority: Priority = .foreground, deadline: Int64? = nil
  ) async throws(PaceError) -> Permit {
    let ticket = append(priority)
    defer { remove(ticket) }
    do {
      while !isFirst(ticket) {
        try markWaiting()
        try await pause(Self.pollMilliseconds, deadline)
      }
      return try await start(priority, deadline)
    } catch let error as PaceError {
      throw error
    } catch let error as HostError {
      throw .file(error)
    } catch {
      throw .cancelled
    }
  }

  private func append(_ priority: Priority) -> Int {
    lastTicket += 1
    switch priority {
    case .foreground: foreground.append(lastTicket)
    case .background: background.append(lastTicket)
    }
    return lastTicket
  }

  private func isFirst(_ ticket: Int) -> Bool {
    foreground.first == ticket || background.first == ticket
  }

  private func remove(_ ticket: Int) {
    foreground.removeAll { $0 == ticket }
    background.removeAll { $0 == ticket }
    if foreground.isEmpty { waitingMarker = nil }
  }

  private func start(_ priority: Priority, _ deadline: Int64?) async throws -> Permit {
    while true {
      let lock = try await takeLock(priority, deadline)
      if try await waitForGap(priority, deadline) { return try begin(lock) }
    }
  }

  /// Waits for the rest of the gap. False when a background request must give its lock back, because a
  /// foreground request came meanwhile.
  private func waitForGap(_ priority: Priority, _ deadline: Int64?) async throws -> Bool {
    // The rest is computed only once. After a clock was set back, each new computation would give
    // the whole gap again.
    var rest = try restOfGap()
    guard priority == .background else {
      try await pause(rest, deadline)
      return true
    }
    while try !foregroundWaits() {
      guard rest > 0 else { return true }
      let part = min(rest, Self.pollMilliseconds)
      try await pause(part, deadline)
      rest -= part
    }
    return false
  }

  private func begin(_ lock: consuming Lock) throws(HostError) -> Permit {
    try Self.write(now(), to: path)
    let permit = Permit(lock) { [now, path] in try? Self.write(now(), to: path) }
    Task { [weak permit, maxPermitMilliseconds] in
      try? await Task.sleep(for: .milliseconds(maxPermitMilliseconds))
      permit?.expire()
    }
    return permit
  }

  private static func write(_ instant: Instant, to path: String) throws(HostError) {
    try Files.replace(path, with: Array("\(instant.wall) \(instant.boot)\n".utf8), durably: false)
  }

  /// The part of the gap that is left, from 0 to the whole gap. If the wall clock and the boot clock
  /// give different parts, the longer part counts. A clock that shows a time before the last start (it
  /// was set back, or the machine was restarted) gives the whole gap.
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

  /// The contents of the file `path`; nil before the first permit.
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

// MARK: Foreground before background

extension Pace {
  /// Takes the shared lock. Each poll tries again, because a background process locks the file for
  /// an instant to test it.
  private func markWaiting() throws(HostError) {
    guard !foreground.isEmpty, waitingMarker == nil else { return }
    waitingMarker = try Lock.takeShared("\(path).waiting")
  }

  /// Whether a foreground request waits, in this process or another one.
  private func foregroundWaits() throws(HostError) -> Bool {
    if !foreground.isEmpty { return true }
    // No process can take the exclusive lock while another one holds the shared lock.
    if let _ = try Lock.take("\(path).waiting") { return false }
    return true
  }
}

// MARK: The locks of other processes

extension Pace {
  /// The time during which other processes have kept a lock without starting a permit.
  private struct Block {
    let lastStart: [UInt8]?
    /// The first and the last time at which the lock was seen in this state, in milliseconds since
    /// start-up.
    let since: Int64
    var seen: Int64
  }

  private func takeLock(_ priority: Priority, _ deadline: Int64?) async throws -> Lock {
    while true {
      try markWaiting()
      if priority == .background, try foregroundWaits() {
        try noteBlock("\(path).waiting")
      } else if let lock = try Lock.take("\(path).lock") {
        block = nil
        return lock
      } else {
        try noteBlock("\(path).lock")
      }
      try await pause(Self.pollMilliseconds, deadline)
    }
  }

  /// Throws `blocked` if the other processes have used up their time. Each permit that starts begins
  /// a new period. A second without a check of the lock, for example while the machine sleeps, also
  /// begins a new period.
  private func noteBlock(_ lockPath: String) throws {
    let (start, time) = (try lastStart(), now().boot)
    if var block, block.lastStart == start, (0...1000).contains(time - block.seen) {
      block.seen = time
      self.block = block
      guard time - block.since <= maxBlockMilliseconds else {
        throw PaceError.blocked(path: lockPath)
      }
    } else {
      block = Block(lastStart: start, since: time, seen: time)
    }
  }
}
