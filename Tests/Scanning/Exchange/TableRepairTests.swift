// A log that version 1.0 imported from Rate Your Music, with its wrong notes, and the import of the same file by this
// version.

import Albums
import Host
import Support
import Testing
import Text

@testable import Exchange
@testable import Store

@Suite struct TableRepairTests {
  static let text =
    LenientTableTests.rateYourMusic + """
      "1","","Lantern Yard","","","Empty","1999","8","o","","",  ""
      "2","","Lantern Yard","","","Plain","2001","7","o","","",  "A fine record"
      "3","","Lantern Yard","","","Edited","2002","7","o","","",  "Mine"
      "4","","Lantern Yard","","","Lines","2003","7","o","","",  "Side one.
      then,a,b,c,d,e,f
      end."
      "5","","Lantern Yard","","","Comma","2004","7","o","","",  "slow, warm"
      "6","","Lantern Yard","","","Right","2005","7","o","","","as it is"

      """

  /// Imports the rows as version 1.0 read them: quotes count only at the beginning of a cell. The row with the comma was
  /// unusable, and a line of a review was a row of its own.
  private func former(in house: ExchangeHouse) throws -> [String: FindID] {
    let rows: [(line: Int, cells: [String])] = [
      (2, Self.cells(1, "Empty", "  \"\"")), (3, Self.cells(2, "Plain", "  \"A fine record\"")),
      (4, Self.cells(3, "Edited", "  \"Mine\"")), (5, Self.cells(4, "Lines", "  \"Side one.")),
      (6, ["then", "a", "b", "c", "d", "e", "f"]), (9, Self.cells(6, "Right", "as it is")),
    ]
    let table = try house.table(Self.text)
    let store = try house.store()
    let id = try store.beginImport(
      ImportRecord(
        person: .owner, format: .rateyourmusic, name: "a.csv", digest: table.digest,
        header: table.header,
        read: 0, created: ExchangeHouse.now, ended: nil, undone: nil))
    let finds = rows.map { row in
      let artist = [row.cells[1], row.cells[2]].joined(separator: " ").trimmed
      return ImportedFind(
        line: row.line, identity: "rateyourmusic \(row.cells[0]) #1", raw: row.cells,
        find: FindID(randomBytes: Randomness.bytes(FindID.randomByteCount)),
        album: Album(artist: artist, title: row.cells[5], year: nil), hasFactsOfEdition: false,
        found: ExchangeHouse.now,
        details: FindDetails(
          status: row.cells.count > 8 ? .have : nil, note: row.cells.dropFirst(11).first))
    }
    #expect(
      try store.importFinds(finds, by: .owner, into: id, read: 8, at: ExchangeHouse.now)
        == rows.count)
    try store.endImports(of: table.digest, .rateyourmusic, at: ExchangeHouse.now)
    return Dictionary(uniqueKeysWithValues: finds.map { ($0.album.title, $0.find) })
  }

  private static func cells(_ id: Int, _ title: String, _ review: String) -> [String] {
    ["\(id)", "", "Lantern Yard", "", "", title, "2001", "", "o", "", "", review]
  }

  private func edit(_ find: FindID?, _ change: FindEdit, in house: ExchangeHouse) throws {
    _ = try house.store().edit(
      [try #require(find)], change,
      as: EditID(randomBytes: Randomness.bytes(EditID.randomByteCount)),
      by: .owner, at: ExchangeHouse.now)
  }

  private func notes(_ house: ExchangeHouse) throws -> [String: String?] {
    Dictionary(uniqueKeysWithValues: try house.finds().map { ($0.album.title, $0.details.note) })
  }

  @Test func `the second import of a file repairs the notes of the first`() async throws {
    let house = try ExchangeHouse()
    let finds = try former(in: house)
    try edit(finds["Edited"], try FindEdit(note: "my own words"), in: house)
    try edit(finds["Plain"], try FindEdit(status: "want"), in: house)
    let report = try await house.report(Self.text)
    #expect(report.repairs == 5 && report.count(.new) == 1 && report.count(.existing) == 5)
    #expect(try await house.take(table: Self.text).count == 1)
    #expect(
      try notes(house) == [
        "Empty": nil, "Plain": "A fine record", "Edited": "my own words",
        "Lines": "Side one.\nthen,a,b,c,d,e,f\nend.", "Comma": "slow, warm", "Right": "as it is",
      ])
    let plain = try #require(try house.finds().first { $0.album.title == "Plain" })
    #expect(plain.details.status == .want)
    let again = try await house.report(Self.text)
    #expect(again.repairs == 0 && again.count(.existing) == 6)
  }

  @Test func `a repaired find is unedited, so the undo of its import deletes it`() async throws {
    let house = try ExchangeHouse()
    let finds = try former(in: house)
    try edit(finds["Plain"], try FindEdit(status: "want"), in: house)
    try await house.take(table: Self.text)
    let undone = try house.store().undoImport(1, after: .min, count: 100, at: ExchangeHouse.now)
    #expect(undone.removed == 4 && undone.kept == [finds["Plain"]].compactMap(\.self))
  }

  @Test func `a deleted find and an edited part of a row stay as they are`() async throws {
    let house = try ExchangeHouse()
    let finds = try former(in: house)
    _ = try house.store().delete(try #require(finds["Empty"]), at: ExchangeHouse.now)
    try edit(finds["e"], try FindEdit(note: "I know this one"), in: house)
    #expect(try await house.take(table: Self.text).count == 1)
    #expect(try notes(house)["e"] == "I know this one" && notes(house)["Empty"] == nil)
  }

  @Test func `pages of repaired finds are stale`() async throws {
    let house = try ExchangeHouse()
    let finds = try former(in: house)
    let store = try house.store()
    try store.markWritten(upTo: try #require(try store.newestStalePage()))
    try await house.take(table: Self.text)
    let stale = try store.stalePages().map(\.subject)
    #expect(stale.contains(.find(try #require(finds["Plain"]))))
    #expect(!stale.contains(.find(try #require(finds["Right"]))))
  }
}
