// The upgrade of albums whose names newer rules make equal or different: joins with their undo, questions, and splits.
// Source: docs/names.md "After an upgrade".

import Albums
import Store
import Support
import Testing

@Suite struct AlbumJoinTests {
  let fixture: StoreFixture

  private func store() throws -> Store { try fixture.open() }

  init() throws { fixture = try StoreFixture() }

  private static let now = StoreFixture.time(100)

  /// Inserts an album as version 1.0 stored it, with finds of these numbers.
  private func older(
    _ id: Int, _ key: String, _ artist: String, _ title: String, finds: [Int],
    facts: (year: String, group: String) = ("NULL", "NULL")
  ) throws {
    try sqlite(
      fixture.path,
      """
      INSERT INTO albums (id, key, artist, title, key_rules, year, release_group)
        VALUES (\(id), '\(key)', '\(artist)', '\(title)', 2, \(facts.year), \(facts.group))
      """)
    for number in finds {
      let time = StoreFixture.time(Int64(number)).milliseconds
      try sqlite(
        fixture.path,
        """
        INSERT INTO items (id, position, album, progress, created, updated)
          VALUES (\(number), 0, \(id), 'reviewing', \(time), \(time));
        INSERT INTO finds (id, item, person, album, found)
          VALUES ('\(find(number))', \(number), 'owner', \(id), \(time))
        """)
    }
  }

  private func find(_ number: Int) -> FindID { StoreFixture.find(UInt8(number)) }

  /// Two albums whose names are one name by rules 3, with a find each.
  private func twins(
    _ first: (year: String, group: String) = ("NULL", "NULL"),
    _ second: (year: String, group: String) = ("NULL", "NULL")
  ) throws {
    try older(1, "кий / один", "Кий", "Один", finds: [1], facts: first)
    try older(2, "кии\u{306} / один", "Кии\u{306}", "Один", finds: [2], facts: second)
  }

  private func albums() throws -> [Int64?] { try [1, 2].map { try store().albumID(of: find($0)) } }

  private func renew() throws { try store().renewNames(at: Self.now) }

  @Test func `the finds of albums with one name become finds of one album, and an undo parts them`()
    throws
  {
    try twins()
    try sqlite(
      fixture.path,
      """
      INSERT INTO covers (album, source, fingerprint) VALUES (2, 'catalogue:x: y', x'0201');
      UPDATE albums SET year = 1984 WHERE id = 2
      """)
    let former = AlbumKey(stored: "кии\u{306} / один")
    try store().keep(
      try StoreFixture.review(), of: former, origin: "model", at: StoreFixture.time(0))
    try store().markAllWritten()
    for _ in 0..<2 { try renew() }
    #expect(try albums() == [1, 1] && store().knownCovers().map(\.album) == [1])
    #expect(try store().album(1)?.year == 1984)
    #expect(try store().shownReview(of: store().key(of: 1)) != nil && store().damage() == nil)
    #expect(try Set(store().stale()) == [find(1), find(2)])
    let moves = try store().albumMoves(at: Self.now)
    #expect(moves.map(\.countOfFinds) == [1] && moves.map(\.isJoin) == [true])
    #expect(try store().albumMoves(at: Self.now.advanced(byMilliseconds: 31 * 86_400_000)).isEmpty)

    let edit = try #require(moves.first?.edit)
    #expect(try store().undo(edit, at: StoreFixture.time(200))?.changed == [find(2)])
    #expect(try store().undo(edit, at: StoreFixture.time(201)) == nil)
    for _ in 0..<2 {
      #expect(try albums() == [1, 2] && store().knownCovers().map(\.album) == [2])
      #expect(try store().shownReview(of: store().key(of: 2)) != nil && store().damage() == nil)
      #expect(try store().albumMoves(at: Self.now).isEmpty && store().albumQuestions().isEmpty)
      try renew()
    }
  }

  @Test func `an undo leaves a find that a person has corrected since`() throws {
    try twins()
    try renew()
    let edit = try #require(try store().albumMoves(at: Self.now).first?.edit)
    let other = try store().keep(Album(artist: "Can", title: "Landed"))
    try sqlite(
      fixture.path,
      """
      UPDATE finds SET album = \(other), corrected = \(StoreFixture.time(150).milliseconds)
        WHERE id = '\(find(2))'
      """)
    #expect(try store().albumMoves(at: Self.now).isEmpty)
    #expect(try store().undo(edit, at: StoreFixture.time(200))?.changed == [])
    #expect(try albums() == [1, other])
  }

  @Test func `a scan that was under way ends with the joined album`() throws {
    try twins()
    _ = try store().accept(StoreFixture.scan(9, key: "key-9-000"), at: Self.now)
    let claim = try #require(try store().claimJob(of: [.scan], at: Self.now))
    try store().identify(claim, as: 2, isRecognised: true, at: Self.now)
    try renew()
    try store().finish(claim, as: find(9), evidence: .sure, at: Self.now)
    #expect(try store().albumID(of: find(9)) == 1)
  }

