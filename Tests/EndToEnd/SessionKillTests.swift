// Programs that are killed while they end sessions: after the next start, the files agree with the
// sessions.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct SessionKillTests {
  private var now: Timestamp { Timestamp(milliseconds: Clock.wallMilliseconds()) }

  /// After the next start, the session has ended both for the database and for the web server, or
  /// for neither. A session whose row has no session file admits no request.
  @Test(arguments: ["session-end:before", "session-end:after"], ["init", "work"])
  func `a killed sign-out leaves nothing open, and init and the worker repair the files`(
    point: String, repair: String
  ) throws {
    let installation = try Installation()
    let files = SessionFiles(folder: "\(installation.data)/sessions")
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    let store = try installation.store()
    let session = try store.signIn(.owner, device: "Phone", files: files, at: now)
    let killed = try installation.albumscan(["person", "sign-out", "Anna"], kill: point)
    #expect(killed.exitCode == 137)
    #expect(!files.isLive(token: session.token.text), "the file is removed before the row")
    let isCommitted = point == "session-end:after"
    #expect(try (store.session(session.token, at: now) == nil) == isCommitted)
    #expect(try installation.albumscan([repair]).exitCode == 0)
    #expect(files.isLive(token: session.token.text) == !isCommitted)
    #expect(try store.unmatchedFiles(files) == 0)
  }

  @Test func `the next start makes the file of a session that was committed last`() throws {
    let installation = try Installation()
    let files = SessionFiles(folder: "\(installation.data)/sessions")
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    let session = try installation.store().signIn(.owner, device: "x", files: files, at: now)
    // A kill between commit and file leaves a row without a file.
    try files.remove(SessionFiles.name(ofToken: session.token.text))
    try files.add(SessionFiles.name(ofToken: "of a row that is gone"))
    #expect(
      try installation.told(["doctor", "--offline"]).text.contains("2 files and the sessions"))
    #expect(try installation.albumscan(["init"]).exitCode == 0)
    #expect(try files.names() == [SessionFiles.name(ofToken: session.token.text)])
  }
}
