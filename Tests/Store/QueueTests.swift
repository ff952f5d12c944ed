// The queue: order, attempts, and the protection against a worker with a stale claim.

import Albums
import Store
import Testing

@Suite struct QueueTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func `scans are claimed in the order of their arrival`() throws {
    let store = try fixture.open()
    for number: UInt8 in [3, 1, 2] {
      _ = try store.accept(StoreFixture.scan(number), at: StoreFixture.time(Int64(number)))
    }
    var claimed: [ScanID] = []
    while let claim = try store.claimJob(of: [.scan], at: StoreFixture.time(10)) {
      claimed.append(claim.scanID)
      try store.fail(claim, Failure(.unreadable), at: StoreFixture.time(10))
    }
    #expect(claimed == [1, 2, 3].map { StoreFixture.scan($0).id })
  }

  @Test func `an attempt is counted before it is made, and a new stage resets the count`() throws {
    let store = try fixture.open()
    let now = StoreFixture.time(0)
    _ = try store.accept(StoreFixture.scan(1), at: now)
    #expect(try store.claimJob(of: [.scan], at: now)?.attempts == 1)
    let second = try #require(try store.claimJob(of: [.scan], at: now))
    #expect(second.attempts == 2)
    try store.record(fingerprint: [1, 2], crop: "quad", of: second, at: now)
    let third = try #require(try store.claimJob(of: [.scan], at: now))
    #expect(third.attempts == 2, "the attempt that reached the stage was the first there")
    #expect(try store.cropFingerprint(of: third.itemID) == [1, 2])
  }

  @Test func `a worker whose job was claimed again writes nothing`() throws {
    let store = try fixture.open()
    let now = StoreFixture.time(0)
    _ = try store.accept(StoreFixture.scan(1), at: now)
    let stale = try #require(try store.claimJob(of: [.scan], at: now))
    let present = try #require(try store.claimJob(of: [.scan], at: now))
    #expect(throws: StoreError.stale) { try store.beginIdentifying(stale, at: now) }
    #expect(throws: StoreError.stale) {
      try store.fail(stale, Failure(.unreadable), at: now)
    }
    #expect(try store.scan(stale.scanID)?.state == .queued)
    try store.beginIdentifying(present, at: now)
    #expect(try store.scan(stale.scanID)?.state == .identifying)
  }

  @Test func `a finished scan is one find, and its pages become stale in the same transaction`()
    throws
  {
    let store = try fixture.open()
    let now = StoreFixture.time(0)
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "a",
      at: now)
    try fixture.complete(1, at: now, in: store)
    #expect(try store.newestFinds(10).map(\.id) == [StoreFixture.find(1)])
    #expect(
      try store.stalePages().map(\.subject) == [
        .find(StoreFixture.find(1)), .scan(StoreFixture.scan(1).id),
      ])
    #expect(try store.claimJob(of: [.scan], at: now) == nil)
  }

  @Test func `a page that changes while it is written stays stale`() throws {
    let store = try fixture.open()
    let now = StoreFixture.time(0)
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "a",
      at: now)
    try fixture.complete(1, at: now, in: store)
    let first = try #require(try store.stalePages().first)
    #expect(try store.delete(StoreFixture.find(1), at: now))
    try store.markWritten(upTo: first.serial)
    #expect(try store.stalePages().contains { $0.subject == first.subject })
  }

  @Test func `a deleted find leaves the history, and returns to the same position`() throws {
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: try StoreFixture.review(),
      fingerprint: [1], name: "a", at: StoreFixture.time(0))
    for number: UInt8 in 1...3 {
      try fixture.complete(number, at: StoreFixture.time(Int64(number)), in: store)
    }
    let id = StoreFixture.find(2)
    #expect(try store.delete(id, at: StoreFixture.time(9)))
    #expect(try !store.delete(id, at: StoreFixture.time(9)))
    #expect(try store.find(id) == nil)
    #expect(try store.scan(StoreFixture.scan(2).id)?.find == nil)
    #expect(try store.newestFinds(10).map(\.id) == [3, 1].map { StoreFixture.find($0) })
    #expect(try store.undelete(id, at: StoreFixture.time(9)))
    #expect(try store.newestFinds(10).map(\.id) == [3, 2, 1].map { StoreFixture.find($0) })
    #expect(try store.find(id)?.review == StoreFixture.review(isByModel: false))
  }

  @Test func `months that have finds are listed newest first`() throws {
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "a",
      at: StoreFixture.time(0))
    let days: [Int64] = [0, 1, 40, 400]
    for (number, day) in days.enumerated() {
      try fixture.complete(UInt8(number), at: StoreFixture.time(day * 86400), in: store)
    }
    let months = try store.months()
    #expect(months == months.sorted(by: >))
    #expect(Set(months) == Set(days.map { StoreFixture.time($0 * 86400).month }))
    #expect(try months.reduce(0) { try $0 + store.finds(in: $1).count } == 4)
  }
}
