// kill −9 at every transition of a scan with services. No call is paid twice, except one call whose
// answer was not committed.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ServiceKillTests {
  static let moments =
    ["identifying", "cropped", "observed", "identified", "reviewing", "complete", "photo"].flatMap {
      ["\($0):before", "\($0):after"]
    } + ["call:before"]

  @Test func `a worker killed outside a call pays for nothing twice`() throws {
    for _ in 0..<(Environment.isTorture ? 2 : 1) { try killEverywhere() }
  }

  private func killEverywhere() throws {
    for moment in sampled(Self.moments, 4, of: "kill points of a scan with services", name: \.self)
    {
      let realm = try Realm()
      let id = try realm.accept(Awkward.loudenUpNow)
      #expect(
        try realm.installation.albumscan(["work"], kill: moment).exitCode == 128 + 9, "\(moment)")
      try expectFinished(realm, id, after: moment)
      // The review runs at the same time as other stages, so the kill can hit the time between its
      // answer and the commit.
      #expect(realm.model.log.charged(.identify) == 1, "\(moment)")
      #expect(realm.model.log.charged(.review) <= 2, "\(moment)")
    }
  }

  @Test func `a worker killed between answer and commit pays for one call more at most`() throws {
    let realm = try Realm()
    let id = try realm.accept(Awkward.loudenUpNow)
    #expect(try realm.installation.albumscan(["work"], kill: "call:after").exitCode == 128 + 9)
    try expectFinished(realm, id, after: "call:after")
    #expect(realm.model.log.charged(.identify) == 2)
    // The early review is open at the kill, so its answer may be lost, too.
    #expect((1...2).contains(realm.model.log.charged(.review)))
  }

  @Test func `a worker killed at call 2 has call 1 kept, and pays for one call more at most`()
    throws
  {
    let album = Awkward.loudenUpNow
    for moment in ["observed:before", "observed:after"] {
      var answers = ModelAnswers.knowing([album])
      answers.identify(
        album, as: ModelAnswer(album.identification(status: "search_needed")),
        searched: ModelAnswer(album.identification))
      let realm = try Realm(answers)
      let id = try realm.accept(album)
      #expect(try realm.installation.albumscan(["work"], kill: moment).exitCode == 128 + 9)
      try expectFinished(realm, id, after: moment)
      #expect(realm.model.log.charged(.identify) == 1, "\(moment)")
      #expect(realm.model.log.charged(.identifySearched) == 1, "\(moment)")
    }
  }

  private func expectFinished(_ realm: Realm, _ id: ScanID, after moment: String) throws {
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    let store = try realm.installation.store()
    #expect(try store.scan(id)?.state == .complete, "\(moment)")
    #expect(try store.countFinds() == 1, "\(moment)")
    #expect(try store.newestFinds(1).first?.review != nil, "\(moment)")
    #expect(try store.damage() == nil, "\(moment)")
    #expect(try realm.installation.photos.isEmpty, "\(moment)")
  }
}
