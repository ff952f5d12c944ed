// Sums of the ledger by person, model and scan.

import Albums
import Store
import Testing

@Suite struct LedgerShareTests {
  @Test func `spending is listed by person, model and scan, highest first`() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let calls: [(scan: UInt8, stage: CallStage, model: String, cost: Int64?)] = [
      (1, .identify, "small", 30), (1, .review, "large", 500), (2, .identify, "small", nil),
      (3, .identify, "small", 20), (3, .search, "large", 70),
    ]
    for call in calls {
      let booking = try store.reserve(
        PlannedCall(
          owner: CallOwner(StoreFixture.scan(call.scan).id, person: .owner), stage: call.stage,
          provider: "openai",
          model: call.model, prompt: "p-1", worstCase: Money(microdollars: 1000)),
        cap: LedgerTests.cap, at: LedgerTests.now)
      guard case .reserved(let reservation) = booking else {
        throw StoreError.damaged("\(booking)")
      }
      guard let cost = call.cost else { continue }
      try store.settle(
        reservation, answer: KeptAnswer(text: "{}", inputTokens: 1, outputTokens: 1),
        cost: Money(microdollars: cost), at: LedgerTests.now)
    }
    #expect(
      try store.spendingByModel().map { "\($0.subject.model) \($0.subject.stage) \($0.total)" } == [
        "small identify $0.0010", "large review $0.0005", "large search $0.0000",
      ])
    #expect(try store.spendingByModel().map(\.total.microdollars) == [1050, 500, 70])
    #expect(try store.spendingByModel().map(\.callCount) == [3, 1, 1])
    let persons = try store.spendingByPerson()
    #expect(persons.map { "\($0.subject.month) \($0.subject.person)" } == ["2026-11 owner"])
    #expect(persons.map { [$0.spent.microdollars, $0.reserved.microdollars] } == [[620, 1000]])
    let scans = try store.spendingByScan(limit: 2)
    #expect(scans.map(\.subject) == [2, 1].map { StoreFixture.scan($0).id })
    #expect(scans.map(\.total.microdollars) == [1000, 530])
  }
}
