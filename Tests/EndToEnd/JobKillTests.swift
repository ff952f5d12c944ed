// kill −9 at every transition of a job that follows a scan. The next worker finishes the job, pays
// for no call twice, and writes the same pages as a build.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct JobKillTests {
  static let moments = [
    "learned:before", "learned:after", "job-corrected:before", "job-corrected:after",
    "job-done:before", "job-done:after",
  ]

  @Test func `a correction continues after its worker is killed`() throws {
    for moment in sampled(Self.moments, 2, of: "kill points of a correction", name: \.self) {
      let (realm, find) = try found()
      let link = Correction.musicBrainz(Awkward.weezer.mbid)
      #expect(try realm.installation.store().correct(find, link, by: .owner, at: now) == .accepted)
      try expectDone(realm, moment)
      #expect(try #require(try realm.find(titled: "Weezer")).id == find, "\(moment)")
      #expect(try realm.installation.store().find(find)?.isSure == true, "\(moment)")
      #expect(realm.model.log.charged(.review) == 0, "\(moment)")
    }
  }

  @Test
  func `a hint makes one call and its album is not sure, whenever the worker dies`()
    throws
  {
    for moment in sampled(Self.moments, 2, of: "kill points of a hint", name: \.self) {
      var answers = ModelAnswers.knowing([Awkward.loudenUpNow])
      answers.identify(
        searchFor: "the lost one",
        as: ModelAnswer(
          """
          {"status":"identified","text_read":"","text_confidence":"low","description":"",\
          "candidates":[{"artist":"!!!","album":"Quieter Than Now","year":2005,\
          "confidence":"high","reason":""}],"genres":[],"record_label":null}
          """))
      let (realm, find) = try found(answers)
      let asked = realm.model.log.charged(.identify)
      let hint = Correction.hint("the lost one")
      #expect(try realm.installation.store().correct(find, hint, by: .owner, at: now) == .accepted)
      try expectDone(realm, moment)
      let other = try #require(try realm.installation.store().find(find))
      #expect(other.album.title == "Quieter Than Now" && !other.isSure, "\(moment)")
      #expect(realm.model.log.charged(.identify) == asked + 1, "\(moment)")
    }
  }

  @Test func `an uploaded picture is stored or still queued, whenever the worker dies`()
    throws
  {
    for moment in ["job-pictured:before", "job-pictured:after"] {
      let (realm, find) = try found()
      let name = "picture.artwork"
      try Files.replace(
        "\(realm.installation.data)/photos/\(name)", with: try Awkward.weezer.photo(),
        durably: false)
      let acceptance = try realm.installation.store()
        .accept(picture: name, for: find, by: .owner, at: now)
      #expect(acceptance == .accepted(replaced: []))
      try expectDone(realm, moment)
      #expect(try realm.installation.store().find(find)?.hasOwnArtwork == true, "\(moment)")
    }
  }

  @Test func `a paid review is not paid for again`() throws {
    for moment in ["call:before", "job-done:before", "job-done:after"] {
      let (realm, find) = try found()
      #expect(try realm.installation.store().enqueue(.review, for: find, by: .owner, at: now))
      try expectDone(realm, moment)
      #expect(realm.model.log.charged(.review) == 1, "\(moment)")
    }
  }

  @Test func `a job that kills its worker every time is given up after three attempts`() throws {
    let (realm, find) = try found()
    let typed = Correction.named(artist: "Weezer", title: "Pinkerton")
    #expect(try realm.installation.store().correct(find, typed, by: .owner, at: now) == .accepted)
    for _ in 0..<3 {
      #expect(
        try realm.installation.albumscan(["work"], kill: "job-corrected:before").exitCode == 137)
    }
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    let notice = try realm.installation.store().find(find)?.job
    #expect(notice?.isUnderWay == false && notice?.topic == .album)
  }

  private var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  private func found(
    _ answers: ModelAnswers = .knowing(Awkward.albums + [Awkward.rumours])
  ) throws -> (Realm, FindID) {
    let realm = try Realm(answers)
    return (realm, try realm.copyFind())
  }

  private func expectDone(_ realm: Realm, _ moment: String) throws {
    let killed = try realm.installation.albumscan(["work"], kill: moment)
    #expect(killed.exitCode == 128 + 9, "\(moment) was not reached")
    #expect(try realm.installation.albumscan(["work"]).exitCode == 0)
    let store = try realm.installation.store()
    #expect(try store.queuedJobs().isEmpty, "\(moment)")
    #expect(try !store.hasStalePages(), "\(moment)")
    #expect(try store.damage() == nil, "\(moment)")
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0, "\(moment)")
  }
}
