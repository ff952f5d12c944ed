// kill −9 at every step of a backup and of a restore. A file with the name of the backup is always
// whole, and the next command finds a whole history and says what it found.

import Albums
import Exchange
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BackupKillTests {
  @Test(arguments: ["backup-copied", "backup-written", "backup-verified"])
  func `a killed backup leaves the earlier file, and the next one cleans up`(moment: String) throws
  {
    let installation = try Installation()
    let place = try TemporaryFolder()
    let file = place.file("b.tar")
    try place.write("the backup before", to: "b.tar")
    let command = ["backup", file, "--replace"]
    #expect(try installation.albumscan(command, kill: moment).exitCode == 137)
    #expect(try place.text("b.tar") == "the backup before")
    #expect(try installation.albumscan(command).exitCode == 0)
    #expect(try Files.entries(of: place.path) == ["b.tar"])
    #expect(!Files.exists("\(installation.data)/backup"))
  }

  @Test func `the worker removes the photos that a killed backup has linked`() throws {
    let installation = try Installation()
    let place = try TemporaryFolder()
    let command = ["backup", place.file("b.tar")]
    #expect(try installation.albumscan(command, kill: "backup-copied").exitCode == 137)
    #expect(Files.exists("\(installation.data)/backup/albums.db"))
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(!Files.exists("\(installation.data)/backup"))
  }

  /// The find of the backup; the present history has none.
  private func prepared() throws -> (Installation, TemporaryFolder, FindID) {
    let installation = try Installation()
    try installation.copySample()
    #expect(try installation.albumscan(["scan", Sample.cover]).exitCode == 0)
    let place = try TemporaryFolder()
    #expect(try installation.albumscan(["backup", place.file("b.tar")]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first).id
    #expect(try installation.albumscan(["delete", find.text]).exitCode == 0)
    try installation.folder.write("a secret", to: "data/keys/openai")
    return (installation, place, find)
  }

  /// Before the data folder is renamed, the history is unchanged. From then on it is the restored one.
  static let moments: [(kill: String, isRestored: Bool, says: String)] =
    Restore.Moment.allCases.map { moment in
      let isRestored = moment == .moved || moment == .swapped
      return (
        "restore-\(moment.rawValue)", isRestored,
        isRestored ? "is complete now" : "was interrupted before it changed"
      )
    } + [
      ("init-build:before", true, "is complete now"), ("build:marked", true, "is complete now"),
    ]

  @Test(arguments: moments.indices)
  func `after a restore that was killed, the next command finds a whole history`(index: Int)
    throws
  {
    let (kill, isRestored, says) = Self.moments[index]
    let (installation, place, find) = try prepared()
    let command = ["restore", place.file("b.tar"), "--replace"]
    #expect(try installation.albumscan(command, kill: kill).exitCode == 137, "\(kill)")
    let told = try installation.told(["refresh"])
    #expect(told.code == 0 && told.text.contains(says), "\(kill): \(told.text)")
    let store = try installation.store()
    #expect(try store.damage() == nil)
    #expect(try store.newestFinds(9).map(\.id) == (isRestored ? [find] : []), "\(kill)")
    #expect(try installation.folder.text("data/keys/openai") == "a secret")
    #expect(try !store.hasStalePages())
    #expect(
      Files.exists("\(installation.site)/album/\(find)/index.html") == isRestored, "\(kill)")
    #expect(try installation.albumscan(command).exitCode == 0, "\(kill): the command again")
    #expect(try installation.store().newestFinds(9).map(\.id) == [find])
    #expect(!Files.exists("\(installation.data).restoring"))
    #expect(try !installation.told(["refresh"]).text.contains("interrupted"))
  }
}
