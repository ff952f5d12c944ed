// The file of the published database: the reasons to make it anew, its rights on the household
// database, and the lists of sent files beside it.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct PublishedDatabaseTests {
  private let fixture: PublishedFixture

  init() throws {
    fixture = try PublishedFixture()
    try fixture.add(1, to: fixture.log())
    try fixture.published().takeOver(from: fixture.log())
  }

  private var isKept: Bool {
    get throws { try fixture.published().countFinds() == 1 }
  }

  @Test func `a find that moves to another day makes all public pages stale`() throws {
    let log = try fixture.log()
    let published = try fixture.published()
    try published.keep(digest: "built", of: .household)
    _ = try log.edit(
      [StoreFixture.find(1)], try FindEdit(status: "want"),
      as: EditID(randomBytes: Array(repeating: 1, count: EditID.randomByteCount)), by: .owner,
      at: StoreFixture.time(2))
    try published.takeOver(from: log)
    #expect(try published.digest(of: .household) == "built")
    let details = FindDetails()
    try log.repair(
      [
        RepairedRow(
          identity: "row 1", raw: [], former: details, details: details,
          found: StoreFixture.time(-99))
      ], at: StoreFixture.time(3))
    try published.takeOver(from: log)
    #expect(try published.digest(of: .household) == nil)
    #expect(try published.find(StoreFixture.find(1))?.found == StoreFixture.time(-99))
  }

  /// A projection without changes fills a new database, and leaves a filled database as it is.
  private func expectMadeAnew(_ reason: Comment) throws {
    let published = try fixture.published()
    #expect(try published.countFinds() == 0, reason)
    #expect(try published.project(.finds([]), at: StoreFixture.time(99)) == 1)
    #expect(try published.countFinds() == 1 && published.damage() == nil)
    #expect(Files.mode(of: fixture.path) == 0o600)
  }

  @Test func `the database is kept as long as it fits`() throws {
    #expect(try isKept)
    let checked = try Store.openPublished(
      fixture.path, log: fixture.fixture.path, rule: PublishedFixture.chosen,
      feedID: fixture.log().preparePublishing(), isChecked: true)
    #expect(try checked.countFinds() == 1)
  }

  static let faults: [(name: String, sql: String)] = [
    ("another version", "PRAGMA user_version = 8"), ("no table", "DROP TABLE published"),
    ("another rule", "UPDATE published SET digest = 'x'"),
  ]

  @Test(arguments: faults)
  func `a database that does not fit is made anew`(name: String, sql: String) throws {
    try sqlite(fixture.path, sql)
    try expectMadeAnew("\(name)")
  }

  @Test(arguments: ["", "no database", "SQLite format 3\u{0}and nothing more"])
  func `a missing or damaged file is made anew`(text: String) throws {
    if text.isEmpty {
      try Files.remove(fixture.path)
    } else {
      try Files.replace(fixture.path, with: Array(text.utf8), durably: false)
    }
    try expectMadeAnew("\(text)")
  }

  @Test func `damage inside the file is found by a check, or by the projection`() throws {
    var bytes = try Files.read(fixture.path)
    let root = try sqlite(fixture.path, "SELECT rootpage FROM sqlite_schema WHERE name = 'finds'")
    let page = try #require(Int(root))
    for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0xAA }
    try Files.replace(fixture.path, with: bytes, durably: false)
    let error = #expect(throws: StoreError.self) {
      _ = try fixture.published().project(.all, at: StoreFixture.time(99))
    }
    #expect(error?.isDamage == true)
    let checked = try Store.openPublished(
      fixture.path, log: fixture.fixture.path, rule: PublishedFixture.chosen,
      feedID: fixture.log().preparePublishing(), isChecked: true)
    #expect(try checked.countFinds() == 0)
  }

  @Test func `the projection only reads the log, at any path`() throws {
    let folder = fixture.fixture.folder.file("a b%20?mode=rw#é'\"&")
    try Files.makeDirectories(folder)
    let log = "\(folder)/albums.db"
    try fixture.log().copy(to: log)
    let before = try Files.read(log)
    let published = try Store.openPublished(
      "\(folder)/published.db", log: log, rule: PublishedFixture.chosen, feedID: "urn:x")
    #expect(try published.project(.all, at: StoreFixture.time(99)) == 1)
    #expect(try Files.read(log) == before)
    let error = #expect(throws: StoreError.self) {
      try published.connection.attaching(log, as: "log") {
        (connection: borrowing Connection) throws(StoreError) in
        _ = try connection.run("DELETE FROM log.finds")
      }
    }
    #expect(error?.isNotWritable == true)
    #expect(try published.project(.all, at: StoreFixture.time(99)) == 0, "the log is detached")
  }

  @Test func `the lists of sent files stay when the database is made anew`() throws {
    do {
      let published = try fixture.published()
      try published.prepareSending(to: "shop:log")
      try published.noteUnsent(["b/index.html", "a.css", "gone.html"])
      #expect(try published.unsentPaths() == ["a.css", "b/index.html", "gone.html"])
      try published.noteSent([("a.css", [1, 2]), ("gone.html", nil)])
    }
    let published = try fixture.published(PublishRule(choice: .all, showsNotes: false))
    #expect(try published.countFinds() == 0)
    try published.prepareSending(to: "shop:log")
    #expect(try published.unsentPaths() == ["b/index.html"])
    #expect(try published.sentDigests(of: ["a.css", "b/index.html"]) == [[1, 2], nil])
    #expect(try published.hasSentFiles())
    try published.noteSent([("a.css", [3]), ("b/index.html", [4])])
    #expect(try published.sentPaths().map(\.path) == ["a.css", "b/index.html"])
    #expect(
      try published.sentPaths().map(\.digest) == [[3], [4]] && published.unsentPaths().isEmpty)
    try published.noteSent([("a.css", nil)])
    #expect(try published.sentPaths().map(\.path) == ["b/index.html"])
    try published.prepareSending(to: "other:log")
    #expect(try published.sentPaths().isEmpty, "another remote has no file")
  }

  @Test func `a difference of the remote is noted as a whole or not at all`() throws {
    let published = try fixture.published()
    try published.noteSent([("kept", [7]), ("lost", [2])])
    try published.noteDifference(lost: ["lost"], unknown: ["unknown"])
    #expect(try published.unsentPaths() == ["lost", "unknown"])
    let digests = try published.sentDigests(of: ["kept", "lost", "unknown"])
    #expect(digests == [[7], nil, SentDigest.unknown])

    // The state after a process died before it recorded the files as unsent.
    let lists = try Connection.open(
      fixture.fixture.folder.file("published-sent.db"), creates: false)
    try lists.script(
      "CREATE TRIGGER t BEFORE INSERT ON unsent BEGIN SELECT RAISE(ABORT, 'stop'); END")
    #expect(throws: StoreError.self) {
      try published.noteDifference(lost: ["kept"], unknown: ["more"])
    }
    #expect(try published.sentDigests(of: ["kept", "more"]) == [[7], nil])
  }

  @Test func `the digests of paths that are equal as texts are kept apart`() throws {
    let published = try fixture.published()
    let (parts, one) = ("\u{1100}\u{1161}", "\u{AC00}")
    try published.noteSent([(parts, [1]), (one, [2])])
    #expect(try published.sentDigests(of: [parts, one]) == [[1], [2]])
  }

  @Test func `a log that is not published any more keeps neither database nor lists`() throws {
    let published = try fixture.published()
    try published.noteSent([("a", [1])])
    try Store.forgetPublished(fixture.path)
    let files = try Files.entries(of: fixture.fixture.folder.path)
    #expect(!files.contains { $0.hasPrefix("published") }, "\(files)")
  }

  @Test func `damaged lists of sent files are made anew`() throws {
    let published = try fixture.published()
    try published.noteSent([("a", [1])])
    let path = fixture.fixture.folder.file("published-sent.db")
    try Files.replace(path, with: Array("no database".utf8), durably: false)
    #expect(try published.sentPaths().isEmpty)
    try published.noteSent([("a", [1])])
    #expect(try published.sentPaths().count == 1)
  }

  @Test func `the log itself is not published`() throws {
    let log = try fixture.log()
    #expect(throws: StoreError.self) { _ = try log.project(.all, at: StoreFixture.time(99)) }
    #expect(throws: StoreError.self) { _ = try log.sentPaths() }
  }
}
