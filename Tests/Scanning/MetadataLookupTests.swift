// The results of the metadata lookup for given answers of the services, and the facts that the
// album's row keeps. Tests/EndToEnd compares pictures with the real program.

import Albums
import HTTP
import Host
import Store
import Support
import Testing
import Text

@testable import MusicBrainz
@testable import Photos
@testable import Scanning

@Suite struct MetadataLookupTests {
  let folder: TemporaryFolder
  let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  /// A lookup with played services. MusicBrainz finds `groups` by title and `lookedUp` by MBID. The
  /// archive answers every request with `front`.
  private func lookup(
    _ groups: [String: [String]], front: HTTPResponse = HTTPResponse(status: 400),
    busy: Set<String> = [], lookedUp: [String: String] = [:]
  ) throws -> MetadataLookup {
    let transport = asked.transport { (request) throws(HTTPError) in
      if request.url.contains("caa.test") { return front }
      if busy.contains(where: { request.url.contains($0.percentEncoded) }) { throw .connect }
      if let body = lookedUp.first(where: { request.url.contains("/\($0.key)?") })?.value {
        return HTTPResponse(status: 200, body: Array(body.utf8))
      }
      if request.url.contains("?inc=") { return HTTPResponse(status: 404) }
      let isGroups = request.url.contains("/release-group?")
      let found = groups.first {
        isGroups && request.url.contains("%22\($0.key.percentEncoded)%22")
      }
      let list = (found?.value ?? []).joined(separator: ",")
      return HTTPResponse(
        status: 200, body: Array("{\"release-groups\":[\(list)],\"releases\":[]}".utf8))
    }
    return MetadataLookup(
      musicBrainz: try MusicBrainz(transport, in: folder),
      archive: CoverArtArchive(
        transport: transport, url: "http://caa.test",
        destination: .configured(host: "caa.test", port: 80)),
      artworkKeeping: ArtworkKeeping(
        photoProgram: PhotoProgram(path: folder.file("none")), folder: folder.path),
      log: LogFile(path: folder.file("log")), now: { Timestamp(milliseconds: 0) })
  }

  private static func group(_ number: Int, _ title: String, _ year: String) -> String {
    MusicBrainzTests.group(number, title, "Can", year: year)
  }

  private static let tagoMago = Album(artist: "Can", title: "Tago Mago", genres: ["Krautrock"])

