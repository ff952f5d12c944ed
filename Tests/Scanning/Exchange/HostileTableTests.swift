// A file of 10,000 rows with hostile cells in each encoding: every unusable row is named with its line,
// and all the others are imported.

import Albums
import Host
import Support
import Testing

@testable import Exchange
@testable import Store

@Suite struct HostileTableTests {
  private static func seed() -> UInt64 {
    let seed = testSeed()
    print("ALBUMSCAN_SEED=\(seed)")
    return seed
  }

  private func read(_ table: HostileTable, in house: ExchangeHouse) throws -> TableFile {
    try TableFile(
      try house.write(table.bytes, to: "\(table.form).csv"), zone: .utc, at: ExchangeHouse.now)
  }

  /// The unusable rows of the report have the lines and the reasons that the table expects.
  private func expectNamed(_ table: HostileTable, _ report: ImportReport) {
    let problems = table.rows.filter { $0.problem != nil }
    let named = report.rows.filter { $0.verdict == .unusable }
    #expect(problems.count >= table.rows.count / 50)
    #expect(named.map(\.line) == problems.map(\.line))
    #expect(named.map(\.reason) == problems.map { $0.problem?.sentence })
    #expect(report.count(.new) == table.rows.count - problems.count)
    #expect(report.rows.allSatisfy { $0.artist.count <= 300 && $0.title.count <= 300 })
  }

  @Test(arguments: sampled(HostileTable.Form.allCases, 1, of: "encodings", name: { "\($0)" }))
  func `in every encoding, each row is read as it was written`(
    form: HostileTable.Form
  ) async throws {
    let house = try ExchangeHouse()
    let table = HostileTable(form, rows: 2000, seed: Self.seed())
    let file = try read(table, in: house)
    #expect(file.entries.map { HostileTable.Row(line: $0.line, problem: $0.problem) } == table.rows)
    expectNamed(
      table, try await TableImport(file, name: "a.csv").report(in: try house.database()))
  }

  @Test func `of many rows, each unusable one is named, and the others become finds`()
    async throws
  {
    let house = try ExchangeHouse()
    let table = HostileTable(
      .marked, rows: Environment.isTorture ? 10_000 : 2000, seed: Self.seed())
    let good = table.rows.count { $0.problem == nil }
    let importing = TableImport(try read(table, in: house), name: "a.csv")
    let store = try house.store()
    let database = try house.database()
    let report = try await importing.report(in: database)
    expectNamed(table, report)
    let result = try await importing.run(
      by: .owner, into: database, at: ExchangeHouse.now,
      makeID: { FindID(randomBytes: Randomness.bytes(FindID.randomByteCount)) })
    #expect(try result.count == good && store.countFinds() == good)
    let jobs = try store.queuedJobs()
    #expect(jobs.count == report.albumsToLookUp && jobs.allSatisfy { $0.request == .refill })
    #expect(report.minutes == (report.albumsToLookUp * 3300 + 59_999) / 60_000)
    #expect(try store.damage() == nil)
    let again = try await importing.report(in: database)
    #expect(again.count(.existing) == good && again.count(.new) == 0)
    let unclean = try house.finds().filter { !Self.isClean($0) }
    #expect(unclean.isEmpty, "\(unclean.prefix(3))")
    try expectSafe(house, good)
  }

  /// Whether the names stand on one line without control characters, and a page can show the note and the
  /// year.
  private static func isClean(_ find: Find) -> Bool {
    let names = [find.album.artist, find.album.title, find.album.recordLabel ?? ""]
    let areNamesClean = names.allSatisfy { name in
      name.count <= 300
        && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
    return areNamesClean && (find.details.note ?? "").count <= FindDetails.longestNote
      && find.album.year.map { (1877...2999).contains($0) } ?? true
  }

  /// No cell of the table for spreadsheets begins like a formula, and the Discogs table has each find.
  private func expectSafe(_ house: ExchangeHouse, _ count: Int) throws {
    let path = house.folder.file("out.csv")
    _ = try TableExport(.safe, zone: .utc).write(try house.store(), to: path)
    let safe = try csvRecords(String(decoding: try Files.read(path), as: UTF8.self))
    #expect(safe.count == count + 1)
    let formulas = safe.flatMap(\.fields).filter { cell in
      cell.unicodeScalars.first.map { "=+-@\t\r\n".unicodeScalars.contains($0) } ?? false
    }
    #expect(formulas.isEmpty, "\(formulas.prefix(3))")
    #expect(try TableExport(.discogs, zone: .utc).write(try house.store(), to: path) == count)
    let discogs = try csvRecords(String(decoding: try Files.read(path), as: UTF8.self))
    #expect(discogs.count == count + 1)
  }

  static let unreadable: [(bytes: [UInt8], error: ImportError)] = [
    // UTF-16 that ends inside of a character, or with half a pair, and a NUL character in UTF-8.
    ([0xFF, 0xFE] + wide("Artist,Title,release_id\r\n") + [0x41], .encoding),
    (wide("Artist,Title,release_id\r\nA,T,1") + [0x00, 0xD8], .encoding),
    (Array("Art\u{0}ist,Title,release_id\r\n".utf8), .encoding),
    (Array("\u{0}Artist,Title,release_id\r\n".utf8) + [0xD8, 0x00], .encoding),
    (
      Array("Artist,Title,release_id\r\nA,\"T\r\nA,T,2\r\n".utf8),
      .csv(line: 2, message: "the quote that opens here is never closed")
    ),
    (
      Array("Artist,Title,release_id\r\n\"A\nB\",T,1\r\nA,\"T\" x,2\r\n".utf8),
      .csv(line: 4, message: "text follows the closing quote of a field")
    ),
    (
      Array("Artist,Title,release_id,\(String(repeating: "x", count: 1 << 20))\r\n".utf8),
      .unknownFormat
    ),
  ]

  private static func wide(_ text: String) -> [UInt8] {
    text.utf8.flatMap { [$0, 0] }
  }

  @Test(arguments: unreadable)
  func `a file that cannot be read as a whole is refused before any row`(
    bytes: [UInt8], error: ImportError
  ) throws {
    #expect(throws: error) { _ = try TableFile(bytes, zone: .utc, at: ExchangeHouse.now) }
  }
}
