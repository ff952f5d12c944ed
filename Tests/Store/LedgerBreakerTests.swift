// The circuit breaker of a failing provider: it stops paid calls, and sends a free call first.

import Albums
import Store
import Testing

@Suite struct LedgerBreakerTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static let minute: Int64 = 60

  private func book(
    _ scan: UInt8, at seconds: Int64, in store: borrowing Store, provider: String = "openai"
  ) throws -> Booking {
    try store.reserve(
      PlannedCall(
        owner: CallOwner(StoreFixture.scan(scan).id, person: .owner), stage: .identify,
        provider: provider, model: "m",
        prompt: "p-1", worstCase: Money(microdollars: 10)),
      cap: LedgerTests.cap, at: StoreFixture.time(seconds))
  }

  private func fail(
    _ trouble: Trouble = .outage, times: Int = 1, at seconds: Int64, in store: borrowing Store
  ) throws -> Int64? {
    var until: Timestamp?
    for _ in 0..<times {
      until = try store.countFailure(
        of: "openai", trouble, reason: "HTTP 500", at: StoreFixture.time(seconds))
    }
    return until.map { ($0.milliseconds - StoreFixture.time(0).milliseconds) / 1000 }
  }

  private func isReserved(_ booking: Booking) -> Bool {
    if case .reserved = booking { true } else { false }
  }

  private func isResting(_ booking: Booking) -> Bool {
    if case .paused = booking { true } else { false }
  }

  @Test func `five failures in a row open the breaker for five minutes, for every scan`() throws {
    let store = try fixture.open()
    #expect(try fail(times: 4, at: 0, in: store) == nil)
    #expect(isReserved(try book(1, at: 1, in: store)))
    #expect(try fail(at: 2, in: store) == 302)
    // The second connection plays another process, or the same process after a restart.
    let other = try fixture.open()
    let booking = try book(2, at: 301, in: other)
    #expect(booking == .paused(try other.breakers()[0]))
    #expect(isReserved(try book(2, at: 3, in: other, provider: "anthropic")))
  }

  static let pauses: [(trouble: Trouble, isEnded: Bool)] = [
    (.setup, true), (.quota, true), (.outage, false),
  ]

  @Test(arguments: pauses)
  func `a changed setting ends the pauses that began before it`(
    trouble: Trouble, isEnded: Bool
  ) throws {
    let store = try fixture.open()
    _ = try fail(trouble, times: 5, at: 10, in: store)
    try store.endWaits(before: StoreFixture.time(10), at: StoreFixture.time(20))
    #expect(isResting(try book(1, at: 20, in: store)), "the pause began after the change")
    try store.endWaits(before: StoreFixture.time(11), at: StoreFixture.time(20))
    #expect(isReserved(try book(1, at: 21, in: store)) == isEnded)
  }

  static let waits: [(failure: Failure, isEnded: Bool)] = [
    (.wrongSetting, true), (.trouble(.setup), true), (.network, true), (.cap(nil), true),
    (.busy, false), (.photoStopped(times: 0), false),
  ]

  @Test(arguments: waits)
  func `a changed setting makes the jobs due that waited for it`(
    failure: Failure, isEnded: Bool
  ) throws {
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(1), at: StoreFixture.time(0))
    let job = try #require(try store.claimJob(at: StoreFixture.time(0)))
    try store.wait(job, until: StoreFixture.time(1800), failure, at: StoreFixture.time(10))
    try store.endWaits(before: StoreFixture.time(10), at: StoreFixture.time(20))
    #expect(try store.claimJob(at: StoreFixture.time(20)) == nil, "it failed after the change")
    try store.endWaits(before: StoreFixture.time(11), at: StoreFixture.time(20))
    #expect((try store.claimJob(at: StoreFixture.time(20)) != nil) == isEnded)
  }

  @Test func `an answer resets the count of failures`() throws {
    let store = try fixture.open()
    _ = try fail(times: 4, at: 0, in: store)
    guard case .reserved(let reservation) = try book(1, at: 1, in: store) else {
      throw StoreError.damaged("not reserved")
    }
    try store.settle(
      reservation, answer: KeptAnswer(text: "{}", inputTokens: 1, outputTokens: 1), cost: .zero,
      at: StoreFixture.time(1))
    #expect(try store.breakers().isEmpty)
    #expect(try fail(times: 4, at: 2, in: store) == nil)
  }

  @Test func `after the pause one caller sends a probe, and a failed probe starts a new pause`()
    throws
  {
    let store = try fixture.open()
    _ = try fail(times: 5, at: 0, in: store)
    #expect(isResting(try book(1, at: 299, in: store)))
    #expect(try book(1, at: 300, in: store) == .probeFirst(after: .outage))
    for scan: UInt8 in 1...5 { #expect(isResting(try book(scan, at: 300, in: store))) }
    #expect(try fail(at: 302, in: store) == 602)
    #expect(isResting(try book(1, at: 601, in: store)))
    #expect(try book(2, at: 602, in: store) == .probeFirst(after: .outage))
  }

  @Test func `after an answered probe all calls go through, until one fails`() throws {
    let store = try fixture.open()
    _ = try fail(times: 5, at: 0, in: store)
    #expect(try book(1, at: 300, in: store) == .probeFirst(after: .outage))
    try store.noteProbe(of: "openai", at: StoreFixture.time(301))
    #expect(isReserved(try book(1, at: 301, in: store)))
    #expect(isReserved(try book(2, at: 301, in: store)))
    #expect(try fail(at: 302, in: store) == 602)
    try store.heal("openai", at: StoreFixture.time(303))
    #expect(try store.breakers().isEmpty)
  }

  @Test func `a scan's last call alone waits as if the breaker were open`() throws {
    let store = try fixture.open()
    for second: Int64 in [0, 10] {
      guard case .reserved(let reservation) = try book(1, at: second, in: store) else {
        throw StoreError.damaged("not reserved")
      }
      try store.refuse(reservation, at: StoreFixture.time(second))
      #expect(try fail(at: second, in: store) == nil)
    }
    #expect(isResting(try book(1, at: 309, in: store)))
    #expect(isReserved(try book(2, at: 309, in: store)), "it is not open")
    #expect(try book(1, at: 310, in: store) == .probeFirst(after: .outage))
    #expect(isResting(try book(1, at: 310, in: store)), "one probe in five minutes")
    try store.noteProbe(of: "openai", at: StoreFixture.time(311))
    #expect(isReserved(try book(1, at: 311, in: store)))
    #expect(try book(1, at: 312, in: store) == .tooOften(isFinal: false))
  }

  @Test func `an empty account pauses for an hour, then one paid call is sent`() throws {
    let store = try fixture.open()
    #expect(try fail(.quota, at: 0, in: store) == 3600)
    #expect(isResting(try book(1, at: 3599, in: store)))
    // A call that was in progress when the breaker opened does not shorten the pause.
    #expect(try fail(at: 10, in: store) == 3600)
    #expect(isReserved(try book(1, at: 3600, in: store)))
    #expect(isResting(try book(2, at: 3600, in: store)))
  }

  @Test func `a refused key opens the breaker at once, and a probe shows when it is accepted`()
    throws
  {
    let store = try fixture.open()
    #expect(try fail(.setup, at: 0, in: store) == 300)
    #expect(try book(1, at: 300, in: store) == .probeFirst(after: .setup))
  }

  @Test func `a working provider makes the scans that wait for it due, but not those at the cap`()
    throws
  {
    let store = try fixture.open()
    let codes: [FailureCode] = [.providerFailed, .network, .cap]
    for (number, code) in zip((1 as UInt8)..., codes) {
      _ = try store.accept(StoreFixture.scan(number), at: StoreFixture.time(0))
      let claim = try #require(try store.claimJob(of: [.scan], at: StoreFixture.time(0)))
      try store.wait(
        claim, until: StoreFixture.time(9000), Failure(code), at: StoreFixture.time(0))
    }
    _ = try fail(times: 5, at: 0, in: store)
    #expect(try store.claimJob(of: [.scan], at: StoreFixture.time(301)) == nil)
    try store.noteProbe(of: "openai", at: StoreFixture.time(301))
    let first = try #require(
      try store.claimJob(of: [.scan], at: StoreFixture.time(301)))
    let second = try #require(
      try store.claimJob(of: [.scan], except: [first.id], at: StoreFixture.time(301)))
    #expect([first, second].allSatisfy { $0.scanID != StoreFixture.scan(3).id })
  }

  @Test func `a working provider makes only jobs due that call a model`() throws {
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "1.jpg",
      at: StoreFixture.time(0))
    try fixture.complete(1, at: StoreFixture.time(0), in: store)
    let find = StoreFixture.find(1)
    for request in [JobRequest.review, .hint("the live one"), .refill] {
      #expect(try store.enqueue(request, for: find, by: .owner, at: StoreFixture.time(0)))
      let job = try #require(try store.claimJob(of: JobKind.afterScan, at: StoreFixture.time(0)))
      try store.wait(
        job, until: StoreFixture.time(9000), Failure(.network), at: StoreFixture.time(0))
    }
    _ = try fail(times: 5, at: 0, in: store)
    try store.noteProbe(of: "openai", at: StoreFixture.time(301))
    let ready = try store.queuedJobs().filter { $0.nextAttempt <= StoreFixture.time(301) }
    #expect(ready.map(\.request) == [.review, .hint("the live one")])
  }

  @Test func `a manual retry ignores the pause once`() throws {
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(1), at: StoreFixture.time(0))
    let claim = try #require(try store.claimJob(of: [.scan], at: StoreFixture.time(0)))
    _ = try fail(times: 5, at: 0, in: store)
    try store.wait(
      claim, until: StoreFixture.time(300), Failure(.providerFailed), at: StoreFixture.time(0))
    #expect(try store.retry(StoreFixture.scan(1).id, at: StoreFixture.time(1)))
    #expect(isResting(try book(2, at: 1, in: store)), "of other scans nothing is sent")
    #expect(isReserved(try book(1, at: 1, in: store)))
    #expect(isResting(try book(1, at: 1, in: store)))
  }

  @Test(arguments: [-14 * 86400, 3650 * 86400] as [Int64])
  func `a pause that was stored with a wrong clock does not last`(jump: Int64) throws {
    let store = try fixture.open()
    _ = try fail(times: 5, at: 0, in: store)
    #expect(try book(1, at: jump, in: store) == .probeFirst(after: .outage))
  }
}
