// The early start: a scan begins its lookup and its review with the first candidate of an answer
// that is still arriving. The whole answer decides. Source: docs/product.md step 4.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct EarlyStartTests {
  static let album = Awkward.loudenUpNow
  static let other = Awkward.backInBlack

  /// A realm whose model answers the photo of `album` with `answers`. The first candidate is complete
  /// after 0.3 s, the whole answer after `answer` milliseconds.
  private func realm(
    _ answers: [String], answer: Int64 = 1200, review: Int64 = 400, settings: String = ""
  ) throws -> Realm {
    var plan = ModelAnswers.knowing([Self.album, Self.other])
    let spoken = answers.map { ModelAnswer($0) }
    switch spoken.count {
    case 1: plan.identify(Self.album, as: spoken[0])
    default: plan.identify(Self.album, as: spoken[0], spoken[1])
    }
    let realm = try Realm(plan, settings: settings)
    realm.model.setLatency(of: .identify, to: Latency(answer, first: 100, candidate: 300))
    realm.model.setLatency(of: .review, to: Latency(review, first: 100))
    return realm
  }

  private func calls(_ stage: String, of scan: ScanID, in realm: Realm) throws -> [CallRecord] {
    try realm.installation.store().callRecords(of: scan).filter { $0.stage == stage }
  }

  private func isProvisional(_ album: KnownAlbum) -> (SeenStatus) -> Bool {
    { $0.isProvisional && $0.state == "identifying" && $0.title == album.title }
  }

  @Test func `the name is shown, looked up and reviewed before the answer has ended`() async throws
  {
    // A busy machine needs a second for the first request to MusicBrainz.
    let realm = try realm([Self.album.identification], answer: 5000)
    let scan = try realm.accept(Self.album)
    let (exitCode, seen) = try await realm.watch(scan)
    #expect(exitCode == 0)
    let identify = try #require(realm.model.log.requests(of: .identify).first)
    let answered = try #require(identify.finishedMilliseconds)
    let shown = try #require(seen.first(where: isProvisional(Self.album)), "\(seen)")
    #expect(shown.time < answered && shown.review == nil)
    let review = try #require(realm.model.log.requests(of: .review).first)
    #expect(review.atMilliseconds < answered)
    #expect(try #require(realm.musicBrainz.log.requests.first).atMilliseconds < answered)
    #expect(!seen.contains { $0.isProvisional && $0.state != "identifying" }, "\(seen)")
    let find = try #require(try realm.find(titled: Self.album.title))
    #expect(find.isSure && find.review != nil && find.album.artwork != nil)
    #expect(find.album.genres == Self.album.genres)
    #expect(realm.model.log.charged(.review) == 1)
    let paths = realm.musicBrainz.log.requests.map { "\($0.path)?\($0.query)" }
    #expect(Set(paths).count == paths.count, "no request is repeated: \(paths)")
  }

  /// After the list of candidates, the answer names another album as the result. The result counts,
  /// not the first candidate.
  @Test func `an answer that revises the name cancels the review, and the next one is the last`()
    async throws
  {
    let revised = String(Self.album.identification.dropLast()) + Self.beside(Self.other) + "}"
    let realm = try realm([revised], review: 3000)
    // The archive has no picture, because the picture would match the photographed album and
    // confirm that album again.
    realm.archive.order(.notFound, .always)
    realm.model.plan {
      $0.review(
        artist: Self.other.artist, title: Self.other.title,
        as: ModelAnswer(
          #"""
          {"summary":"Loud. Worth $40.","bullets":["One.","Two.","Three."],"rating":9,
           "recommendation":"Deep Cut","key_tracks":["a","b","c"]}
          """#))
    }
    let scan = try realm.accept(Self.album)
    let (exitCode, seen) = try await realm.watch(scan)
    #expect(exitCode == 0)
    #expect(seen.contains(where: isProvisional(Self.album)), "\(seen)")
    #expect(!seen.contains { $0.title == Self.album.title && $0.review != nil }, "\(seen)")
    let find = try #require(try realm.find(titled: Self.other.title))
    #expect(find.review?.summary == "Loud.", "without a second question")
    let reviews = try calls("review", of: scan, in: realm)
    #expect(reviews.map(\.state) == ["reserved", "settled"])
    #expect(reviews[0].cost == nil && reviews[0].reserved > .zero, "it may have been charged")
    #expect(reviews.map(\.album) == [Self.key(Self.album), Self.key(Self.other)])
    #expect(realm.model.log.requests(of: .review).first?.hasClientLeft == true)
  }

  @Test func `an unreadable answer withdraws the name, and the same name brings the review back`()
    async throws
  {
    let unclear = Self.album.identification + Self.other.identification
    let realm = try realm([unclear, Self.album.identification])
    let scan = try realm.accept(Self.album)
    let (exitCode, seen) = try await realm.watch(scan)
    #expect(exitCode == 0)
    let shown = try #require(seen.firstIndex(where: isProvisional(Self.album)), "\(seen)")
    let withdrawn = seen[shown...].firstIndex { $0.state == "identifying" && $0.title == nil }
    #expect(withdrawn != nil, "\(seen)")
    #expect(realm.model.log.charged(.identify) == 2)
    #expect(realm.model.log.charged(.review) == 1)
    #expect(try realm.find(titled: Self.album.title)?.review != nil)
  }

  @Test func `a name that is withdrawn for good leaves no find, and no text on the page`()
    async throws
  {
    let unclear = Self.album.identification + Self.other.identification
    let nothing = #"{"text_read":"","status":"unresolved","candidates":[],"description":""}"#
    let realm = try realm([unclear, nothing], review: 3000)
    let scan = try realm.accept(Self.album)
    let (_, seen) = try await realm.watch(scan)
    #expect(seen.contains(where: isProvisional(Self.album)), "\(seen)")
    #expect(seen.last?.state == "identificationFailed" && seen.last?.title == nil, "\(seen)")
    #expect(!seen.contains { $0.review != nil })
    #expect(try calls("review", of: scan, in: realm).map(\.state) == ["reserved"])
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `a rival that comes later makes the find not sure, and the review stays`() async throws
  {
    let answer = Self.album.identification(
      status: "identified", others: [Self.other], areRivals: true)
    let realm = try realm([answer])
    realm.archive.order(.notFound, .always)
    let scan = try realm.accept(Self.album)
    let (exitCode, seen) = try await realm.watch(scan)
    #expect(exitCode == 0)
    #expect(seen.contains(where: isProvisional(Self.album)), "\(seen)")
    let id = try #require(try realm.find(titled: Self.album.title)).id
    let find = try #require(try realm.installation.store().find(id))
    #expect(!find.isSure && find.review != nil)
    #expect(find.candidates.map(\.album.title) == [Self.other.title])
    #expect(realm.model.log.charged(.review) == 1)
  }

  @Test func `an album that only the year tells apart starts nothing early`() async throws {
    let realm = try Realm()
    realm.model.setLatency(of: .identify, to: Latency(900, first: 100, candidate: 200))
    let scan = try realm.accept(Awkward.weezer)
    let (_, seen) = try await realm.watch(scan)
    #expect(!seen.contains { $0.isProvisional }, "\(seen)")
    let find = try realm.find(titled: "Weezer")
    #expect(find?.review != nil)
  }

  @Test func `a cap that admits only one of both calls leaves the review for later`() async throws {
    let whole = try realm([Self.album.identification])
    let first = try whole.accept(Self.album)
    _ = try await whole.watch(first)
    let reserved = try whole.installation.store().callRecords(of: first).map(\.reserved)
    let realm = try realm([Self.album.identification], settings: "monthly-cap: 0.01")
    let scan = try realm.accept(Self.album)
    // A call of another scan leaves one microdollar too little for both calls.
    let cent = Money(microdollars: 10_000)
    let rest = reserved.reduce(Money.zero, +).microdollars - 1
    let other = PlannedCall(
      owner: CallOwner(ScanID(randomBytes: Randomness.bytes(17)), person: .owner), stage: .identify,
      provider: "openai", model: "m", prompt: "p",
      worstCase: Money(microdollars: cent.microdollars - rest))
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    _ = try realm.installation.store().reserve(other, cap: cent, at: now)
    let (_, seen) = try await realm.watch(scan)
    #expect(seen.contains(where: isProvisional(Self.album)), "\(seen)")
    #expect(try realm.find(titled: Self.album.title)?.review != nil)
    let identify = try #require(realm.model.log.requests(of: .identify).first)
    let review = try #require(realm.model.log.requests(of: .review).first)
    #expect(review.atMilliseconds >= (try #require(identify.finishedMilliseconds)))
    #expect(try calls("review", of: scan, in: realm).count == 1)
  }

  @Test func `a stream that breaks withdraws the name, and the scan waits as always`() async throws
  {
    let realm = try realm([Self.album.identification], review: 3000)
    realm.model.order(.cutOff(afterBytes: 17_000), of: .identify)
    let scan = try realm.accept(Self.album)
    let (_, seen) = try await realm.watch(scan)
    let waiting = try #require(seen.firstIndex { $0.state == "waiting" }, "\(seen)")
    #expect(seen[waiting].title == nil)
    // The next attempt makes no early call, because the stage has made one.
    #expect(try calls("identify", of: scan, in: realm)[0].state == "reserved")
    #expect(try calls("review", of: scan, in: realm).count <= 2)
  }

  @Test func `a server that refuses to stream is asked without, once for both stages`() async throws
  {
    let realm = try Realm(provider: .unstreamed(.vLLM))
    let scan = try realm.accept(Self.album)
    let (exitCode, seen) = try await realm.watch(scan)
    #expect(exitCode == 0 && !seen.contains(where: \.isProvisional))
    #expect(try realm.find(titled: Self.album.title)?.review != nil)
    #expect(realm.model.log.refusals.count == 1, "\(realm.model.log.refusals)")
    #expect(
      try realm.installation.store().callRecords(of: scan).map(\.state) == ["settled", "settled"])
  }

  private static func key(_ album: KnownAlbum) -> String {
    AlbumKey(artist: album.artist, title: album.title).text
  }

  private static func beside(_ album: KnownAlbum) -> String {
    #","artist":"\#(album.artist)","album":"\#(album.title)","year":1980,"confidence":"high""#
  }
}
