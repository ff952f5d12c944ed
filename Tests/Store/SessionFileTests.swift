// The files in data/sessions and the sessions of the database: races, and the remains of a process
// that died.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct SessionFileTests {
  let fixture: StoreFixture
  let files: SessionFiles

  init() throws {
    fixture = try StoreFixture()
    files = SessionFiles(folder: fixture.folder.file("sessions"))
  }

  private let now = StoreFixture.time(0)

  private func anna(in store: borrowing Store) throws -> Person {
    try store.addPerson(name: try #require(PersonName("Anna")), plan: .owner, files: files, at: now)
  }

  @Test func `without people there is no folder, and nothing is reconciled`() throws {
    let store = try fixture.open()
    let before = try Files.read(fixture.path)
    try store.reconcile(files, at: now)
    #expect(!Files.exists(files.folder))
    #expect(try Files.read(fixture.path) == before)
  }

  @Test func `files and sessions are equal again after any loss`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let sessions = try (0..<3).map { _ in
      try store.signIn(anna.id, device: "Phone", files: files, at: now)
    }
    let names = sessions.map { SessionFiles.name(ofToken: $0.token.text) }
    try files.remove(names[0])
    let stranger = SessionFiles.name(ofToken: "stranger")
    try files.add(stranger)
    #expect(try store.unmatchedFiles(files) == 2)
    try store.reconcile(files, at: now)
    #expect(try store.unmatchedFiles(files) == 0)
    #expect(try files.names() == names.sorted())
    try Files.removeTree(files.folder)
    try store.reconcile(files, at: now)
    #expect(try files.names() == names.sorted())
  }

  @Test func `each API token has a file until it is revoked or its person is removed`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let ben = try store.addPerson(
      name: try #require(PersonName("Ben")), plan: .base, files: files, at: now)
    let tokens = try [anna, anna, ben].map {
      try store.makeToken(named: "script", for: $0.id, files: files, at: now)
    }
    func areLive() -> [Bool] { tokens.map { files.isLive(apiToken: $0) } }
    #expect(areLive() == [true, true, true])
    #expect(try files.names().allSatisfy { $0.utf8.count == 64 })
    let first = try #require(try store.tokens(of: anna.id).first)
    #expect(try store.revokeToken(first.id, of: anna.id, files: files))
    #expect(areLive() == [false, true, true])
    // A worker makes a lost file again, and removes a file whose token is not in the database.
    try files.remove(SessionFiles.name(ofAPIToken: tokens[1]))
    try files.add(SessionFiles.name(ofAPIToken: tokens[0]))
    #expect(try store.unmatchedFiles(files) == 2)
    try store.reconcile(files, at: now)
    #expect(areLive() == [false, true, true])
    try store.remove(ben.id, finds: .keep, files: files, at: now)
    #expect(areLive() == [false, true, false])
    #expect(try store.unmatchedFiles(files) == 0)
  }

  @Test func `a token whose file cannot be made is valid, and the next worker makes its file`()
    throws
  {
    let store = try fixture.open()
    let anna = try anna(in: store)
    try Files.removeTree(files.folder)
    try Files.replace(files.folder, with: [], durably: false)
    let token = try store.makeToken(named: "script", for: anna.id, files: files, at: now)
    #expect(try store.person(withToken: token) == anna && !files.isLive(apiToken: token))
    try Files.remove(files.folder)
    try store.reconcile(files, at: now)
    #expect(files.isLive(apiToken: token))
  }

  @Test func `a session that has ended by its age loses its row and its file`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let old = try store.signIn(anna.id, device: "Old", files: files, at: now)
    let end = now.advanced(byMilliseconds: SessionToken.lifetimeMilliseconds)
    let young = try store.signIn(
      anna.id, device: "Young", files: files, at: end.advanced(byMilliseconds: -1))
    try store.reconcile(files, at: end.advanced(byMilliseconds: -1))
    #expect(files.isLive(token: old.token.text))
    try store.reconcile(files, at: end)
    #expect(!files.isLive(token: old.token.text) && files.isLive(token: young.token.text))
    // If the clock is set back, the ended session stays ended.
    #expect(try store.session(old.token, at: now) == nil)
  }

  @Test func `a file that cannot be made leaves a session that is repaired later`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let code = try store.makeCode(.owner, for: anna.id, at: now)
    let blocked = SessionFiles(folder: fixture.folder.file("blocked"))
    try fixture.folder.write("", to: "blocked")
    let signIn = try #require(
      try store.signIn(with: code, device: "Phone", files: blocked, at: now))
    #expect(!signIn.hasFile, "the code is used up, so the token must not be lost")
    #expect(try store.sessions(of: anna.id, at: now).count == 1)
    try Files.remove(blocked.folder)
    try store.reconcile(blocked, at: now)
    #expect(try store.unmatchedFiles(blocked) == 0)
  }

  @Test func `a refused removal changes neither rows nor files`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let session = try store.signIn(anna.id, device: "Phone", files: files, at: now)
    let made = Files.modificationMilliseconds(of: files.folder)
    #expect(throws: StoreError.person(.lastOwner)) { try store.disable(anna.id, files: files) }
    #expect(throws: StoreError.person(.lastOwner)) {
      try store.remove(anna.id, finds: .delete, files: files, at: now)
    }
    #expect(try store.session(session.token, at: now) != nil)
    #expect(files.isLive(token: session.token.text))
    #expect(Files.modificationMilliseconds(of: files.folder) == made, "no file was ever removed")
  }

  @Test func `files are put back if the end of their sessions cannot be committed`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let session = try store.signIn(anna.id, device: "Phone", files: files, at: now)
    // While the other connection reads, the commit cannot get its lock.
    let reader = try fixture.open()
    let hasty = try Store.open(fixture.path, waitMilliseconds: 0)
    let isBusy = try reader.connection.rows("SELECT id FROM people") { (_) in
      do throws(StoreError) {
        try hasty.signOutAll(of: anna.id, files: files)
        return false
      } catch {
        return error.isBusy
      }
    }
    #expect(isBusy == [true])
    #expect(try store.session(session.token, at: now) != nil)
    #expect(files.isLive(token: session.token.text))
    try hasty.signOutAll(of: anna.id, files: files)
    #expect(!files.isLive(token: session.token.text))
  }

  @Test func `a file is added only while no other process can end its session`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let signIn = try store.signIn(anna.id, device: "Phone", files: files, at: now)
    let name = SessionFiles.name(ofToken: signIn.token.text)
    try files.remove(name)
    let hasty = try Store.open(fixture.path, waitMilliseconds: 0)
    try store.connection.transaction { (_: borrowing Connection) throws(StoreError) in
      #expect(throws: StoreError.self) { try hasty.addFile(of: signIn, files) }
      #expect(throws: StoreError.self) { try hasty.reconcile(files, at: now) }
    }
    #expect(!files.isLive(token: signIn.token.text))
    try hasty.addFile(of: signIn, files)
    #expect(files.isLive(token: signIn.token.text))
    #expect(try store.signOut(signIn.session, of: anna.id, files: files))
    try hasty.addFile(of: signIn, files)
    #expect(!files.isLive(token: signIn.token.text), "the session has ended")
  }

  @Test func `after the clock was set back, neither sessions nor codes last too long`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let session = try store.signIn(anna.id, device: "Phone", files: files, at: now)
    let code = try store.makeCode(.invitation, for: anna.id, at: now)
    let device = try store.makeCode(.device, for: anna.id, at: now)
    let day: Int64 = 24 * 3600 * 1000
    let year = now.advanced(byMilliseconds: -365 * day)
    try store.reconcile(files, at: now.advanced(byMilliseconds: -day))
    #expect(try store.person(behind: code, at: now) != nil, "a day is no sign of a wrong clock")
    try store.reconcile(files, at: year)
    #expect(try store.person(behind: code, at: year) == nil)
    #expect(try store.person(behind: device, at: year) == nil)
    #expect(try store.sessions(of: anna.id, at: year).map(\.lastUsed) == [year])
    let end = year.advanced(byMilliseconds: SessionToken.lifetimeMilliseconds)
    #expect(try store.session(session.token, at: end) == nil)
  }

  @Test func `a session that is too old is work for a worker, until its file is removed`() throws {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let session = try store.signIn(anna.id, device: "Phone", files: files, at: now)
    let end = now.advanced(byMilliseconds: SessionToken.lifetimeMilliseconds)
    #expect(try !store.hasWork(at: end.advanced(byMilliseconds: -1)))
    #expect(try store.hasWork(at: end) && files.isLive(token: session.token.text))
    try store.reconcile(files, at: end)
    #expect(try !store.hasWork(at: end) && !files.isLive(token: session.token.text))
  }

  @Test func `sign-ins, sign-outs and repairs at once leave no file of an ended session`()
    async throws
  {
    let store = try fixture.open()
    let anna = try anna(in: store)
    let (path, files, now) = (fixture.path, files, now)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let store = try Store.open(path)
          for round in 0..<15 {
            switch (worker + round) % 4 {
            case 0: try store.signOutAll(of: anna.id, files: files)
            case 1: try store.reconcile(files, at: now)
            default: _ = try store.signIn(anna.id, device: "Phone", files: files, at: now)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.unmatchedFiles(files) == 0)
    try store.signOutAll(of: anna.id, files: files)
    #expect(try files.names().isEmpty)
  }
}
