// Jobs that follow a scan: the store queues each job once, a worker claims it once, and a later
// correction withdraws it. Other tests check the effects of a correction, own pictures, and the
// numbers for a monitor.

import Albums
import Store
import Testing

@Suite struct JobTests {
  let fixture: StoreFixture
  static let now = StoreFixture.time(50)

  init() throws {
    fixture = try StoreFixture()
    let store = try fixture.open()
    for (number, title) in ["Tago Mago", "Ege Bamyasi", "Future Days"].enumerated() {
      try store.importCover(
        of: Album(artist: "Can", title: title), review: nil, fingerprint: [2, UInt8(number)],
        name: "\(title).jpg", at: StoreFixture.time(0))
    }
  }

  /// Makes a find of *Tago Mago* with its crop. The find is not sure, and *Ege Bamyasi* is a
  /// candidate.
  private func found(_ number: UInt8, _ store: borrowing Store) throws -> FindID {
    let now = StoreFixture.time(Int64(number))
    _ = try store.accept(StoreFixture.scan(number), at: now)
    let claim = try #require(try store.claimJob(of: [.scan], at: now))
    try store.record(fingerprint: [2, 100 + number], crop: "quad", of: claim, at: now)
    try store.name(
      [
        (Album(artist: "Can", title: "Tago Mago"), .named, "the lettering"),
        (Album(artist: "Can", title: "Ege Bamyasi"), .named, "the tin"),
      ], of: claim, at: now)
    try store.identify(claim, as: try album("Tago Mago", store), isRecognised: false, at: now)
    try store.finish(
      claim, as: StoreFixture.find(number),
      evidence: Evidence(.model(.high, isSettled: true), picture: .different), at: now)
    try store.markAllWritten()
    return StoreFixture.find(number)
  }

  private func album(_ title: String, _ store: borrowing Store) throws -> Int64 {
    try #require(try store.albumID(of: AlbumKey(artist: "Can", title: title)))
  }

