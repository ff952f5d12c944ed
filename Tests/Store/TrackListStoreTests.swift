// The tracks of albums in the database, and the jobs that fetch them.

import Albums
import Support
import Testing

@testable import Store

@Suite struct TrackListStoreTests {
  private let fixture: StoreFixture
  private let tago = Album(artist: "Can", title: "Tago Mago", year: 1971)
  private let now = StoreFixture.time(100)

  init() throws { fixture = try StoreFixture() }

  private func list(_ release: String, _ titles: String...) -> StoredTracks {
    StoredTracks(
      release: release, text: "=\n" + titles.map { "A\t1000\t\($0)\n" }.joined())
  }

  /// A history with a find of an album whose release group is known.
  private func history(_ store: borrowing Store) throws -> Int64 {
    try store.importCover(
      of: tago, review: nil, fingerprint: [2, 1], name: "1.jpg", at: StoreFixture.time(0))
    try fixture.complete(1, at: StoreFixture.time(0), in: store)
    let id = try store.albumID(of: tago.key)
    let album = try #require(id)
    _ = try store.learn(tago, as: album, from: AlbumSources(releaseGroup: "g"))
    try store.markAllWritten()
    return album
  }

  private func queued(_ store: borrowing Store) throws -> [JobRequest] {
    try store.queuedJobs().map(\.request)
  }

  @Test func `an album of the history gets one job for its tracks`() throws {
    let store = try fixture.open()
    let album = try history(store)
    #expect(try store.queueTracks(at: now) == 1)
    #expect(try store.queueTracks(at: now) == 0)
    #expect(try queued(store) == [.tracks(album: album)])
    let wanted = try #require(try store.untracked(album))
    #expect(wanted == UntrackedAlbum(releaseGroup: "g", release: nil))
    let tracks = list("r", "Paperhouse", "Mushroom")
    try store.keep(tracks, of: wanted, as: album)
    #expect(try store.tracks(of: album) == tracks)
    #expect(try store.find(StoreFixture.find(1))?.tracks == tracks)
    #expect(try store.newestFinds(1).first?.tracks == tracks)
    #expect(try store.hasStalePages() && store.untracked(album) == nil)
  }

  @Test
  func `an album without a release group, a find or tracks at MusicBrainz gets no further job`()
    throws
  {
    let store = try fixture.open()
    let album = try history(store)
    _ = try store.keep(Album(artist: "Neu!", title: "Neu! 75"))
    let other = Album(artist: "Faust", title: "Faust IV")
    let faust = try store.keep(other)
    _ = try store.learn(other, as: faust, from: AlbumSources(releaseGroup: "h"))
    #expect(try store.queueTracks(at: now) == 1)
    let wanted = try #require(try store.untracked(album))
    try store.keep(nil, of: wanted, as: album)
    #expect(try store.tracks(of: album) == nil && store.untracked(album) == nil)
    #expect(try !store.hasStalePages(), "nothing changes on the page")
  }

  @Test func `a deleted find needs no tracks until it is back`() throws {
    let store = try fixture.open()
    _ = try history(store)
    #expect(try store.delete(StoreFixture.find(1), at: now))
    #expect(try store.queueTracks(at: now) == 0)
    #expect(try store.undelete(StoreFixture.find(1), at: now))
    #expect(try store.queueTracks(at: now) == 1)
  }

  @Test func `another edition gets its own tracks, and late tracks of the former one are dropped`()
    throws
  {
    let store = try fixture.open()
    let album = try history(store)
    let former = try #require(try store.untracked(album))
    try store.keep(list("r", "old"), of: former, as: album)
    _ = try store.learn(tago, as: album, from: AlbumSources(releaseGroup: "g", release: "s"))
    let wanted = try #require(try store.untracked(album))
    #expect(wanted.release == "s")
    try store.keep(list("q", "late"), of: former, as: album)
    #expect(try store.tracks(of: album)?.release == "r", "the page keeps the former list meanwhile")
    try store.keep(list("s", "new"), of: wanted, as: album)
    #expect(try store.tracks(of: album)?.release == "s")
    _ = try store.learn(tago, as: album, from: AlbumSources(releaseGroup: "g", release: "s"))
    #expect(try store.untracked(album) == nil, "the same edition")
  }

  @Test func `a job that failed is queued again after a day`() throws {
    let store = try fixture.open()
    let album = try history(store)
    #expect(try store.queueTracks(at: now) == 1)
    let job = try #require(try store.claimJob(of: [.tracks], at: now))
    #expect(job.request == .tracks(album: album) && job.item == nil && job.find == nil)
    try store.fail(job, .musicBrainzDown, at: now)
    #expect(try store.queueTracks(at: now.advanced(byMilliseconds: 3_600_000)) == 0)
    #expect(try store.queueTracks(at: now.advanced(byMilliseconds: 25 * 3_600_000)) == 1)
  }

  @Test func `the newest find's album comes first`() throws {
    let store = try fixture.open()
    for (number, title) in [(UInt8(1), "Old"), (2, "New")] {
      let album = Album(artist: "Can", title: title)
      let id = try store.keep(album)
      _ = try store.learn(album, as: id, from: AlbumSources(releaseGroup: "g\(number)"))
      _ = try store.add(
        album, status: nil, isCopy: false, by: .owner, at: StoreFixture.time(Int64(number)))
    }
    #expect(try store.queueTracks(at: now) == 2)
    let titles = try queued(store).compactMap { request -> String? in
      if case .tracks(let album) = request { try store.album(album)?.title } else { nil }
    }
    #expect(titles == ["New", "Old"])
  }
}
