// kill −9 at every commit and rename of a publish, and after every run of rclone. After the next
// publish, folder and remote are as after an undisturbed publish of the present history.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct PublishKillTests {
  /// An installation with a published log. Since the last publish, one find was deleted, and a find
  /// with a cover was edited and made public, so that its picture to share has to be drawn. The remote
  /// is a folder inside the installation, so that `KillCourse` sets both back.
  private struct Course {
    let course: KillCourse
    let deleted: FindID
    let shown: FindID
    var installation: Installation { course.installation }
    var remote: String { installation.folder.file("away") }

    init() throws {
      let installation = try Installation.publishing()
      try installation.edit { [path = installation.folder.path] in
        $0 + "\npublish-remote: \(path)/away\n"
      }
      let sleeve = "\(Checkout.root)/sample/catalogue/Nick Drake - Pink Moon.jpg"
      #expect(try installation.albumscan(["scan", sleeve]).exitCode == 0)
      let shown = try #require(try installation.store().newestFinds(1).first?.id)
      #expect(try installation.albumscan(["edit", shown.text, "--public", "no"]).exitCode == 0)
      let table = try installation.folder.write(PublishRemoteTests.table, to: "table.csv")
      #expect(try installation.albumscan(["import", table, "--ambiguous"]).exitCode == 0)
      try installation.waitForPublishing()
      let store = try installation.store()
      let deleted = try #require(try store.newestFinds(2).map(\.id).first { $0 != shown })
      let now = Timestamp.now
      #expect(try store.delete(deleted, at: now))
      var change = FindEdit()
      change.place = .set("Kiosk")
      change.tags = [Tag(stored: "Sea")]
      change.changes["public"] = .set(.text("yes"))
      let edit = EditID(randomBytes: Array(repeating: 9, count: 17))
      _ = try store.edit([shown], change, as: edit, by: .owner, at: now)
      (self.deleted, self.shown) = (deleted, shown)
      course = try KillCourse(installation, ["publish"])
    }

    /// Checks that the remote equals the folder, and that no change waits to be published.
    func expectSent(_ mark: String) throws {
      let folder = try installation.publicFiles()
      let away = try installation.sentFiles(to: remote)
      let differing = Set(folder.keys).union(away.keys).filter { folder[$0] != away[$0] }
      #expect(differing.isEmpty, "\(mark): \(differing.sorted())")
      for name in ["published-unsent", "published-waiting", "publishing"] {
        #expect(!Files.exists("\(installation.data)/\(name)"), "\(mark): \(name)")
      }
    }
  }

  @Test func `a killed publish is completed, and leaves what an undisturbed one leaves`() throws {
    let course = try Course()
    let points = try course.course.sample(2, of: "a publish")
    // Each run has a time of its own.
    let undisturbed = try course.installation.publicFiles().withoutFeedTimes
    try course.expectSent("undisturbed")
    #expect(undisturbed["places/kiosk/index.html"] != nil)
    #expect(undisturbed.keys.contains { $0.hasPrefix("album/\(course.shown)/share-") })
    #expect(try course.course.points().contains { $0.name.hasPrefix("publish-drawn") })
    for point in points {
      try course.course.kill(at: point)
      try course.course.repeatCommand(after: point)
      let files = try course.installation.publicFiles().withoutFeedTimes
      let differing = Set(files.keys).union(undisturbed.keys).filter {
        files[$0] != undisturbed[$0]
      }
      #expect(differing.isEmpty, "\(point): \(differing.sorted())")
      try course.expectSent("\(point)")
    }
  }

  @Test func `a find that comes back after its removal was killed is in the folder and the remote`()
    throws
  {
    let course = try Course()
    for point in try course.course.sample(2, of: "a publish that removes a find") {
      try course.course.kill(at: point)
      #expect(try course.installation.store().undelete(course.deleted, at: .now), "\(point)")
      try course.course.repeatCommand(after: point)
      try course.expectSent("\(point)")
      let page = "\(course.remote)/album/\(course.deleted)/index.html"
      #expect(Files.exists(page), "\(point)")
    }
  }
}
