// The number of model calls for one photo: automatic calls, manual retries, and calls of jobs that
// follow a scan.

import Albums
import Store
import Testing

@Suite struct LedgerLimitTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// The result of a call.
  enum Fate { case refused, unsent, lost, answered }

  private static let now = LedgerTests.now
  private static let scan = StoreFixture.scan(1)

  private func call(_ stage: CallStage, attempt: Int = 1, job: Int64? = nil) -> PlannedCall {
    PlannedCall(
      owner: CallOwner(Self.scan.id, job: job, person: .owner), stage: stage, attempt: attempt,
      provider: "openai", model: "m",
      prompt: "p-1", worstCase: Money(microdollars: 10))
  }

  private func book(_ call: PlannedCall, in store: borrowing Store) throws -> Booking {
    try store.reserve(call, cap: LedgerTests.cap, at: Self.now)
  }

  /// Sends a call if the limits admit it. Returns whether it was sent.
  private func send(
    _ call: PlannedCall, _ fate: Fate, in store: borrowing Store
  ) throws -> Bool {
    guard case .reserved(let reservation) = try book(call, in: store) else { return false }
    switch fate {
    case .refused: try store.refuse(reservation, at: Self.now)
    case .unsent: try store.unsend(reservation, at: Self.now)
    case .lost: break
    case .answered:
      try store.settle(
        reservation, answer: KeptAnswer(text: "{}", inputTokens: 1, outputTokens: 1),
        cost: Money(microdollars: 1), at: Self.now)
    }
    return true
  }

  /// `sent` has the results of earlier calls of a stage. `again` says whether an automatic call may
  /// follow, `byHand` whether a manual retry may follow.
  static let stages: [(sent: [Fate], again: Bool, byHand: Bool)] = [
    ([], true, true), ([.refused], true, true), ([.refused, .refused], true, true),
    ([.refused, .refused, .refused], false, true), ([.lost], true, true),
    ([.lost, .lost], false, false), ([.refused, .lost], true, true),
    ([.refused, .lost, .lost], false, false), ([.refused, .refused, .lost], false, true),
    ([.unsent, .unsent, .unsent, .unsent, .unsent], true, true),
    ([.lost, .unsent, .unsent, .lost], false, false),
  ]

  @Test(arguments: stages)
  func `a stage is charged at most twice and sent at most three times, by hand four times`(
    sent: [Fate], again: Bool, byHand: Bool
  ) throws {
    let store = try fixture.open()
    _ = try store.accept(Self.scan, at: Self.now)
    for fate in sent { #expect(try send(call(.identify), fate, in: store)) }
    if !again {
      #expect(try book(call(.identify), in: store) == .tooOften(isFinal: !byHand))
      try letWait(in: store)
      for _ in 0..<3 { #expect(try store.retry(Self.scan.id, at: Self.now)) }
    }
    #expect(try send(call(.identify), .refused, in: store) == byHand)
    if !again { #expect(try !send(call(.identify), .refused, in: store), "one tap, one call") }
    #expect(try send(call(.review), .refused, in: store), "another stage has its own")
  }

  private func letWait(in store: borrowing Store) throws {
    let claim = try #require(try store.claimJob(of: [.scan], at: Self.now))
    try store.wait(claim, until: Self.now, Failure(.providerFailed), at: Self.now)
  }

  @Test
  func `a scan sends at most six calls, manual retries included, later jobs excluded`()
    throws
  {
    let store = try fixture.open()
    _ = try store.accept(Self.scan, at: Self.now)
    for stage in [CallStage.identify, .search] {
      for _ in 0..<3 { #expect(try send(call(stage), .refused, in: store)) }
    }
    #expect(try book(call(.review), in: store) == .tooOften(isFinal: true))
    try letWait(in: store)
    #expect(try store.retry(Self.scan.id, at: Self.now))
    #expect(try book(call(.search), in: store) == .tooOften(isFinal: true))
    #expect(try send(call(.review, job: 1), .answered, in: store))
  }

  @Test func `a job that follows a scan has its own limits, and no manual retry raises them`()
    throws
  {
    let store = try fixture.open()
    _ = try store.accept(Self.scan, at: Self.now)
    for job: Int64 in 1...3 {
      for _ in 0..<3 { #expect(try send(call(.review, job: job), .refused, in: store)) }
      #expect(try book(call(.review, job: job), in: store) == .tooOften(isFinal: true))
    }
    #expect(try send(call(.hint, job: 4), .lost, in: store))
    #expect(try send(call(.hint, job: 4), .lost, in: store))
    #expect(try book(call(.hint, job: 4), in: store) == .tooOften(isFinal: true))
    #expect(try send(call(.review), .answered, in: store), "the scan's own calls are its own")
  }

  @Test func `a second attempt is a call of its stage, and its answer is stored separately`() throws
  {
    let store = try fixture.open()
    #expect(try send(call(.identify), .answered, in: store))
    #expect(try send(call(.identify, attempt: 2), .answered, in: store))
    for attempt in 1...2 {
      #expect(
        try book(call(.identify, attempt: attempt), in: store)
          == .answered(KeptAnswer(text: "{}", inputTokens: 1, outputTokens: 1)))
    }
    #expect(try book(call(.identify, attempt: 3), in: store) == .tooOften(isFinal: true))
  }

  @Test func `a manual retry that was not needed is not kept for later`() throws {
    let store = try fixture.open()
    _ = try store.accept(Self.scan, at: Self.now)
    for _ in 0..<3 { #expect(try send(call(.identify), .refused, in: store)) }
    try letWait(in: store)
    #expect(try store.retry(Self.scan.id, at: Self.now))
    try letWait(in: store)
    #expect(try book(call(.identify), in: store) == .tooOften(isFinal: false))
  }
}
