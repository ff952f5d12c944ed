// The tracks of an album, from MusicBrainz to its page: beside the review of a scan, and by a job of their own.

import Albums
import Host
import Services
import Store
import Support
import Testing
import Tracks

@Suite(.serialized) struct TrackJobTests {
  private func found() throws -> (Realm, FindID) {
    let realm = try Realm()
    return (realm, try realm.copyFind())
  }

  /// Takes the tracks of all albums away, and the stored answers of MusicBrainz.
  private func forgetTracks(_ realm: Realm) throws {
    _ = try realm.installation.sqlite(
      "DELETE FROM track_lists; DELETE FROM answers; UPDATE albums SET is_tracked = 0")
  }

  private func trackJobs(_ realm: Realm) throws -> [String] {
    try realm.installation.sqlite("SELECT state FROM jobs WHERE kind = 'tracks' ORDER BY id")
      .split(separator: "\n").map(String.init)
  }

  private func expectTracks(_ realm: Realm, _ find: FindID, _ comment: Comment? = nil) throws {
    let store = try realm.installation.store()
    let tracks = try #require(try store.find(find)?.tracks?.list, comment)
    #expect(tracks.tracks.first?.title == "Pardon My Freedom", comment)
    let page = try realm.installation.text("album/\(find)/index.html")
    #expect(page.contains("<li id=\"track-1\" class=\"key\">"), comment)
    #expect(page.contains("<a href=\"#track-1\"><bdi>Pardon My Freedom</bdi></a>"), comment)
    #expect(try store.queuedJobs().isEmpty && !store.hasStalePages(), comment)
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0, comment)
  }

  @Test func `a scan with a review has the tracks when it ends, and needs no job`() throws {
    let (realm, find) = try found()
    try expectTracks(realm, find)
    #expect(try trackJobs(realm).isEmpty)
    // The key tracks are checked, and spelled as on the record.
    let page = try realm.installation.text("album/\(find)/index.html")
    #expect(page.contains("Me and Giuliani Down by the School Yard (A True Story)"))
  }

  @Test func `an album without tracks gets them from a job, whenever the worker dies`() throws {
    for moment in ["job-tracked:before", "job-tracked:after"] {
      let (realm, find) = try found()
      try forgetTracks(realm)
      let killed = try realm.installation.albumscan(["work"], kill: moment)
      #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
      #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
      try expectTracks(realm, find, "\(moment)")
      #expect(try trackJobs(realm) == ["done"], "\(moment)")
      #expect(realm.model.log.requests.isEmpty && realm.musicBrainz.log.refusals.isEmpty)
    }
  }

  static let faults: [Fault] = [.busy, .serverError, .garbage, .cutOff(afterBytes: nil), .reset]

  @Test(arguments: faults)
  func `trouble at MusicBrainz leaves the page as it is, and the tracks come later`(fault: Fault)
    throws
  {
    let (realm, find) = try found()
    try forgetTracks(realm)
    #expect(try realm.installation.albumscan(["build"]).exitCode == 0)
    let before = try realm.installation.text("album/\(find)/index.html")
    #expect(!before.contains("track-list"))
    realm.musicBrainz.order(fault, .always)
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    #expect(try realm.installation.text("album/\(find)/index.html") == before)
    #expect(try realm.installation.store().find(find)?.job == nil, "no page shows the job")
    #expect(try trackJobs(realm) == ["queued"])
    realm.musicBrainz.clearOrders()
    _ = try realm.installation.sqlite("UPDATE jobs SET next_attempt = 0 WHERE state = 'queued'")
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    try expectTracks(realm, find)
  }

  @Test func `an album that MusicBrainz does not know any more has no tracks and no further job`()
    throws
  {
    let (realm, find) = try found()
    try forgetTracks(realm)
    realm.musicBrainz.order(.notFound, .always)
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    #expect(try trackJobs(realm) == ["done"])
    let store = try realm.installation.store()
    #expect(try store.find(find)?.tracks == nil && store.queuedJobs().isEmpty)
  }

  @Test func `a corrected find has the tracks of its new album`() throws {
    let (realm, find) = try found()
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    let link = Correction.musicBrainz(Awkward.backInBlack.mbid)
    #expect(try realm.installation.store().correct(find, link, by: .owner, at: now) == .accepted)
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    let page = try realm.installation.text("album/\(find)/index.html")
    #expect(page.contains("Side A") && page.contains("<bdi>Hells Bells</bdi>"))
    #expect(!page.contains("Pardon My Freedom"))
  }

  @Test func `an export and a backup carry the tracks into another installation without a request`()
    throws
  {
    let (realm, find) = try found()
    let tracks = try #require(try realm.installation.store().find(find)?.tracks)
    for (write, read, name) in [("export", "import", "log.zip"), ("backup", "restore", "log.tar")] {
      let file = realm.installation.folder.file(name)
      #expect(try realm.installation.albumscan([write, file]).exitCode == 0, "\(write)")
      let other = try Realm()
      let words = read == "restore" ? [read, file, "--replace"] : [read, file]
      #expect(try other.installation.albumscan(words).exitCode == 0, "\(read)")
      #expect(try other.installation.albumscan(["work"]).exitCode == 0, "\(read)")
      #expect(try other.installation.store().find(find)?.tracks == tracks, "\(read)")
      let page = try other.installation.text("album/\(find)/index.html")
      #expect(page.contains("<li id=\"track-1\" class=\"key\">"), "\(read)")
      #expect(try trackJobs(other).isEmpty, "\(read)")
      #expect(other.musicBrainz.log.requests.isEmpty, "\(read)")
    }
  }

  @Test func `damaged tracks leave the page without a list and stop an export with the reason`()
    throws
  {
    let (realm, find) = try found()
    _ = try realm.installation.sqlite("UPDATE track_lists SET tracks = 'x'")
    #expect(try realm.installation.albumscan(["build"]).exitCode == 0)
    #expect(try !realm.installation.text("album/\(find)/index.html").contains("track-list"))
    let told = try realm.installation.told(["export", realm.installation.folder.file("log.zip")])
    #expect(told.code != 0 && told.text.contains("the tracks of release"), "\(told.text)")
  }
}
