// Tables of Discogs and Rate Your Music: hostile cells, other encodings, copies, a second import, an
// import that stops at any commit, and its undo.

import Albums
import Host
import Support
import Testing
import Text

@testable import Exchange
@testable import Store

@Suite struct TableImportTests {
  static let collection =
    "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"
    + "Collection Media Condition,Collection Sleeve Condition,Collection Notes\r\n"
  static let wantlist = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes\r\n"
  static let inventory =
    "listing_id,artist,title,label,catno,format,release_id,status,price,listed,comments,"
    + "media_condition\r\n"

  private func one(_ text: String) async throws -> Find {
    let house = try ExchangeHouse()
    try await house.take(table: text)
    return try #require(try house.finds().first)
  }

  @Test func `a row of a collection is a find that the person has`() async throws {
    let find = try await one(
      Self.collection
        + "UAS 1,Can,\"Tago, Mago\",\"Spoon (2), EMI\",\"2xLP, Album, 7\"\"\",5,1989,42,Krautrock,"
        + "2021-05-03 18:22:10,Near Mint (NM or M-),Very Good (VG),\"from Bob\nsigned\"\r\n")
    #expect(find.album.artist == "Can" && find.album.title == "Tago, Mago")
    #expect(find.album.year == 1989 && find.album.recordLabel == "Spoon, EMI")
    #expect(find.details.status == .have && find.details.tags.map(\.text) == ["Krautrock"])
    #expect(find.details.note == "from Bob\nsigned" && find.details.publicChoice == nil)
    #expect(find.found.iso == "2021-05-03T18:22:10Z")
    #expect(find.isSure && find.review == nil && find.scan == nil)
  }

  @Test func `a row of a wantlist is a find that the person wants`() async throws {
    let find = try await one(Self.wantlist + "none,Neu!,Neu! 75,Brain,LP,,0,43,\r\n")
    #expect(find.details.status == .want && find.details.note == nil && find.album.year == nil)
    #expect(find.found == ExchangeHouse.now)
  }

  static let names: [(cell: String, name: String)] = [
    ("Daughter (2)", "Daughter"), ("Eat (2), Die Warzau", "Eat, Die Warzau"),
    ("Eat (2), Die Warzau (13)", "Eat, Die Warzau"), ("Sunn O)))", "Sunn O)))"),
    ("( )", "( )"), ("Fall, The", "The Fall"), ("(2)", "(2)"),
    ("Prince (And) Me", "Prince (And) Me"),
    ("Gary Clail And Tackhead", "Gary Clail And Tackhead"), ("A, B, The", "A, B, The"),
    ("Blink (182) Live", "Blink Live"),
  ]

  @Test(arguments: names)
  func `numbers of Discogs are no part of a name`(cell: String, name: String) {
    #expect(DiscogsNames.plain(cell) == name)
  }

  @Test func `columns count by name, and trailing columns may be missing`() async throws {
    let find = try await one(
      "release_id,Title,Collection Shelf,Artist,Date Added\nx7,One,B2,A,2020-01-02 03:04:05\n")
    #expect(find.album.title == "One" && find.found.iso == "2020-01-02T03:04:05Z")
    let short = try await one(Self.collection + "1,A,T,L,LP,,1977,7\r\n")
    #expect(short.details == FindDetails(status: .have))
  }

  @Test(arguments: [
    ("5", 100), ("3", 60), ("1", 20), ("0", nil), ("", nil), ("6", nil), ("-1", nil), ("x", nil),
  ])
  func `the stars of Discogs are the own rating`(cell: String, tenths: Int?) async throws {
    let find = try await one(Self.collection + "1,A,T,L,LP,\(cell),1977,7\r\n")
    #expect(find.details.ownRating?.tenths == tenths)
  }

