// The published log at real remotes: S3, WebDAV and sftp. The worker publishes after each change; the remote
// always equals the folder afterwards.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct PublishRemoteTests {
  @Test(
    arguments: sampled(
      RemoteServer.Kind.allCases, 1, of: "kinds of remotes", name: \.rawValue))
  func `each kind of remote gets the log, follows it, and loses a deleted find`(
    kind: RemoteServer.Kind
  ) throws {
    let server = try RemoteServer(kind)
    let installation = try Installation.publishing(remote: server.remote)
    let first = try installation.scanned(Sample.cover)
    try installation.waitForPublishing()
    let files = try installation.publicFiles()
    #expect(files["album/\(first)/index.html"] != nil)
    #expect(files.keys.contains { $0.hasPrefix("album/\(first)/") && $0.hasSuffix(".jpg") })
    #expect(try server.files() == files)
    #expect(try server.markerFile() == installation.folder.text("public-log/.albumscan"))
    #expect(try server.markerFile().contains("log: urn:"))

    let second = try installation.scanned(try Sample.another(3))
    try installation.waitForPublishing()
    #expect(try server.files() == installation.publicFiles())

    #expect(try installation.albumscan(["delete", second.text]).exitCode == 0)
    try installation.waitForPublishing()
    let left = try server.files()
    #expect(try left == installation.publicFiles())
    for (path, bytes) in left {
      #expect(!path.contains(second.text), "\(path)")
      #expect(!contains(bytes, second.text), "\(path)")
    }
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }

  @Test func `S3 gets one request for each changed file of a find, pictures before pages`() throws {
    let server = try RemoteServer(.s3)
    let installation = try Installation.publishing(remote: server.remote)
    _ = try installation.scanned(Sample.cover)
    try installation.waitForPublishing()
    let before = try installation.publicFiles()
    _ = try server.requests()

    let find = try installation.scanned(try Sample.another(3))
    try installation.waitForPublishing()
    let requests = try server.requests()
    let after = try installation.publicFiles()
    let changed = after.filter { before[$0.key] != $0.value }.map { "PUT \($0.key)" }
    let removed = before.keys.filter { after[$0] == nil }.map { "DELETE \($0)" }
    #expect(Set(requests).isSubset(of: changed + removed), "\(requests)")
    #expect(requests.count <= changed.count + removed.count + 2, "\(requests)")

    let page = try #require(requests.firstIndex(of: "PUT album/\(find)/index.html"))
    let pictures = requests.indices.filter {
      requests[$0].hasPrefix("PUT ") && requests[$0].hasSuffix(".jpg")
    }
    #expect(!pictures.isEmpty && pictures.allSatisfy { $0 < page }, "\(requests)")
    for path in ["history/index.html", "index.html", "feed.atom", "search/index.json"] {
      let place = try #require(requests.firstIndex(of: "PUT \(path)"), "\(path)")
      #expect(place > page, "\(path)")
    }
    if let removal = requests.firstIndex(where: { $0.hasPrefix("DELETE ") }) {
      #expect(requests[removal...].allSatisfy { $0.hasPrefix("DELETE ") }, "\(requests)")
    }

    let again = try installation.told(["publish"])
    #expect(again.code == 0, "\(again.text)")
    #expect(try server.requests().isEmpty, "nothing changed")
  }

  @Test func `S3 stores how long a file may be kept, and its type`() throws {
    let server = try RemoteServer(.s3)
    let installation = try Installation.publishing(remote: server.remote)
    let find = try installation.scanned(Sample.cover)
    try installation.waitForPublishing()
    let files = try installation.publicFiles()
    let picture = try #require(
      files.keys.first { $0.hasPrefix("album/\(find)/") && $0.hasSuffix(".jpg") })
    for (path, cache, type) in [
      ("album/\(find)/index.html", "public, max-age=300", "text/html; charset=utf-8"),
      (picture, "public, max-age=31536000, immutable", "image/jpeg"),
      ("feed.atom", "public, max-age=300", "application/atom+xml; charset=utf-8"),
      ("feed.json", "public, max-age=300", "application/feed+json; charset=utf-8"),
      ("_headers", "public, max-age=300", "text/plain; charset=utf-8"),
      ("archive.zip", "public, max-age=300", "application/zip"),
    ] {
      let headers = try server.headers(of: path)
      #expect(headers.contains("cache-control: \(cache)\r"), "\(path): \(headers)")
      #expect(headers.contains("content-type: \(type)\r"), "\(path): \(headers)")
    }
  }

  @Test func `a remote that lost files gets them back with --all`() throws {
    let server = try RemoteServer(.s3)
    let installation = try Installation.publishing(remote: server.remote)
    _ = try installation.scanned(Sample.cover)
    try installation.waitForPublishing()
    // The played S3 forgets everything when it ends.
    server.stop()
    try server.start()
    #expect(try server.files().isEmpty)
    #expect(try installation.albumscan(["publish"]).exitCode == 0)
    #expect(try server.files().isEmpty, "no file has changed, so none is sent")
    let told = try installation.told(["publish", "--all"])
    #expect(told.code == 0, "\(told.text)")
    #expect(try server.files() == installation.publicFiles())
    #expect(try installation.albumscan(["publish", "--all"]).exitCode == 0, "it has its mark")
  }

  @Test func `a remote that is down is named, and gets the log when it is back`() throws {
    let server = try RemoteServer(.webdav, starts: false)
    let installation = try Installation.publishing(remote: server.remote)
    _ = try installation.scanned(Sample.cover)
    let hasFailed = try eventually { try installation.store().publishFailure() != nil }
    #expect(hasFailed)
    let failure = try #require(try installation.store().publishFailure()?.failure)
    guard case .notSent(let reason) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(reason.contains("connection refused"), "\(reason)")
    let queue = try installation.told(["show", "queue"])
    #expect(queue.text.contains("publishing failed at"), "\(queue.text)")
    #expect(queue.text.contains("connection refused"), "\(queue.text)")
    let doctor = try installation.told(["doctor", "--offline"])
    #expect(doctor.code == 1 && doctor.text.contains("FAIL publishing at"), "\(doctor.text)")
    #expect(doctor.text.contains("wait to be sent"), "\(doctor.text)")
    try server.start()
    try installation.waitForPublishing()
    #expect(try server.files() == installation.publicFiles())
    #expect(try installation.store().publishFailure() == nil)
  }

  /// A kill of a publish that removes a find. The find may come back before the next publish.
  struct Kill: Sendable, CustomStringConvertible {
    let kind: RemoteServer.Kind
    let moment: String

    /// Whether the find comes back before the next publish.
    let comesBack: Bool

    var description: String { "\(kind) \(moment)\(comesBack ? ", comes back" : "")" }
  }

  /// The named points of a publish; `publish-sent#3`: after the third run of rclone. The publish of a
  /// removal has at least six runs.
  static let moments =
    ["publish-marked", "publish-projected", "build:marked", "publish-written", "publish-noted"]
    + (1...6).map { "publish-sent#\($0)" }

  static let kills = sampled(
    moments.flatMap { moment in
      RemoteServer.Kind.allCases.flatMap { kind in
        [false, true].map { Kill(kind: kind, moment: moment, comesBack: $0) }
      }
    }, 2, of: "kills of publishes to remotes", name: \.description)

  @Test(arguments: kills)
  func `a killed publish continues, and the remote equals the folder`(kill: Kill) throws {
    let server = try RemoteServer(kill.kind)
    let installation = try Installation.publishing(remote: server.remote)
    let table = try installation.folder.write(Self.table, to: "table.csv")
    #expect(try installation.albumscan(["import", table, "--ambiguous"]).exitCode == 0)
    try installation.waitForPublishing()
    let find = try #require(try installation.store().newestFinds(1).first).id
    #expect(try installation.store().delete(find, at: .now))
    let arguments = kill.moment == "build:marked" ? ["publish", "--all"] : ["publish"]
    #expect(try installation.albumscan(arguments, kill: kill.moment).exitCode == 137)
    if kill.comesBack { #expect(try installation.store().undelete(find, at: .now)) }
    let told = try installation.told(["publish"])
    #expect(told.code == 0, "\(told.text)")
    let files = try server.files()
    #expect(try files == installation.publicFiles())
    #expect((files["album/\(find)/index.html"] != nil) == kill.comesBack)
    for (path, bytes) in files where !kill.comesBack {
      #expect(!path.contains(find.text) && !contains(bytes, find.text), "\(path)")
    }
    #expect(!Files.exists("\(installation.data)/published-unsent"))
    #expect(!Files.exists("\(installation.data)/published-waiting"))
  }

  /// A table with three albums, to import.
  static let table =
    "Artist,Title,Released,release_id,CollectionFolder,Date Added\r\n"
    + "Can,Tago Mago,1971,1,Jazz,2021-05-03 18:22:10\r\n"
    + "Neu!,Neu!,1972,2,Jazz,2022-05-03 18:22:10\r\n"
    + "Faust,Faust IV,1973,3,Rock,2023-05-03 18:22:10\r\n"
}
