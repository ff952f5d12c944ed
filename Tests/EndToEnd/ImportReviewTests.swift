// Reviews of imported albums. The host requests them with the import. The worker writes them in the
// background, after the lookup and within half of the cap.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ImportReviewTests {
  static let albums = [Awkward.backInBlack, Awkward.loudenUpNow]

  private func table(in realm: Realm) throws -> String {
    let rows = Self.albums.enumerated().map { "\($1.artist),\($1.title),\($0 + 1)\r\n" }.joined()
    return try realm.installation.folder.write(
      "Artist,Title,release_id\r\n" + rows, to: "collection.csv")
  }

  private var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  @Test func `reviews follow the lookups, each album gets one, and nothing is paid for twice`()
    throws
  {
    let realm = try Realm()
    let installation = realm.installation
    let imported = try installation.told(["import", try table(in: realm), "--reviews"])
    #expect(imported.code == 0 && imported.text.contains("2 reviews by"), "\(imported.text)")
    // The lookups run before the reviews.
    #expect(try installation.store().queuedJobs().map(\.request) == [.refill, .refill])
    #expect(realm.model.log.requests.isEmpty)
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(realm.model.log.charged(.review) == 2)
    for album in Self.albums {
      let find = try #require(try realm.find(titled: album.title))
      #expect(find.review != nil && find.album.artwork != nil && find.unreviewed == nil)
      let asked = try #require(
        realm.model.log.requests(of: .review).first { $0.text.contains(album.title) })
      // The model gets the facts of MusicBrainz.
      #expect(asked.text.lowercased().contains(album.genres[0]))
    }
    let store = try installation.store()
    #expect(try store.queuedJobs().isEmpty && !store.hasStalePages())
    #expect(
      try installation.albumscan(["import", try table(in: realm), "--reviews"]).exitCode == 0)
    #expect(try installation.store().queuedJobs().isEmpty)
    #expect(try installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `without the option, no review is asked for`() throws {
    let realm = try Realm()
    #expect(try realm.installation.albumscan(["import", try table(in: realm)]).exitCode == 0)
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    #expect(realm.model.log.requests.isEmpty)
  }

  @Test func `the dry run says how many reviews there are and what they can cost`() throws {
    let realm = try Realm()
    let file = try table(in: realm)
    let told = try realm.installation.told(["import", file, "--dry-run", "--reviews"])
    #expect(told.code == 0 && told.text.contains("2 reviews by"), "\(told.text)")
    #expect(told.text.contains("at most") && told.text.contains("$"))
    let json = try realm.installation.albumscan(
      ["import", file, "--dry-run", "--reviews", "--json"])
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text.contains(#""reviews":2"#) && text.contains(#""mostCost":0."#), "\(text)")
    #expect(try realm.installation.store().countFinds() == 0)
  }

  @Test func `without a model, the option is refused before anything is imported`() throws {
    let installation = try Installation()
    let file = try installation.folder.write(
      "Artist,Title,release_id\r\nA,T,1\r\n", to: "collection.csv")
    #expect(try installation.told(["import", file, "--reviews"]).code == 2)
    #expect(try installation.store().countFinds() == 0)
  }

  @Test func `a review that the cap does not admit waits until the next month`()
    throws
  {
    let realm = try Realm(settings: "monthly-cap: 0")
    let installation = realm.installation
    #expect(
      try installation.albumscan(["import", try table(in: realm), "--reviews"]).exitCode == 0)
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(realm.model.log.charged(.review) == 0)
    let jobs = try installation.store().queuedJobs()
    #expect(jobs.map(\.request) == [.importedReview, .importedReview])
    let store = try installation.store()
    let next = store.zone.start(of: store.zone.month(of: now).next)
    #expect(jobs.allSatisfy { $0.nextAttempt >= next })
    let find = try #require(try realm.find(titled: Awkward.backInBlack.title))
    #expect(find.job == nil && find.unreviewed == nil, "the page of the find says nothing")
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(try installation.store().queuedJobs().map(\.id) == jobs.map(\.id))
  }

  @Test func `an undo withdraws the reviews that are not written yet`() throws {
    let realm = try Realm()
    let installation = realm.installation
    #expect(
      try installation.albumscan(["import", try table(in: realm), "--reviews"]).exitCode == 0)
    #expect(try installation.albumscan(["import", "--undo", "1"]).exitCode == 0)
    #expect(try installation.store().queuedJobs().isEmpty)
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(realm.model.log.requests.isEmpty)
  }
}