  @Test func `a byte order mark, blank lines and Latin-1 are read`() async throws {
    let house = try ExchangeHouse()
    let text =
      "\u{FEFF}" + Self.wantlist + "\r\n,,,,\r\n1,Bj\u{F6}rk,Début \u{2019},L,LP,,0,1,\r\n\r\n"
    #expect(try await house.report(text).count(.new) == 1)
    var bytes = Array(Self.wantlist.utf8) + Array("1,Bj".utf8) + [0xF6] + Array("rk,It".utf8)
    bytes += [0x92] + Array("s,L,LP,,0,1,\r\n".utf8)
    let file = try TableFile(bytes, zone: .utc, at: ExchangeHouse.now)
    #expect(file.entries.map(\.artist) == ["Bj\u{F6}rk"])
    #expect(file.entries.map(\.title) == ["It\u{2019}s"])
  }

  static let refused: [(text: String, error: ImportError)] = [
    (inventory + "1,A,T,L,C,LP,7,For Sale,9.99,,,\r\n", .inventory),
    ("a,b,c\n1,2,3\n", .unknownFormat), ("", .unknownFormat), ("PK", .unknownFormat),
    (
      collection + "1,\"A,T\r\n",
      .csv(line: 2, message: "the quote that opens here is never closed")
    ),
    ("\u{0}", .encoding),
  ]

  @Test(arguments: refused)
  func `a file that is no collection is refused before any row`(text: String, error: ImportError)
    throws
  {
    #expect(throws: error) { _ = try ExchangeHouse().table(text) }
  }

  static let unusable: [(row: String, problem: RowProblem)] = [
    (",,T,,,,,1,,,,,", .noArtist), (",A,,,,,,1,,,,,", .noTitle),
    (",\u{7} ,T,,,,,1,,,,,", .noArtist),
    (",A,\(String(repeating: "x", count: 301)),,,,,1,,,,,", .longName),
    (",A,T,,,,,1,,,,,,x,,", .cells(16, columns: 13)),
  ]

  @Test(arguments: unusable)
  func `an unusable row is named with its line, and the others are imported`(
    row: String, problem: RowProblem
  ) async throws {
    let house = try ExchangeHouse()
    let text = Self.collection + "\(row)\r\n,Good,One,,,,,2,,,,,\r\n"
    let report = try await house.report(text)
    #expect(report.rows.map(\.verdict) == [.unusable, .new])
    #expect(report.rows.map(\.line) == [2, 3])
    #expect(report.rows[0].reason == problem.sentence)
    #expect(try await house.take(table: text).count == 1)
    #expect(try house.finds().map(\.album.artist) == ["Good"])
  }

  @Test func `the nth identical row is the nth copy, and a second import adds only new rows`()
    async throws
  {
    let house = try ExchangeHouse()
    let row = "1,A,T,L,LP,,1977,7,,,,,\r\n"
    #expect(try await house.take(table: Self.collection + row + row).count == 2)
    #expect(try await house.take(table: Self.collection + row + row).count == 0)
    #expect(try await house.take(table: Self.collection + row + row + row).count == 1)
    #expect(try await house.take(table: Self.collection + row).count == 0)
    #expect(try house.finds().count == 3)
    let wanted = try await house.take(table: Self.wantlist + "1,A,T,L,LP,,1977,7,\r\n")
    #expect(wanted.count == 1)
  }

