// Databases of earlier versions, in every form that was ever committed. The upgrade keeps all their
// data.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct MigrationTests {
  static let folder = "\(Checkout.root)/Tests/Store/Fixtures"

  /// The schemas that were committed under version 4, oldest first, and the schemas of versions 5 to 9.
  static let shapes = [
    "v4-first", "v4-trouble", "v4-waits", "v4-keys", "v4-trouble-keys", "v4-trouble-keys-waits",
    "v4", "v5", "v6", "v7", "v8", "v9",
  ]

  static let early = ["v1", "v2", "v3-early", "v3"]

  /// Rows with values in columns that some shapes of version 4 lack.
  static let lateRows = [
    """
    INSERT INTO breakers (provider, failures, until, reason, trouble)
    VALUES ('openai', 1, 1700000300000, 'no credit', 'quota')
    """,
    """
    INSERT INTO breakers (provider, failures, until, reason)
    VALUES ('openai', 5, 1700000300000, 'HTTP 500')
    """,
    "UPDATE errands SET waits = 2 WHERE kind = 'hint'",
    "UPDATE scans SET tentative = 1 WHERE id LIKE '%hinted%' OR id LIKE '%tent%'",
    "UPDATE albums SET key_rules = 2",
  ]

  private static func database(_ shape: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.file("albums.db")
    try sqlite(path, ".read \(Self.folder)/\(shape).sql")
    let rows =
      shape.hasPrefix("v4") ? "v4-rows" : shape.hasPrefix("v3") ? "v3-rows" : "\(shape)-rows"
    try sqlite(path, ".read \(Self.folder)/\(rows).sql")
    if shape.hasPrefix("v4") {
      // A shape without the column cannot store the value.
      for row in lateRows { _ = try? sqlite(path, row) }
    }
    return path
  }

  /// Whether the shape has all columns of version 4.
  private static func isWhole(_ shape: String) -> Bool {
    ["v4", "v5", "v6", "v7", "v8", "v9"].contains(shape)
  }

  private static func opened(_ shape: String, _ folder: TemporaryFolder) throws -> Store {
    try Store.openUpgrading(try database(shape, in: folder))
  }

  private func scan(_ name: String) -> ScanID { ScanID(unchecked: padded("scan\(name)")) }
  private func find(_ name: String) -> FindID { FindID(unchecked: padded("find\(name)")) }

  private func padded(_ text: String) -> String {
    text + String(repeating: "0", count: 26 - text.utf8.count)
  }

  private let now = Timestamp(milliseconds: 1_795_000_000_000)

  @Test(arguments: early + shapes)
  func `every shape becomes the present version without damage`(shape: String) throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(shape, folder)
    #expect(try store.damage() == nil)
    let upgraded = try schema(folder.file("albums.db"))
    _ = try Store.openUpgrading(folder.file("new.db"))
    #expect(upgraded == (try schema(folder.file("new.db"))), "\(shape)")
  }

  /// The tables of a database by name, without comments and spaces.
  private func schema(_ path: String) throws -> [String: String] {
    let output = try Programs.run(
      "/usr/bin/sqlite3",
      [
        path,
        "SELECT name || char(9) || replace(sql, char(10), ' ') FROM sqlite_schema WHERE sql <> ''",
      ],
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 5000)
    var tables: [String: String] = [:]
    for line in String(decoding: output.bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      // Databases of versions 1 to 4 contain the comments of their tables. The fixtures leave them
      // out, so the text is compared only for tables that later steps rebuilt.
      if Self.rebuilt.contains(where: { parts[0] == $0 || parts[0].hasPrefix("\($0)_") }) {
        tables[parts[0]] = parts[1]
      } else {
        tables[parts[0]] = ""
      }
    }
    return tables
  }

  static let rebuilt = [
    "scans", "items", "jobs", "candidates", "finds", "calls", "breakers", "stale_pages", "sites",
    "reviews", "review_points", "review_sources", "people", "codes", "sessions", "tokens",
    "guesses",
  ]

  @Test(arguments: shapes)
  func `a waiting scan keeps its photo, its attempts and its manual retry`(shape: String)
    throws
  {
    let folder = try TemporaryFolder()
    let store = try Self.opened(shape, folder)
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

  @Test(arguments: shapes)
  func `a choice ends its scan, and is a person's or a model's as before`(shape: String) throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(shape, folder)
    let chosen = try #require(try store.item(of: scan("chosen")))
    #expect(try store.choice(of: chosen) == Choice(album: 2, evidence: Evidence(.person)))
    let hinted = try #require(try store.item(of: scan("hinted")))
    let choice = try #require(try store.choice(of: hinted))
    #expect(choice.album == 3 && !choice.isByPerson)
    let hasTentative = Self.isWhole(shape)
    #expect(choice.evidence.needsPicture == hasTentative)
  }

  @Test(arguments: shapes)
  func `each queued errand becomes a job with the same request`(shape: String) throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(shape, folder)
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
      if case .hintAnswer(album: 3, _, hint: "the boat") = $0 { true } else { false }
    }
    #expect(answered)
    #expect(jobs.filter { $0.find == find("sure") }.count == 5)
    #expect(try store.jobFiles() == ["own.artwork"])
    let notice = try #require(try store.jobNotice(of: find("unsure")))
    #expect(!notice.isUnderWay && notice.failure == Failure(.notFound))
    let records = try store.jobRecords(of: scan("sure"))
    #expect(records.map(\.id) == [1, 2, 3, 4, 5, 8], "errands keep their ids")
  }

  @Test(arguments: shapes)
  func `finds keep their address, album, evidence and place in the log`(shape: String) throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(shape, folder)
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
    #expect(try store.undelete(find("gone")))
    #expect(try store.find(find("gone"))?.album.title == "Future Days")
    let item = try #require(try store.item(of: find("tent")))
    #expect(try store.evidence(of: item)?.needsPicture == Self.isWhole(shape))
    #expect(try store.scan(scan("sure"))?.find == find("sure"))
    #expect(try store.knownCovers().map(\.album) == [1, 2])
  }

  @Test(arguments: shapes)
  func `feeds keep the ids that were published, and new finds have none stored`(shape: String)
    throws
  {
    let folder = try TemporaryFolder()
    let path = try Self.database(shape, in: folder)
    let store = try Store.openUpgrading(path, baseURL: "https://records.example")
    #expect(try store.feedID() == "https://records.example/feed.atom")
    let finds = try store.newestFinds(9)
    #expect(finds.count == 4)
    #expect(finds.allSatisfy { $0.feedID == "https://records.example/album/\($0.id)/" })
    #expect(try store.undelete(find("gone")))
    #expect(
      try store.find(find("gone"))?.feedID == "https://records.example/album/\(find("gone"))/")
    let job = try #require(try store.claimJob(of: [.scan], at: now))
    let new = StoreFixture.find(1)
    try store.identify(job, as: 1, isRecognised: true, at: now)
    try store.finish(job, as: new, evidence: Evidence(.person), at: now)
    let made = try #require(try store.find(new))
    #expect(made.feedID == nil)
    // The next start has another base URL. It changes no id.
    let again = try Store.openUpgrading(path, baseURL: "https://moved.example")
    #expect(try again.newestFinds(9).filter { $0.feedID != nil }.map(\.id).count == 5)
    #expect(try again.feedID() == "https://records.example/feed.atom")
  }

  @Test func `a new database has a feed id of its own`() throws {
    let folder = try TemporaryFolder()
    let ids = try ["one", "two"].map { (name) in
      try Store.openUpgrading(folder.file(name), baseURL: "https://records.example").feedID()
    }
    let form = #/urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    #expect(Set(ids).count == 2)
    #expect(try ids.allSatisfy { try form.wholeMatch(in: $0) != nil }, "\(ids)")
    #expect(try Store.open(folder.file("one")).feedID() == ids[0])
  }

  @Test(arguments: shapes)
  func `money, pauses and stale pages stay`(shape: String) throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(shape, folder)
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
    #expect(
      breaker.trouble == (shape.contains("trouble") || Self.isWhole(shape) ? .quota : .outage))
    #expect(
      try store.stalePages().map(\.subject) == [.find(find("sure")), .scan(scan("queued"))])
    _ = try store.accept(StoreFixture.scan(1), at: now)
    #expect(
      try store.accept(StoreFixture.scan(2, key: "key-of-queued"), at: now) == .conflict,
      "keys are known")
  }

  @Test func `reviews of version 5 stay, in English, with their labels as codes`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database("v5", in: folder)
    let store = try Store.openUpgrading(path, reviewLanguage: "de")
    let sure = try #require(try store.find(find("sure"))?.review)
    #expect(sure.language == "en" && sure.summary == "A *long* fever dream.")
    #expect(sure.recommendation == .cultEssential && sure.rating.tenths == 95)
    #expect(sure.bullets == ["Taped live.", "Loved by punks.", "If you love drums, this."])
    #expect(sure.keyTracks == ["Mushroom", "Oh Yeah", "Halleluhwah"])
    #expect(sure.sources.map(\.passage) == [.summary, .bullet(2)])
    #expect(sure.sources.map(\.address) == ["https://a.example/", "https://b.example/"])
    let unsure = try #require(try store.find(find("unsure"))?.review)
    #expect(unsure.recommendation == .criticsChoice)
    #expect(try store.find(find("lone"))?.review?.recommendation == .deepCut)
    let key = try #require(try store.find(find("sure"))).album.key
    #expect(
      try store.review(of: key, in: "de") == nil, "a German review is written when it is asked for")
    let origin = try #require(try store.origin(ofReviewOf: key))
    #expect(origin == ("claude", "review-search-1"))
    try sqliteConfirms(path, "SELECT count(*) = 3 FROM reviews WHERE language = 'en'")
  }

  @Test func `every label of version 5 becomes its code`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.database("v5", in: folder)
    for label in Recommendation.allCases {
      let text = label.english.split(separator: "'").joined(separator: "''")
      try sqlite(
        path,
        """
        INSERT INTO reviews (key, summary, rating, recommendation, origin, prompt, written)
        VALUES ('label / \(label.rawValue)', 'A.', 50, '\(text)', 'm', 'p', 0)
        """)
    }
    _ = try Store.openUpgrading(path)
    try sqliteConfirms(
      path,
      """
      SELECT count(*) = 24 FROM reviews
      WHERE key = 'label / ' || recommendation
      """)
  }

  @Test(arguments: early)
  func `finds of earlier versions are still found`(shape: String) throws {
    let folder = try TemporaryFolder()
    let store = try Self.opened(shape, folder)
    let found = try #require(try store.find(find("sure")))
    #expect(found.isSure && found.album.title == "Tago Mago")
    #expect(try store.scan(scan("sure"))?.state == .complete)
    #expect(try store.scan(scan("queued"))?.state == .queued)
    #expect(try store.stalePages().count == 1)
    #expect(try !store.knownCovers().isEmpty)
  }

  /// A log of version 9 with two finds of the album "Tago Mago" and its own picture.
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

    /// The statements that make the log.
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
      for (place, job) in jobs.enumerated() {
        let time = 1_700_000_020_000 + place * 10
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
    let path = try Self.database("v9", in: folder)
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
    let path = try Self.database("v9", in: folder)
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

  @Test func `a database of version 6 has nobody, and its finds become the first person's`() throws
  {
    let folder = try TemporaryFolder()
    let store = try Self.opened("v6", folder)
    #expect(try !store.hasPeople() && store.people().isEmpty)
    let name = try #require(PersonName("Anna"))
    #expect(
      try store.addPerson(
        name: name, plan: .owner, files: SessionFiles(folder: "/dev/null"), at: now
      ).id == .owner)
    try sqliteConfirms(
      folder.file("albums.db"),
      "SELECT count(*) = 0 FROM finds WHERE person NOT IN (SELECT id FROM people)")
    #expect(try store.damage() == nil)
  }
}
