// kill −9, and a choice of the user, while the answer of call 1 or an early review is on its way.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct EarlyKillTests {
  static let album = Awkward.loudenUpNow

  private func realm(identify: Int64, review: Int64) throws -> Realm {
    let realm = try Realm()
    realm.model.setLatency(of: .identify, to: Latency(identify, first: 50, candidate: 150))
    realm.model.setLatency(of: .review, to: Latency(review, first: 50))
    return realm
  }

  private func expectFinished(_ realm: Realm, _ scan: ScanID) async throws {
    let (exitCode, seen) = try await realm.watch(scan)
    #expect(exitCode == 0 && seen.last?.state == "complete", "\(seen)")
    #expect(try realm.installation.store().newestFinds(1).first?.review != nil)
    #expect(try realm.installation.store().damage() == nil)
  }

  @Test func `an early review that was written before a kill is not paid again`() async throws {
    let realm = try realm(identify: 1500, review: 200)
    let scan = try realm.accept(Self.album)
    #expect(try await realm.watch(scan, kill: "observed:before").exitCode == 128 + 9)
    try await expectFinished(realm, scan)
    #expect(realm.model.log.charged(.identify) == 1)
    #expect(realm.model.log.charged(.review) == 1)
  }

  @Test func `an early review that a kill interrupts is paid once more at most`() async throws {
    for moment in ["observed:before", "observed:after", "identified:after", "call:after"] {
      let realm = try realm(identify: 600, review: 3000)
      let scan = try realm.accept(Self.album)
      #expect(try await realm.watch(scan, kill: moment).exitCode == 128 + 9, "\(moment)")
      realm.model.setLatency(of: .review, to: Latency(100))
      try await expectFinished(realm, scan)
      #expect(realm.model.log.charged(.identify) == (moment == "call:after" ? 2 : 1), "\(moment)")
      #expect(realm.model.log.charged(.review) == 2, "\(moment)")
    }
  }

  @Test func `a provisional name disappears with the next attempt after a kill`() async throws {
    let realm = try realm(identify: 600, review: 3000)
    let scan = try realm.accept(Self.album)
    let killed = try await realm.watch(scan, kill: "call:after")
    #expect(killed.seen.last?.isProvisional == true, "\(killed.seen)")
    realm.model.setLatency(of: .identify, to: Latency(600))
    let (_, seen) = try await realm.watch(scan)
    #expect(seen.contains { $0.state == "identifying" && $0.title == nil }, "\(seen)")
  }

  @Test func `the user's choice wins over a provisional name`() async throws {
    let realm = try realm(identify: 3000, review: 3000)
    let server = try WebServer(realm.installation)
    let scan = try realm.accept(Self.album)
    var hasChosen = false
    let (exitCode, seen) = try await realm.watch(scan) { status in
      guard status.isProvisional, !hasChosen else { return }
      hasChosen = true
      let answer = try realm.installation.curl(
        ["-H", "Accept: application/json", "-d", "artist=AC/DC&title=Back in Black"],
        "/cgi-bin/albumscan/scans/\(scan)/correct")
      #expect(answer.status == 202, "\(answer.body)")
    }
    _ = server
    #expect(exitCode == 0 && hasChosen, "\(seen)")
    let find = try #require(try realm.installation.store().newestFinds(1).first)
    #expect(find.album.title == "Back in Black" && find.review == nil)
    let calls = try realm.installation.store().callRecords(of: scan)
    #expect(calls.allSatisfy { $0.state == "reserved" } && calls.count == 2, "\(calls)")
  }
}
