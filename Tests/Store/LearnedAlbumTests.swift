// Facts, pictures and keys that an album's row gets later. Also albums from databases with older
// rules for keys.

import Albums
import Store
import Support
import Testing

@Suite struct LearnedAlbumTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private let weezer = Album(artist: "Weezer", title: "Weezer")
  private let blue = Album(artist: "Weezer", title: "Weezer", year: 1994, recordLabel: "DGC")
  private let green = Album(artist: "Weezer", title: "Weezer", year: 2001)

  private func artwork(_ digit: Character) throws -> Artwork {
    try #require(Artwork(digest: String(repeating: digit, count: 64)))
  }

  /// Inserts an album as versions before 4 stored it, whose keys had no year and no "Volume 2".
  private func older(_ key: String, _ artist: String, _ title: String, year: Int?) throws {
    try sqlite(
      fixture.path,
      """
      INSERT INTO albums (key, artist, title, year, key_rules)
        VALUES ('\(key)', '\(artist)', '\(title)', \(year.map { "\($0)" } ?? "NULL"), 1)
      """)
  }

  @Test func `new facts are added to the album, and missing facts change nothing`() throws {
    let store = try fixture.open()
    let can = Album(
      artist: "Can", title: "Tago Mago", genres: ["Krautrock"], recordLabel: "United Artists")
    let id = try store.keep(can)
    let learned = Album(
      artist: "CAN", title: "Tago Mago", year: 1971, artwork: try artwork("a"))
    #expect(
      try store.learn(
        learned, as: id, fingerprint: [2, 1],
        from: AlbumSources(releaseGroup: "g", release: "r", artwork: "archive")) == id)
    let album = try #require(try store.album(id))
    #expect(album.artist == "CAN" && album.year == 1971 && album.recordLabel == "United Artists")
    #expect(album.genres == ["Krautrock"] && album.artwork == learned.artwork)
    #expect(
      try store.sources(of: id)
        == AlbumSources(releaseGroup: "g", release: "r", artwork: "archive"))
    #expect(try store.artworkFingerprint(of: id) == [2, 1])
    _ = try store.learn(learned, as: id, from: AlbumSources(release: "s"))
    #expect(try store.sources(of: id)?.releaseGroup == "g")
    #expect(try store.sources(of: id)?.release == "s")
    #expect(try store.sources(of: 999) == nil)
  }

  @Test func `a new year changes the key, and the review moves with it`() throws {
    let store = try fixture.open()
    let id = try store.keep(weezer)
    try store.keep(
      try StoreFixture.review(), of: weezer.key, origin: "model", at: StoreFixture.time(0))
    #expect(try store.learn(blue, as: id) == id)
    #expect(try store.key(of: id).text == "weezer / weezer / 1994")
    #expect(try store.shownReview(of: blue.key)?.unsigned == StoreFixture.review())
    #expect(try store.shownReview(of: weezer.key) == nil)
    #expect(try store.albumID(of: weezer.key) == nil, "the old key is free")
    #expect(try fixture.open().damage() == nil)
  }

  @Test func `if another row has the key, both rows are one album, and nothing moves`() throws {
    let store = try fixture.open()
    let known = try store.keep(blue)
    try fixture.complete(weezer, 1, in: store)
    let id = try #require(try store.albumID(of: weezer.key))
    var learned = Album(artist: "Weezer", title: "Weezer", year: 1994, recordLabel: "Geffen")
    learned.artwork = try artwork("b")
    #expect(
      try store.learn(
        learned, as: id, fingerprint: [2, 2], from: AlbumSources(releaseGroup: "g")) == known)
    let album = try #require(try store.album(known))
    #expect(album.recordLabel == "DGC", "what it says counts for more")
    #expect(album.artwork == learned.artwork)
    #expect(try store.sources(of: known)?.releaseGroup == "g")
    #expect(try store.album(id) == weezer)
    #expect(try store.find(StoreFixture.find(1))?.album == weezer, "its find stays")
    // A second picture does not replace the first picture.
    learned.artwork = try artwork("c")
    _ = try store.learn(learned, as: id, fingerprint: [2, 3])
    #expect(try store.album(known)?.artwork == album.artwork)
    #expect(try store.artworkFingerprint(of: known) == [2, 2])
  }

  @Test func `albums of one title with different years are two albums`() throws {
    let store = try fixture.open()
    let ids = [try store.keep(blue), try store.keep(green), try store.keep(weezer)]
    #expect(Set(ids).count == 3)
    #expect(try store.keep(blue) == ids[0])
    #expect(try store.album(ids[1])?.year == 2001)
  }

  /// The key, artist, title and year of an old row, and the wanted album. `is` says whether both
  /// are the same album.
  static let rows:
    [(key: String, artist: String, title: String, year: Int?, album: Album, is: Bool)] =
      [
        (
          "weezer / weezer", "Weezer", "Weezer", 1994,
          Album(artist: "Weezer", title: "Weezer", year: 1994), true
        ),
        (
          "weezer / weezer", "Weezer", "Weezer", 1994,
          Album(artist: "Weezer", title: "Weezer", year: 2001), false
        ),
        (
          "weezer / weezer", "Weezer", "Weezer", nil,
          Album(artist: "Weezer", title: "Weezer", year: 1994), false
        ),
        (
          "bob dylan / greatest hits vol 2", "Bob Dylan", "Greatest Hits, Vol. 2", 1971,
          Album(artist: "Bob Dylan", title: "Greatest Hits Volume II"), true
        ),
        (
          "bob dylan / greatest hits vol 2", "Bob Dylan", "Greatest Hits, Vol. 2", 1971,
          Album(artist: "Bob Dylan", title: "Greatest Hits, Vol. 3"), false
        ),
        (
          "pink floyd / the wall", "Pink Floyd", "The Wall", 1979,
          Album(artist: "Pink Floyd", title: "The Wall"), true
        ),
        (
          "pink floyd / the wall", "Pink Floyd", "The Wall", 1979,
          Album(artist: "Pink", title: "The Wall"), false
        ),
      ]

  @Test(arguments: rows.indices)
  func `an old album keeps its key, and is found by the present key`(row: Int) throws {
    let row = Self.rows[row]
    try older(row.key, row.artist, row.title, year: row.year)
    let store = try fixture.open()
    let id = try #require(try store.albumID(of: AlbumKey(stored: row.key)))
    #expect((try store.albumID(of: row.album.key) == id) == row.is)
    #expect((try store.keep(row.album) == id) == row.is)
    #expect(try store.key(of: id).text == row.key)
  }

  @Test func `the review of an old album is found by its find`() throws {
    try older("pink floyd / the wall", "Pink Floyd", "The Wall", year: 1979)
    let store = try fixture.open()
    let stored = AlbumKey(stored: "pink floyd / the wall")
    try store.keep(
      try StoreFixture.review(), of: stored, origin: "catalogue", at: StoreFixture.time(0))
    let wall = Album(artist: "Pink Floyd", title: "The Wall", year: 1979)
    try fixture.complete(wall, 1, in: store)
    let find = try #require(try store.find(StoreFixture.find(1)))
    #expect(find.album.key == stored)
    #expect(find.review == (try StoreFixture.review(isByModel: false)))
    // An album that was read before the change keeps its key.
    var album = find.album
    album.recordLabel = "Harvest"
    let id = try #require(try store.albumID(of: wall.key))
    #expect(try store.learn(album, as: id) == id)
    #expect(try store.key(of: id) == stored)
    // The import stores the catalogue's review under the key of the row that the find uses.
    try store.importCover(
      of: wall, review: try StoreFixture.review(), fingerprint: [1], name: "w.jpg",
      at: StoreFixture.time(1))
    #expect(try store.shownReview(of: wall.key) == nil)
  }
}

extension StoreFixture {
  /// A scan that was identified as an album and is complete.
  func complete(_ album: Album, _ number: UInt8, in store: borrowing Store) throws {
    let now = Self.time(Int64(number))
    _ = try store.accept(Self.scan(number), at: now)
    guard let claim = try store.claimJob(of: [.scan], at: now) else {
      throw StoreError.damaged("nothing to claim")
    }
    try store.identify(claim, as: try store.keep(album), isRecognised: false, at: now)
    try store.finish(claim, as: Self.find(number), evidence: .sure, at: now)
  }
}
