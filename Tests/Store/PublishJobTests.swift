// The job that publishes, in the queue. At most one is queued, it runs after scans, and the worker
// waits for it.

import Albums
import Store
import Testing

@Suite struct PublishJobTests {
  let fixture: StoreFixture
  static let now = StoreFixture.time(10)

  init() throws { fixture = try StoreFixture() }

  private func claim(_ store: borrowing Store, at now: Timestamp = now) throws -> Job {
    try #require(try store.claimJob(of: [.publish], at: now))
  }

  @Test func `at most one job is queued, and it may be queued again after its end`() throws {
    let store = try fixture.open()
    for _ in 1...3 { try store.queuePublishing(at: Self.now) }
    #expect(try store.queuedJobs().map(\.request) == [.publish])
    let job = try claim(store)
    #expect(job.request == .publish && job.item == nil && job.find == nil && job.scan == nil)
    try store.queuePublishing(at: Self.now)
    #expect(try store.queuedJobs().count == 1, "a running job counts")
    try store.complete(job, at: Self.now)
    #expect(try store.queuedJobs().isEmpty)
    try store.queuePublishing(at: Self.now)
    #expect(try store.queuedJobs().count == 1)
  }

  @Test func `its failure is kept until the next job is queued`() throws {
    let store = try fixture.open()
    try store.queuePublishing(at: Self.now)
    let failure = Failure.notSent(reason: "the remote is down")
    try store.wait(
      try claim(store), until: StoreFixture.time(20), failure, at: StoreFixture.time(11))
    #expect(try store.publishFailure()?.failure == failure)
    #expect(try store.lastFailures().map(\.kind) == ["publish"])
    try store.fail(try claim(store, at: StoreFixture.time(30)), failure, at: StoreFixture.time(30))
    #expect(try store.publishFailure()?.time == StoreFixture.time(30))
    try store.queuePublishing(at: StoreFixture.time(40))
    #expect(try store.publishFailure() == nil && store.lastFailures().isEmpty)
  }

  @Test func `a job that continues begins its time and its waits anew`() throws {
    let store = try fixture.open()
    try store.queuePublishing(at: Self.now)
    try store.wait(
      try claim(store), until: Self.now, .notSent(reason: "x"), at: StoreFixture.time(11))
    let later = StoreFixture.time(90_000)
    try store.continuePublishing(
      try claim(store, at: later), at: StoreFixture.time(90_001), now: later)
    #expect(try store.publishFailure() == nil)
    #expect(try store.nextAttempt(at: later) == StoreFixture.time(90_001))
    let job = try claim(store, at: StoreFixture.time(90_001))
    #expect(job.created == later && job.waits == 0 && job.attempts == 1)
  }

  @Test func `a job that ends well has no failure`() throws {
    let store = try fixture.open()
    try store.queuePublishing(at: Self.now)
    try store.wait(
      try claim(store), until: Self.now, .notSent(reason: "x"), at: StoreFixture.time(9))
    try store.complete(try claim(store), at: Self.now)
    #expect(try store.publishFailure() == nil && store.lastFailures().isEmpty)
  }

  @Test func `the timer of the worker waits for it, unlike for other background jobs`() throws {
    let store = try fixture.open()
    try store.queuePublishing(at: Self.now)
    #expect(try store.nextAttempt(at: Self.now) == Self.now)
    try store.wait(
      try claim(store), until: StoreFixture.time(50), .notSent(reason: "x"), at: Self.now)
    #expect(try store.nextAttempt(at: StoreFixture.time(11)) == StoreFixture.time(50))
  }

  @Test func `scans and other jobs go first, also after the worker died while it published`() throws
  {
    let store = try fixture.open()
    try store.queuePublishing(at: StoreFixture.time(0))
    _ = try claim(store)
    _ = try store.accept(StoreFixture.scan(1), at: Self.now)
    let first = try #require(try store.claimJob(at: Self.now))
    #expect(first.request == .scan)
    let second = try #require(try store.claimJob(except: [first.id], at: Self.now))
    #expect(second.request == .publish && second.attempts == 2 && !second.isAfterDeath)
    _ = try store.accept(StoreFixture.scan(2), at: Self.now)
    #expect(
      try store.claimJob(except: [first.id, second.id], at: Self.now)?.request == .scan,
      "it runs beside others")
  }

  @Test func `an unknown find's page is not marked by its end`() throws {
    let store = try fixture.open()
    try store.queuePublishing(at: Self.now)
    let before = try store.newestStalePage()
    try store.fail(try claim(store), .notPublished(reason: ""), at: Self.now)
    #expect(try store.newestStalePage() == before)
  }
}
