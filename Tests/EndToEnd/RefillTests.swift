// An automatic job later fetches the data that a service did not return during the scan. A person may
// also ask for the artwork again.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct RefillTests {
  private var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  @Test func `a refill adds the artwork, makes the find sure, and costs nothing`() throws {
    let realm = try Realm()
    realm.musicBrainz.order(.notFound, .always)
    #expect(try realm.scan(Awkward.loudenUpNow).exitCode == 0)
    let find = try #require(try realm.find(titled: Awkward.loudenUpNow.title))
    #expect(find.album.artwork == nil)
    let paid = realm.model.log.requests.count
    try realm.installation.store().enqueueRefill(for: find.id, by: .owner, at: now)
    // The job waits a minute. No worker runs during this minute.
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    #expect(try realm.installation.store().queuedJobs().map(\.request) == [.refill])
    realm.musicBrainz.clearOrders()
    try refillNow(realm, find.id)
    let filled = try #require(try realm.installation.store().find(find.id))
    #expect(filled.album.artwork != nil && filled.isSure && filled.agreement == .same)
    #expect(try realm.installation.text("album/\(find.id)/index.html").contains("-1000.jpg"))
    #expect(realm.model.log.requests.count == paid)
    #expect(try realm.installation.store().queuedJobs().isEmpty)
  }

  @Test func `a visit to the camera page starts a worker for a due refill`() throws {
    let realm = try Realm()
    realm.musicBrainz.order(.notFound, .always)
    #expect(try realm.scan(Awkward.loudenUpNow).exitCode == 0)
    let find = try #require(try realm.find(titled: Awkward.loudenUpNow.title)).id
    realm.musicBrainz.clearOrders()
    try putOffRefill(realm, find)
    let server = try WebServer(realm.installation)
    let answer = try realm.installation.curl(
      ["-H", "Accept: application/json"], "/cgi-bin/albumscan/session")
    #expect(answer.status == 200)
    #expect(try eventually { try realm.installation.store().find(find)?.album.artwork != nil })
    extendLifetime(server)
  }

  @Test func `a refill that fails comes again three times at most`() throws {
    let realm = try Realm()
    realm.musicBrainz.order(.notFound, .always)
    #expect(try realm.scan(Awkward.loudenUpNow).exitCode == 0)
    let find = try #require(try realm.find(titled: Awkward.loudenUpNow.title)).id
    try refillNow(realm, find)
    let next = try #require(try realm.installation.store().queuedJobs().first)
    let hour: Int64 = 3_600_000
    #expect((hour - 30_000...hour).contains(next.nextAttempt.milliseconds - now.milliseconds))
    #expect(try realm.installation.store().find(find)?.job == nil)
  }

  @Test func `the form of the page asks for missing artwork again, and the page shows the job`()
    throws
  {
    let realm = try Realm()
    realm.musicBrainz.order(.notFound, .always)
    #expect(try realm.scan(Awkward.loudenUpNow).exitCode == 0)
    let find = try #require(try realm.find(titled: Awkward.loudenUpNow.title)).id
    let server = try WebServer(realm.installation)
    func page() throws -> String { try realm.installation.text("album/\(find)/index.html") }
    func ask() throws -> Int {
      let address = "/cgi-bin/albumscan/finds/\(find)/artwork"
      return try realm.installation.curl(["-d", "refresh=1"], address).status
    }
    #expect(try page().contains("Look for the artwork again"))
    #expect(try ask() == 303)
    #expect(try eventually { try page().contains("AlbumScan tries again by itself.") })
    realm.musicBrainz.clearOrders()
    #expect(try ask() == 303)
    #expect(try eventually { try page().contains("-1000.jpg") })
    let isSettled = try eventually {
      try realm.installation.store().jobNotice(of: find) == nil
        && !page().contains("tries again by itself")
    }
    #expect(isSettled)
    extendLifetime(server)
  }

  private func refillNow(_ realm: Realm, _ find: FindID) throws {
    try putOffRefill(realm, find)
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
  }

  /// Ends the queued refill. Queues another refill with a time more than a minute ago, so that it
  /// is due.
  private func putOffRefill(_ realm: Realm, _ find: FindID) throws {
    let then = now.advanced(byMilliseconds: -70_000)
    let store = try realm.installation.store()
    for job in try store.queuedJobs() where job.request == .refill {
      let claim = try #require(try store.claimJob(of: JobKind.afterScan, at: job.nextAttempt))
      try store.complete(claim, at: then)
    }
    try store.enqueueRefill(for: find, by: .owner, at: then)
  }
}
