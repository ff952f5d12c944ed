// The next worker removes the files of killed processes, of replaced pictures and of ended
// sessions.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite struct HousekeepingTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  /// Makes a file that was changed two days ago.
  private func old(_ path: String) throws -> String {
    try Files.replace(path, with: [1], durably: false)
    let past = timeval(tv_sec: time(nil) - 2 * 86_400, tv_usec: 0)
    #expect([past, past].withUnsafeBufferPointer { utimes(path, $0.baseAddress) } == 0)
    return path
  }

  @Test func `old temporary files are removed, and young ones stay`() throws {
    let (data, site) = (installation.data, installation.site)
    let leftovers = try [
      "\(data)/.tmp-1-a", "\(data)/artwork/.tmp-1-c", "\(site)/.tmp-1-d",
      "\(site)/history/.tmp-1-e", "\(site)/scan/.tmp-1-f",
    ].map(old)
    let young = "\(data)/artwork/.tmp-1-young"
    try Files.replace(young, with: [1], durably: false)
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(leftovers.filter(Files.exists).isEmpty)
    #expect(Files.exists(young))
  }

  @Test func `what a killed backup left is removed, unless a backup is made or sent`() throws {
    let left = ["backup/albums.db", "backup.tar"].map { "\(installation.data)/\($0)" }
    for path in left {
      try Files.makeDirectories(Files.parent(of: path))
      try Files.replace(path, with: [1], durably: false)
    }
    guard let lock = try Lock.take("\(installation.data)/backup.lock") else {
      Issue.record("the lock is not free")
      return
    }
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(left.allSatisfy(Files.exists))
    _ = consume lock
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(!left.contains(where: Files.exists))
    #expect(!Files.exists("\(installation.data)/backup"))
  }

  @Test func `a picture that no album shows any more is removed once a day`() throws {
    try installation.importSample()
    let before = try Files.entries(of: "\(installation.data)/artwork")
    let name = "\(installation.data)/artwork/\(String(repeating: "a", count: 32))"
    let unused = try [1000, 500, 200].map { try old("\(name)-\($0).jpg") }
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(unused.filter(Files.exists).isEmpty)
    #expect(try Files.entries(of: "\(installation.data)/artwork") == before)
    let next = try old("\(name)-500.jpg")
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(Files.exists(next))
  }

  /// A session that was used last 180 days ago, and its file.
  private func outdatedSession() throws -> (files: SessionFiles, name: String) {
    let files = SessionFiles(folder: "\(installation.data)/sessions")
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    let past = Timestamp(
      milliseconds: Clock.wallMilliseconds() - SessionToken.lifetimeMilliseconds)
    let session = try installation.store().signIn(
      .owner, device: "Phone", files: files, at: past)
    return (files, SessionFiles.name(ofToken: session.token.text))
  }

  private func hasWork() throws -> Bool {
    try installation.store().hasWork(at: Timestamp(milliseconds: Clock.wallMilliseconds()))
  }

  @Test func `a request starts a worker that removes the file of an old session`() throws {
    let (files, name) = try outdatedSession()
    #expect(try hasWork() && files.names() == [name])
    _ = try installation.runCGI(
      installation.cgi, ["REQUEST_METHOD=GET", "PATH_INFO=/session", "REMOTE_ADDR=127.0.0.1"])
    #expect(try eventually { try files.names().isEmpty && !hasWork() })
    #expect(eventually { installation.workers.isEmpty })
  }

  @Test func `a worker that cannot remove the file of a session ends all the same`() throws {
    let (files, name) = try outdatedSession()
    // A folder cannot be removed like a file.
    try files.remove(name)
    try Files.makeDirectories("\(files.folder)/\(name)")
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(try hasWork())
    #expect(try installation.folder.text("data/log").contains("sessions: "))
    try Files.removeTree("\(files.folder)/\(name)")
    #expect(try installation.albumscan(["work"]).exitCode == 0)
    #expect(try !hasWork())
  }

  @Test func `a refresh removes temporary files of a killed process from an album's folder`()
    throws
  {
    try installation.importSample()
    #expect(try installation.albumscan(["scan", Sample.photo]).exitCode == 0)
    let find = try #require(try installation.store().newestFinds(1).first)
    let leftover = "\(installation.site)/album/\(find.id)/.tmp-1-a"
    try Files.replace(leftover, with: [1], durably: false)
    #expect(try installation.albumscan(["delete", find.id.text]).exitCode == 0)
    #expect(!Files.exists("\(installation.site)/album/\(find.id)/index.html"))
    #expect(try installation.albumscan(["undelete", find.id.text]).exitCode == 0)
    #expect(Files.exists("\(installation.site)/album/\(find.id)/index.html"))
    #expect(!Files.exists(leftover))
  }
}
