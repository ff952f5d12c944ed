// Copies of the database for backups.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct DatabaseCopyTests {
  @Test func `a copy is complete, readable by its owner only, and never overwrites a file`() throws
  {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(1), at: StoreFixture.time(0))
    let path = fixture.folder.file("copy.db")
    try store.copy(to: path)
    #expect(Files.mode(of: path) == 0o600)
    let copy = try Store.open(path)
    #expect(try copy.queuedScans().map(\.id) == [StoreFixture.scan(1).id])
    #expect(try copy.damage() == nil)
    #expect(throws: StoreError.self) { try store.copy(to: path) }
  }

  /// Adds a scan without waiting for the locks of others.
  private func write(_ number: UInt8, to fixture: StoreFixture) throws {
    _ = try Store.open(fixture.path, waitMilliseconds: 0)
      .accept(StoreFixture.scan(number), at: StoreFixture.time(Int64(number)))
  }

  @Test func `no writer waits while a copy is read, and the copy is removed afterwards`() throws {
    let fixture = try StoreFixture()
    try write(1, to: fixture)
    let path = fixture.folder.file(".tmp-copy.db")
    let (before, after) = try fixture.open().readingCopy(at: path) { copy in
      try copy.reading { copy in
        let before = try copy.queuedScans().count
        try write(2, to: fixture)
        return (before, try copy.queuedScans().count)
      }
    }
    #expect(before == 1 && after == 1, "the copy has one state of the log")
    #expect(try fixture.open().queuedScans().count == 2)
    #expect(!Files.exists(path))
    #expect(throws: CancellationError.self) {
      try fixture.open().readingCopy(at: path) { _ in throw CancellationError() }
    }
    #expect(!Files.exists(path))
    // A long read of the database itself would make writers wait.
    #expect(throws: StoreError.self) {
      try fixture.open().reading { store in
        _ = try store.queuedScans()
        try write(3, to: fixture)
      }
    }
  }

  /// Two rows that one transaction writes are both in a copy, or neither is.
  @Test func `a copy made while another process writes has whole transactions only`() async throws {
    let fixture = try StoreFixture()
    let writer = Task.detached {
      let store = try fixture.open()
      for number in UInt8(1)...60 {
        _ = try store.accept(StoreFixture.scan(number), at: StoreFixture.time(Int64(number)))
      }
    }
    var counts: [Int] = []
    for index in 0..<8 {
      let path = fixture.folder.file("copy-\(index).db")
      try fixture.open().copy(to: path)
      try sqliteConfirms(
        path,
        """
        SELECT (SELECT count(*) FROM scans) = (SELECT count(*) FROM items)
          AND (SELECT count(*) FROM scans) = (SELECT count(*) FROM jobs)
        """)
      let copy = try Store.open(path)
      #expect(try copy.damage() == nil)
      counts.append(try copy.queuedScans().count)
    }
    try await writer.value
    #expect(counts == counts.sorted())
    #expect(try fixture.open().queuedScans().count == 60)
  }

  @Test func `sign-ins leave no trace in the file, and accounts stay`() throws {
    let fixture = try StoreFixture()
    let store = try fixture.open()
    let (files, now) = (fixture.sessionFiles, StoreFixture.time(0))
    let name = try #require(PersonName("Anna"))
    _ = try store.addPerson(name: name, plan: .owner, files: files, at: now)
    let session = try store.signIn(.owner, device: "A phone nobody forgets", files: files, at: now)
    let path = fixture.folder.file("copy.db")
    try store.copy(to: path)
    let copy = try Store.open(path)
    try copy.removeSignIns()
    #expect(try copy.session(session.token, at: now) == nil)
    #expect(try copy.people().map(\.name) == [name])
    let bytes = String(decoding: try Files.read(path), as: UTF8.self)
    #expect(!bytes.contains("A phone nobody forgets"))
    #expect(try store.session(session.token, at: now) != nil, "the original is unchanged")
  }

  @Test func `the needed photos are those of queued jobs, without chosen scans`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("albums.db")
    for file in ["v9.sql", "v9-rows.sql"] {
      try sqlite(path, ".read \(MigrationTests.folder)/\(file)")
    }
    let store = try Store.openUpgrading(path)
    let photos = try store.neededPhotos()
    #expect(photos.contains("own.artwork"))
    let scans = photos.filter { $0.hasSuffix(".jpg") }.map { $0.prefix { $0 != "0" } }
    #expect(scans == ["scanqueued", "scanreview", "scanwaiting"])
    #expect(try store.hasOnlyOwnIDs() && !store.isEmpty())
  }

  @Test(arguments: ["../../etc/passwd", "A0000000000000000000000000", "short", ""])
  func `an id that this program does not make is noticed`(id: String) throws {
    let fixture = try StoreFixture()
    #expect(try fixture.open().hasOnlyOwnIDs() && fixture.open().isEmpty())
    try sqlite(
      fixture.path,
      """
      INSERT INTO scans (id, person, digest, bytes, kind, created)
      VALUES ('\(id)', 'owner', X'00', 1, 'album', 0)
      """)
    #expect(try !fixture.open().hasOnlyOwnIDs() && !fixture.open().isEmpty())
  }
}
