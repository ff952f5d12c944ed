// Reviews in the database: their sources, their prompt, and the reason for a missing review.

import Albums
import Store
import Testing

@Suite struct ReviewTests {
  let fixture: StoreFixture
  let key = AlbumKey(artist: "Can", title: "Tago Mago")

  init() throws {
    fixture = try StoreFixture()
    let store = try fixture.open()
    try store.importCover(
      of: Album(artist: "Can", title: "Tago Mago"), review: nil, fingerprint: [2, 1],
      name: "Tago Mago.jpg", at: StoreFixture.time(0))
  }

  static func cited() throws -> Review {
    let plain = try StoreFixture.review()
    return try Review(
      summary: plain.summary, bullets: plain.bullets, rating: plain.rating,
      recommendation: plain.recommendation, keyTracks: plain.keyTracks,
      sources: [
        ReviewSource(passage: .summary, address: "https://a.example/", title: "A"),
        ReviewSource(passage: .bullet(2), address: "https://b.example/", title: ""),
      ])
  }

  @Test func `a review is stored with its sources, and a new review replaces them`() throws {
    let store = try fixture.open()
    try store.keep(
      Self.cited(), of: key, origin: "m", prompt: "review-search-1", at: StoreFixture.time(1))
    #expect(try store.shownReview(of: key)?.unsigned == Self.cited())
    try store.keep(
      StoreFixture.review(), of: key, origin: "m", prompt: "review-2", at: StoreFixture.time(2))
    #expect(try store.shownReview(of: key)?.unsigned == StoreFixture.review())
    #expect(try store.damage() == nil)
  }

  @Test func `a stored review names the model that wrote it and the time, a catalogue's does not`()
    throws
  {
    let store = try fixture.open()
    let now = StoreFixture.time(7)
    try store.keep(Self.cited(), of: key, origin: "m-1", prompt: "review-2", at: now)
    #expect(try store.shownReview(of: key)?.writer == ReviewWriter(model: "m-1", written: now))
    let records = try store.reviewRecords(after: nil, count: 9)
    #expect(records.map(\.origin) == ["m-1"] && records.map(\.prompt) == ["review-2"])
    #expect(records.map(\.written) == [now] && records.map(\.key) == [key])
    try store.keep(Self.cited(), of: key, origin: "catalogue", at: now)
    let review = try #require(try store.shownReview(of: key))
    #expect(review.writer == nil && !review.isByModel)
  }

  @Test func `reviews of other prompts are distinguished, and a catalogue's belong to the host`()
    throws
  {
    let store = try fixture.open()
    let keys = ["a", "b", "c"].map { AlbumKey(artist: "Can", title: $0) }
    for (key, prompt) in zip(keys, ["review-2", "review-search-1", ""]) {
      try store.keep(
        StoreFixture.review(), of: key, origin: "m", prompt: prompt, at: StoreFixture.time(1))
    }
    try store.importCover(
      of: Album(artist: "Can", title: "d"), review: StoreFixture.review(), fingerprint: [2, 2],
      name: "d.jpg", at: StoreFixture.time(1))
    let prompts = try keys.map { try store.origin(ofReviewOf: $0)?.prompt }
    #expect(prompts == ["review-2", "review-search-1", ""])
    let drawn = try store.origin(ofReviewOf: AlbumKey(artist: "Can", title: "d"))
    #expect(drawn?.writer == "catalogue" && drawn?.prompt == "")
    #expect(try store.origin(ofReviewOf: AlbumKey(artist: "Can", title: "e")) == nil)
  }

  @Test func `the reason for a missing review stays until there is a review`() throws {
    let store = try fixture.open()
    let now = StoreFixture.time(1)
    _ = try store.accept(StoreFixture.scan(1), at: now)
    let claim = try #require(try store.claimJob(of: [.scan], at: now))
    let album = try #require(try store.albumID(of: key))
    try store.identify(claim, as: album, isRecognised: false, at: now)
    let find = StoreFixture.find(1)
    try store.finish(
      claim, as: find, evidence: .sure, unreviewed: .reviewStopped, at: now)
    #expect(try store.find(find)?.unreviewed == .reviewStopped)
    try store.note(unreviewed: .noReview(.network), of: find)
    #expect(try store.find(find)?.unreviewed == .noReview(.network))
    let before = try store.stalePages()
    try store.keep(
      StoreFixture.review(), of: key, origin: "m", prompt: "review-2", at: StoreFixture.time(2))
    #expect(try store.find(find)?.unreviewed == nil)
    #expect(try store.find(find)?.review != nil)
    #expect(try store.stalePages() != before)
  }

