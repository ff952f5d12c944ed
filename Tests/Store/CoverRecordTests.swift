// Known covers in the database: each picture is stored once, ids only grow, and crops are added and
// removed with their finds. Pictures without a fingerprint are listed until they have one.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct CoverRecordTests {
  let fixture: StoreFixture
  private let can = Album(artist: "Can", title: "Tago Mago")

  init() throws { fixture = try StoreFixture() }

  private func artwork(_ digit: Character) throws -> Artwork {
    try #require(Artwork(digest: String(repeating: digit, count: 64)))
  }

  /// Makes a find whose crop has `advice`.
  private func find(
    _ number: UInt8, of album: Int64, advice: [PhotoAdvice] = [], agreement: ArtworkMatch? = nil,
    isSure: Bool = true, in store: borrowing Store
  ) throws {
    let now = StoreFixture.time(Int64(number))
    _ = try store.accept(StoreFixture.scan(number), at: now)
    let claim = try #require(try store.claimJob(of: [.scan], at: now))
    try store.record(
      fingerprint: [2, 100 + number], crop: "quad", advice: advice, of: claim, at: now)
    try store.identify(claim, as: album, isRecognised: false, at: now)
    try store.finish(
      claim, as: StoreFixture.find(number),
      evidence: Evidence(
        isSure ? .recognised(isCertain: true) : .model(.low, isSettled: true), picture: agreement),
      at: now)
  }

  @Test func `a find's crop is a known cover while the find is in the log`() throws {
    let store = try fixture.open()
    let album = try store.keep(can)
    try find(1, of: album, in: store)
    let first = try #require(try store.knownCovers().first)
    #expect(first.fingerprint == [2, 101] && first.album == album)
    #expect(try store.delete(StoreFixture.find(1), at: StoreFixture.time(9)))
    #expect(try store.knownCovers().isEmpty)
    #expect(try store.undelete(StoreFixture.find(1), at: StoreFixture.time(9)))
    let again = try #require(try store.knownCovers().first)
    #expect(again.fingerprint == [2, 101])
    #expect(again.id > first.id, "an id is one fingerprint for ever")
  }

  @Test func `a crop without a cover's edges becomes a known cover only if the artwork agrees`()
    throws
  {
    let store = try fixture.open()
    let album = try store.keep(can)
    let cases: [(UInt8, [PhotoAdvice], ArtworkMatch?, Bool)] = [
      (1, [.noCover], nil, false), (2, [.blurred, .noCover], .different, false),
      (3, [.noCover], .unclear, false), (4, [.noCover], .same, true),
      (5, [.glare, .noCover], .alike, true), (6, [.glare], nil, true), (7, [], .different, true),
    ]
    for (number, advice, agreement, _) in cases {
      try find(number, of: album, advice: advice, agreement: agreement, in: store)
    }
    let known = try store.knownCovers().map { $0.fingerprint[1] - 100 }
    #expect(known == cases.filter(\.3).map(\.0))
  }

  @Test func `artwork is a cover from the moment it is kept, once an album`() throws {
    let store = try fixture.open()
    var album = can
    album.artwork = try artwork("a")
    var other = Album(artist: "Can", title: "Box Set")
    other.artwork = album.artwork
    let id = try store.keep(album, fingerprint: [2, 1])
    _ = try store.keep(album, fingerprint: [2, 1])
    _ = try store.keep(other, fingerprint: [2, 1])
    #expect(try store.knownCovers().count == 2)
    #expect(try store.artworkFingerprint(of: id) == [2, 1])
    album.artwork = try artwork("b")
    _ = try store.keep(album)
    #expect(try store.artworkFingerprint(of: id) == nil)
  }

  @Test func `a changed picture is another cover with a greater id, the same one keeps its own`()
    throws
  {
    let store = try fixture.open()
    func take(_ fingerprint: [UInt8]) throws -> [KnownCover] {
      try store.importCover(
        of: can, review: nil, fingerprint: fingerprint, name: "a.jpg", picture: [7],
        at: StoreFixture.time(0))
      return try store.knownCovers()
    }
    let first = try take([2, 1])
    #expect(try take([2, 1]) == first)
    let changed = try take([2, 2])
    #expect(changed.count == 1 && changed[0].id > first[0].id)
    #expect(try store.importedCover("a.jpg", of: can.key)?.picture == [7])
  }

  @Test func `a file may be corrected, and two catalogues may each have their own 1.jpg`() throws {
    let store = try fixture.open()
    func take(_ title: String, picture: UInt8) throws {
      try store.importCover(
        of: Album(artist: "Can", title: title), review: nil, fingerprint: [2, picture],
        name: "1.jpg", picture: [picture], at: StoreFixture.time(0))
    }
    try take("Tago Mago", picture: 1)
    try take("Ege Bamyasi", picture: 2)
    #expect(try store.knownCovers().map(\.fingerprint) == [[2, 1], [2, 2]])
    try take("Future Days", picture: 2)
    #expect(try store.knownCovers().map(\.fingerprint) == [[2, 1], [2, 2]])
    let corrected = try #require(try store.knownCovers().last)
    #expect(try store.album(corrected.album)?.title == "Future Days")
  }

  @Test func `an album is certain by a catalogue or by a sure find, not by any crop`() throws {
    let store = try fixture.open()
    let album = try store.keep(can)
    try find(1, of: album, isSure: false, in: store)
    #expect(try !store.isCertain(album))
    try find(2, of: album, isSure: true, in: store)
    #expect(try store.isCertain(album))
    #expect(try store.delete(StoreFixture.find(2), at: StoreFixture.time(9)))
    #expect(try !store.isCertain(album))
    try store.importCover(
      of: can, review: nil, fingerprint: [2], name: "a.jpg", at: StoreFixture.time(0))
    #expect(try store.isCertain(album))
  }

  @Test func `pictures without a present fingerprint are listed until they have one`() throws {
    let store = try fixture.open()
    var album = can
    album.artwork = try artwork("a")
    _ = try store.keep(album)
    var other = Album(artist: "Neu!", title: "Neu!")
    other.artwork = try artwork("b")
    try store.importCover(
      of: other, review: nil, fingerprint: [1, 5], name: "n.jpg", picture: [3],
      at: StoreFixture.time(0))
    let unknown = try store.unknownArtworks(version: 2, atMost: 10)
    #expect(Set(unknown.map(\.artwork.digest.first)) == ["a", "b"])
    #expect(try store.unknownArtworks(version: 2, atMost: 1).count == 1)
    for picture in unknown { try store.keep(fingerprint: [2, 8], of: picture) }
    #expect(try store.unknownArtworks(version: 2, atMost: 10).isEmpty)
    #expect(try store.knownCovers().map(\.fingerprint) == [[2, 8], [2, 8]])
    #expect(try store.importedCover("n.jpg", of: other.key)?.picture == [3])
  }
}
