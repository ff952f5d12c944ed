// Permits with a gap between them: in one process, in two processes, after restarts, and with
// clocks that jump.

import Host
import Support
import Synchronization
import Testing

@testable import HTTP

/// Clocks that a test can set.
private final class SetClocks: Sendable {
  private let shift = Mutex<(wall: Int64, boot: Int64)>((0, 0))

  func jump(wall: Int64 = 0, boot: Int64 = 0) {
    shift.withLock { $0 = ($0.wall + wall, $0.boot + boot) }
  }

  func now() -> Instant {
    let (real, shift) = (Instant.now(), shift.withLock { $0 })
    return Instant(wall: real.wall + shift.wall, boot: real.boot + shift.boot)
  }
}

@Suite struct PaceTests {
  let folder: TemporaryFolder
  var path: String { folder.file("musicbrainz") }

  init() throws { folder = try TemporaryFolder() }

  /// The starts of `count` permits in a row, in milliseconds since start-up.
  private func starts(_ pace: Pace, _ count: Int) async throws -> [Int64] {
    var starts: [Int64] = []
    for _ in 0..<count {
      let permit = try await pace.permit()
      starts.append(try writtenStart())
      permit.end()
    }
    return starts
  }

  /// The start of the permit that the test holds, as its pace wrote it. A busy machine lets a test go
  /// on some time after the start, so the test's own clock would show gaps that are too short.
  private func writtenStart() throws -> Int64 {
    let text = String(decoding: try Files.read(path, limit: 100), as: UTF8.self)
    return try #require(text.split(whereSeparator: \.isWhitespace).last.flatMap { Int64($0) })
  }

  private func gaps(_ starts: [Int64]) -> [Int64] {
    let sorted = starts.sorted()
    return zip(sorted.dropFirst(), sorted).map { $0 - $1 }
  }

  @Test func `two processes that share a file keep the gap between all their permits`() async throws
  {
    let (one, other) = (Pace(path, gapMilliseconds: 150), Pace(path, gapMilliseconds: 150))
    async let first = starts(one, 8)
    async let second = starts(other, 8)
    let gaps = gaps(try await first + second)
    #expect(gaps.count == 15)
    #expect(gaps.allSatisfy { $0 >= 150 })
    note("gaps of 150 ms, two paces: least \(gaps.min() ?? 0), most \(gaps.max() ?? 0)")
  }