  private func correct(
    _ find: FindID, to title: String, _ store: borrowing Store
  ) throws {
    #expect(
      try store.correct(find, .named(artist: "Can", title: title), by: .owner, at: Self.now)
        == .accepted)
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    guard case .album(let album) = job.request else {
      Issue.record("\(job.request)")
      return
    }
    try store.correct(find, to: album, by: job, evidence: Evidence(.person), at: Self.now)
    try store.complete(job, at: Self.now)
  }

  @Test func `a corrected find keeps its id and is sure, and scan and crop change with it`() throws
  {
    let store = try fixture.open()
    let id = try found(1, store)
    let before = try #require(try store.find(id))
    #expect(before.candidates.map(\.album.title) == ["Ege Bamyasi"])
    try correct(id, to: "Ege Bamyasi", store)
    let after = try #require(try store.find(id))
    #expect(after.album.title == "Ege Bamyasi")
    #expect(after.isSure && after.agreement == nil && after.job == nil)
    #expect(try store.scan(StoreFixture.scan(1).id)?.album?.title == "Ege Bamyasi")
    let crop = try #require(try store.knownCovers().first { $0.fingerprint == [2, 101] })
    #expect(crop.album == (try album("Ege Bamyasi", store)))
    #expect(after.candidates.map(\.album.title) == ["Tago Mago"])
  }

  @Test func `the former album is a candidate, so one tap undoes a wrong correction`()
    throws
  {
    let store = try fixture.open()
    let id = try found(1, store)
    try correct(id, to: "Soon Over Babaluma", store)
    let candidates = try #require(try store.find(id)).candidates
    #expect(candidates.map(\.album.title) == ["Tago Mago", "Ege Bamyasi"])
    try correct(id, to: "Landed", store)
    let now = try #require(try store.find(id)).candidates
    #expect(now.map(\.album.title) == ["Tago Mago", "Ege Bamyasi", "Soon Over Babaluma"])
    #expect(now.last?.kind == .former && now.last?.because?.key == "correct.formerly")
    let former = try #require(now.last)
    #expect(try store.correct(id, .candidate(former.id), by: .owner, at: Self.now) == .accepted)
  }

  @Test func `pages that name a find become stale for the former and for the new album`() throws {
    let store = try fixture.open()
    let first = try found(1, store)
    let second = try found(2, store)
    try correct(second, to: "Future Days", store)
    let third = try found(3, store)
    #expect(try #require(try store.find(third)).earlier.map(\.id) == [first])
    try store.markAllWritten()
    try correct(first, to: "Future Days", store)
    let noted = Set(try store.stalePages().map { "\($0.subject)" })
    for subject: StalePage.Subject in [
      .find(first), .find(second), .find(third), .scan(StoreFixture.scan(1).id),
      .scan(StoreFixture.scan(2).id), .scan(StoreFixture.scan(3).id),
    ] {
      #expect(noted.contains("\(subject)"), "\(subject)")
    }
    #expect(try #require(try store.find(second)).earlier.map(\.id) == [first])
  }

  @Test func `only a candidate of the item can be chosen`() throws {
    let store = try fixture.open()
    let id = try found(1, store)
    let other = try album("Future Days", store)
    for text in ["\(other)", "", "0", "1 OR 1", "-1", "x"] {
      #expect(
        try store.correct(id, .candidate(text), by: .owner, at: Self.now) == .noCandidate, "\(text)"
      )
    }
    let same = try album("Tago Mago", store)
    #expect(try store.correct(id, .candidate("\(same)"), by: .owner, at: Self.now) == .accepted)
    #expect(
      try store.correct(StoreFixture.find(9), .candidate("\(same)"), by: .owner, at: Self.now)
        == .notFound)
    #expect(try store.delete(id, at: Self.now))
    #expect(try store.correct(id, .candidate("\(same)"), by: .owner, at: Self.now) == .notFound)
  }

  @Test func `a later correction withdraws an older one, even if it is running`() throws {
    let store = try fixture.open()
    let id = try found(1, store)
    #expect(try store.correct(id, .musicBrainz("a link"), by: .owner, at: Self.now) == .accepted)
    let old = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    #expect(try store.find(id)?.job?.topic == .musicbrainz)
    try correct(id, to: "Future Days", store)
    #expect(throws: StoreError.stale) {
      try store.settle(
        old, on: try album("Ege Bamyasi", store), at: Self.now)
    }
    #expect(throws: StoreError.stale) { try store.fail(old, Failure(.network), at: Self.now) }
    #expect(try store.find(id)?.album.title == "Future Days")
    #expect(try store.find(id)?.job == nil)
  }

  @Test func `two equal requests make one job, also for two finds of one album`() throws {
    let store = try fixture.open()
    let (one, two) = (try found(1, store), try found(2, store))
    for id in [one, one, two] {
      #expect(try store.enqueue(.review, for: id, by: .owner, at: Self.now))
    }
    #expect(try store.queuedJobs().count == 1)
    #expect(try !store.enqueue(.review, for: StoreFixture.find(9), by: .owner, at: Self.now))
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    try store.complete(job, at: Self.now)
    #expect(try store.enqueue(.review, for: two, by: .owner, at: Self.now))
    #expect(try store.queuedJobs().count == 1)
  }

  @Test func `two people do not share the job of a review, because one's plan may be used`() throws
  {
    let store = try fixture.open()
    let find = try found(1, store)
    let people = [PersonID.owner, PersonID("ben")]
    for person in people + people {
      #expect(try store.enqueue(.review, for: find, by: person, at: Self.now))
    }
    #expect(try store.queuedJobs().count == 2)
    for person in people {
      let job = try #require(try store.claimJob(of: [.review], at: Self.now))
      #expect(job.person == person)
      try store.complete(job, at: Self.now)
    }
  }

  @Test func `jobs are claimed in order, attempts are counted before, a wait resets the count`()
    throws
  {
    let store = try fixture.open()
    let (one, two) = (try found(1, store), try found(2, store))
    _ = try store.correct(one, .hint("live"), by: .owner, at: Self.now)
    _ = try store.correct(two, .hint("live"), by: .owner, at: Self.now)
    for attempt in 1...2 {
      let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
      #expect(job.find == one && job.attempts == attempt && job.request == .hint("live"))
    }
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    try store.wait(
      job, until: StoreFixture.time(99), Failure(.network), at: Self.now)
    #expect(try store.find(one)?.job?.isUnderWay == true)
    #expect(try store.find(one)?.job?.failure?.code == .network)
    let other = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    #expect(other.find == two)
    try store.complete(other, at: Self.now)
    let again = try #require(try store.claimJob(of: JobKind.afterScan, at: StoreFixture.time(99)))
    #expect(again.find == one && again.attempts == 1 && again.waits == 1)
    #expect(throws: StoreError.stale) {
      try store.complete(job, at: StoreFixture.time(99))
    }
    try store.fail(again, .hintDidNotHelp, at: StoreFixture.time(99))
    let notice = try #require(try store.find(one)?.job)
    #expect(!notice.isUnderWay && notice.failure == .hintDidNotHelp)
    try correct(one, to: "Landed", store)
    #expect(try store.find(one)?.job == nil)
  }

  @Test func `a scan without a find ends with the typed names, and the album is looked up later`()
    throws
  {
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(4), at: Self.now)
    let claim = try #require(try store.claimJob(of: [.scan], at: Self.now))
    try store.fail(claim, Failure(.notIdentified), at: Self.now)
    let id = StoreFixture.scan(4).id
    let typed = Correction.named(artist: "Can", title: "Landed")
    #expect(try store.correct(id, typed, by: .owner, at: Self.now) == .accepted)
    let again = try #require(try store.claimJob(of: [.scan], at: Self.now))
    #expect(again.choice?.album == (try album("Landed", store)))
    try store.finish(again, as: StoreFixture.find(4), evidence: .sure, at: Self.now)
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    #expect(job.find == StoreFixture.find(4) && job.request == .album(again.choice?.album ?? 0))
    #expect(try store.find(StoreFixture.find(4))?.job?.isUnderWay == true)
  }

  @Test func `a scan that is corrected while it runs keeps the identified album as a candidate`()
    throws
  {
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(5), at: Self.now)
    let claim = try #require(try store.claimJob(of: [.scan], at: Self.now))
    try store.identify(
      claim, as: try album("Tago Mago", store), isRecognised: false, at: Self.now)
    _ = try store.correct(
      claim.scanID, .named(artist: "Can", title: "Landed"), by: .owner, at: Self.now)
    try store.finish(claim, as: StoreFixture.find(5), evidence: .unsure, at: Self.now)
    let find = try #require(try store.find(StoreFixture.find(5)))
    #expect(find.album.title == "Landed" && find.isSure)
    #expect(find.candidates.map(\.album.title) == ["Tago Mago"])
  }

  @Test func `a typed find is looked up once, and the next one of the work is another copy`() throws
  {
    let store = try fixture.open()
    let album = Album(artist: "Can", title: "Soundtracks")
    func add(_ album: Album, isCopy: Bool = false) throws -> TypedFind {
      try store.add(album, status: .want, isCopy: isCopy, by: .owner, at: Self.now)
    }
    guard case .added(let id) = try add(album) else { return #expect(Bool(false)) }
    #expect(try store.find(id)?.job == JobNotice(topic: .facts, isUnderWay: true))
    #expect(try store.find(id)?.isSure == true && store.find(id)?.details.status == .want)
    #expect(try add(album) == .present(id))
    guard case .added(let copy) = try add(album, isCopy: true) else { return #expect(Bool(false)) }
    #expect(try store.delete(copy, at: Self.now) && store.delete(id, at: Self.now))
    guard case .added(let last) = try add(album) else { return #expect(Bool(false)) }
    // A correction withdraws the lookup.
    let named = Correction.named(artist: "Can", title: "Landed")
    let later = Self.now.advanced(byMilliseconds: 1)
    #expect(try store.correct(last, named, by: .owner, at: later) == .accepted)
    #expect(try store.find(last)?.job?.topic == .album)
    for number in 3..<Store.typedFindLimit {
      _ = try add(Album(artist: "Can", title: "Live \(number)"))
    }
    #expect(try add(Album(artist: "Can", title: "One more")) == .queueFull)
  }

  @Test func `an answered hint stays a hint, and the model is not called again`() throws {
    let store = try fixture.open()
    let id = try found(1, store)
    #expect(try store.correct(id, .hint("the sea"), by: .owner, at: Self.now) == .accepted)
    let asked = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    let named = Album(artist: "Can", title: "Future Days")
    let open = Evidence(.hint(.low, isSettled: false))
    let album = try store.settle(asked, on: named, evidence: open, at: Self.now)
    // This is the state after a crash. The user has not confirmed the album, and the next attempt
    // makes no call to the model.
    let learned = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    #expect(
      learned.id == asked.id
        && learned.request == .named(album: album, evidence: open, hint: "the sea"))
    #expect(try store.find(id)?.job?.topic == .album, "it is being put right")
    #expect(try store.correct(id, .hint("the sea"), by: .owner, at: Self.now) == .accepted)
    #expect(try store.queuedJobs().map(\.id) == [asked.id])
    for (evidence, sure) in [(open, false), (.sure, true), (open, true)] {
      try store.correct(id, to: album, by: learned, evidence: evidence, at: Self.now)
      #expect(try store.find(id)?.isSure == sure, "of the same album it stays")
    }
    let other = try self.album("Ege Bamyasi", store)
    try store.correct(
      id, to: other, by: learned, evidence: open, at: Self.now)
    #expect(try store.find(id)?.isSure == false)
  }

  static let hint = Evidence(.hint(.low, isSettled: true))

  /// `correction` is the correction of the user, after a model has named *Landed* for a running
  /// scan. `sure` has two values: whether the find is sure without, and with, evidence that
  /// confirms the album.
  static let endings: [(name: String, correction: Correction?, sure: [Bool])] = [
    ("nothing", nil, [false, true]),
    ("it is that one", .named(artist: "Can", title: "Landed"), [true, true]),
    ("it is another one", .named(artist: "Can", title: "Future Days"), [true, true]),
  ]

  @Test(arguments: endings)
  func `a scan that ends with the album of a hint is as sure as the evidence`(
    name: String, correction: Correction?, sure: [Bool]
  ) throws {
    let store = try fixture.open()
    for (isSure, expected) in zip([false, true], sure) {
      let number: UInt8 = isSure ? 6 : 7
      _ = try store.accept(StoreFixture.scan(number), at: Self.now)
      let scan = StoreFixture.scan(number).id
      _ = try store.correct(scan, .hint("the boat"), by: .owner, at: Self.now)
      let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
      let album = try store.settle(
        job, on: Album(artist: "Can", title: "Landed"), evidence: Self.hint, at: Self.now)
      let item = try #require(try store.item(of: scan))
      #expect(try store.choice(of: item)?.isByPerson == false)
      if let correction {
        #expect(try store.correct(scan, correction, by: .owner, at: Self.now) == .accepted)
      }
      #expect(try store.choice(of: item)?.isByPerson == (correction != nil), "\(name)")
      let claim = try #require(try store.claimJob(of: [.scan], at: Self.now))
      let chosen = try #require(claim.choice?.album)
      #expect((chosen == album) == (name != "it is another one"))
      try store.identify(claim, as: chosen, isRecognised: false, at: Self.now)
      let evidence = Evidence(
        Self.hint.origin, musicBrainz: isSure ? .agrees : .unknown)
      try store.finish(claim, as: StoreFixture.find(number), evidence: evidence, at: Self.now)
      let find = try #require(try store.find(StoreFixture.find(number)))
      #expect(find.isSure == expected, "\(name), evidence \(isSure)")
      #expect(try store.scan(scan)?.isRecognised == (correction != nil), "\(name)")
      while let rest = try store.claimJob(of: JobKind.afterScan, at: Self.now) {
        try store.complete(rest, at: Self.now)
      }
    }
  }

  @Test func `evidence about one album does not make the album of a hint sure`() throws {
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(8), at: Self.now)
    let claim = try #require(try store.claimJob(of: [.scan], at: Self.now))
    try store.identify(
      claim, as: try album("Tago Mago", store), isRecognised: false, at: Self.now)
    _ = try store.correct(claim.scanID, .hint("the boat"), by: .owner, at: Self.now)
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    _ = try store.settle(
      job, on: Album(artist: "Can", title: "Landed"), evidence: Self.hint, at: Self.now)
    try store.finish(claim, as: StoreFixture.find(8), evidence: .sure, at: Self.now)
    let find = try #require(try store.find(StoreFixture.find(8)))
    #expect(find.album.title == "Landed" && !find.isSure)
  }

  @Test func `a tap on an offer withdraws the running hint`() throws {
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(9), at: Self.now)
    let claim = try #require(try store.claimJob(of: [.scan], at: Self.now))
    let tago = try album("Tago Mago", store)
    try store.offer([(album: tago, similarity: 0.5)], of: claim, at: Self.now)
    _ = try store.correct(claim.scanID, .hint("the boat"), by: .owner, at: Self.now)
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    #expect(
      try store.correct(claim.scanID, .candidate("\(tago)"), by: .owner, at: Self.now) == .accepted)
    #expect(throws: StoreError.stale) {
      try store.settle(
        job, on: Album(artist: "Can", title: "Landed"), evidence: Self.hint, at: Self.now)
    }
    #expect(try store.choice(of: claim.itemID)?.album == tago)
    #expect(try store.choice(of: claim.itemID)?.isByPerson == true)
  }

  @Test func `an album that is only a candidate keeps its stored facts`() throws {
    let store = try fixture.open()
    let id = try found(1, store)
    _ = try store.correct(id, .hint("live"), by: .owner, at: Self.now)
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    try store.markAllWritten()
    let named = Album(artist: "CAN", title: "future days", year: 2001)
    try store.add([(album: named, reason: "the sea")], for: job)
    let candidate = try #require(try store.find(id)?.candidates.last)
    #expect(candidate.album == Album(artist: "Can", title: "Future Days"))
    #expect(candidate.reason == "the sea")
  }

  @Test func `a request to refresh the artwork is due at once, and the page of the find shows it`()
    throws
  {
    let store = try fixture.open()
    let id = try found(1, store)
    try store.enqueueRefill(for: id, by: .owner, at: Self.now)
    for _ in 0..<2 {
      #expect(try store.enqueue(.refreshArtwork, for: id, by: .owner, at: Self.now))
    }
    #expect(try store.queuedJobs().map(\.request) == [.refill, .refreshArtwork])
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    #expect(job.request == .refreshArtwork)
    #expect(try store.find(id)?.job == JobNotice(topic: .refill, isUnderWay: true))
    let later = Self.now.advanced(byMilliseconds: 3_600_000)
    try store.wait(job, until: later, .network, at: Self.now)
    #expect(try store.find(id)?.job?.failure == .network)
    #expect(try store.claimJob(of: [.artwork], at: Self.now) == nil)
    #expect(try store.enqueue(.refreshArtwork, for: id, by: .owner, at: Self.now))
    #expect(try store.find(id)?.job == JobNotice(topic: .refill, isUnderWay: true))
    let again = try #require(try store.claimJob(of: [.artwork], at: Self.now))
    #expect(again.id == job.id)
    try store.complete(again, at: Self.now)
    #expect(try store.find(id)?.job == nil)
  }

  @Test func `an own picture does not withdraw a request to refresh the artwork`() throws {
    let store = try fixture.open()
    let id = try found(1, store)
    #expect(try store.enqueue(.refreshArtwork, for: id, by: .owner, at: Self.now))
    for file in ["one.artwork", "two.artwork"] {
      let replaced = file == "one.artwork" ? [] : ["one.artwork"]
      #expect(
        try store.accept(picture: file, for: id, by: .owner, at: Self.now)
          == .accepted(replaced: replaced))
    }
    #expect(
      try store.queuedJobs().map(\.request) == [.refreshArtwork, .artwork(file: "two.artwork")])
    #expect(try store.jobFiles() == ["two.artwork"])
  }

  @Test func `a refill waits a minute, shows on no page, and keeps no worker alive`() throws {
    let store = try fixture.open()
    let id = try found(1, store)
    try store.enqueueRefill(for: id, by: .owner, at: Self.now)
    try store.enqueueRefill(for: id, by: .owner, at: Self.now)
    #expect(try store.claimJob(of: JobKind.afterScan, at: Self.now) == nil)
    #expect(try store.find(id)?.job == nil)
    #expect(try store.nextAttempt(at: Self.now) == nil)
    let job = try #require(
      try store.claimJob(of: JobKind.afterScan, at: StoreFixture.time(50 + 60)))
    #expect(job.request == .refill)
    let tago = try album("Tago Mago", store)
    try store.confirm(
      id, of: tago, as: tago, musicBrainz: .agrees, picture: .same, at: StoreFixture.time(51))
    try store.complete(job, at: StoreFixture.time(51 + 60))
    #expect(try store.find(id)?.isSure == true)
    #expect(try store.queuedJobs().isEmpty)
  }

  @Test func `the owner's picture has priority, survives new facts, and can be removed`() throws {
    let store = try fixture.open()
    let id = try found(1, store)
    let (own, theirs) = (try artwork("a"), try artwork("b"))
    var album = Album(artist: "Can", title: "Tago Mago", artwork: theirs)
    _ = try store.keep(album, fingerprint: [2, 50])
    try keepOwn(own, of: id, store)
    #expect(try store.find(id)?.album.artwork == own)
    #expect(try store.find(id)?.hasOwnArtwork == true)
    // The album has the owner's picture, as a page shows it. This picture must not replace the
    // archive's artwork.
    album.artwork = own
    _ = try store.keep(album)
    album.artwork = nil
    _ = try store.keep(album)
    #expect(try store.find(id)?.album.artwork == own)
    #expect(try store.knownCovers().contains { $0.fingerprint == [2, 60] })
    try keepOwn(nil, of: id, store)
    #expect(try store.find(id)?.album.artwork == theirs)
    #expect(try store.find(id)?.hasOwnArtwork == false)
    #expect(try !store.knownCovers().contains { $0.fingerprint == [2, 60] })
  }

  private func keepOwn(
    _ artwork: Artwork?, of find: FindID, _ store: borrowing Store
  ) throws {
    _ = try store.accept(picture: "x", for: find, by: .owner, at: Self.now)
    let job = try #require(try store.claimJob(of: JobKind.afterScan, at: Self.now))
    #expect(try store.jobFiles() == ["x"])
    try store.complete(job, at: Self.now) { (store) throws(StoreError) in
      try store.keepOwn(artwork.map { ($0, [2, 60]) }, of: find)
    }
    #expect(try store.jobFiles().isEmpty)
  }

  private func artwork(_ digit: String) throws -> Artwork {
    try #require(Artwork(digest: String(repeating: digit, count: 64)))
  }

  @Test func `the status names failures of services, and no cover that is unknown`() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let now = StoreFixture.time(0)
    for (number, failure) in [(UInt8(1), Failure(.notIdentified)), (2, Failure(.network))] {
      _ = try store.accept(StoreFixture.scan(number), at: now)
      let job = try #require(try store.claimJob(of: [.scan], at: now))
      try store.fail(job, failure, at: StoreFixture.time(Int64(number)))
      let known = try store.lastFailures()
      #expect(known.map(\.failure.code) == (number == 1 ? [] : [.network]))
    }
  }

  @Test func `a monitor learns the number of jobs, the longest wait, and a code`() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    func health(_ minute: Int64) throws -> Health.Queue {
      try store.queueHealth(at: StoreFixture.time(minute))
    }
    #expect(try health(0) == Health.Queue(jobs: 0, dueMilliseconds: 0, lastFailure: nil))
    for number in [UInt8(1), 2] {
      _ = try store.accept(StoreFixture.scan(number), at: StoreFixture.time(Int64(number)))
    }
    let wait = StoreFixture.time(5).milliseconds - StoreFixture.time(1).milliseconds
    #expect(try health(5) == Health.Queue(jobs: 2, dueMilliseconds: wait, lastFailure: nil))
    let first = try #require(try store.claimJob(of: [.scan], at: StoreFixture.time(5)))
    try store.wait(
      first, until: StoreFixture.time(9), Failure(.network), at: StoreFixture.time(5))
    let second = try #require(try store.claimJob(of: [.scan], at: StoreFixture.time(5)))
    try store.fail(second, Failure(.notIdentified), at: StoreFixture.time(5))
    #expect(try health(6) == Health.Queue(jobs: 1, dueMilliseconds: 0, lastFailure: .network))
  }
}
