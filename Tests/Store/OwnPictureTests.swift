// Own pictures: each belongs to its find. A picture of an unknown sender belongs to the album.

import Albums
import Support
import Testing

@testable import Store

@Suite struct OwnPictureTests {
  private let fixture: StoreFixture
  private let tago = Album(artist: "Can", title: "Tago Mago", year: 1971)
  private let first = StoreFixture.find(1)
  private let second = StoreFixture.find(2)

  init() throws { fixture = try StoreFixture() }

  /// A history with two finds of one album, whose artwork is `theirs`.
  private func log() throws -> Store {
    let store = try fixture.open()
    try fixture.complete(tago, 1, in: store)
    try fixture.complete(tago, 2, in: store)
    var album = tago
    album.artwork = try artwork("f")
    _ = try store.keep(album, fingerprint: [2, 1])
    try store.markAllWritten()
    return store
  }

  private func artwork(_ digit: String) throws -> Artwork {
    try #require(Artwork(digest: String(repeating: digit, count: 64)))
  }

  private func addUnowned(_ artwork: Artwork, of find: FindID, to store: borrowing Store) throws {
    let album = try #require(try store.albumID(of: find))
    try store.connection.run(
      "INSERT INTO unowned_pictures VALUES (?, ?)", [.integer(album), .text(artwork.digest)])
  }

  private func shown(_ find: FindID, _ store: borrowing Store) throws -> Artwork? {
    let shown = try #require(try store.find(find)).album.artwork
    #expect(try store.summaries(of: [find]).map(\.artwork) == [shown])
    return shown
  }

  @Test func `an own picture changes its find and no other find of the album`() throws {
    let store = try log()
    let (own, theirs) = (try artwork("a"), try artwork("f"))
    try store.keepOwn((own, [2, 2]), of: first)
    #expect(try shown(first, store) == own && shown(second, store) == theirs)
    let subjects = try store.stalePages().map(\.subject)
    #expect(
      subjects == [.find(first), .scan(try #require(try store.find(first)?.scan))])
    #expect(try store.scan(StoreFixture.scan(1).id)?.album?.artwork == own)
    #expect(try store.scan(StoreFixture.scan(2).id)?.album?.artwork == theirs)
    try store.keepOwn(nil, of: first)
    #expect(try shown(first, store) == theirs)
    #expect(try !store.artworkNames().contains(String(own.stem)))
  }

  @Test func `an album that was read with an own picture does not take it over`() throws {
    let store = try log()
    let own = try artwork("a")
    try store.keepOwn((own, [2, 2]), of: first)
    let read = try #require(try store.find(first)).album
    #expect(read.artwork == own)
    let id = try #require(try store.albumID(of: first))
    _ = try store.keep(read)
    _ = try store.learn(read, as: id)
    #expect(try store.album(id)?.artwork == artwork("f"))
    #expect(try shown(second, store) == artwork("f"))
  }

  @Test func `an own picture and its known cover follow the find to another album`() throws {
    let store = try log()
    let own = try artwork("a")
    try store.keepOwn((own, [2, 2]), of: first)
    let ege = try store.keep(Album(artist: "Can", title: "Ege Bamyasi"))
    let correction = Correction.named(artist: "Can", title: "Ege Bamyasi")
    _ = try store.correct(first, correction, by: .owner, at: StoreFixture.time(9))
    let job = try #require(try store.claimJob(of: [.correct], at: StoreFixture.time(9)))
    try store.correct(
      first, to: ege, by: job, evidence: Evidence(.person), at: StoreFixture.time(9))
    #expect(try shown(first, store) == own && shown(second, store) == artwork("f"))
    let covers = try store.knownCovers().filter { $0.fingerprint == [2, 2] }
    #expect(covers.map(\.album) == [ege])
  }

  @Test func `the own picture of a find that was removed for good is used no more`() throws {
    let store = try log()
    let own = try artwork("a")
    try store.keepOwn((own, [2, 2]), of: first)
    _ = try store.delete(first, at: StoreFixture.time(10))
    try store.markAllWritten()
    let later = StoreFixture.time(11).advanced(byMilliseconds: Store.deletedFindMilliseconds)
    try store.removeOldDeletions(at: StoreFixture.time(11))
    #expect(try store.artworkNames().contains(String(own.stem)))
    try store.removeOldDeletions(at: later)
    #expect(try !store.hasFind(first))
    #expect(try !store.artworkNames().contains(String(own.stem)))
  }

  @Test func `finds without an own picture show that of an unknown sender until it is removed`()
    throws
  {
    let store = try log()
    let (own, unowned) = (try artwork("a"), try artwork("b"))
    try addUnowned(unowned, of: first, to: store)
    #expect(try shown(first, store) == unowned && shown(second, store) == unowned)
    #expect(try store.find(second)?.hasOwnArtwork == true)
    try store.keepOwn((own, [2, 2]), of: first)
    #expect(try shown(first, store) == own && shown(second, store) == unowned)
    #expect(
      try store.unownedPictures() == [
        UnownedPicture(artist: "Can", title: "Tago Mago", artwork: unowned, find: second)
      ])
    try store.keepOwn(nil, of: first)
    #expect(try shown(first, store) == unowned)
    try store.markAllWritten()
    try store.keepOwn(nil, of: second)
    #expect(try shown(first, store) == artwork("f") && shown(second, store) == artwork("f"))
    let subjects = try store.stalePages().map(\.subject)
    #expect(subjects.contains(.find(first)) && subjects.contains(.find(second)))
    #expect(try store.unownedPictures().isEmpty)
    #expect(try !store.artworkNames().contains(String(unowned.stem)))
  }

  @Test func `a picture of an unknown sender ends when every find of the album has its own`()
    throws
  {
    let store = try log()
    try addUnowned(try artwork("b"), of: first, to: store)
    try store.keepOwn((try artwork("a"), [2, 2]), of: first)
    #expect(try store.unownedPictures().count == 1)
    try store.keepOwn((try artwork("c"), [2, 3]), of: second)
    #expect(try store.unownedPictures().isEmpty)
  }
}
