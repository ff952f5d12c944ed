// The queue of jobs: lanes, attempts, a clock that was set back, and ended jobs.

import Albums
import Store
import Testing

@Suite struct JobQueueTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [1], name: "a",
      at: StoreFixture.time(0))
  }

  private let now = StoreFixture.time(0)

  private func accepted(_ number: UInt8, _ store: borrowing Store) throws -> Job {
    _ = try store.accept(StoreFixture.scan(number), at: now)
    return try #require(try store.claimJob(of: [.scan], at: now))
  }

  @Test func `a scan is claimed before every other job, and only requested kinds are claimed`()
    throws
  {
    let store = try fixture.open()
    try fixture.complete(1, at: now, in: store)
    #expect(try store.enqueue(.review, for: StoreFixture.find(1), by: .owner, at: now))
    _ = try store.accept(StoreFixture.scan(2), at: StoreFixture.time(1))
    let later = StoreFixture.time(2)
    #expect(try store.claimJob(of: [.artwork, .refill], at: later) == nil)
    let first = try #require(try store.claimJob(at: later))
    #expect(first.request == .scan && first.scan == StoreFixture.scan(2).id)
    let second = try #require(try store.claimJob(except: [first.id], at: later))
    #expect(second.request == .review && second.find == StoreFixture.find(1))
    #expect(second.person == .owner)
    #expect(try store.claimJob(except: [first.id, second.id], at: later) == nil)
  }

  @Test func `two jobs of one find never run at the same time, those of two finds do`() throws {
    let store = try fixture.open()
    for number: UInt8 in 1...2 { try fixture.complete(number, at: now, in: store) }
    for number: UInt8 in 1...2 {
      let find = StoreFixture.find(number)
      #expect(
        try store.correct(find, .musicBrainz("a link"), by: .owner, at: now) == .accepted)
      #expect(
        try store.accept(picture: "x", for: find, by: .owner, at: now) == .accepted(replaced: []))
    }
    let one = try #require(try store.claimJob(at: now))
    let two = try #require(try store.claimJob(except: [one.id], at: now))
    #expect(Set([one.find, two.find]) == [StoreFixture.find(1), StoreFixture.find(2)])
    #expect(try store.claimJob(except: [one.id, two.id], at: now) == nil)
  }

  @Test func `a stage that is reached again does not reset the count of attempts`() throws {
    let store = try fixture.open()
    var job = try accepted(1, store)
    let album = try store.knownCovers()[0].album
    for attempt in 1...4 {
      #expect(job.attempts == attempt && job.isAfterDeath == (attempt > 1))
      try store.record(fingerprint: [1], crop: "quad", of: job, at: now)
      try store.identify(job, as: album, isRecognised: true, at: now)
      try store.beginReview(job, at: now)
      job = try #require(try store.claimJob(at: now))
    }
  }

  @Test func `after a death each job runs before all others, and alone`() throws {
    let store = try fixture.open()
    var dead: [Job] = []
    for number: UInt8 in 1...2 {
      _ = try store.accept(StoreFixture.scan(number), at: now)
      dead.append(try #require(try store.claimJob(except: Set(dead.map(\.id)), at: now)))
    }
    _ = try store.accept(StoreFixture.scan(3), at: now)
    let first = try #require(try store.claimJob(at: now))
    #expect(dead.map(\.id).contains(first.id) && first.isAfterDeath)
    #expect(try store.claimJob(except: [first.id], at: now) == nil)
    try store.fail(first, Failure(.unreadable), at: now)
    let second = try #require(try store.claimJob(at: now))
    #expect(second.isAfterDeath && second.id != first.id)
    try store.fail(second, Failure(.unreadable), at: now)
    #expect(try store.claimJob(at: now)?.scan == StoreFixture.scan(3).id)
  }

  @Test func `a wait resets the count of attempts`() throws {
    let store = try fixture.open()
    for waits in 0..<5 {
      if waits == 0 { _ = try accepted(1, store) }
      let job = try #require(try store.claimJob(at: now))
      #expect(job.waits == waits)
      try store.wait(job, until: now, Failure(.network), at: now)
    }
  }

  /// The argument: after the photo was accepted, the clock is set back by this number of seconds.
  @Test(arguments: [1, 3600, 3650 * 86400] as [Int64])
  func `a job from the future is due at once`(seconds: Int64) throws {
    let store = try fixture.open()
    let before = StoreFixture.time(-seconds)
    _ = try store.accept(StoreFixture.scan(1), at: now)
    #expect(try store.hasWork(at: before))
    #expect(try store.nextAttempt(at: before).map { $0 <= before } == true)
    let job = try #require(try store.claimJob(at: before))
    #expect(job.created == before, "24 hours of waiting end 24 hours from now")
    try store.wait(
      job, until: StoreFixture.time(60 - seconds), Failure(.network), at: before)
    #expect(try store.claimJob(at: before) == nil, "the pause is of the present clock")
    #expect(try store.claimJob(at: StoreFixture.time(60 - seconds)) != nil)
  }

  @Test func `Try again now makes a job with a late next attempt due`() throws {
    let store = try fixture.open()
    let job = try accepted(1, store)
    try store.wait(job, until: StoreFixture.time(86400), Failure(.network), at: now)
    #expect(try store.claimJob(at: StoreFixture.time(1)) == nil)
    #expect(try store.retry(job.scanID, at: StoreFixture.time(1)))
    #expect(try store.claimJob(at: StoreFixture.time(1))?.id == job.id)
  }

  @Test func `the limit of the queue counts uploads, no other jobs`() throws {
    let store = try fixture.open()
    for number: UInt8 in 1...100 { try fixture.complete(number, at: now, in: store) }
    for number: UInt8 in 1...100 {
      let find = StoreFixture.find(number)
      #expect(
        try store.accept(picture: "\(number)", for: find, by: .owner, at: now)
          == .accepted(replaced: []))
      _ = try store.correct(find, .hint("\(number)"), by: .owner, at: now)
    }
    #expect(try store.queuedJobs().count == 200)
    #expect(try store.accept(StoreFixture.scan(101), at: now) == .accepted)
  }

  @Test func `a newer picture of a find replaces the one in the queue, also one under way`() throws
  {
    let store = try fixture.open()
    try fixture.complete(1, at: now, in: store)
    let find = StoreFixture.find(1)
    func accept(_ file: String) throws -> PictureAcceptance {
      try store.accept(picture: file, for: find, by: .owner, at: now)
    }
    #expect(try accept("a") == .accepted(replaced: []))
    #expect(try accept("b") == .accepted(replaced: ["a"]))
    let job = try #require(try store.claimJob(at: now))
    #expect(job.request == .artwork(file: "b"))
    #expect(try accept("") == .accepted(replaced: ["b"]))
    #expect(throws: StoreError.stale) { try store.complete(job, at: now) }
    #expect(try store.queuedJobs().map(\.request) == [.artwork(file: "")])
    #expect(try store.jobFiles() == [""])
    #expect(try accept("c") == .accepted(replaced: []))
    #expect(
      try store.accept(picture: "d", for: StoreFixture.find(2), by: .owner, at: now) == .notFound)
  }

  @Test func `200 finds may wait with a picture each, one more is refused`() throws {
    let store = try fixture.open()
    for number: UInt8 in 1...201 { try fixture.complete(number, at: now, in: store) }
    func accept(_ number: UInt8, _ file: String) throws -> PictureAcceptance {
      try store.accept(picture: file, for: StoreFixture.find(number), by: .owner, at: now)
    }
    for number: UInt8 in 1...200 {
      #expect(try accept(number, "\(number)") == .accepted(replaced: []))
    }
    #expect(try accept(201, "201") == .queueFull)
    #expect(try accept(200, "again") == .accepted(replaced: ["200"]))
    #expect(try store.jobFiles().count == 200)
  }

  @Test func `an ended job is removed after 30 days, and the page with its failure becomes stale`()
    throws
  {
    let store = try fixture.open()
    for number: UInt8 in 1...2 { try fixture.complete(number, at: now, in: store) }
    let failed = StoreFixture.find(1)
    #expect(try store.enqueue(.review, for: failed, by: .owner, at: now))
    let job = try #require(try store.claimJob(at: now))
    try store.fail(job, Failure(.review), at: now)
    try store.markAllWritten()
    try store.removeEndedJobs(before: now)
    #expect(try store.jobNotice(of: failed)?.isUnderWay == false)
    try store.removeEndedJobs(before: StoreFixture.time(1))
    #expect(try store.jobNotice(of: failed) == nil)
    #expect(try store.stalePages().map(\.subject) == [.find(failed)])
    #expect(try store.scan(StoreFixture.scan(1).id)?.state == .complete)
    #expect(try store.jobRecords(of: StoreFixture.scan(1).id).isEmpty)
  }

  @Test func `the failure of a job before the last one is never shown again`() throws {
    let store = try fixture.open()
    try fixture.complete(1, at: now, in: store)
    let find = StoreFixture.find(1)
    #expect(try store.enqueue(.review, for: find, by: .owner, at: now))
    let review = try #require(try store.claimJob(at: now))
    _ = try store.accept(picture: "", for: find, by: .owner, at: now)
    let picture = try #require(try store.claimJob(of: [.artwork], at: now))
    try store.complete(picture, at: now)
    try store.fail(review, Failure(.review), at: StoreFixture.time(86400))
    #expect(try store.jobNotice(of: find) == nil)
    try store.removeEndedJobs(before: StoreFixture.time(1))
    #expect(try store.jobNotice(of: find) == nil)
  }

  @Test func `a failed scan without a job gets a new job when its album is typed in`() throws {
    let store = try fixture.open()
    let job = try accepted(1, store)
    try store.fail(job, Failure(.notIdentified), at: now)
    try store.removeEndedJobs(before: StoreFixture.time(1))
    #expect(try store.scan(job.scanID)?.state == .identificationFailed)
    let names = Correction.named(artist: "Can", title: "Landed")
    #expect(
      try store.correct(job.scanID, names, by: PersonID("anna"), at: now) == .accepted)
    #expect(try store.scan(job.scanID)?.state == .queued)
    let again = try #require(try store.claimJob(of: [.scan], at: now))
    #expect(again.choice?.isByPerson == true && again.person == PersonID("anna"))
  }

  @Test func `a page is stale until each site has written it`() throws {
    let store = try fixture.open()
    try fixture.complete(1, at: now, in: store)
    let pages = try store.stalePages()
    #expect(pages.count == 2)
    try store.markWritten(upTo: pages[1].serial, except: [pages[0]])
    #expect(try store.stalePages().map(\.subject) == [pages[0].subject])
    #expect(try store.stalePages()[0].serial > pages[1].serial, "a failed page is tried again")
    try store.markWritten(upTo: try #require(try store.newestStalePage()))
    #expect(try !store.hasStalePages())
  }
}
