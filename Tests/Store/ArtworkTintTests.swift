// The tints of pictures: each tint belongs to its picture, and a page has the tint of the picture
// that it shows.

import Albums
import Support
import Testing

@testable import Store

@Suite struct ArtworkTintTests {
  private let fixture: StoreFixture
  private let tago = Album(artist: "Can", title: "Tago Mago", year: 1971)

  init() throws { fixture = try StoreFixture() }

  private func artwork(_ digit: String, tint: Int? = nil) throws -> Artwork {
    try #require(
      Artwork(digest: String(repeating: digit, count: 64), tint: tint.flatMap(Tint.init(number:))))
  }

  private func pictured(_ artwork: Artwork) -> Album {
    var album = tago
    album.artwork = artwork
    return album
  }

  private func shown(_ find: FindID, _ store: borrowing Store) throws -> Int? {
    try #require(try store.find(find)).album.artwork?.tint?.number
  }

  /// A history with a find of an album with this picture.
  private func log(_ artwork: Artwork) throws -> Store {
    let store = try fixture.open()
    try fixture.complete(tago, 1, in: store)
    _ = try store.keep(pictured(artwork), fingerprint: [2, 1])
    try store.markAllWritten()
    return store
  }

  @Test func `a tint leaves with its picture`() throws {
    let store = try log(try artwork("a", tint: 7))
    let find = StoreFixture.find(1)
    #expect(try shown(find, store) == 7)
    // The same picture, from a source without a tint.
    _ = try store.keep(pictured(try artwork("a")))
    #expect(try shown(find, store) == 7)
    _ = try store.keep(tago)
    #expect(try shown(find, store) == 7)
    try store.keepOwn((try artwork("c", tint: 40), [2, 2]), of: find)
    #expect(try shown(find, store) == 40)
    // The album keeps its own picture with its tint.
    _ = try store.keep(try #require(try store.find(find)).album)
    try store.keepOwn(nil, of: find)
    #expect(try shown(find, store) == 7)
    _ = try store.keep(pictured(try artwork("b")))
    #expect(try shown(find, store) == nil)
  }

  @Test func `pictures without a tint are listed until they have one`() throws {
    let store = try log(try artwork("a"))
    let find = StoreFixture.find(1)
    try fixture.complete(tago, 2, in: store)
    try store.keepOwn((try artwork("b"), [2, 2]), of: StoreFixture.find(2))
    try store.markAllWritten()
    let untinted = try store.untintedArtworks(atMost: 10)
    #expect(Set(untinted.map(\.artwork)) == [try artwork("a"), try artwork("b")])
    #expect(try store.untintedArtworks(atMost: 1).count == 1)
    let tint = try #require(Tint(number: 47))
    let ofAlbum = try #require(untinted.first { $0.owner != .find(StoreFixture.find(2)) })
    try store.keep(tint, of: ofAlbum)
    #expect(try store.stalePages().map(\.subject) == [.find(find)])
    for picture in untinted { try store.keep(tint, of: picture) }
    #expect(try store.untintedArtworks(atMost: 10).isEmpty)
    #expect(try shown(find, store) == 47 && shown(StoreFixture.find(2), store) == 47)
    // A tint that comes too late belongs to the former picture.
    _ = try store.keep(pictured(try artwork("d")))
    try store.keep(tint, of: ofAlbum)
    #expect(try shown(find, store) == nil)
  }
}
