// The ledger: it books a cost before a call and settles the booking after the call. Concurrent
// bookings never exceed the cap.

import Albums
import Store
import Support
import Testing

@Suite struct LedgerTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  static func call(
    _ scan: UInt8, _ stage: CallStage = .identify, worst: Int64 = 1000
  ) -> PlannedCall {
    PlannedCall(
      owner: CallOwner(StoreFixture.scan(scan).id, person: .owner), stage: stage,
      provider: "openai", model: "gpt-6-luna",
      prompt: "identify-1", worstCase: Money(microdollars: worst))
  }

  static let cap = Money(microdollars: 10_000)
  static let now = StoreFixture.time(0)

  /// Books a call. The test fails if the ledger refuses the booking.
  private func reserved(
    _ call: PlannedCall, in store: borrowing Store, at now: Timestamp = now
  ) throws -> Reservation {
    guard case .reserved(let reservation) = try store.reserve(call, cap: Self.cap, at: now) else {
      throw StoreError.damaged("not reserved")
    }
    return reservation
  }

  private func settle(
    _ reservation: Reservation, _ answer: String = "{}", cost: Int64, in store: borrowing Store
  ) throws {
    try store.settle(
      reservation,
      answer: KeptAnswer(text: answer, inputTokens: 10, outputTokens: 20),
      cost: Money(microdollars: cost), at: Self.now)
  }

  private static func kept(_ text: String) -> Booking {
    .answered(KeptAnswer(text: text, inputTokens: 10, outputTokens: 20))
  }

  private func spending(
    in store: borrowing Store, _ month: Month = now.month
  ) throws -> [Int64] {
    let spending = try store.spending(in: month)
    return [
      spending.spent.microdollars, spending.reserved.microdollars, Int64(spending.callCount),
    ]
  }

  @Test func `a call counts at its worst case until it is settled, then at its cost`() throws {
    let store = try fixture.open()
    #expect(try spending(in: store) == [0, 0, 0])
    let reservation = try reserved(Self.call(1), in: store)
    #expect(try spending(in: store) == [0, 1000, 1])
    #expect(try store.cost(of: StoreFixture.scan(1).id).microdollars == 1000)
    try settle(reservation, cost: 300, in: store)
    #expect(try spending(in: store) == [300, 0, 1])
    #expect(try store.cost(of: StoreFixture.scan(1).id).microdollars == 300)
  }

  @Test func `a call without an answer has its reported cost, and may be repeated`() throws {
    let store = try fixture.open()
    let reservation = try reserved(Self.call(1), in: store)
    for cost in [200, 900] as [Int64] {
      try store.charge(
        reservation, inputTokens: 70, outputTokens: 5, searches: 1,
        cost: Money(microdollars: cost), at: Self.now)
    }
    #expect(try spending(in: store) == [200, 0, 1], "once")
    let record = try #require(try store.callRecords(of: StoreFixture.scan(1).id).first)
    #expect(record.answer == nil && record.inputTokens == 70 && record.outputTokens == 5)
    #expect(record.searches == 1)
    _ = try reserved(Self.call(1), in: store)
    #expect(
      try store.reserve(Self.call(1), cap: Self.cap, at: Self.now) == .tooOften(isFinal: true))
  }

  @Test func `a stored answer is not booked again`() throws {
    let store = try fixture.open()
    try settle(try reserved(Self.call(1), in: store), "the answer", cost: 300, in: store)
    for _ in 0..<3 {
      let again = try store.reserve(Self.call(1), cap: .zero, at: Self.now)
      #expect(again == Self.kept("the answer"))
    }
    #expect(try spending(in: store) == [300, 0, 1])
    // Other stages and other scans have separate answers.
    _ = try reserved(Self.call(1, .review), in: store)
    _ = try reserved(Self.call(2), in: store)
    #expect(try spending(in: store) == [300, 2000, 3])
  }

  @Test func `a stage is charged at most twice, whatever the result of the calls`() throws {
    let store = try fixture.open()
    _ = try reserved(Self.call(1), in: store)
    _ = try reserved(Self.call(1), in: store)
    #expect(
      try store.reserve(Self.call(1), cap: Self.cap, at: Self.now) == .tooOften(isFinal: true))
    _ = try reserved(Self.call(1, .review), in: store)
    #expect(try spending(in: store) == [0, 3000, 3])
  }

  @Test func `a call that never reached the service is free and does not count`() throws {
    let store = try fixture.open()
    for _ in 0..<9 { try store.unsend(try reserved(Self.call(1), in: store), at: Self.now) }
    #expect(try spending(in: store) == [0, 0, 0])
    #expect(try store.cost(of: StoreFixture.scan(1).id) == .zero)
    _ = try reserved(Self.call(1), in: store)
    #expect(try spending(in: store) == [0, 1000, 1])
  }

  @Test(arguments: [(1000, true), (999, false), (0, false), (2500, true)] as [(Int64, Bool)])
  func `the cap admits a worst case that just fits`(cap: Int64, admits: Bool) throws {
    let store = try fixture.open()
    let booking = try store.reserve(
      Self.call(1), cap: Money(microdollars: cap), at: Self.now)
    if admits {
      guard case .reserved = booking else { throw StoreError.damaged("\(booking)") }
    } else {
      #expect(booking == .overCap)
    }
    #expect(try spending(in: store) == (admits ? [0, 1000, 1] : [0, 0, 0]))
  }

  @Test func `a free call is admitted with a cap of zero`() throws {
    let store = try fixture.open()
    guard case .reserved = try store.reserve(Self.call(1, worst: 0), cap: .zero, at: Self.now)
    else { throw StoreError.damaged("not reserved") }
  }

  @Test func `the largest possible worst case exceeds any cap`() throws {
    let store = try fixture.open()
    _ = try reserved(Self.call(1), in: store)
    let endless = Self.call(2, worst: .max)
    #expect(try store.reserve(endless, cap: Self.cap, at: Self.now) == .overCap)
  }

  @Test func `a month is the calendar's, from its first millisecond to its last`() throws {
    let store = try fixture.open()
    let november = Month(year: 2026, month: 11)
    let moments = [
      november.start.advanced(byMilliseconds: -1), november.start,
      november.next.start.advanced(byMilliseconds: -1), november.next.start,
    ]
    for (number, moment) in moments.enumerated() {
      _ = try reserved(Self.call(UInt8(number)), in: store, at: moment)
    }
    #expect(try spending(in: store, november) == [0, 2000, 2])
    #expect(try spending(in: store, Month(year: 2026, month: 10)) == [0, 1000, 1])
    #expect(try spending(in: store, Month(year: 2026, month: 12)) == [0, 1000, 1])
    #expect(try store.spendingByMonth().map(\.month.month) == [12, 11, 10])
  }

  @Test func `a used-up month does not block the next one`() throws {
    let store = try fixture.open()
    let last = Self.now.month.next.start.advanced(byMilliseconds: -1)
    _ = try reserved(Self.call(1, worst: 10_000), in: store, at: last)
    #expect(try store.reserve(Self.call(2), cap: Self.cap, at: last) == .overCap)
    _ = try reserved(Self.call(2), in: store, at: last.advanced(byMilliseconds: 1))
  }

  @Test func `months of refused calls alone are not listed`() throws {
    let store = try fixture.open()
    try store.refuse(try reserved(Self.call(1), in: store), at: Self.now)
    #expect(try store.spendingByMonth().isEmpty)
  }

  @Test func `a scan's cost is the sum of its calls, with lost answers at the worst case`() throws {
    let store = try fixture.open()
    _ = try reserved(Self.call(1), in: store)
    try settle(try reserved(Self.call(1), in: store), cost: 250, in: store)
    try settle(try reserved(Self.call(1, .review), in: store), cost: 50, in: store)
    try store.refuse(try reserved(Self.call(1, .search), in: store), at: Self.now)
    #expect(try store.cost(of: StoreFixture.scan(1).id).microdollars == 1300)
    #expect(try store.cost(of: StoreFixture.scan(2).id) == .zero)
  }

  @Test func `the mean cost of reviews is told for those with a search and for the others`() throws
  {
    let store = try fixture.open()
    #expect(try store.meanReviewCost(isSearched: true) == nil)
    let costs: [(prompt: String, cost: Int64)] = [
      ("review-3", 100), ("review-3", 301), ("review-search-2", 900), ("book-review-1", 5_000),
    ]
    for (number, row) in costs.enumerated() {
      let call = PlannedCall(
        owner: CallOwner(StoreFixture.scan(UInt8(number + 1)).id, person: .owner), stage: .review,
        provider: "openai", model: "m", prompt: row.prompt, worstCase: Money(microdollars: 1_000))
      try settle(try reserved(call, in: store), cost: row.cost, in: store)
    }
    // A call without an answer has no cost yet.
    _ = try reserved(Self.call(9, .review), in: store)
    #expect(try store.meanReviewCost(isSearched: false)?.microdollars == 201)
    #expect(try store.meanReviewCost(isSearched: true)?.microdollars == 900)
  }

  @Test func `a refusal or a second answer never changes a settled call`() throws {
    let store = try fixture.open()
    let reservation = try reserved(Self.call(1), in: store)
    try settle(reservation, "first", cost: 300, in: store)
    try store.refuse(reservation, at: Self.now)
    try settle(reservation, "second", cost: 1, in: store)
    #expect(try spending(in: store) == [300, 0, 1])
    #expect(
      try store.reserve(Self.call(1), cap: Self.cap, at: Self.now) == Self.kept("first"))
  }

  @Test func `the cap holds against four connections that book at once`() async throws {
    let path = fixture.path
    let granted = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker: UInt8 in 0..<4 {
        group.addTask {
          let store = try Store.open(path)
          var count = 0
          for round: UInt8 in 0..<12 {
            // Calls with odd numbers cost less than their maximum, so their settlement frees a part
            // of the cap.
            let booking = try store.reserve(
              Self.call(worker * 12 + round), cap: Self.cap, at: Self.now)
            guard case .reserved(let reservation) = booking else { continue }
            count += 1
            let spending = try store.spending(in: Self.now.month)
            if spending.spent + spending.reserved > Self.cap { return 1000 }
            if round % 2 == 1 {
              try store.settle(
                reservation, answer: KeptAnswer(text: "{}", inputTokens: 1, outputTokens: 1),
                cost: Money(microdollars: 500), at: Self.now)
            }
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    let store = try fixture.open()
    let spending = try store.spending(in: Self.now.month)
    #expect(spending.callCount == granted)
    #expect(granted >= 10)
    #expect(spending.spent + spending.reserved <= Self.cap)
  }

  @Test func `one scan's stage is booked twice at most by four connections at once`() async throws {
    let path = fixture.path
    let granted = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try Store.open(path)
          return try (0..<5).count { _ in
            if case .reserved = try store.reserve(Self.call(1), cap: Self.cap, at: Self.now) {
              return true
            }
            return false
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(granted == 2)
  }

  @Test func `only old answers about sleeves are removed`() throws {
    let store = try fixture.open()
    let old = Self.now.advanced(byMilliseconds: -1)
    for (question, time) in [
      ("sleeve:old", old), ("sleeve:new", Self.now), ("sleeves:old", old), ("musicbrainz:old", old),
    ] {
      try store.keep([1], to: question, at: time)
    }
    try store.removeAnswers(of: "sleeve", before: Self.now)
    #expect(try store.answer(to: "sleeve:old") == nil)
    for question in ["sleeve:new", "sleeves:old", "musicbrainz:old"] {
      #expect(try store.answer(to: question) == [1], "\(question)")
    }
  }

  @Test func `a service's answer is stored by its question, and the last answer counts`() throws {
    let store = try fixture.open()
    #expect(try store.answer(to: "q") == nil)
    try store.keep([], to: "q", at: Self.now)
    #expect(try store.answer(to: "q") == [])
    try store.keep([0, 255, 10], to: "q", at: Self.now)
    #expect(try store.answer(to: "q") == [0, 255, 10])
    #expect(try store.answer(to: "Q") == nil)
  }
}
