// One attempt at an errand, where others are at the same find or scan meanwhile.

import Albums
import HTTP
import Host
import Store
import Support
import Testing

@testable import Scanning

@Suite struct ErrandRunTests {
  static let find = FindID(randomBytes: Array(repeating: 9, count: 17))
  static let now = ReviewHouse.now

  static func errand(_ house: ReviewHouse) async throws -> ErrandClaim? {
    try await house.records.with { (store) throws(StoreError) in
      try store.claimErrand(at: now.advanced(byMilliseconds: 60_000))
    }
  }

  static func finish(_ house: ReviewHouse) async throws {
    let claim = house.claim
    try await house.records.with { (store) throws(StoreError) in
      try store.finish(claim, as: find, isSure: true, at: now)
    }
  }

  /// Errand tools of which a hint alone may be asked for.
  static func hinted(
    _ answer: @escaping @Sendable () async throws(ScanFailure) -> Identification
  ) -> ErrandTools {
    ErrandTools(
      lookUp: { (_, _) in nil }, ground: { (_, _) in nil }, review: { (_, _) in },
      hint: { (_, _) throws(ScanFailure) in try await answer() })
  }

  @Test func `a hint that is answered after its scan has ended puts the find right`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    let scan = house.claim.id
    try await house.records.with { (store) throws(StoreError) in
      _ = try store.correct(scan, .hint("the live one"), at: Self.now)
    }
    let tools = Self.hinted { () throws(ScanFailure) in
      do { try await Self.finish(house) } catch { throw ScanFailure(.busy, "\(error)") }
      return Identification(
        status: .identified,
        candidates: [Candidate(artist: "The Night Ferries", title: "Paper Moon Live")],
        observation: Observation(text: "", description: "", textConfidence: .low))
    }
    for _ in 0..<2 {
      let errand = try #require(try await Self.errand(house))
      try await ErrandRun(tools: house.tools, errand: errand, ask: tools).run()
    }
    let found = try await house.records.with { (store) throws(StoreError) in
      try store.find(Self.find)
    }
    #expect(found?.album.title == "Paper Moon Live")
    #expect(found?.errand == nil)
    #expect(try await Self.errand(house) == nil)
  }

  @Test func `an errand that may not ask any more is over at once`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await Self.finish(house)
    try await house.records.with { (store) throws(StoreError) in
      _ = try store.correct(Self.find, .hint("the live one"), at: Self.now)
    }
    let tools = Self.hinted { () throws(ScanFailure) in
      throw .askedTooOften(isFinal: true, at: Self.now)
    }
    let errand = try #require(try await Self.errand(house))
    try await ErrandRun(tools: house.tools, errand: errand, ask: tools).run()
    let notice = try await house.records.with { (store) throws(StoreError) in
      try store.errand(of: Self.find)
    }
    #expect(notice?.isUnderWay == false)
  }

  @Test func `with one's own picture gone, the archive is asked for its own`() async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try await Self.finish(house)
    try await house.records.with { (store) throws(StoreError) in
      _ = try store.put(.artwork(file: ""), for: Self.find, at: Self.now)
    }
    let errand = try #require(try await Self.errand(house))
    try await ErrandRun(tools: house.tools, errand: errand).run()
    let queued = try await house.records.with { (store) throws(StoreError) in
      try store.queuedErrands().map(\.kind)
    }
    #expect(queued == [.refill])
  }

  @Test func `what was written of another album is not shown beside the one that was chosen`()
    async throws
  {
    let house = try ReviewHouse(PlayedModel([]))
    await house.liveText.show("Of the wrong album.")
    let album = try await house.records.with { (store) throws(StoreError) in
      try store.keep(Album(artist: "The Night Ferries", title: "Low Tide"))
    }
    let chosen = Subject(
      id: album, album: Album(artist: "The Night Ferries", title: "Low Tide"), isRecognised: true,
      isChosen: true, isSure: true, fingerprint: [])
    _ = try await ScanRun(tools: house.tools, claim: house.claim).outcome(of: chosen)
    #expect(try house.shown() == nil)
  }
}

extension ReviewHouse {
  /// Without a service that can be reached.
  fileprivate var tools: ScanTools {
    let program = PhotoProgram(path: "/nowhere")
    let log = LogFile(path: folder.file("log"))
    let deaf = Transport { (_, _) throws(HTTPError) in throw .connect }
    return ScanTools(
      configuration: configuration, photoProgram: program, records: records, publisher: publisher,
      services: Services(
        configuration: configuration, records: records, photoProgram: program, transport: deaf,
        log: log, now: { Self.now }), log: log, now: { Self.now })
  }
}
