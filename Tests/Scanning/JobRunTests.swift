// One attempt at a job, while other processes change the same find or scan.

import Albums
import HTTP
import Host
import Refresh
import Store
import Support
import Testing

@testable import Photos
@testable import Scanning

@Suite struct JobRunTests {
  static let find = FindID(randomBytes: Array(repeating: 9, count: 17))
  static let now = ReviewHouse.now

  static func nextJob(_ house: ReviewHouse) async throws -> Job? {
    try await house.database.with { (store) throws(StoreError) in
      try store.claimJob(of: JobKind.afterScan, at: now.advanced(byMilliseconds: 60_000))
    }
  }

  static func finish(_ house: ReviewHouse) async throws {
    let claim = house.claim
    try await house.database.with { (store) throws(StoreError) in
      try store.finish(claim, as: find, evidence: Evidence(.recognised(isCertain: true)), at: now)
    }
  }

  /// Tools for a job that answer only hints.
  static func hinted(
    _ answer: @escaping @Sendable () async throws(ScanFailure) -> Identification
  ) -> JobTools {
    JobTools(
      lookUp: { (_, _) in nil }, metadata: { (_, _) in nil }, tracks: { (_) in nil },
      review: { (_, _) in },
      hint: { (_, _) throws(ScanFailure) in try await answer() })
  }

