// The commands that SystemCallTests disturbs: one for each kind of work, with a check of the state after the work has
// continued undisturbed. The programs are those of the release: they need no failpoint, and they start ten times faster.

import Albums
import Host
import Services
import Store
import Support
import Testing

struct DisturbedCommand: Sendable, CustomStringConvertible {
  let description: String

  /// An installation, its command, and the check after the command was disturbed and its work has
  /// continued.
  let make: @Sendable () throws -> Disturbed
}

/// An installation in the state before its command.
struct Disturbed {
  let installation: Installation
  let command: [String]

  /// Whether the command runs once more after the disturbance, as its user would do. A worker continues jobs
  /// without the command.
  var isRepeated = true

  /// Called right after the disturbance, before the work continues.
  var disturbed: () throws -> Void = {}

  /// Called after the work has continued. Checks that nothing is lost or doubled.
  let settled: (_ mark: String) throws -> Void

  /// The services of the command, which must live as long as the installation.
  var realm: Realm?
}

extension DisturbedCommand {
  private static var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  private static func house() throws -> (Installation, FindID) {
    let installation = try Installation(
      programs: Checkout.releasePrograms,
      settings: "musicbrainz-url: http://127.0.0.1:9\ncover-art-url: http://127.0.0.1:9")
    try installation.copySampleFind()
    return (installation, try #require(try installation.store().newestFinds(1).first).id)
  }

  static let all: [DisturbedCommand] = [
    DisturbedCommand(description: "work on an accepted photo") { () throws in
      let installation = try Installation(programs: Checkout.releasePrograms)
      try installation.copySample()
      _ = try installation.queue(try Files.read(Sample.photo))
      return Disturbed(installation: installation, command: ["work"]) { (mark) throws in
        #expect(try installation.store().countFinds() == 1, "\(mark)")
      }
    },
    DisturbedCommand(description: "edit") { () throws in
      let (installation, find) = try house()
      let words = [
        "edit", find.text, "--status", "want", "--notes", "to buy", "--add-tags", "jazz",
      ]
      return Disturbed(installation: installation, command: words) { (mark) throws in
        let details = try installation.store().details(of: find)
        #expect(details?.status == .want && details?.note == "to buy", "\(mark)")
        #expect(details?.tags.map(\.text) == ["jazz"], "\(mark)")
      }
    },
    DisturbedCommand(description: "import") { () throws in
      let (installation, _) = try house()
      let file = try installation.folder.write(
        "Artist,Title,Released,release_id,Notes\r\n"
          + (1...2).map { "Artist \($0),Title \($0),1970,\($0),\r\n" }.joined(), to: "list.csv")
      return Disturbed(installation: installation, command: ["import", file]) { (mark) throws in
        #expect(try installation.store().countFinds() == 3, "\(mark)")
      }
    },
    DisturbedCommand(description: "backup") { () throws in
      let (installation, _) = try house()
      let file = installation.folder.file("backup.tar")
      return Disturbed(installation: installation, command: ["backup", "--replace", file]) {
        (mark) throws in
        let other = try Installation(programs: Checkout.releasePrograms)
        let told = try other.told(["restore", file])
        #expect(told.code == 0, "\(mark): \(told.text)")
        #expect(try other.store().countFinds() == 1, "\(mark)")
      }
    },
    DisturbedCommand(description: "publish") { () throws in
      let installation = try Installation.publishing(programs: Checkout.releasePrograms)
      _ = try installation.scanned(Sample.cover)
      let find = try #require(try installation.store().newestFinds(1).first)
      #expect(try installation.albumscan(["edit", find.id.text, "--public", "yes"]).exitCode == 0)
      // The worker that the edit has started ends first.
      #expect(try installation.albumscan(["work"]).exitCode == 0)
      #expect(
        eventually {
          // A worker on a busy machine takes its lock long after its start.
          installation.workers.isEmpty
            && ["worker", "timer"].allSatisfy { !Lock.isHeld("\(installation.data)/\($0).lock") }
        })
      return Disturbed(installation: installation, command: ["publish", "--all"]) { (mark) throws in
        let page = "\(installation.publicLog)/album/\(find.id)/index.html"
        #expect(Files.exists(page), "\(mark)")
      }
    },
    DisturbedCommand(description: "a new person") { () throws in
      let (installation, _) = try house()
      var disturbed = Disturbed(installation: installation, command: ["person", "add", "Anna"]) {
        (mark) throws in
        #expect(try installation.store().people().count <= 1, "\(mark)")
        #expect(try installation.told(["person", "list"]).code == 0, "\(mark)")
      }
      disturbed.isRepeated = false
      return disturbed
    },
    DisturbedCommand(description: "a scan with a model") { () throws in
      let realm = try Realm(.knowing([Awkward.loudenUpNow]), programs: Checkout.releasePrograms)
      let installation = realm.installation
      let scan = try realm.accept(Awkward.loudenUpNow)
      // The calls before this run, and whether a call had no answer when the worker was disturbed.
      final class Before { var (identify, review, isOpen) = (0, 0, false) }
      let before = Before()
      var disturbed = Disturbed(installation: installation, command: ["work"]) { (mark) throws in
        let store = try installation.store()
        #expect(try store.scan(scan)?.state == .complete, "\(mark)")
        #expect(try store.countFinds() == 1, "\(mark)")
        let identify = realm.model.log.charged(.identify) - before.identify
        let review = realm.model.log.charged(.review) - before.review
        #expect(
          identify >= 1 && identify <= (before.isOpen ? 2 : 1), "\(mark): paid \(identify) times")
        // After an error of the database, the find says why it has no review. A kill leaves no such reason.
        let isTold = try store.newestFinds(1).first?.unreviewed != nil
        #expect(
          (review >= 1 || isTold) && review <= (before.isOpen ? 2 : 1),
          "\(mark): paid \(review) times")
        (before.identify, before.review) = (before.identify + identify, before.review + review)
      }
      disturbed.disturbed = { () throws in
        // A call whose answer was not stored may be paid for once more. Source: docs/faults.md.
        before.isOpen = try installation.unansweredCalls() > 0
      }
      disturbed.realm = realm
      return disturbed
    },
    DisturbedCommand(description: "a correction") { () throws in
      let realm = try Realm(programs: Checkout.releasePrograms)
      let installation = realm.installation
      let find = try realm.copyFind()
      let correction = Correction.musicBrainz(Awkward.weezer.mbid)
      #expect(try installation.store().correct(find, correction, by: .owner, at: now) == .accepted)
      var disturbed = Disturbed(installation: installation, command: ["work"]) { (mark) throws in
        #expect(try installation.store().find(find)?.album.title == "Weezer", "\(mark)")
        #expect(try installation.store().countFinds() == 1, "\(mark)")
      }
      disturbed.realm = realm
      return disturbed
    },
    DisturbedCommand(description: "restore") { () throws in
      let (installation, find) = try house()
      let file = installation.folder.file("backup.tar")
      #expect(try installation.told(["backup", file]).code == 0)
      #expect(try installation.told(["edit", find.text, "--notes", "after the backup"]).code == 0)
      #expect(try installation.told(["work"]).code == 0)
      return Disturbed(installation: installation, command: ["restore", file, "--replace"]) {
        (mark) throws in
        let store = try installation.store()
        #expect(try store.countFinds() == 1, "\(mark)")
        #expect(try (store.details(of: find)?.note ?? "") == "", "\(mark)")
      }
    },
    DisturbedCommand(description: "a shelf") { () throws in
      let house = try ShelfHouse(programs: Checkout.releasePrograms)
      let (installation, model) = (house.installation, house.realm.model)
      let sent = try house.upload(try ShelfHouse.photo(.sparse))
      // The calls before this run, the calls without an answer when the worker was disturbed, and the calls of the
      // undisturbed run.
      final class Before { var (paid, open, needed) = (0, 0, 0) }
      let before = Before()
      var disturbed = Disturbed(installation: installation, command: ["work"]) { (mark) throws in
        house.expectBooks(in: try house.shelf(sent.id), mark)
        let paid = model.log.charged(.shelf) - before.paid
        if before.needed == 0 { before.needed = paid }
        #expect(
          paid >= before.needed && paid <= before.needed + before.open,
          "\(mark): paid \(paid) times")
        before.paid += paid
      }
      disturbed.disturbed = { () throws in
        before.open = try installation.unansweredCalls()
      }
      disturbed.realm = house.realm
      return disturbed
    },
  ]
}

extension Installation {
  /// The number of calls of models whose answer is not stored.
  fileprivate func unansweredCalls() throws -> Int {
    let count = try sqlite("SELECT count(*) FROM calls WHERE answer IS NULL")
    return try #require(Int(count.filter(\.isNumber)))
  }
}