  @Test func `permits are given in the order of their requests`() async throws {
    let pace = Pace(path, gapMilliseconds: 200)
    let order = try await withThrowingTaskGroup(of: (Int64, Int).self) { group in
      for number in 0..<6 {
        group.addTask {
          try await Task.sleep(for: .milliseconds(number * 50))
          return (try await starts(pace, 1)[0], number)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(order.sorted { $0.0 < $1.0 }.map(\.1) == Array(0..<6))
  }

  @Test func `the gap holds over a restart`() async throws {
    let first = try await starts(Pace(path, gapMilliseconds: 300), 1)
    let second = try await starts(Pace(path, gapMilliseconds: 300), 1)
    #expect(second[0] - first[0] >= 300)
  }

  @Test func `the gap runs from the end of a permit, and none begins before`() async throws {
    let (one, other) = (Pace(path, gapMilliseconds: 200), Pace(path, gapMilliseconds: 200))
    let permit = try await one.permit()
    let behind = Task { try await starts(other, 1)[0] }
    try await Task.sleep(for: .milliseconds(500))
    let end = Clock.bootMilliseconds()
    permit.end()
    permit.end()
    #expect(try await behind.value >= end + 200)
  }

  @Test func `a permit that is not ended delays the next one for a while, not for good`()
    async throws
  {
    let pace = Pace(path, gapMilliseconds: 100, maxPermitMilliseconds: 400)
    let permit = try await pace.permit()
    let start = try writtenStart()
    let next = try await starts(pace, 1)[0]
    #expect(next - start >= 500, "its longest time, and the gap")
    extendLifetime(permit)
  }

  @Test func `a request whose permit has expired is not sent`() async throws {
    let server = try LoopbackServer { peer in
      _ = peer.request()
      peer.waitForEnd()
    }
    let pace = Pace(path, gapMilliseconds: 50, maxPermitMilliseconds: 50)
    let permit = try await pace.permit()
    // The permit of another request, which is sent first.
    try await pace.permit().end()
    let request = HTTPRequest(
      .get, "\(server.url)/", limits: .test(),
      destination: .configured(host: "127.0.0.1", port: server.port), permit: permit)
    #expect(await live().failure(of: request) == .connect)
    #expect(server.seen.requests.isEmpty)
  }

  @Test func `the gap begins after the request was sent, also if the disk is slow`() async throws {
    let server = try LoopbackServer { peer in
      _ = peer.request()
      peer.waitForEnd()
    }
    let ended = Mutex(Int64(0))
    guard let lock = try Lock.take("\(path).lock") else {
      Issue.record("the lock is not free")
      return
    }
    let permit = Permit(lock) {
      ended.withLock { $0 = Clock.bootMilliseconds() }
      pause(milliseconds: 2000)
    }
    let request = HTTPRequest(
      .get, "\(server.url)/", limits: .test(),
      destination: .configured(host: "127.0.0.1", port: server.port), permit: permit)
    let transport = live()
    let unanswered = Task { await transport.failure(of: request) }
    while server.seen.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    let arrived = Clock.bootMilliseconds()
    while Lock.isHeld("\(path).lock") { try await Task.sleep(for: .milliseconds(5)) }
    // The server's thread may have noticed the request late.
    #expect(ended.withLock(\.self) >= arrived - 1000)
    unanswered.cancel()
    #expect(await unanswered.value == .cancelled)
  }

  @Test func `a permit ends when its request is sent, not with the response`() async throws {
    let server = try LoopbackServer { peer in
      _ = peer.request()
      peer.waitForEnd()
    }
    let pace = Pace(path, gapMilliseconds: 50)
    let permit = try await pace.permit()
    let request = HTTPRequest(
      .get, "\(server.url)/", limits: .test(),
      destination: .configured(host: "127.0.0.1", port: server.port), permit: permit)
    let transport = live()
    let unanswered = Task { await transport.failure(of: request) }
    try await pace.permit()
    #expect(server.seen.requests.count == 1)
    unanswered.cancel()
    #expect(await unanswered.value == .cancelled)
  }

  @Test(arguments: [
    (3_600_000, 0), (-3_600_000, 0), (0, 3_600_000), (0, -3_600_000), (-3_600_000, -3_600_000),
    (100, 0), (-100, 0),
  ])
  func `a clock that jumps neither shortens the gap nor adds more than one gap`(
    wall: Int64, boot: Int64
  ) async throws {
    let clocks = SetClocks()
    let pace = Pace(path, gapMilliseconds: 200, now: clocks.now)
    let first = try await starts(pace, 1)
    clocks.jump(wall: wall, boot: boot)
    let rest = try await starts(pace, 2).map { $0 - boot }
    #expect(gaps(first + rest).allSatisfy { (199...10_000).contains($0) })
  }

  @Test(arguments: [
    "", "x", "1", "99999999999999999999 1", "9223372036854775807 -9223372036854775808",
  ])
  func `a damaged file costs one gap at most`(text: String) async throws {
    try folder.write(text, to: "musicbrainz")
    let before = Clock.bootMilliseconds()
    let start = try await starts(Pace(path, gapMilliseconds: 100), 1)[0]
    #expect((99...10_000).contains(start - before))
  }

  @Test func `a permit after the deadline is neither waited for nor used up`() async throws {
    let pace = Pace(path, gapMilliseconds: 2000)
    let first = try await starts(pace, 1)
    let deadline = Clock.bootMilliseconds() + 1000
    await #expect(throws: PaceError.late) { try await pace.permit(deadline: deadline) }
    #expect(Clock.bootMilliseconds() < deadline)
    let next = try await starts(pace, 1)
    #expect((1999..<3999).contains(next[0] - first[0]))
  }

  @Test func `a cancelled permit lets the next one through`() async throws {
    let pace = Pace(path, gapMilliseconds: 1000)
    let first = try await starts(pace, 1)
    let waiting = Task { try await pace.permit() }
    let behind = Task { try await starts(pace, 1) }
    try await Task.sleep(for: .milliseconds(50))
    waiting.cancel()
    await #expect(throws: PaceError.cancelled) { try await waiting.value }
    let next = try await behind.value
    #expect((999..<1999).contains(next[0] - first[0]))
  }

  @Test func `a folder that cannot be written is an error, not a permit`() async throws {
    let pace = Pace(folder.file("missing/pace"), gapMilliseconds: 10)
    await #expect(throws: PaceError.self) { try await pace.permit() }
  }

  /// The test holds the lock as a suspended process does, without starting a permit.
  @Test(.timeLimit(.minutes(1)))
  func `a process that keeps the lock and sends nothing ends the wait with an error`() async throws
  {
    let pace = Pace(path, gapMilliseconds: 50, maxBlockMilliseconds: 300)
    try await pace.permit().end()
    guard let lock = try Lock.take("\(path).lock") else {
      Issue.record("the lock is not free")
      return
    }
    let behind = Task { () async -> PaceError? in
      do throws(PaceError) { try await pace.permit() } catch { return error }
      return nil
    }
    await #expect(throws: PaceError.blocked(path: "\(path).lock")) { try await pace.permit() }
    #expect(await behind.value == .blocked(path: "\(path).lock"))
    #expect(
      "\(PaceError.blocked(path: "/tmp/x.lock"))"
        == "another process keeps /tmp/x.lock locked and sends no request; it may be stopped")
    _ = consume lock
    try await pace.permit().end()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a process that keeps sending may keep the others waiting for longer`() async throws {
    let pace = Pace(path, gapMilliseconds: 20, maxBlockMilliseconds: 400)
    guard let lock = try Lock.take("\(path).lock") else {
      Issue.record("the lock is not free")
      return
    }
    let waiting = Task { try await pace.permit() }
    for start in 0..<10 {
      try folder.write("\(start) \(start)\n", to: "musicbrainz")
      try await Task.sleep(for: .milliseconds(100))
    }
    _ = consume lock
    try await waiting.value.end()
  }
}

// MARK: Foreground before background

extension PaceTests {
  /// The names of the requests that got a permit from a pace, in order.
  private actor Order {
    private(set) var names: [String] = []

    func take(_ priority: Pace.Priority, _ name: String, from pace: Pace) async throws {
      let permit = try await pace.permit(priority)
      names.append(name)
      permit.end()
    }
  }

  /// Waits until a process marks that a foreground request waits.
  private func waitForMark() async throws {
    while let _ = try Lock.take("\(path).waiting") { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `the background waits while a foreground request waits, in any process`(
    isOneProcess: Bool
  ) async throws {
    let refill = Pace(path, gapMilliseconds: 100)
    let scans = isOneProcess ? refill : Pace(path, gapMilliseconds: 100)
    let order = Order()
    let held = try await scans.permit()
    let first = Task { try await order.take(.foreground, "scan", from: scans) }
    try await waitForMark()
    let background = Task { try await order.take(.background, "refill", from: refill) }
    try await Task.sleep(for: .milliseconds(60))
    let second = Task { try await order.take(.foreground, "scan", from: scans) }
    held.end()
    for task in [first, background, second] { try await task.value }
    #expect(await order.names == ["scan", "scan", "refill"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `a foreground request that comes during the gap takes the permit of the background`(
    isOneProcess: Bool
  ) async throws {
    let refill = Pace(path, gapMilliseconds: 3000)
    let scans = isOneProcess ? refill : Pace(path, gapMilliseconds: 3000)
    let order = Order()
    try await refill.permit().end()
    let background = Task { try await order.take(.background, "refill", from: refill) }
    // When this loop ends, the background request has the lock and waits for the gap.
    while let _ = try Lock.take("\(path).lock") { try await Task.sleep(for: .milliseconds(5)) }
    try await order.take(.foreground, "scan", from: scans)
    try await background.value
    #expect(await order.names == ["scan", "refill"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a process that marks a waiting request and sends nothing ends the wait of the background`()
    async throws
  {
    let pace = Pace(path, gapMilliseconds: 20, maxBlockMilliseconds: 300)
    guard let mark = try Lock.takeShared("\(path).waiting") else {
      Issue.record("the lock is not free")
      return
    }
    await #expect(throws: PaceError.blocked(path: "\(path).waiting")) {
      try await pace.permit(.background)
    }
    try await pace.permit().end()
    _ = consume mark
    try await pace.permit(.background).end()
  }
}
