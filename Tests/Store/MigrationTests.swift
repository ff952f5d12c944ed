// Databases of earlier versions. Version 9 is the first that this program upgrades. The upgrade
// keeps all their data.

import Albums
import Host
import Support
import Testing

@testable import Store

@Suite struct MigrationTests {
  static let folder = "\(Checkout.root)/Tests/Store/Fixtures"

  /// A database of version 9 with rows, as the program of revision 75aa5e5 made it.
  private static func database(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("albums.db")
    for name in ["v9", "v9-rows"] { try sqlite(path, ".read \(Self.folder)/\(name).sql") }
    return path
  }

  private static func opened(_ folder: TemporaryFolder) throws -> Store {
    try Store.openUpgrading(try database(in: folder))
  }

  private func scan(_ name: String) -> ScanID { ScanID(unchecked: padded("scan\(name)")) }
  private func find(_ name: String) -> FindID { FindID(unchecked: padded("find\(name)")) }

  private func padded(_ text: String) -> String {
    text + String(repeating: "0", count: 26 - text.utf8.count)
  }

  private let now = Timestamp(milliseconds: 1_795_000_000_000)

  @Test func `the tables of version 9 become those of a new database, without damage`() throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(folder)
    #expect(try store.damage() == nil)
    let upgraded = try schema(folder.file("albums.db"))
    _ = try Store.openUpgrading(folder.file("new.db"))
    let new = try schema(folder.file("new.db"))
    #expect(upgraded.count > 40 && upgraded == new)
  }

  @Test func `a database of version 10, that of release 1.0.0, keeps its details`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(in: folder)
    try sqlite(path, "BEGIN;\n\(Schema.version10)\nCOMMIT;")
    try sqlite(path, "PRAGMA user_version = 10")
    try sqlite(path, "UPDATE finds SET place = 'Kiosk', public_choice = 'no' WHERE deleted IS NULL")
    let ids = try sqlite(path, "SELECT id FROM finds WHERE deleted IS NULL").split(separator: "\n")
    let store = try Store.openUpgrading(path)
    #expect(try store.damage() == nil && !ids.isEmpty)
    for id in ids {
      let details = try #require(try store.details(of: FindID(unchecked: String(id))))
      #expect(details.place == "Kiosk" && details.publicChoice == .no && details.ownRating == nil)
    }
    _ = try Store.openUpgrading(folder.file("new.db"))
    #expect(try schema(path) == schema(folder.file("new.db")))
  }

  @Test func `a database of version 11 keeps its calls with their sources`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(in: folder)
    try sqlite(path, "BEGIN;\n\(Schema.version10)\n\(Schema.version11)\nCOMMIT;")
    try sqlite(
      path,
      """
      PRAGMA user_version = 11;
      INSERT INTO calls (id, scan, person, stage, attempt, provider, model, prompt, state, reserved,
        cost, created, answer) VALUES (900, 's', 'owner', 'review', 1, 'openai', 'm', 'p',
        'settled', 9, 7, 5, 'text');
      INSERT INTO citations VALUES (900, 0, 1, 2, 'https://a.example/', 'A');
      """)
    let calls = "SELECT count(*), sum(id), sum(cost), max(answer), max(scan) FROM calls"
    let before = try sqlite(path, calls)
    let store = try Store.openUpgrading(path)
    #expect(try store.damage() == nil)
    #expect(try sqlite(path, calls) == before)
    try sqliteConfirms(path, "SELECT count(*) = 0 FROM calls WHERE part NOT NULL OR begun = 0")
    try sqliteConfirms(path, "SELECT count(*) = 1 FROM citations WHERE call = 900")
  }

  @Test func `a database of version 11 keeps its finds, and all its works are albums`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(in: folder)
    try sqlite(path, "BEGIN;\n\(Schema.version10)\n\(Schema.version11)\nCOMMIT;")
    try sqlite(path, "PRAGMA user_version = 11")
    let before = try sqlite(path, "SELECT id, item, album, found, deleted, own_rating FROM finds")
    let albums = try sqlite(path, "SELECT id, key, artist, title FROM albums")
    let store = try Store.openUpgrading(path)
    #expect(try store.damage() == nil && !before.isEmpty)
    #expect(
      try sqlite(path, "SELECT id, item, album, found, deleted, own_rating FROM finds") == before)
    #expect(try sqlite(path, "SELECT id, key, artist, title FROM albums") == albums)
    let finds = try store.newestFinds(99)
    #expect(finds.allSatisfy { $0.album.kind == .album && !$0.isMoved } && !finds.isEmpty)
    #expect(try sqlite(path, "SELECT DISTINCT kind, isbn, pages FROM albums") == "album||")
    _ = try Store.openUpgrading(folder.file("new.db"))
    #expect(try schema(path) == schema(folder.file("new.db")))
  }

  @Test(arguments: 1...8)
  func `a database from before version 9 is refused, and left as it is`(version: Int) throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(in: folder)
    try sqlite(path, "PRAGMA user_version = \(version)")
    let before = try Files.read(path)
    #expect(throws: StoreError.tooOld(version: version)) { _ = try Store.openUpgrading(path) }
    #expect(throws: StoreError.tooOld(version: version)) { _ = try Store.open(path) }
    #expect(StoreError.tooOld(version: version).description.contains("75aa5e5"))
    #expect(try Files.read(path) == before)
    #expect(try Files.entries(of: folder.path) == ["albums.db"])
  }

  /// The tables and indexes of a database by name, without spaces and quotation marks: a table that
  /// was renamed has its name in quotation marks.
  private func schema(_ path: String) throws -> [String: String] {
    let output = try Programs.run(
      "/usr/bin/sqlite3",
      [
        path,
        """
        SELECT name || char(9) || replace(replace(replace(sql, char(10), ''), ' ', ''), '"', '')
        FROM sqlite_schema WHERE sql <> ''
        """,
      ],
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 5000)
    let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
        return (parts[0], parts[1])
      })
  }

  @Test func `a waiting scan keeps its photo, its attempts and its manual retry`() throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(folder)
    let waiting = try #require(try store.scan(scan("waiting")))
    #expect(waiting.state == .waiting && waiting.failure == Failure(.providerFailed))
    #expect(try store.scan(scan("queued"))?.state == .queued)
    #expect(try store.scan(scan("review"))?.state == .reviewing)
    #expect(try store.scan(scan("failed"))?.state == .failed)
    #expect(try store.scan(scan("unknown"))?.state == .identificationFailed)
    #expect(try store.scan(scan("unknown"))?.failure == Failure(.notIdentified))
    #expect(
      try store.queuedScans().map(\.id.text).sorted()
        == ["chosen", "hinted", "queued", "review", "waiting"].map { scan($0).text })
    let job = try #require(
      try store.claimJob(of: [.scan], at: Timestamp(milliseconds: 1_700_000_003_000)))
    #expect(job.scan == scan("queued") && job.attempts == 2 && job.person == .owner)
    #expect(try store.photoFacts(of: try #require(job.item)).guide == "0.1,0.1,0.8,0.8")
    // The program itself sends at most three calls that the service refuses. The manual retry is a
    // fourth call.
    let call = PlannedCall(
      owner: CallOwner(scan("waiting"), person: .owner), stage: .identify, provider: "anthropic",
      model: "m", prompt: "p", worstCase: Money(microdollars: 1))
    guard case .reserved = try store.reserve(call, cap: Money(microdollars: 1_000_000), at: now)
    else { throw StoreError.damaged("the manual retry is lost") }
    #expect(
      try store.reserve(call, cap: Money(microdollars: 1_000_000), at: now)
        == .tooOften(isFinal: false))
  }

  @Test func `a choice ends its scan, and is a person's or a model's as before`() throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(folder)
    let chosen = try #require(try store.item(of: scan("chosen")))
    #expect(try store.choice(of: chosen) == Choice(album: 2, evidence: Evidence(.person)))
    let hinted = try #require(try store.item(of: scan("hinted")))
    let choice = try #require(try store.choice(of: hinted))
    #expect(choice.album == 3 && !choice.isByPerson)
    #expect(choice.evidence.needsPicture)
  }

  @Test func `each queued job keeps its request`() throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(folder)
    let jobs = try store.queuedJobs()
    let requests = jobs.map(\.request)
    #expect(requests.count == 7)
    for request: JobRequest in [
      .album(2), .musicBrainz("https://musicbrainz.org/release/\"x\""), .hint("the \"live\" one"),
      .review, .artwork(file: "own.artwork"), .refill,
    ] {
      #expect(requests.contains(request), "\(request)")
    }
    let answered = requests.contains {
      if case .named(album: 3, _, hint: "the boat") = $0 { true } else { false }
    }
    #expect(answered)
    #expect(jobs.filter { $0.find == find("sure") }.count == 5)
    #expect(try store.jobFiles() == ["own.artwork"])
    let notice = try #require(try store.jobNotice(of: find("unsure")))
    #expect(!notice.isUnderWay && notice.failure == Failure(.notFound))
    let records = try store.jobRecords(of: scan("sure"))
    #expect(records.map(\.id) == [1, 2, 3, 4, 5, 8], "jobs keep their ids")
  }

  @Test func `finds keep their address, album, evidence and position in the history`() throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(folder)
    #expect(
      try store.newestFinds(9).map(\.id) == ["lone", "tent", "unsure", "sure"].map { find($0) })
    let sure = try #require(try store.find(find("sure")))
    #expect(sure.isSure && sure.agreement == .same && sure.album.title == "Tago Mago")
    #expect(sure.scan == scan("sure") && sure.found.milliseconds == 1_700_000_000_000)
    #expect(sure.candidates.map(\.reason) == ["", "the tin", ""])
    #expect(sure.candidates.map(\.kind).last == .former)
    let unsure = try #require(try store.find(find("unsure")))
    #expect(!unsure.isSure && unsure.agreement == .different)
    #expect(unsure.unreviewed == Failure(.review))
    #expect(try store.find(find("lone"))?.scan == nil)
    #expect(try store.find(find("gone")) == nil)
    #expect(try store.undelete(find("gone"), at: StoreFixture.time(9)))
    #expect(try store.find(find("gone"))?.album.title == "Future Days")
    let item = try #require(try store.item(of: find("tent")))
    #expect(try store.evidence(of: item)?.needsPicture == true)
    #expect(try store.scan(scan("sure"))?.find == find("sure"))
    #expect(try store.knownCovers().map(\.album) == [1, 2])
  }

  @Test func `feeds keep the ids that were published, and new finds have none stored`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(in: folder)
    let store = try Store.openUpgrading(path)
    #expect(try store.feedID() == "https://records.example/feed.atom")
    let finds = try store.newestFinds(9)
    #expect(finds.count == 4)
    #expect(finds.allSatisfy { $0.feedID == "https://records.example/album/\($0.id)/" })
    #expect(try store.undelete(find("gone"), at: StoreFixture.time(9)))
    #expect(
      try store.find(find("gone"))?.feedID == "https://records.example/album/\(find("gone"))/")
    let job = try #require(try store.claimJob(of: [.scan], at: now))
    let new = StoreFixture.find(1)
    try store.identify(job, as: 1, isRecognised: true, at: now)
    try store.finish(job, as: new, evidence: Evidence(.person), at: now)
    let made = try #require(try store.find(new))
    #expect(made.feedID == nil)
  }

  @Test func `a new database has a feed id of its own`() throws {
    let folder = try TemporaryFolder()
    let ids = try ["one", "two"].map { (name) in
      try Store.openUpgrading(folder.file(name)).feedID()
    }
    let form = #/urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    #expect(Set(ids).count == 2)
    #expect(try ids.allSatisfy { try form.wholeMatch(in: $0) != nil }, "\(ids)")
    #expect(try Store.open(folder.file("one")).feedID() == ids[0])
  }

  @Test func `money, pauses and stale pages stay`() throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(folder)
    let month = Timestamp(milliseconds: 1_700_000_000_000).month
    let spending = try store.spending(in: month)
    #expect(spending.spent.microdollars == 700 && spending.reserved.microdollars == 900)
    let answered = PlannedCall(
      owner: CallOwner(scan("review"), person: .owner), stage: .identify, provider: "anthropic",
      model: "m", prompt: "p", worstCase: Money(microdollars: 1))
    guard case .answered(let answer) = try store.reserve(answered, cap: .zero, at: now) else {
      throw StoreError.damaged("an answer is paid for twice")
    }
    #expect(answer.text == "{\"an\":\"answer\"}" && answer.citations.map(\.title) == ["A page"])
    let breaker = try #require(try store.breakers().first)
    #expect(breaker.provider == "openai" && breaker.until.milliseconds == 1_700_000_300_000)
    #expect(breaker.trouble == .quota)
    #expect(
      try store.stalePages().map(\.subject) == [.find(find("sure")), .scan(scan("queued"))])
    _ = try store.accept(StoreFixture.scan(1), at: now)
    #expect(
      try store.accept(StoreFixture.scan(2, key: "key-of-queued"), at: now) == .conflict,
      "keys are known")
  }

  @Test func `reviews stay, with their language, label, points and sources`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(in: folder)
    let store = try Store.openUpgrading(path, reviewLanguage: "de")
    let sure = try #require(try store.find(find("sure"))?.review)
    #expect(sure.language == "en" && sure.summary == "A *long* fever dream.")
    #expect(sure.recommendation == .cultEssential && sure.rating.tenths == 95)
    #expect(sure.bullets == ["Taped live.", "Loved by punks.", "If you love drums, this."])
    #expect(sure.keyTracks == ["Mushroom", "Oh Yeah", "Halleluhwah"])
    #expect(sure.sources.map(\.passage) == [.summary, .bullet(2)])
    #expect(sure.sources.map(\.address) == ["https://a.example/", "https://b.example/"])
    let key = try #require(try store.find(find("sure"))).album.key
    #expect(
      try store.review(of: key, in: "de") == nil, "a German review is written when it is asked for")
    let origin = try #require(try store.origin(ofReviewOf: key))
    #expect(origin == ("claude", "review-search-1"))
  }

  /// A history of version 9 with two finds of the album "Tago Mago" and its own picture.
  struct OwnPicture: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// The finders of the two finds; the second find is newer.
    var finders = ("owner", "owner")
    var people = ["owner"]

    /// Done jobs that stored a picture: the find's number, the sender, and whether a later job withdrew
    /// it.
    var jobs: [(find: Int, person: String, isWithdrawn: Bool)] = []

    /// The find that gets the picture; nil if the sender is unknown.
    let receiver: Int?

    /// The statements that make the history.
    var sql: String {
      var lines = [
        "UPDATE albums SET own_artwork = '\(OwnPicture.digest)' WHERE id = 1",
        "UPDATE finds SET person = '\(finders.0)' WHERE id LIKE 'findsure%'",
        "UPDATE finds SET person = '\(finders.1)', album = 1, found = 1700000009999 "
          + "WHERE id LIKE 'findunsure%'",
        "DELETE FROM people",
      ]
      for id in people {
        lines.append("INSERT INTO people VALUES ('\(id)', '\(id)', 'owner', 0, NULL, NULL, 1)")
      }
      for (index, job) in jobs.enumerated() {
        let time = 1_700_000_020_000 + index * 10
        let ended = job.isWithdrawn ? time + 5 : time + 1
        lines.append(Self.job(job, state: "done", created: time, updated: ended))
        if job.isWithdrawn {
          lines.append(Self.job(job, state: "failed", created: time + 5, updated: time + 6))
        }
      }
      return lines.joined(separator: ";\n")
    }

    private static func job(
      _ job: (find: Int, person: String, isWithdrawn: Bool), state: String, created: Int,
      updated: Int
    ) -> String {
      """
      INSERT INTO jobs (lane, kind, item, person, payload, state, next_attempt, created, updated)
      VALUES ('scan', 'artwork', \(job.find), '\(job.person)', '{"file":"a"}', '\(state)', 1,
        \(created), \(updated))
      """
    }

    static let digest = String(repeating: "d", count: 64)
  }

  static let ownPictures = [
    OwnPicture(testDescription: "one person, no job", receiver: 2),
    OwnPicture(testDescription: "no accounts, no job", people: [], receiver: 2),
    OwnPicture(
      testDescription: "two people, no job", finders: ("owner", "m"), people: ["owner", "m"],
      receiver: nil),
    OwnPicture(
      testDescription: "one person is left of two", finders: ("owner", "m"), receiver: nil),
    OwnPicture(
      testDescription: "two people, and only the owner's finds are left", people: ["owner", "m"],
      receiver: nil),
    OwnPicture(
      testDescription: "a member's job", finders: ("m", "owner"), people: ["owner", "m"],
      jobs: [(1, "m", false)], receiver: 1),
    OwnPicture(
      testDescription: "the newest find of the sender", finders: ("m", "m"),
      people: ["owner", "m"], jobs: [(1, "m", false)], receiver: 2),
    OwnPicture(
      testDescription: "the last sender", finders: ("m", "owner"), people: ["owner", "m"],
      jobs: [(1, "m", false), (2, "owner", false)], receiver: 2),
    OwnPicture(
      testDescription: "a later job that was withdrawn", finders: ("m", "owner"),
      people: ["owner", "m"], jobs: [(1, "m", false), (2, "owner", true)], receiver: 1),
    OwnPicture(
      testDescription: "the owner sent it for a member's find", finders: ("m", "m"),
      people: ["owner", "m"], jobs: [(1, "owner", false)], receiver: 1),
  ]

  @Test(arguments: ownPictures)
  func `an own picture of version 9 goes to its sender's newest find, or to the household`(
    picture: OwnPicture
  ) throws {
    let folder = try TemporaryFolder()
    let path = try Self.database(in: folder)
    try sqlite(path, picture.sql)
    let store = try Store.openUpgrading(path)
    let finds = [find("sure"), find("unsure")]
    let shown = try finds.map { try store.find($0)?.album.artwork?.digest }
    let expected = picture.receiver.map { receiver in
      (1...2).map { $0 == receiver ? OwnPicture.digest : nil }
    }
    #expect(shown == expected ?? [OwnPicture.digest, OwnPicture.digest])
    let unowned = try store.unownedPictures().map(\.artwork.digest)
    #expect(unowned == (picture.receiver == nil ? [OwnPicture.digest] : []))
    let stale = try store.stalePages().map(\.subject)
    #expect(finds.allSatisfy { stale.contains(.find($0)) })
    #expect(try store.damage() == nil)
  }

  @Test func `an import of version 9 is undone although another find had the album's own picture`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try Self.database(in: folder)
    let picture = OwnPicture(testDescription: "", jobs: [(2, "owner", false)], receiver: 2)
    let cells = ["have", "public", "legacy", "Rough Trade", "*loud*", OwnPicture.digest, "Jazz"]
    let text = "[\(cells.map { "\"\($0)\"" }.joined(separator: ","))]"
    let state = hexadecimal(Array(SHA256.digest(of: Array(text.utf8)).prefix(16)))
    try sqlite(
      path,
      picture.sql + ";\nUPDATE import_rows SET state = '\(state)' WHERE find = '\(find("sure"))'")
    let store = try Store.openUpgrading(path)
    #expect(try store.find(find("sure"))?.hasOwnArtwork == false)
    let undone = try store.undoImport(1, after: 0, count: 1, at: now)
    #expect(undone.removed == 1 && undone.kept.isEmpty)
  }
}
