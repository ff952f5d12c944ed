// Albums of one name. The year or the picture distinguishes them; otherwise the find is not sure.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct MetadataScanTests {
  /// An album of Weezer from the catalogue as a model names it: with `year`, or without a year.
  private func said(_ album: KnownAlbum, year: String = "") -> KnownAlbum {
    var said = album
    said.firstReleaseDate = year
    return said
  }

  /// That album, without pictures in the archive.
  private func bare(_ album: KnownAlbum) -> KnownAlbum {
    var bare = album
    for index in bare.releases.indices { bare.releases[index].hasFront = false }
    return bare
  }

  private func find(in realm: Realm) throws -> Find {
    try #require(try realm.installation.store().newestFind())
  }

  @Test func `the picture distinguishes albums of one name, and makes the find sure`() throws {
    let realm = try Realm(.knowing([said(Awkward.weezerGreen)]))
    #expect(try realm.scan(said(Awkward.weezerGreen)).exitCode == 0)
    let find = try find(in: realm)
    #expect(find.album.year == 2001 && find.isSure && find.agreement == .same)
    #expect(find.album.key.text == "weezer / weezer / 2001")
    #expect(find.review != nil, "written once the year is known")
    #expect(realm.musicBrainz.log.refusals.isEmpty, "\(realm.musicBrainz.log.refusals)")
    #expect(realm.archive.log.refusals.isEmpty, "\(realm.archive.log.refusals)")
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `the year distinguishes albums of one name`() throws {
    let album = said(Awkward.weezerGreen, year: "2002")
    let realm = try Realm(
      .knowing([album]), catalogue: [bare(Awkward.weezer), bare(Awkward.weezerGreen)])
    #expect(try realm.scan(album).exitCode == 0)
    let find = try find(in: realm)
    #expect(find.album.year == 2001 && find.isSure)
  }

  @Test func `among equal albums the earliest is taken, not sure, and the others are offered`()
    throws
  {
    let album = said(Awkward.weezerGreen)
    let realm = try Realm(
      .knowing([album]), catalogue: [bare(Awkward.weezer), bare(Awkward.weezerGreen)])
    #expect(try realm.scan(album).exitCode == 0)
    let find = try find(in: realm)
    #expect(find.album.year == 1994 && !find.isSure)
    let store = try realm.installation.store()
    let named = try store.namedCandidates(of: try #require(try store.item(of: find.id)))
    #expect(named.map(\.album.year) == [1994, 2001])
    #expect(try store.albumID(of: find.album.key).map { "\($0)" } == named.first?.id)
    // The row has no release group. Another scan therefore asks MusicBrainz again, and is not sure
    // either.
    #expect(try store.sources(of: #require(Int64(named[0].id)))?.releaseGroup == nil)
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `two scans of two albums of one name are two albums, each with its own review`() throws
  {
    let albums = [Awkward.weezer, Awkward.weezerGreen]
    let realm = try Realm(.knowing(albums))
    for album in albums { #expect(try realm.scan(album).exitCode == 0) }
    let finds = try realm.installation.store().newestFinds(2)
    #expect(finds.map(\.album.year) == [2001, 1994])
    #expect(finds.allSatisfy { $0.isSure && $0.review != nil && $0.earlier.isEmpty })
    #expect(Set(finds.map(\.album.artwork)).count == 2)
    #expect(realm.model.log.charged(.review) == 2)
  }

  @Test func `genres the model left open come from MusicBrainz`() throws {
    var album = Awkward.backInBlack
    album.genres = []
    let realm = try Realm(.knowing([album]))
    #expect(try realm.scan(album).exitCode == 0)
    #expect(try find(in: realm).album.genres == ["Hard Rock", "Rock"])
    #expect(realm.musicBrainz.log.refusals.isEmpty, "\(realm.musicBrainz.log.refusals)")
  }
}
