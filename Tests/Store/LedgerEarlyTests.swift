// Early calls: a review that begins while call 1 is still under way, and reviews of two albums in one
// scan. Source: docs/decisions/075-early-start.md.

import Albums
import Store
import Support
import Testing

@Suite struct LedgerEarlyTests {
  private static let album = AlbumKey(artist: "Can", title: "Tago Mago")
  private static let other = AlbumKey(artist: "Can", title: "Landed")
  private static let now = StoreFixture.time(0)

  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private func review(_ album: AlbumKey = album, isEarly: Bool = false) -> PlannedCall {
    PlannedCall(
      owner: CallOwner(StoreFixture.scan(1).id, person: .owner), stage: .review,
      provider: "openai", model: "m", prompt: "review-3", worstCase: Money(microdollars: 700),
      album: album, isEarly: isEarly)
  }

  private func book(
    _ call: PlannedCall, cap: Int64 = 10_000, in store: borrowing Store
  ) throws -> Booking {
    try store.reserve(call, cap: Money(microdollars: cap), at: Self.now)
  }

  private func reserved(_ call: PlannedCall, in store: borrowing Store) throws -> Reservation {
    guard case .reserved(let reservation) = try book(call, in: store) else {
      throw StoreError.damaged("not reserved")
    }
    return reservation
  }

  @Test func `an early review needs room beside the open booking of call 1`() throws {
    let store = try fixture.open()
    let identify = try reserved(LedgerTests.call(1), in: store)
    #expect(try book(review(isEarly: true), cap: 1699, in: store) == .tooEarly)
    #expect(try store.callRecords(of: StoreFixture.scan(1).id).count == 1)
    try store.settle(
      identify, answer: KeptAnswer(text: "{}", inputTokens: 1, outputTokens: 1),
      cost: Money(microdollars: 300), at: Self.now)
    guard case .reserved = try book(review(), cap: 1699, in: store) else {
      Issue.record("the usual review has room")
      return
    }
    let record = try #require(try store.callRecords(of: StoreFixture.scan(1).id).last)
    #expect(record.album == Self.album.text)
  }

  @Test func `a scan has one early review, and its replacement is the last`() throws {
    let store = try fixture.open()
    _ = try reserved(review(isEarly: true), in: store)
    #expect(try book(review(isEarly: true), in: store) == .tooEarly)
    #expect(try book(review(Self.other, isEarly: true), in: store) == .tooEarly)
    _ = try reserved(review(Self.other), in: store)
    #expect(try book(review(Self.other), in: store) == .tooOften(isFinal: true))
  }

  @Test func `an answer about one album never serves another`() throws {
    let store = try fixture.open()
    let early = try reserved(review(isEarly: true), in: store)
    let answer = KeptAnswer(text: "of Tago Mago", inputTokens: 1, outputTokens: 1)
    try store.settle(early, answer: answer, cost: .zero, at: Self.now)
    #expect(try book(review(), in: store) == .answered(answer))
    #expect(try book(review(isEarly: true), in: store) == .answered(answer))
    _ = try reserved(review(Self.other), in: store)
  }

  @Test func `no early call goes to a provider whose last call failed`() throws {
    let store = try fixture.open()
    try store.countFailure(of: "openai", .outage, reason: "HTTP 500", at: Self.now)
    #expect(try book(review(isEarly: true), in: store) == .tooEarly)
    _ = try reserved(review(), in: store)
  }
}
