// Scans with a model, MusicBrainz and the archive. All of them are played on loopback.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ServiceScanTests {
  @Test func `each of twelve difficult albums ends with the right title, artwork, review and cost`()
    throws
  {
    let realm = try Realm()
    // The installation knows the album of the deluxe edition, with its review.
    #expect(try realm.scan(Awkward.rumours).exitCode == 0)
    let server = try WebServer(realm.installation)
    for album in Awkward.albums {
      #expect(try realm.installation.post(try realm.photo(of: album)).status == 303)
    }
    let isDone = try eventually(within: 120_000) {
      try realm.installation.store().countFinds() == 1 + Awkward.albums.count
        && realm.installation.store().queuedScans().isEmpty
    }
    #expect(isDone)
    _ = server
    for album in Awkward.albums { try expectRight(album, in: realm) }
    #expect(realm.model.log.privacyFaults.isEmpty, "\(realm.model.log.privacyFaults)")
    #expect(realm.model.log.refusals.isEmpty, "\(realm.model.log.refusals)")
    #expect(realm.musicBrainz.log.refusals.isEmpty, "\(realm.musicBrainz.log.refusals)")
    #expect(realm.archive.log.refusals.isEmpty, "\(realm.archive.log.refusals)")
    // A banner distinguishes the deluxe sleeve from the known sleeve. The scan probably needs the
    // model, but costs no money if the match is sure.
    let free = try realm.installation.store().newestFinds(100).filter { find in
      try find.scan.flatMap { try realm.installation.store().scan($0)?.isRecognised } ?? false
    }
    #expect(free.allSatisfy { $0.album.title == Awkward.rumours.title })
    #expect(realm.model.log.charged(.identify) == 1 + Awkward.albums.count - free.count)
    #expect(realm.model.log.charged(.review) == Awkward.albums.count, "the deluxe one is cached")
    #expect(try #require(realm.musicBrainz.log.smallestGapMilliseconds) >= 1000)
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `two installations of one user keep MusicBrainz's pace together`() throws {
    let one = try Realm()
    let other = try Realm(settings: "musicbrainz-url: \(one.musicBrainz.url)")
    let servers = [try WebServer(one.installation), try WebServer(other.installation)]
    let albums = Awkward.albums.prefix(3)
    for album in albums {
      for realm in [one, other] {
        #expect(try realm.installation.post(try realm.photo(of: album)).status == 303)
      }
    }
    let isDone = try eventually(within: 120_000) {
      try [one, other].allSatisfy { try $0.installation.store().countFinds() == albums.count }
    }
    #expect(isDone)
    extendLifetime(servers)
    #expect(one.musicBrainz.log.refusals.isEmpty, "\(one.musicBrainz.log.refusals)")
    #expect(try #require(one.musicBrainz.log.smallestGapMilliseconds) >= 1000)
  }

  private func expectRight(_ album: KnownAlbum, in realm: Realm) throws {
    let key = AlbumKey(
      artist: album.artist, title: album.saidTitle ?? album.title,
      year: Int(album.firstReleaseDate.prefix(4)))
    let finds = try realm.installation.store().newestFinds(100)
    let find = finds.first { $0.album.key == key }
    #expect(find != nil, "\(album.subject) is not among \(finds.map(\.album.title))")
    guard let find else { return }
    #expect(find.isSure, "\(album.subject)")
    #expect(find.review != nil, "\(album.subject) has no review")
    let hasFront = album.releases.contains(where: \.hasFront)
    #expect((find.album.artwork != nil) == hasFront, "\(album.subject): artwork")
    let page = try realm.installation.text("album/\(find.id)/index.html")
    #expect(page.contains(hasFront ? "-1000.jpg" : "Album art unavailable"))
    let scan = try #require(find.scan)
    let cost = try realm.installation.store().cost(of: scan)
    let isFree = try realm.installation.store().scan(scan)?.isRecognised == true
    #expect((cost > .zero) == !isFree, "\(album.subject) cost \(cost)")
  }

  @Test func `a cover seen before causes no request and costs nothing`() throws {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    let (asked, fetched) = (
      realm.musicBrainz.log.requests.count, realm.archive.log.requests.count
    )
    #expect(try realm.scan(Awkward.backInBlack).exitCode == 0)
    #expect(realm.musicBrainz.log.requests.count == asked)
    #expect(realm.archive.log.requests.count == fetched)
    #expect(realm.model.log.charged(.identify) == 1)
    #expect(realm.model.log.charged(.review) == 1)
    #expect(try realm.installation.store().countFinds() == 2)
  }

  @Test func `the model sees a clean crop and metadata, and nothing is kept there`() throws {
    let realm = try Realm()
    #expect(try realm.scan(Awkward.weezer).exitCode == 0)
    #expect(realm.model.log.privacyFaults.isEmpty)
    let review = try #require(realm.model.log.requests(of: .review).first)
    #expect(review.text.contains("Weezer"))
    let spending = try realm.installation.albumscan(["show", "spending", "--json"])
    #expect(String(decoding: spending.bytes, as: UTF8.self).contains("\"calls\":2"))
  }
}