  static func german() throws -> Review {
    try Review(
      summary: "Eine *Zusammenfassung*.", bullets: ["eins", "zwei", "drei", "vier"],
      rating: rating(tenths: 80), recommendation: .deepCut, keyTracks: ["a", "b", "c"],
      sources: [ReviewSource(passage: .summary, address: "https://c.example/", title: "C")],
      language: "de")
  }

  @Test func `an album has one review in each language, and each is replaced alone`() throws {
    let store = try fixture.open()
    try store.keep(Self.cited(), of: key, origin: "m", at: StoreFixture.time(1))
    try store.keep(Self.german(), of: key, origin: "n", at: StoreFixture.time(2))
    #expect(try store.review(of: key, in: "en")?.unsigned == Self.cited())
    #expect(try store.review(of: key, in: "de")?.unsigned == Self.german())
    #expect(try store.review(of: key, in: "fr") == nil)
    try store.keep(StoreFixture.review(), of: key, origin: "m", at: StoreFixture.time(3))
    #expect(try store.review(of: key, in: "en")?.unsigned == StoreFixture.review())
    #expect(try store.review(of: key, in: "de")?.unsigned == Self.german())
    #expect(try store.damage() == nil)
  }

  @Test(arguments: [("en", "en", "m"), ("de", "de", "n"), ("fr", "de", "n")])
  func `pages show the review in the installation's language, or else the newest`(
    language: String, shown: String, writer: String
  ) throws {
    let store = try Store.open(fixture.path, reviewLanguage: language)
    try store.keep(Self.cited(), of: key, origin: "m", at: StoreFixture.time(1))
    #expect(try store.shownReview(of: key)?.language == "en", "the only one, in every language")
    try store.keep(Self.german(), of: key, origin: "n", at: StoreFixture.time(2))
    #expect(try store.shownReview(of: key)?.language == shown)
    #expect(try store.origin(ofReviewOf: key)?.writer == writer)
  }

  @Test func `a find shows the review in the installation's language`() throws {
    try fixture.complete(1, at: StoreFixture.time(1), in: try fixture.open())
    let store = try Store.open(fixture.path, reviewLanguage: "de")
    try store.keep(StoreFixture.review(), of: key, origin: "m", at: StoreFixture.time(1))
    #expect(try store.find(StoreFixture.find(1))?.review?.unsigned == StoreFixture.review())
    try store.keep(Self.german(), of: key, origin: "m", at: StoreFixture.time(2))
    #expect(try store.find(StoreFixture.find(1))?.review?.unsigned == Self.german())
  }

  @Test func `a review in another language is to be written, except beside a catalogue's`() throws {
    try fixture.complete(1, at: StoreFixture.time(1), in: try fixture.open())
    let store = try Store.open(fixture.path, reviewLanguage: "de")
    let find = StoreFixture.find(1)
    try store.keep(
      StoreFixture.review(), of: key, origin: "m", prompt: "review-3", at: StoreFixture.time(1))
    #expect(try store.findsReviewed(otherThanBy: "review-3") == [find])
    #expect(try fixture.open().findsReviewed(otherThanBy: "review-3").isEmpty, "in English")
    try store.keep(
      Self.german(), of: key, origin: "m", prompt: "review-3", at: StoreFixture.time(2))
    #expect(try store.findsReviewed(otherThanBy: "review-3").isEmpty)
    #expect(try store.findsReviewed(otherThanBy: "review-4") == [find])
    #expect(try store.findsReviewed(otherThanBy: "review-4", newAlbums: "review-3").isEmpty)
    try store.keep(Self.german(), of: key, origin: "catalogue", at: StoreFixture.time(3))
    #expect(try store.findsReviewed(otherThanBy: "review-4").isEmpty)
  }

  @Test func `the reviews of an album move to its new key, unless that key has one`() throws {
    let store = try fixture.open()
    let album = try #require(try store.albumID(of: key))
    let dated = AlbumKey(artist: "Can", title: "Tago Mago Live")
    try store.keep(Self.cited(), of: key, origin: "m", at: StoreFixture.time(1))
    try store.keep(Self.german(), of: key, origin: "m", at: StoreFixture.time(1))
    try store.keep(StoreFixture.review(), of: dated, origin: "n", at: StoreFixture.time(1))
    _ = try store.learn(Album(artist: "Can", title: "Tago Mago Live"), as: album)
    #expect(try store.review(of: dated, in: "en")?.unsigned == StoreFixture.review())
    #expect(try store.review(of: dated, in: "de")?.unsigned == Self.german())
    #expect(try store.review(of: key, in: "en")?.unsigned == Self.cited())
    #expect(try store.damage() == nil)
  }
}