  @Test func `an album MusicBrainz has is confirmed, and nothing is missing`() async throws {
    let lookedUp = try await lookup(["Tago Mago": [Self.group(1, "Tago Mago", "1971-02")]])
      .lookedUp([Self.tagoMago], crop: [], for: "scan x")
    #expect(lookedUp.group?.id == MusicBrainzTests.id(1) && lookedUp.year == 1971)
    #expect(
      lookedUp.registration == .agrees && !lookedUp.isIncomplete && lookedUp.isUnknown == false)
  }

  @Test func `an album MusicBrainz does not have is not confirmed, and nothing is missing`()
    async throws
  {
    let lookedUp = try await lookup([:]).lookedUp([Self.tagoMago], crop: [], for: "scan x")
    #expect(lookedUp.registration == .unknown && !lookedUp.isIncomplete)
    #expect(await asked.requests.count == 3)
  }

  @Test func `an unreachable MusicBrainz confirms nothing, and is retried later`() async throws {
    let lookedUp = try await lookup([:], busy: ["Tago Mago"])
      .lookedUp([Self.tagoMago], crop: [], for: "scan x")
    #expect(lookedUp.registration == .notAsked)
    #expect(lookedUp.missing == [.musicBrainz, .artwork])
    let log = try folder.text("log")
    #expect(log.contains("scan x") && log.contains("musicbrainz"))
  }

  /// The archive's answer, and whether a later job requests the picture again.
  static let fronts: [(front: HTTPResponse, missing: Set<Refill>)] = [
    (HTTPResponse(status: 404), []), (HTTPResponse(status: 400), []),
    (HTTPResponse(status: 500), [.artwork]), (HTTPResponse(status: 503), [.artwork]),
    (HTTPResponse(status: 200, body: Array("<html>".utf8)), [.artwork]),
  ]

  @Test(arguments: fronts) func `only data that may come later is missing and requested again`(
    front: HTTPResponse, missing: Set<Refill>
  ) async throws {
    let groups = ["Tago Mago": [Self.group(1, "Tago Mago", "1971")]]
    let lookup = try lookup(groups, front: front)
    let lookedUp = await lookup.lookedUp([Self.tagoMago], crop: [], for: "scan x")
    #expect(lookedUp.missing == missing)
    #expect(lookedUp.registration == .agrees && lookedUp.artwork == nil)
    let before = await asked.requests.count
    _ = await lookup.lookedUp([Self.tagoMago], crop: [], for: "scan y")
    #expect(await (asked.requests.count == before) == missing.isEmpty)
  }

  @Test func `several albums of one name are offered, and none of them is certain`() async throws {
    let groups = [
      "Can": [
        Self.group(1, "Can", "1979"), Self.group(2, "Can", "1969"), Self.group(3, "Can", "1989"),
      ]
    ]
    let can = Album(artist: "Can", title: "Can", genres: ["Krautrock"])
    let open = try await lookup(groups).lookedUp([can], crop: [], for: "scan x")
    #expect(open.isAmbiguous && open.registration == .ambiguous && open.year == 1969)
    #expect(open.others.map(\.year) == [1979, 1989])
    var dated = can
    dated.year = 1980
    let told = try await lookup(groups).lookedUp([dated], crop: [], for: "scan x")
    #expect(
      told.registration == .agrees && told.year == 1979 && told.others.map(\.year) == [1989, 1969])
  }

  @Test func `of several candidates the first one MusicBrainz has is taken, and is not certain`()
    async throws
  {
    let groups = ["Soon Over Babaluma": [Self.group(4, "Soon Over Babaluma", "1974")]]
    let candidates = ["Tago Magic", "Soon Over Babaluma", "Ege Bamyasi"].map {
      Album(artist: "Can", title: $0, genres: ["Krautrock"])
    }
    let lookedUp = try await lookup(groups).lookedUp(candidates, crop: [], for: "scan x")
    #expect(lookedUp.index == 1 && lookedUp.group?.id == MusicBrainzTests.id(4))
    #expect(lookedUp.registration != .agrees)
    #expect(
      await asked.requests.filter { $0.url.contains("query=") && !$0.url.contains("rgid") }.count
        == 2)
    let sure = try await lookup(["Tago Mago": [Self.group(1, "Tago Mago", "1971")]])
      .lookedUp([Self.tagoMago] + candidates, crop: [], for: "scan x")
    #expect(sure.index == 0 && sure.registration == .agrees)
  }

  // MARK: With the database

  private func stage(_ lookup: MetadataLookup) throws -> LookupStage {
    LookupStage(lookup: lookup, database: try database())
  }

  private func database() throws -> DatabaseActor {
    DatabaseActor(try Store.openUpgrading(folder.file("albums.db")))
  }

  @Test func `the album of a pasted link is stored with all known facts`() async throws {
    let id = MusicBrainzLookUpTests.id
    let lookup = try lookup([:], lookedUp: [id: MusicBrainzLookUpTests.release(id)])
    let found = try await stage(lookup).album(of: .release(id), crop: [], for: "job 1")
    let pasted = try #require(found)
    #expect(pasted.album.artist == "Can" && pasted.album.title == "Tago Mago")
    #expect(pasted.album.year == 1971 && pasted.album.genres.first == "Post-Rock")
    #expect(pasted.registration == .agrees && pasted.missing.isEmpty && pasted.others.isEmpty)
    let sources = try await database().with { (store) throws(StoreError) in
      try store.sources(of: pasted.id)
    }
    #expect(sources == AlbumSources(releaseGroup: MusicBrainzLookUpTests.other, release: id))
    let again = try await stage(lookup).album(of: .release(id), crop: [], for: "job 2")
    #expect(again?.id == pasted.id)
    let unknown = MusicBrainzReference.either(MusicBrainzLookUpTests.other)
    #expect(try await stage(lookup).album(of: unknown, crop: [], for: "job 3") == nil)
  }

  @Test func `a refill requests the known release group, and no data that is stored`()
    async throws
  {
    let id = MusicBrainzLookUpTests.id
    let lookup = try lookup(
      [:], lookedUp: [id: MusicBrainzLookUpTests.group(id, "Tago Mago")])
    let database = try database()
    let album = try await database.with { (store) throws(StoreError) in
      let album = try store.keep(Self.tagoMago)
      return try store.learn(Self.tagoMago, as: album, from: AlbumSources(releaseGroup: id))
    }
    let refilled = try await stage(lookup).refilled(album, crop: [], for: "job 1")
    #expect(refilled?.id == album && refilled?.registration == .agrees)
    #expect(refilled?.album.year == 1971)
    let urls = await asked.requests.map(\.url)
    #expect(urls.first?.contains("/release-group/\(id)?inc=") == true)
    #expect(!urls.contains { $0.contains("releasegroup%3A") })
    var whole = Self.tagoMago
    whole.artwork = Artwork(digest: String(repeating: "a", count: 64))
    let learned = whole
    _ = try await database.with { (store) throws(StoreError) in
      try store.learn(learned, as: album)
    }
    let count = await asked.requests.count
    #expect(try await stage(lookup).refilled(album, crop: [], for: "job 2")?.missing == [])
    #expect(await asked.requests.count == count)
    _ = try await stage(lookup.with(priority: .background, asksAgain: true))
      .refilled(album, crop: [], for: "job 4", again: true)
    #expect(await asked.requests.count > count, "a refresh asks although all data is stored")
    #expect(try await stage(lookup).refilled(999, crop: [], for: "job 3") == nil)
  }

  @Test func `an album that equals another stored album becomes that album`() async throws {
    let groups = ["Can": [Self.group(1, "Can", "1979")]]
    let lookup = try lookup(groups)
    let (known, open) = try await database().with {
      (store) throws(StoreError) in
      let dated = Album(artist: "Can", title: "Can", year: 1979, recordLabel: "Harvest")
      return (try store.keep(dated), try store.keep(Album(artist: "Can", title: "Can")))
    }
    let refilled = try await stage(lookup).refilled(open, crop: [], for: "job 1")
    #expect(refilled?.id == known && refilled?.album.recordLabel == "Harvest")
  }

  // MARK: Facts in the album's row

  private static func lookedUp(_ change: (inout LookedUp) -> Void) throws -> LookedUp {
    var lookedUp = LookedUp()
    lookedUp.group = GroupChoiceTests.group("g", 1994)
    lookedUp.year = 1994
    lookedUp.release = "r"
    lookedUp.artwork = Artwork(digest: String(repeating: "a", count: 64))
    lookedUp.fingerprint = [2, 1]
    change(&lookedUp)
    return lookedUp
  }

  @Test func `known facts stay, and missing facts are added`() throws {
    let lookedUp = try Self.lookedUp {
      $0.group = ReleaseGroup(
        id: "g", artist: "CAN", title: "Tago Mago", year: 1971, isAlbum: true, likeness: 1)
      ($0.year, $0.recordLabel, $0.genres) = (1971, "Spoon", ["Rock"])
    }
    let open = lookedUp.learning(Album(artist: "Can", title: "Tago mago (Deluxe)"), from: nil)
    #expect(open.album.title == "Tago Mago" && open.album.artist == "CAN")
    #expect(open.album.year == 1971 && open.album.recordLabel == "Spoon")
    #expect(open.album.genres == ["Rock"] && open.album.artwork == lookedUp.artwork)
    #expect(open.fingerprint == [2, 1])
    #expect(
      open.sources
        == AlbumSources(releaseGroup: "g", release: "r", artwork: LookupStage.archive))
    let known = Album(
      artist: "Can", title: "Tago Mago", year: 1972, genres: ["Krautrock"],
      recordLabel: "United Artists", artwork: Artwork(digest: String(repeating: "b", count: 64)))
    let kept = lookedUp.learning(known, from: AlbumSources())
    #expect(kept.album.year == 1972 && kept.album.genres == ["Krautrock"])
    #expect(kept.album.recordLabel == "United Artists" && kept.album.artwork == known.artwork)
    #expect(kept.fingerprint == nil && kept.sources.artwork == nil)
  }

  @Test func `if only the year distinguishes albums, MusicBrainz' year counts`() throws {
    let weezer = Album(artist: "Weezer", title: "Weezer", year: 1995)
    #expect(try Self.lookedUp { _ in }.learning(weezer, from: nil).album.key.text.hasSuffix("1994"))
    #expect(
      try Self.lookedUp { $0.year = nil }.learning(weezer, from: nil).album.year == 1995)
  }

  /// `present` has the sources of the present picture. `isAmbiguous` says whether the new group is
  /// uncertain, `isTaken` whether its picture replaces the present picture.
  static let pictures: [(present: AlbumSources, isAmbiguous: Bool, isTaken: Bool)] = [
    (AlbumSources(), false, false), (AlbumSources(artwork: "cover-art-archive"), false, true),
    (AlbumSources(artwork: "cover-art-archive"), true, false),
    (AlbumSources(releaseGroup: "g", artwork: "cover-art-archive"), false, false),
    (AlbumSources(releaseGroup: "h", artwork: "cover-art-archive"), false, true),
  ]

  @Test func `a picture of an ambiguous group is replaced, a catalogue's is not`() throws {
    let own = Artwork(digest: String(repeating: "b", count: 64))
    let weezer = Album(artist: "Weezer", title: "Weezer", year: 1994, artwork: own)
    for row in Self.pictures {
      let lookedUp = try Self.lookedUp { $0.isAmbiguous = row.isAmbiguous }
      let learning = lookedUp.learning(weezer, from: row.present)
      #expect((learning.album.artwork == lookedUp.artwork) == row.isTaken, "\(row)")
      #expect((learning.sources.releaseGroup == nil) == row.isAmbiguous)
    }
  }

  /// A refresh replaces a picture of the archive. A picture of a catalogue has no source and stays.
  @Test(arguments: ["cover-art-archive", nil])
  func `a refresh takes the archive's new picture, and keeps a catalogue's`(source: String?) throws
  {
    let own = Artwork(digest: String(repeating: "b", count: 64))
    let weezer = Album(artist: "Weezer", title: "Weezer", year: 1994, artwork: own)
    let present = AlbumSources(releaseGroup: "g", artwork: source)
    let lookedUp = try Self.lookedUp { _ in }
    #expect(lookedUp.learning(weezer, from: present).album.artwork == own)
    let refreshed = lookedUp.learning(weezer, from: present, again: true)
    #expect((refreshed.album.artwork == lookedUp.artwork) == (source != nil))
    let none = try Self.lookedUp { $0.artwork = nil }
    #expect(none.learning(weezer, from: present, again: true).album.artwork == own)
  }

  @Test func `only a background job's requests let those of scans go first`() {
    let kinds: [JobKind] = JobKind.allCases.filter { Pace.Priority(of: $0) == .background }
    #expect(kinds == [.refill, .tracks, .importedReview, .publish])
  }

  @Test func `a background lookup sends nothing while another process has a waiting request`()
    async throws
  {
    let lookup = try lookup(["Tago Mago": [Self.group(1, "Tago Mago", "1971-02")]])
    guard let mark = try Lock.takeShared(folder.file("pace.waiting")) else {
      Issue.record("the lock is not free")
      return
    }
    let background = Task {
      await lookup.with(priority: .background).lookedUp([Self.tagoMago], crop: [], for: "refill 1")
    }
    try await Task.sleep(for: .milliseconds(200))
    #expect(await asked.requests.isEmpty)
    _ = consume mark
    #expect(await background.value.registration == .agrees)
  }
}
