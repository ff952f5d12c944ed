// Days that an earlier import lost, and the import of the same file by this version.

import Albums
import Host
import Support
import Testing

@testable import Exchange
@testable import Store

@Suite struct DayRepairTests {
  private static let header = "Artist,Title,release_id,Date Added\n"

  private static func row(_ number: Int, _ date: String) -> String {
    "A\(number),T,\(number),\(date)\n"
  }

  /// Imports rows as a version read them that did not know their dates: `days` has the moments of some rows, and the
  /// others get the moment of the import.
  @discardableResult
  private func former(
    _ text: String, days: [Int: Timestamp] = [:], in house: ExchangeHouse, ends: Bool = true
  ) throws -> [FindID] {
    let table = try house.table(text)
    let store = try house.store()
    let id = try store.beginImport(
      ImportRecord(
        person: .owner, format: .discogs, name: "a.csv", digest: table.digest, header: table.header,
        read: 0, created: ExchangeHouse.now, ended: nil, undone: nil))
    let finds = table.entries.enumerated().map { index, entry in
      ImportedFind(
        line: entry.line, identity: entry.identity, raw: entry.raw,
        find: FindID(randomBytes: Randomness.bytes(FindID.randomByteCount)), album: entry.album,
        hasFactsOfEdition: true, found: days[index] ?? ExchangeHouse.now, details: entry.details)
    }
    _ = try store.importFinds(finds, by: .owner, into: id, read: finds.count, at: ExchangeHouse.now)
    if ends { try store.endImports(of: table.digest, .discogs, at: ExchangeHouse.now) }
    return finds.map(\.find)
  }

  private func days(_ house: ExchangeHouse) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try house.finds().map { ($0.album.artist, $0.found.iso) })
  }

  @Test func `the second import of a file gives lost days back`() async throws {
    let house = try ExchangeHouse()
    let text =
      Self.header + Self.row(1, "4/23/23 4:38") + Self.row(2, "2023-04-23T04:38:00Z")
      + Self.row(3, "23-Apr-23") + Self.row(4, "soon") + Self.row(5, "")
      + Self.row(6, "2020-01-02 03:04:05")
    let finds = try former(
      text, days: [5: Timestamp(milliseconds: 1_577_934_245_000)], in: house)
    let report = try await house.report(text)
    #expect(report.repairs == 3 && report.count(.existing) == 6 && report.unread == UnreadCells())
    #expect(try await house.take(table: text).count == 0)
    #expect(
      try days(house) == [
        "A1": "2023-04-23T04:38:00Z", "A2": "2023-04-23T04:38:00Z", "A3": "2023-04-23T00:00:00Z",
        "A4": ExchangeHouse.now.iso, "A5": ExchangeHouse.now.iso, "A6": "2020-01-02T03:04:05Z",
      ])
    #expect(try await house.report(text).repairs == 0)
    let stale = try house.store().stalePages().map(\.subject)
    #expect(stale.contains(.find(finds[0])))
    #expect(try house.store().damage() == nil)
  }

  @Test func `a day may come with another file, and an interrupted import has lost days, too`()
    async throws
  {
    let house = try ExchangeHouse()
    try former("Artist,Title,release_id,When\n" + Self.row(1, "x"), in: house, ends: false)
    let text = Self.header + Self.row(1, "2023-04-23")
    #expect(try await house.take(table: text).count == 0)
    #expect(try days(house) == ["A1": "2023-04-23T00:00:00Z"])
    let cells = try #require(try house.store().importedCells(of: "discogs have 1 #1"))
    #expect(cells.header[3] == "When" && cells.raw[3] == "x", "cells stay under their own header")
  }

  @Test func `an offset that was ignored counts now, and a day in the future ends`() async throws {
    let house = try ExchangeHouse()
    let text = Self.header + Self.row(1, "2023-04-23T04:38:00-07:00") + Self.row(2, "9999-12-31")
    let utc = Zone.utc
    let wrong = try #require(utc.moment(year: 2023, month: 4, day: 23, hour: 4, minute: 38))
    let late = try #require(utc.moment(year: 9999, month: 12, day: 31))
    try former(text, days: [0: wrong, 1: late], in: house)
    #expect(try await house.report(text).repairs == 2)
    try await house.take(table: text)
    #expect(try days(house) == ["A1": "2023-04-23T11:38:00Z", "A2": ExchangeHouse.now.iso])
    #expect(try await house.report(text).repairs == 0)
  }

  @Test func `a day that a service changed later stays`() async throws {
    let house = try ExchangeHouse()
    try await house.take(table: Self.header + Self.row(1, "2023-04-23"))
    for other in ["2024-05-06", "2024-05-06T00:00:00Z", "", "soon"] {
      let report = try await house.report(Self.header + Self.row(1, other))
      #expect(report.repairs == 0, "\(other)")
    }
  }

  @Test func `a find with a repaired day is unedited, and its site is built anew`() async throws {
    let house = try ExchangeHouse()
    let text = Self.header + Self.row(1, "4/23/23 4:38")
    try former(text, in: house)
    let store = try house.store()
    try store.keep(digest: "built", of: .household)
    try await house.take(table: text)
    #expect(try store.digest(of: .household) == nil)
    let undone = try store.undoImport(1, after: .min, count: 100, at: ExchangeHouse.now)
    #expect(undone.removed == 1)
    try store.keep(digest: "built", of: .household)
    try await house.take(table: text)
    #expect(try store.digest(of: .household) == "built", "a new find needs no build")
  }
}
