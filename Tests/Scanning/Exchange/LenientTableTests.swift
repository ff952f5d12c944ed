// Tables as Discogs and Rate Your Music write them, where they differ from RFC 4180 and from their own first line.

import Albums
import Support
import Testing

@testable import Exchange
@testable import Store

@Suite struct LenientTableTests {
  static let rateYourMusic =
    "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,"
    + "Rating,Ownership,Purchase Date,Media Type,Review\n"

  /// The last cell, with the blanks before its quotes, and the note.
  static let reviews: [(cell: String, note: String?)] = [
    ("  \"\"", nil), ("  \"A fine record\"", "A fine record"), ("\"Good\"", "Good"),
    ("  \"Slow, warm, long\"", "Slow, warm, long"),
    ("  \"Side one.\nSide two.\"", "Side one.\nSide two."),
    ("  \"the \"\"best\"\"\"", "the \"best\""), ("  \"Good\"  ", "Good"),
    ("", nil),
  ]

  @Test func `a review of Rate Your Music is read with blanks before its quotes`() async throws {
    let house = try ExchangeHouse()
    let rows = Self.reviews.enumerated().map { number, review in
      "\"\(number)\",\"\",\"Lantern Yard\",\"\",\"\",\"Title \(number)\",\"1999\",\"8\",\"o\",\"\",\"\",\(review.cell)\n"
    }
    let text = Self.rateYourMusic + rows.joined()
    #expect(try await house.report(text).count(.new) == Self.reviews.count)
    #expect(try await house.take(table: text).count == Self.reviews.count)
    let notes = Dictionary(
      uniqueKeysWithValues: try house.finds().map { ($0.album.title, $0.details.note) })
    for (number, review) in Self.reviews.enumerated() {
      #expect(notes["Title \(number)"] == .some(review.note), "\(review.cell)")
    }
  }

  /// The cells after the last column of a wantlist, and the day of the find; nil for a row that cannot be used.
  static let extras: [(cells: String, day: String?)] = [
    (",2014-12-06 21:34:01", "2014-12-06T21:34:01Z"), (",06/12/2014 21:34", "2014-12-06T21:34:00Z"),
    (",2014-12-06 21:34:01,,", "2014-12-06T21:34:01Z"), (",", ExchangeHouse.now.iso),
    (",9999-12-31", ExchangeHouse.now.iso), (",4/23/23 4:38", "2023-04-23T04:38:00Z"),
    (",,, ", ExchangeHouse.now.iso), (",soon", nil), (",2014-12-06 21:34:01,x", nil),
    (",,2014-12-06 21:34:01", nil),
  ]

  @Test(arguments: extras)
  func `the cell after the last column of a wantlist is the day`(cells: String, day: String?)
    async throws
  {
    let house = try ExchangeHouse()
    let text =
      TableImportTests.wantlist
      + "LY 01,Lantern Yard,Slow Water,Harbour,\"LP, Album\",,1999,900101,\(cells)\r\n"
    #expect(try await house.take(table: text).count == (day == nil ? 0 : 1))
    #expect(try house.finds().map(\.found.iso) == [day].compactMap(\.self))
    #expect(try house.finds().allSatisfy { $0.details.status == .want && $0.details.note == nil })
  }

  @Test(arguments: [
    TableImportTests.collection + "1,A,T,L,LP,5,1977,7,,2020-01-02 03:04:05,,,n,,\r\n",
    rateYourMusic
      + "\"1\",\"\",\"A\",\"\",\"\",\"T\",\"1977\",\"10\",\"o\",\"2020-01-02\",\"\",\"n\",\n",
  ])
  func `a row of any table may end in commas`(text: String) async throws {
    let house = try ExchangeHouse()
    #expect(try await house.take(table: text).count == 1)
    let find = try #require(try house.finds().first)
    #expect(find.details.note == "n" && find.details.ownRating?.tenths == 100)
  }

  @Test(arguments: [
    ("1999", 1999), ("1999-05-03", 1999), ("1999-00-00", 1999), ("5/3/1999", 1999),
    ("13/5/1999", 1999),
    ("03.05.1999", 1999), ("3 May 1999", 1999), ("0", nil), ("", nil), ("5/3/65", nil), ("-1", nil),
    ("soon", nil), ("1/1/1800", nil),
  ])
  func `the year of a record may stand in a date`(cell: String, year: Int?) throws {
    let text = "Artist,Title,release_id,Released\nA,T,1,\(cell)\n"
    #expect(try ExchangeHouse().table(text).entries.map(\.year) == [year])
  }

  @Test func `a collection has no nameless day`() async throws {
    let row = "1,A,T,L,LP,5,1977,7,,2020-01-02 03:04:05,,,n,2021-01-02 03:04:05\r\n"
    let report = try await ExchangeHouse().report(TableImportTests.collection + row)
    #expect(report.rows.map(\.reason) == [RowProblem.cells(14, columns: 13).sentence])
  }
}
