// The calls of a shelf, which the ledger books together: as many calls as limit, plan, cap and
// share cover, and no call that was paid for.

import Albums
import Store
import Support
import Testing

@Suite struct ShelfBookingTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static let now = LedgerTests.now
  private static let scan = StoreFixture.scan(1)
  private static let answer = KeptAnswer(text: "{}", inputTokens: 1, outputTokens: 1)

  private func call(
    _ part: Int, attempt: Int = 1, job: Int64? = 1, person: PersonID = .owner,
    scan: ScanID = scan.id
  ) -> PlannedCall {
    PlannedCall(
      owner: CallOwner(scan, job: job, person: person), stage: .shelf, attempt: attempt,
      provider: "openai", model: "m", prompt: "shelf-1", worstCase: Money(microdollars: 100),
      part: part)
  }

  private func book(
    _ calls: [PlannedCall], cap: Int64 = 1_000_000, share: Int64? = nil,
    plans: PlanLimits = PlanLimits(), limit: Int = 12, in store: borrowing Store
  ) throws -> [Booking] {
    try store.reserve(
      calls, cap: Money(microdollars: cap), personCap: share.map(Money.init(microdollars:)),
      plans: plans, shelfCalls: limit, at: Self.now)
  }

  private func book(
    parts: [Int], cap: Int64 = 1_000_000, limit: Int = 12, in store: borrowing Store
  ) throws -> [String] {
    try book(parts.map { call($0) }, cap: cap, limit: limit, in: store).map(\.name)
  }

  private func reservation(_ booking: Booking) throws -> Reservation {
    guard case .reserved(let reservation) = booking else {
      throw StoreError.damaged("\(booking)")
    }
    return reservation
  }

  private func reserved(in store: borrowing Store) throws -> Int64 {
    try store.spending(in: store.zone.month(of: Self.now)).reserved.microdollars
  }

  /// Five sheets, each of which books 100 millionths of a dollar.
  static let rules: [(cap: Int64, limit: Int, booked: Int, refusal: String)] = [
    (1_000_000, 12, 5, ""), (500, 12, 5, ""), (499, 12, 4, "overCap"), (250, 12, 2, "overCap"),
    (99, 12, 0, "overCap"), (1_000_000, 3, 3, "tooOften"), (1_000_000, 0, 0, "tooOften"),
    (250, 3, 2, "overCap"),
  ]

  @Test(arguments: rules)
  func `sheets are booked in order as far as cap and limit reach, and the rest is refused`(
    cap: Int64, limit: Int, booked: Int, refusal: String
  ) throws {
    let store = try fixture.open()
    let names = try book(parts: [1, 11, 21, 31, 41], cap: cap, limit: limit, in: store)
    #expect(names.prefix(booked).allSatisfy { $0 == "reserved" })
    #expect(names.dropFirst(booked).allSatisfy { $0 == refusal } && names.count == 5)
    #expect(try reserved(in: store) == Int64(booked) * 100)
    #expect(try store.callRecords(of: Self.scan.id).count == booked, "one row each")
  }

  @Test func `a person's share and plan refuse what they do not cover, and a shelf is one scan`()
    throws
  {
    let store = try fixture.open()
    let files = fixture.sessionFiles
    _ = try store.addPerson(
      name: try #require(PersonName("Owner")), plan: .owner, files: files, at: Self.now)
    let ben = try store.addPerson(
      name: try #require(PersonName("Ben")), plan: .free, files: files, at: Self.now)
    let free = PlanLimit(2, isMonthly: false)
    let plans = PlanLimits([.free: free])
    let calls = [1, 11, 21].map { call($0, person: ben.id) }
    let names = try book(calls, share: 250, plans: plans, in: store).map(\.name)
    #expect(names == ["reserved", "reserved", "overShare"])
    #expect(try store.usedScans(of: ben.id, limit: free, at: Self.now) == 1)
    let second = call(1, person: ben.id, scan: StoreFixture.scan(2).id)
    #expect(try book([second], plans: plans, in: store).map(\.name) == ["reserved"])
    let third = [1, 11].map { call($0, person: ben.id, scan: StoreFixture.scan(3).id) }
    #expect(try book(third, plans: plans, in: store).map(\.name) == ["planUsed", "planUsed"])
    #expect(try store.usedScans(of: ben.id, limit: free, at: Self.now) == 2)
  }

  @Test func `after the pause of an empty account, the booked calls are sent`() throws {
    let store = try fixture.open()
    try store.countFailure(of: "openai", .quota, reason: "429", at: Self.now)
    #expect(try book(parts: [1], in: store) == ["paused"])
    let later = Self.now.advanced(byMilliseconds: 3_601_000)
    let bookings = try store.reserve(
      [1, 11].map { call($0) }, cap: Money(microdollars: 1_000_000), at: later)
    #expect(bookings.map(\.name) == ["reserved", "reserved"])
    let sent = later.advanced(byMilliseconds: 5)
    #expect(try store.begin(reservation(bookings[0]), at: sent)?.name == "reserved")
    // The account is still empty, so the second call is not sent.
    try store.countFailure(
      of: "openai", .quota, reason: "429", at: later.advanced(byMilliseconds: 9))
    let other = try store.begin(reservation(bookings[1]), at: later.advanced(byMilliseconds: 12))
    #expect(other?.name == "paused")
  }

  @Test func `a manual retry ignores the pause of the provider once`() throws {
    let store = try fixture.open()
    let upload = NewScan(
      id: Self.scan.id, person: .owner, key: "key-1-000", digest: Array(repeating: 1, count: 32),
      byteCount: 1000, guide: nil, kind: .shelf)
    #expect(try store.accept(upload, at: Self.now) == .accepted)
    let job = try #require(try store.claimJob(at: Self.now))
    try store.countFailure(of: "openai", .setup, reason: "401", at: Self.now)
    let calls = [1, 11].map { call($0, job: nil) }
    #expect(try book(calls, in: store).map(\.name) == ["paused", "paused"])
    try store.wait(
      job, until: Self.now.advanced(byMilliseconds: 300_000), .trouble(.setup), at: Self.now)
    let later = Self.now.advanced(byMilliseconds: 1000)
    #expect(try store.retry(Self.scan.id, at: later))
    let bookings = try store.reserve(calls, cap: Money(microdollars: 1_000_000), at: later)
    #expect(bookings.map(\.name) == ["reserved", "reserved"])
    for booking in bookings {
      let begun = try store.begin(reservation(booking), at: later.advanced(byMilliseconds: 3))
      #expect(begun?.name == "reserved")
    }
    #expect(try book([call(21, job: nil)], in: store).map(\.name) == ["paused"])
  }

  @Test func `a paused provider gets no call, and one caller probes after the pause`() throws {
    let store = try fixture.open()
    try store.countFailure(of: "openai", .setup, reason: "401", at: Self.now)
    #expect(try book(parts: [1, 11], in: store) == ["paused", "paused"])
    #expect(try store.callRecords(of: Self.scan.id).isEmpty)
    let later = Self.now.advanced(byMilliseconds: 301_000)
    let calls = [call(1), call(11)]
    let cap = Money(microdollars: 1000)
    #expect(try store.reserve(calls, cap: cap, at: later).map(\.name) == ["probe", "probe"])
    #expect(try store.reserve(calls, cap: cap, at: later).map(\.name) == ["paused", "paused"])
    try store.noteProbe(of: "openai", at: later)
    #expect(try store.reserve(calls, cap: cap, at: later).map(\.name) == ["reserved", "reserved"])
  }

  @Test func `a sheet that was answered is not paid again, also without room for others`() throws {
    let store = try fixture.open()
    let first = try book([call(1), call(11)], in: store)
    let reservation = try reservation(first[1])
    #expect(try store.begin(reservation, at: Self.now) == .reserved(reservation))
    try store.settle(
      reservation, answer: Self.answer, cost: Money(microdollars: 7), at: Self.now)
    let again = try book([call(1), call(11), call(21)], cap: 10, in: store)
    #expect(again.map(\.name) == ["overCap", "answered", "overCap"])
    #expect(try book([call(11, attempt: 2)], in: store).map(\.name) == ["reserved"])
    #expect(try book([call(11, job: 2)], in: store).map(\.name) == ["reserved"], "another job")
  }

  /// After a kill between the booking and the calls, nothing is lost: the new worker books again.
  @Test func `calls that were booked and not begun are released by the next booking`() throws {
    let store = try fixture.open()
    let parts = Array(stride(from: 1, through: 91, by: 10))
    let bookings = try book(parts.map { call($0) }, in: store)
    let sent = try reservation(bookings[0])
    #expect(try store.begin(sent, at: Self.now) == .reserved(sent))
    let again = try book(parts.map { call($0) }, in: store).map(\.name)
    #expect(again.allSatisfy { $0 == "reserved" })
    #expect(try reserved(in: store) == 1100, "the lost call counts, too")
    let lost = try reservation(bookings[1])
    #expect(try store.begin(lost, at: Self.now) == nil, "the older worker must not send it")
    let states = try store.callRecords(of: Self.scan.id).map(\.state)
    #expect(states.filter { $0 == "unsent" }.count == 9)
    #expect(states.filter { $0 == "reserved" }.count == 11)
  }

  @Test func `a call is released if its provider paused after the booking`() throws {
    let store = try fixture.open()
    let reservation = try reservation(try book([call(1)], in: store)[0])
    try store.countFailure(of: "openai", .quota, reason: "no credit", at: Self.now)
    guard case .paused = try store.begin(reservation, at: Self.now) else {
      Issue.record("the call may be sent")
      return
    }
    #expect(try store.callRecords(of: Self.scan.id).map(\.state) == ["unsent"])
    #expect(try reserved(in: store) == 0)
  }

  @Test func `a sheet is charged twice at most, and stops no other sheet`() throws {
    let store = try fixture.open()
    for _ in 0..<2 {
      let lost = try reservation(try book([call(1)], in: store)[0])
      #expect(try store.begin(lost, at: Self.now) == .reserved(lost))
    }
    let next = try book([call(1), call(11)], in: store)
    #expect(next[0] == .tooOften(isFinal: true))
    #expect(next[1].name == "reserved")
  }

  @Test func `a sheet is sent three times at most`() throws {
    let store = try fixture.open()
    for _ in 0..<3 {
      try store.refuse(try reservation(try book([call(1)], in: store)[0]), at: Self.now)
    }
    #expect(try book([call(1)], in: store) == [.tooOften(isFinal: true)])
  }

  @Test func `the limit counts second questions and drawn boxes, and not the six calls of a scan`()
    throws
  {
    let store = try fixture.open()
    let parts = Array(stride(from: 1, through: 71, by: 10))
    #expect(try book(parts: parts, limit: 10, in: store).allSatisfy { $0 == "reserved" })
    #expect(try book([call(101, job: 2)], limit: 10, in: store).map(\.name) == ["reserved"])
    let cap = LedgerTests.cap
    let second = call(1, attempt: 2)
    #expect(try store.reserve(second, cap: cap, shelfCalls: 10, at: Self.now).name == "reserved")
    #expect(
      try store.reserve(second, cap: cap, shelfCalls: 10, at: Self.now) == .tooOften(isFinal: true))
    #expect(
      try book([call(102, job: 3)], limit: 10, in: store) == [.tooOften(isFinal: true)])
    let review = PlannedCall(
      owner: CallOwner(Self.scan.id, person: .owner), stage: .review, provider: "openai",
      model: "m", prompt: "p", worstCase: Money(microdollars: 1))
    #expect(try store.reserve(review, cap: cap, at: Self.now).name == "reserved")
  }

  @Test func `a released call counts towards no limit`() throws {
    let store = try fixture.open()
    for _ in 0..<20 {
      let bookings = try book([call(1), call(11)], limit: 2, in: store)
      for booking in bookings { try store.unsend(try reservation(booking), at: Self.now) }
    }
    #expect(try book(parts: [1, 11], limit: 2, in: store) == ["reserved", "reserved"])
  }
}

extension Booking {
  fileprivate var name: String {
    switch self {
    case .reserved: "reserved"
    case .answered: "answered"
    case .planUsed: "planUsed"
    case .overCap: "overCap"
    case .overShare: "overShare"
    case .tooOften: "tooOften"
    case .tooEarly: "tooEarly"
    case .paused: "paused"
    case .probeFirst: "probe"
    }
  }
}