  @Test func `a find that was scanned makes one row ambiguous, and further rows are copies`()
    async throws
  {
    let house = try ExchangeHouse()
    var log = FilledLog(seed: 3, in: house)
    try await log.fill()
    let album = try #require(
      try house.finds().first { $0.scan != nil && $0.album.kind == .album }?.album)
    let own = try house.store().countOwnFinds(of: album.key)
    try #require(own > 0)
    let cells = ["", album.artist, album.title, "", "", "", "", "99"]
    let text = Self.collection + String(repeating: CSVWriter.line(cells), count: own + 1)
    let report = try await house.report(text)
    #expect(report.rows.map(\.verdict) == Array(repeating: .ambiguous, count: own) + [.new])
    let before = try house.finds().count
    #expect(try await house.take(table: text).count == 1)
    #expect(try await house.take(table: text).count == 0)
    #expect(try await house.take(table: text, takesAmbiguous: true).count == own)
    #expect(try await house.take(table: text, takesAmbiguous: true).count == 0)
    #expect(try house.finds().count == before + own + 1)
  }

  // MARK: Many rows

  static let hostile = [
    "=cmd|' /C calc'!A0", "<script>alert(1)</script>", "'; DROP TABLE finds; --", "\u{202E}abc",
    "a\u{301}\u{301}\u{301}", "宇多田ヒカル", "AC/DC", "..", "{{title}}", "7\" mix", "x, y", "%s",
    "👩‍👩‍👧", "\\",
  ]

  private func manyRows(_ count: Int, seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    return Self.collection
      + (0..<count).map { number in
        let name = Self.hostile.randomElement(using: &random) ?? ""
        return CSVWriter.line([
          "C\(number)", "\(name) \(number % 700) (\(number % 9))", "T \(name) \(number % 4000)",
          "Label \(number % 50)", "LP, \"7\"\"", "\(number % 6)", "\(number % 3 == 0 ? 0 : 1970)",
          "\(number % 9500)", number % 2 == 0 ? "Uncategorized" : "Shelf, \(number % 7)",
          "2020-01-0\(1 + number % 9) 12:00:00", "Mint (M)", "Good (G)", "note \(name)",
        ])
      }.joined()
  }

  @Test func `an import that stops after any commit is completed without doubles`() async throws {
    struct Stop: Error {}
    let text = manyRows(650, seed: 7)
    for stop in 1...4 {
      let house = try ExchangeHouse()
      var commits = 0
      await #expect(throws: Stop.self) {
        try await house.take(table: text) { _ in
          commits += 1
          if commits == stop { throw Stop() }
        }
      }
      #expect(try house.finds().count == min(650, stop * 200))
      let interrupted = try #require(try house.store().importRecord(1))
      #expect(interrupted.read == min(650, stop * 200) && interrupted.ended == nil)
      let rest = try await house.take(table: text)
      #expect(rest.count == max(0, 650 - stop * 200))
      #expect(rest.id == (stop == 4 ? nil : 1))
      #expect(try house.finds().count == 650)
      #expect(try house.store().importRecord(1)?.ended != nil)
    }
  }

  // MARK: Undo

  private func undo(_ id: Int64, in house: ExchangeHouse) throws -> UndoneImport {
    var (all, last): (UndoneImport, Int?) = (UndoneImport(), Int.min)
    while let line = last {
      let part = try house.store().undoImport(id, after: line, count: 100, at: ExchangeHouse.now)
      all.removed += part.removed
      all.kept += part.kept
      last = part.line
    }
    return all
  }

  @Test func `an undo deletes the finds of an import, except those that were edited`() async throws
  {
    let house = try ExchangeHouse()
    let text = manyRows(250, seed: 5)
    let id = try #require(try await house.take(table: text).id)
    let finds = try house.finds().map(\.id)
    let store = try house.store()
    let edits: [(FindID, FindEdit)] = [
      (finds[0], try FindEdit(note: "mine")), (finds[1], try FindEdit(status: "want")),
      (finds[2], try FindEdit(addTags: "x")), (finds[3], try FindEdit(publicChoice: "yes")),
    ]
    for (find, change) in edits {
      _ = try store.edit(
        [find], change, as: EditID(randomBytes: Randomness.bytes(17)), by: .owner,
        at: ExchangeHouse.now)
    }
    _ = try store.delete(finds[4], at: ExchangeHouse.now)
    let undone = try undo(id, in: house)
    #expect(undone.removed == 245 && Set(undone.kept) == Set(finds[0...3]))
    #expect(Set(try house.finds().map(\.id)) == Set(finds[0...3]))
    #expect(try store.queuedJobs().allSatisfy { $0.find.map(finds[0...3].contains) ?? false })
    #expect(try store.importRecord(id)?.undone != nil)
    #expect(try undo(id, in: house).removed == 0)
    #expect(try await house.take(table: text).count == 246)
  }

  @Test func `after the undo of an export, a table of its log brings the finds again`() async throws
  {
    let text = manyRows(30, seed: 5)
    let origin = try ExchangeHouse()
    #expect(try await origin.take(table: text).count == 30)
    let house = try ExchangeHouse()
    let export = try house.write(try origin.export(), to: "origin.zip")
    #expect(try await house.take(export) == 30)
    #expect(try await house.take(table: text).count == 0)
    let edited = try house.finds()[0].id
    _ = try house.store().edit(
      [edited], try FindEdit(note: "mine"), as: EditID(randomBytes: Randomness.bytes(17)),
      by: .owner, at: ExchangeHouse.now)
    // The export contained the table's import, which is import 1 here. Import 2 is the import of
    // the export.
    #expect(try house.store().importRecord(2)?.format == .albumscan)
    #expect(try undo(2, in: house).removed == 29)
    #expect(try house.finds().map(\.id) == [edited])
    #expect(try await house.take(export) == 0, "the finds of an export stay deleted")
    #expect(try await house.take(table: text).count == 29)
    #expect(try await house.take(table: text).count == 0)
  }

  @Test(arguments: [TableExport.Format.exact, .safe])
  func `a name in a table cannot turn its line around, and an own note stays exact`(
    format: TableExport.Format
  ) async throws {
    let house = try ExchangeHouse()
    let note = "\u{2067}\u{5E9}\u{2069}"
    try await house.take(
      table: "Artist,Title,Label,release_id,Collection Notes\r\n"
        + "Miles\u{202E}Davis,\u{2066}Kind\u{2069} of Blue,Col\u{202A}umbia,7,\(note)\r\n")
    let path = house.folder.file("out.csv")
    #expect(try TableExport(format, zone: .utc).write(try house.store(), to: path) == 1)
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    for part in ["MilesDavis,Kind of Blue,", ",Columbia,", ",\(note),"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  // MARK: Back to Discogs

  @Test func `price and condition come back in the Discogs export only`() async throws {
    let house = try ExchangeHouse()
    let header = Self.collection.trimmed + ",Collection Price\r\n"
    let row = "C1,Daughter (2),One,L,LP,4,1977,7,Jazz,2020-01-02 03:04:05,MintX,GoodX,n,99.50\r\n"
    try await house.take(table: header + row)
    let path = house.folder.file("out.csv")
    #expect(try TableExport(.discogs, zone: .utc).write(try house.store(), to: path) == 1)
    #expect(try Files.read(path) == Array((header + row).utf8))
    for format in [TableExport.Format.exact, .safe] {
      _ = try TableExport(format, zone: .utc).write(try house.store(), to: path)
      let text = String(decoding: try Files.read(path), as: UTF8.self)
      #expect(!text.contains("MintX") && !text.contains("99.50") && text.contains("Daughter"))
    }
    let other = try ExchangeHouse()
    #expect(try await other.take(table: header + row).count == 1)
  }

  // MARK: Rate Your Music

  @Test func `a row of Rate Your Music is a find, with spaces in the header and entities`()
    async throws
  {
    let house = try ExchangeHouse()
    let text = """
      RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,\
      Rating,Ownership,Purchase Date,Media Type,Review
      "1","Nick","Drake","","","Pink Moon &amp; More","1972","10","o","2020-03-04","LP","So &quot;good&quot;"
      "2","","Hikaru Utada","","宇多田ヒカル","First Love","1999","0","w","","",""
      "3","","Can","","","Ege Bamyasi","1972","8","n","","",""
      "4","","Can","","","Landed","1975","0","n","","",""
      """
    #expect(try await house.take(table: text).count == 4)
    let finds = Dictionary(
      try house.finds().map { ($0.album.title, $0) }, uniquingKeysWith: { a, _ in a })
    let moon = try #require(finds["Pink Moon & More"])
    #expect(moon.album.artist == "Nick Drake" && moon.album.year == 1972)
    #expect(moon.details.status == .have && moon.details.note == "So \"good\"")
    #expect(moon.found.iso == "2020-03-04T00:00:00Z" && moon.review == nil)
    #expect(finds["First Love"]?.details.status == .want)
    #expect(finds["Ege Bamyasi"]?.details.status == .heard)
    #expect(finds["Landed"]?.details.status == nil)
    #expect(
      ["Pink Moon & More", "First Love", "Ege Bamyasi", "Landed"]
        .map { finds[$0]?.details.ownRating?.tenths } == [100, nil, 80, nil])
    #expect(try await house.take(table: text).count == 0)
  }
}

extension String {
  fileprivate var trimmed: String { String(prefix { !$0.isNewline }) }
}