  /// The year and the release group of both albums, and further facts in SQL.
  private static let questions:
    [(name: String, first: (String, String), second: (String, String), sql: String)] = [
      ("other groups", ("NULL", "'a'"), ("NULL", "'b'"), ""),
      (
        "two reviews", ("NULL", "NULL"), ("NULL", "NULL"),
        """
        INSERT INTO reviews (key, language, summary, rating, recommendation, origin, prompt, written)
          SELECT key, 'en', 'x', 70, 'cult-essential', 'm', '', 1 FROM albums
        """
      ),
      (
        "two own pictures", ("NULL", "NULL"), ("NULL", "NULL"),
        "UPDATE finds SET own_artwork = printf('%064d', item)"
      ),
    ]

  @Test(arguments: questions.indices)
  func `a person decides about albums of which one has something to lose`(index: Int) throws {
    let (name, first, second, sql) = Self.questions[index]
    for answer in ["join", "keep"] {
      let other = try AlbumJoinTests()
      try other.twins(first, second)
      try sqlite(other.fixture.path, sql)
      for _ in 0..<2 {
        try other.renew()
        let question = try #require(try other.store().albumQuestions().first, "\(name)")
        #expect(question.album.album == 2 && question.other?.album == 1, "\(name)")
        #expect(question.album.find == find(2) && question.other?.find == find(1), "\(name)")
        #expect(try other.albums() == [1, 2], "\(name)")
      }
      if answer == "join" {
        let edit = try other.store().joinAlbum(2, by: .owner, at: Self.now)
        #expect(try other.albums() == [1, 1], "\(name)")
        #expect(try other.store().albumMoves(at: Self.now).map(\.edit) == [edit], "\(name)")
      } else {
        #expect(try other.store().keepAlbum(2), "\(name)")
        #expect(try !other.store().keepAlbum(2), "\(name)")
        try other.renew()
        #expect(try other.albums() == [1, 2], "\(name)")
      }
      #expect(
        try other.store().albumQuestions().isEmpty && other.store().damage() == nil, "\(name)")
      #expect(try other.store().joinAlbum(2, by: .owner, at: Self.now) == nil, "\(name)")
    }
  }

  @Test func `albums of other years stay two albums without a question`() throws {
    try twins(("1971", "NULL"), ("1999", "NULL"))
    try renew()
    #expect(try albums() == [1, 2] && store().albumQuestions().isEmpty)
    #expect(try store().key(of: 2).text.hasSuffix(" / 1999"))
    #expect(try store().albumID(of: Album(artist: "Кий", title: "один", year: 1999)) == 2)
  }

  /// Gives a find an imported row with the artist and the title.
  private func row(_ number: Int, _ artist: String, _ title: String) throws {
    try sqlite(
      fixture.path,
      """
      INSERT OR IGNORE INTO imports (id, person, format, name, digest, header, read, created)
        VALUES (1, 'owner', 'discogs', 'x', x'01', 'h', 0, 0);
      INSERT INTO import_rows (import, line, identity, find, raw, state)
        VALUES (1, \(number), 'r\(number)', '\(find(number))', 'r', '')
      """)
    try sqlite(
      fixture.path,
      """
      UPDATE imports SET header = json_array('Artist', 'Title');
      UPDATE import_rows SET raw = json_array('\(artist)', '\(title)') WHERE line = \(number)
      """)
  }

  private func renewReading() throws {
    try store().renewNames(at: Self.now) { (header, cells) in
      header == ["Artist", "Title"] ? Album(artist: cells[0], title: cells[1]) : nil
    }
  }

  @Test func `a find whose row names another album leaves the album that former rules gave it`()
    throws
  {
    try older(1, "c / one", "C++", "One", finds: [1, 2, 3])
    try row(1, "C++", "One")
    try row(2, "C#", "One")
    // A service has renamed this album since.
    try row(3, "Sea Plus Plus", "One")
    try renewReading()
    #expect(try store().albumID(of: find(1)) == 1 && store().albumID(of: find(3)) == 1)
    let split = try #require(try store().albumID(of: find(2)))
    #expect(try split != 1 && store().key(of: split).text == "c sharp / one")
    #expect(try store().albumQuestions().isEmpty && store().albumMoves(at: Self.now).count == 1)
    #expect(try store().albumMoves(at: Self.now).first?.isJoin == false)
    let edit = try #require(try store().albumMoves(at: Self.now).first?.edit)
    #expect(try store().undo(edit, at: StoreFixture.time(200))?.changed == [find(2)])
    try renewReading()
    #expect(try store().albumID(of: find(2)) == 1)
  }

  @Test func `a find without a row makes its album doubtful until a person has looked at it`()
    throws
  {
    try older(1, "c / one", "C#", "One", finds: [1, 2])
    try older(2, "c / two", "C#", "Two", finds: [3])
    try older(3, "can / landed", "Can", "Landed", finds: [4, 5])
    try row(1, "C#", "One")
    for _ in 0..<2 {
      try renewReading()
      #expect(try store().albumQuestions().map(\.album.album) == [1])
    }
    #expect(try store().keepAlbum(1) && store().albumQuestions().isEmpty)
  }
}
