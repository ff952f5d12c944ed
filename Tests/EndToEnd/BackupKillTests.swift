// kill −9 at every commit and rename of `albumscan backup` and `albumscan nightly`. A file with the
// name of the backup is always whole. The next command leaves one backup, and no working files of the
// killed command.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BackupKillTests {
  /// An installation with a find, and a scan that waits with its photo.
  private func filled() throws -> Installation {
    let installation = try Installation()
    try installation.copySample()
    #expect(try installation.albumscan(["scan", Sample.cover]).exitCode == 0)
    let photo = try Sample.smallPhoto("waiting")
    let scan = NewScan(
      id: ScanID(randomBytes: Randomness.bytes(17)), person: .owner, key: nil,
      digest: SHA256.digest(of: photo), byteCount: photo.count, guide: nil)
    try Files.replace("\(installation.data)/photos/\(scan.id).jpg", with: photo, durably: false)
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    #expect(try installation.store().accept(scan, at: now) == .accepted)
    return installation
  }

  /// The files of a backup with their digests, and the finds and scans of its database. The
  /// manifest is not among the files, because it contains the time of the backup.
  private func contents(of backup: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let output = try Programs.run(
      "/bin/tar", ["xf", backup, "-C", folder.path], input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 10_000)
    guard output.exitCode == 0, Files.exists(folder.file("manifest.json")) else {
      return ["\(backup) is not whole"]
    }
    let store = try Store.open(folder.file("albums.db"))
    let rows =
      try store.newestFinds(9).map(\.id.text) + store.queuedScans().map(\.id.text)
      + [store.damage() ?? "no damage"]
    let folders = ["artwork", "photos"].filter { Files.isDirectory(folder.file($0)) }
    let files = try folders.flatMap { name in
      try Files.entries(of: folder.file(name)).map { file in
        let digest = SHA256.digest(of: try Files.read(folder.file("\(name)/\(file)")))
        return "\(name)/\(file) \(hexadecimal(digest))"
      }
    }
    return rows + files
  }

  @Test func `a killed backup leaves the earlier file, and the next one cleans up`() throws {
    let installation = try filled()
    let file = try installation.folder.write("the backup before", to: "backups/b.tar")
    let course = try KillCourse(installation, ["backup", file, "--replace"])
    let points = try course.sample(3, of: "a backup")
    let undisturbed = try contents(of: file)
    for point in points {
      try course.kill(at: point)
      let isEarlier = try installation.folder.text("backups/b.tar") == "the backup before"
      #expect(try isEarlier || contents(of: file) == undisturbed, "\(point)")
      try course.repeatCommand(after: point)
      #expect(try contents(of: file) == undisturbed, "\(point)")
      #expect(try Files.entries(of: Files.parent(of: file)) == ["b.tar"], "\(point)")
      #expect(!Files.exists("\(installation.data)/backup"), "\(point)")
      #expect(Files.exists("\(installation.data)/backup-made"), "\(point)")
    }
  }

  @Test func `the worker removes the photos that a killed backup has linked`() throws {
    let installation = try Installation()
    let outside = try TemporaryFolder()
    let command = ["backup", outside.file("b.tar")]
    #expect(try installation.albumscan(command, kill: "backup-copied").exitCode == 137)
    #expect(Files.exists("\(installation.data)/backup/albums.db"))
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(!Files.exists("\(installation.data)/backup"))
  }

  @Test func `a night that was killed is made up for by the next one`() throws {
    let installation = try filled()
    try Files.makeDirectories(installation.folder.file("away"))
    try installation.edit {
      """
      \($0)
      backup-to: :local:\(installation.folder.file("away"))
      musicbrainz-url: http://127.0.0.1:9
      cover-art-url: http://127.0.0.1:9

      """
    }
    // The waiting scan would otherwise end during the first run of `nightly`.
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    let course = try KillCourse(installation, ["nightly"])
    let points = try course.sample(2, of: "a night")
    let name = try #require(try Files.entries(of: installation.folder.file("away")).first)
    let file = installation.folder.file("away/\(name)")
    let undisturbed = try contents(of: file)
    for point in points {
      try course.kill(at: point)
      try course.repeatCommand(after: point)
      #expect(try Files.entries(of: Files.parent(of: file)) == [name], "\(point)")
      #expect(try contents(of: file) == undisturbed, "\(point)")
      for left in ["backup", "backup.tar"] {
        #expect(!Files.exists("\(installation.data)/\(left)"), "\(point)")
      }
      try installation.expectWholeSite("a night, \(point)")
    }
  }
}