  @Test func `a hint that is answered after its scan has ended corrects the find`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    let scan = house.scan
    try await house.database.with { (store) throws(StoreError) in
      _ = try store.correct(scan, .hint("the live one"), by: .owner, at: Self.now)
    }
    let tools = Self.hinted { () throws(ScanFailure) in
      do { try await Self.finish(house) } catch { throw ScanFailure(.busy) }
      return Identification(
        status: .identified,
        candidates: [Candidate(artist: "The Night Ferries", title: "Paper Moon Live")],
        observation: Observation(text: "", description: "", textConfidence: .low))
    }
    for _ in 0..<2 {
      let job = try #require(try await Self.nextJob(house))
      try await JobRun(tools: house.tools, job: job, ask: tools).run()
    }
    let found = try await house.database.with { (store) throws(StoreError) in
      try store.find(Self.find)
    }
    #expect(found?.album.title == "Paper Moon Live")
    #expect(found?.job == nil)
    #expect(try await Self.nextJob(house) == nil)
  }

  static let lowTide = Candidate(
    artist: "The Night Ferries", title: "Low Tide", confidence: .high)
  static let motel = Candidate(
    artist: "The Night Ferries", title: "Paper Moon Motel", year: 1979, confidence: .high)

  static func named(
    _ candidates: [Candidate], _ status: Identification.Status = .identified
  ) -> Identification {
    Identification(
      status: status, candidates: candidates,
      observation: Observation(text: "", description: "", textConfidence: .low),
      genres: ["dream pop"])
  }

  /// `answer` is the model's answer to a hint. `isConfirmed` says whether MusicBrainz has the
  /// album; nil if MusicBrainz is not asked. `title` and `isSure` describe the find afterwards.
  /// Before the hint, the find was sure.
  static let answers:
    [(name: String, answer: Identification, isConfirmed: Bool?, title: String, isSure: Bool)] = [
      ("MusicBrainz has it", named([lowTide]), true, "Low Tide", true),
      ("it is invented", named([lowTide]), false, "Low Tide", false),
      ("nobody was asked", named([lowTide]), nil, "Low Tide", false),
      ("not settled on", named([lowTide], .searchNeeded), true, "Low Tide", false),
      ("the same one first", named([motel, lowTide]), true, "Low Tide", false),
      ("the same one last", named([lowTide, motel]), true, "Low Tide", true),
      ("the same one", named([motel]), true, "Paper Moon Motel", true),
      ("nothing", named([], .unresolved), true, "Paper Moon Motel", true),
    ]

  @Test(arguments: answers)
  func `the answer to a hint is another album, and as sure as the evidence`(
    name: String, answer: Identification, isConfirmed: Bool?, title: String, isSure: Bool
  ) async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await Self.finish(house)
    try await house.database.with { (store) throws(StoreError) in
      _ = try store.correct(Self.find, .hint("the other one"), by: .owner, at: Self.now)
    }
    let database = house.database
    let tools = JobTools(
      lookUp: { (_, _) in nil },
      metadata: { (id, _) in
        let album = try await database.with { (store) throws(StoreError) in try store.album(id) }
        guard let album, let isConfirmed else { return nil }
        return LookedUpAlbum(id, album, isConfirmed ? .agrees : .unknown)
      }, tracks: { (_) in nil }, review: { (_, _) in }, hint: { (_, _) in answer })
    let job = try #require(try await Self.nextJob(house))
    try await JobRun(tools: house.tools, job: job, ask: tools).run()
    let found = try await house.database.with { (store) throws(StoreError) in
      try store.find(Self.find)
    }
    #expect(found?.album.title == title && found?.isSure == isSure, "\(name)")
    let isOther = title == "Low Tide"
    #expect(found?.job?.failure == (isOther ? nil : .hintDidNotHelp), "\(name)")
    // The genres of the answer belong to its first candidate only.
    let isFirst = answer.candidates.first == Self.lowTide
    #expect(found?.album.genres == (isOther && isFirst ? ["dream pop"] : []), "\(name)")
  }

  @Test func `the identified album of a running scan is no answer to a hint`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    let (scan, item) = (house.scan, house.item)
    try await house.database.with { (store) throws(StoreError) in
      _ = try store.correct(scan, .hint("the other one"), by: .owner, at: Self.now)
    }
    let job = try #require(try await Self.nextJob(house))
    let tools = Self.hinted { () throws(ScanFailure) in Self.named([Self.motel]) }
    try await JobRun(tools: house.tools, job: job, ask: tools).run()
    let (chosen, failed) = try await house.database.with { (store) throws(StoreError) in
      (try store.choice(of: item), try store.scan(scan)?.job)
    }
    #expect(chosen == nil && failed?.failure == .hintDidNotHelp)
  }

  /// The arguments: whether MusicBrainz has the album, whether the model left its answer open, and
  /// whether the find is sure.
  @Test(arguments: [(true, false, true), (false, false, false), (true, true, false)])
  func `a running scan that a hint ends is as sure as MusicBrainz makes it`(
    isConfirmed: Bool, isTentative: Bool, isSure: Bool
  ) async throws {
    let house = try ReviewHouse(PlayedModel([]))
    let scan = house.scan
    try await house.database.with { (store) throws(StoreError) in
      _ = try store.correct(scan, .hint("the other one"), by: .owner, at: Self.now)
    }
    let job = try #require(try await Self.nextJob(house))
    let tools = Self.hinted { () throws(ScanFailure) in
      Self.named([Self.lowTide], isTentative ? .searchNeeded : .identified)
    }
    try await JobRun(tools: house.tools, job: job, ask: tools).run()
    let run = try #require(ScanRun(tools: house.tools, job: house.claim))
    let subject = try #require(try await run.chosen())
    #expect(subject.isChosen && !subject.isRecognised && subject.album.title == "Low Tide")
    let album = LookedUpAlbum(subject.id, subject.album, isConfirmed ? .agrees : .unknown)
    #expect(Outcome(subject: subject, album: album).evidence(picture: nil).isSure == isSure)
  }

  @Test func `a job without further calls ends at once`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await Self.finish(house)
    try await house.database.with { (store) throws(StoreError) in
      _ = try store.correct(Self.find, .hint("the live one"), by: .owner, at: Self.now)
    }
    let tools = Self.hinted { () throws(ScanFailure) in
      throw .askedTooOften(isFinal: true, at: Self.now)
    }
    let job = try #require(try await Self.nextJob(house))
    try await JobRun(tools: house.tools, job: job, ask: tools).run()
    let notice = try await house.database.with { (store) throws(StoreError) in
      try store.jobNotice(of: Self.find)
    }
    #expect(notice?.isUnderWay == false)
  }

  @Test(arguments: [JobRequest.review, .hint("the live one")])
  func `the used plan of the person who asked is told without its numbers, and not noted`(
    request: JobRequest
  ) async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await Self.finish(house)
    try await house.database.with { (store) throws(StoreError) in
      _ = try store.enqueue(request, for: Self.find, by: .owner, at: Self.now)
    }
    let used = ScanFailure(
      .planUsed(UsedPlan(count: 5, next: Self.now, contact: "host@records.example")), isFinal: true)
    let tools = JobTools(
      lookUp: { (_, _) in nil }, metadata: { (_, _) in nil }, tracks: { (_) in nil },
      review: { (_, _) throws(ScanFailure) in throw used },
      hint: { (_, _) throws(ScanFailure) in throw used })
    let job = try #require(try await Self.nextJob(house))
    try await JobRun(tools: house.tools, job: job, ask: tools).run()
    let found = try await house.database.with { (store) throws(StoreError) in
      try store.find(Self.find)
    }
    let notice = try #require(found?.job)
    let neutral: Failure = .requestersPlanUsed
    #expect(!notice.isUnderWay)
    #expect(notice.failure == (request == .review ? neutral.asReview : neutral))
    #expect(notice.failure?.reason == Sentence("failure.plan-used.requester"))
    #expect(found?.unreviewed == nil)
    #expect(Reviewed.none(used).unreviewed == nil, "nor by the scan itself")
    #expect(Reviewed.none(ScanFailure(.network)).unreviewed == .noReview(.network))
  }

  @Test func `after the owner's picture is removed, the archive's picture is requested`()
    async throws
  {
    let house = try ReviewHouse(PlayedModel([]))
    try await Self.finish(house)
    try await house.database.with { (store) throws(StoreError) in
      _ = try store.accept(picture: "", for: Self.find, by: .owner, at: Self.now)
    }
    let job = try #require(try await Self.nextJob(house))
    try await JobRun(tools: house.tools, job: job).run()
    let queued = try await house.database.with { (store) throws(StoreError) in
      try store.queuedJobs().map(\.request)
    }
    #expect(queued == [.refill])
  }

  @Test func `the review text of another album is not shown beside the chosen album`()
    async throws
  {
    let house = try ReviewHouse(PlayedModel([]))
    await house.liveText.show("Of the wrong album.")
    let album = try await house.database.with { (store) throws(StoreError) in
      try store.keep(Album(artist: "The Night Ferries", title: "Low Tide"))
    }
    let chosen = Subject(
      id: album, album: Album(artist: "The Night Ferries", title: "Low Tide"),
      evidence: Evidence(.person), isConfident: true, fingerprint: [])
    let run = try #require(ScanRun(tools: house.tools, job: house.claim))
    _ = try await run.outcome(of: chosen)
    #expect(try house.shown() == nil)
  }
}

extension ReviewHouse {
  /// Tools for jobs that reach no service.
  fileprivate var tools: ScanTools {
    let program = PhotoProgram(path: "/nowhere")
    let log = LogFile(path: folder.file("log"))
    let deaf = Transport { (_, _) throws(HTTPError) in throw .connect }
    return ScanTools(
      configuration: configuration, photoProgram: program, database: database, refresher: refresher,
      services: Services(
        configuration: configuration, database: database, photoProgram: program,
        textReader: .missing, transport: deaf,
        log: log, now: { Self.now }), imports: NoImports(), log: log, now: { Self.now })
  }
}

/// Imports no file.
struct NoImports: FileImports {
  func summary(
    of file: String, in database: DatabaseActor, at now: Timestamp
  ) async throws -> ImportSummary {
    throw UnusableFile(reason: "nothing is imported here")
  }

  func run(
    _ file: String, _ order: ImportOrder, by person: PersonID, into database: DatabaseActor,
    rowsPerCommit: Int, at now: Timestamp, began: (Int64) async throws -> Void,
    progress: () async throws -> Void
  ) async throws {
    throw UnusableFile(reason: "nothing is imported here")
  }
}
