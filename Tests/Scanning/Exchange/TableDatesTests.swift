// The days of tables: the forms that services, spreadsheets and programs write, the order of day and month, and cells that
// are no day.

import Albums
import Host
import Testing

@testable import Exchange

@Suite struct TableDatesTests {
  /// 21 November 2026, 12:00 UTC.
  private let now = Timestamp(milliseconds: 1_795_262_400_000)

  private func dates(_ cells: [String], zone: Zone = .utc) -> TableDates {
    TableDates(zone: zone, now: now, cells: cells)
  }

  private func berlin() throws -> Zone {
    let bytes = try Files.read("/usr/share/zoneinfo/Europe/Berlin", limit: Zone.fileLimit)
    return try #require(Zone(name: "Europe/Berlin", file: bytes))
  }

  static let days = [
    "2023-04-23", "2023/04/23", "2023/4/23", "2023.04.23", "20230423", "23.04.2023", "23.4.23",
    "23. 4. 2023", "23/04/2023", "23/4/23", "4/23/2023", "04/23/23", "4-23-2023", "23-Apr-23",
    "23-Apr-2023", "23 Apr 2023", "23 April, 2023", "April 23, 2023", "Apr 23rd, 2023",
    "Apr. 23 2023", "Apr-23-2023", "2023 Apr 23", "2023-Apr-23", "23. April 2023", "23 avril 2023",
    "23 abr. 2023", "Sun, 23 Apr 2023", "Sunday, April 23, 2023", "So., 23.04.2023",
    "SUNDAY 23 APR 2023",
    "2023年4月23日", " 2023-04-23 ", "\u{200E}4/\u{200E}23/\u{200E}2023",
  ]

  @Test(arguments: days)
  func `a day is read in each common form`(cell: String) {
    #expect(dates([cell]).day(cell) == day("2023-04-23T00:00:00Z"))
  }

  static let clocks: [(clock: String, iso: String)] = [
    ("04:38:00", "04:38:00"), ("04:38", "04:38:00"), ("4:38", "04:38:00"), (", 4:38", "04:38:00"),
    ("4:38 AM", "04:38:00"), ("4:38 PM", "16:38:00"), ("4:38\u{202F}PM", "16:38:00"),
    ("4:38pm", "16:38:00"), ("4:38:09 p.m.", "16:38:09"), ("12:05 AM", "00:05:00"),
    ("12:05 PM", "12:05:00"), ("4 PM", "16:00:00"), ("04.38", "04:38:00"),
    ("04:38 Uhr", "04:38:00"),
    ("um 04:38", "04:38:00"), ("at 4:38 am", "04:38:00"), ("04:38:09.123", "04:38:09"),
    ("04:38:09,5", "04:38:09"),
  ]

  @Test(arguments: clocks)
  func `a time is read after each form of a day`(clock: String, iso: String) {
    for day in ["2023-04-23", "4/23/23", "23.04.2023", "Apr 23, 2023"] {
      let cell = "\(day) \(clock)"
      #expect(dates([cell]).day(cell) == self.day("2023-04-23T\(iso)Z"), "\(cell)")
    }
  }

  static let offsets: [(cell: String, iso: String)] = [
    ("2023-04-23T04:38:00Z", "2023-04-23T04:38:00Z"),
    ("2023-04-23T04:38:00.000Z", "2023-04-23T04:38:00Z"),
    ("2023-04-23T04:38:00-07:00", "2023-04-23T11:38:00Z"),
    ("2023-04-23 04:38:00 -0700", "2023-04-23T11:38:00Z"),
    ("2023-04-23 04:38:00+02", "2023-04-23T02:38:00Z"),
    ("2023-04-23 04:38:00\u{2212}07:00", "2023-04-23T11:38:00Z"),
    ("2023-04-23T04:38+05:45", "2023-04-22T22:53:00Z"),
    ("20230423T043800Z", "2023-04-23T04:38:00Z"),
    ("2023-04-23 04:38:00 UTC", "2023-04-23T04:38:00Z"),
    ("Sun, 23 Apr 2023 04:38:00 +0000", "2023-04-23T04:38:00Z"),
    ("Sun, 23 Apr 2023 04:38:00 GMT", "2023-04-23T04:38:00Z"),
    ("Sun Apr 23 2023 04:38:00 GMT+0200 (Central European Summer Time)", "2023-04-23T02:38:00Z"),
  ]

  @Test(arguments: offsets)
  func `a date with an offset is the same moment in each zone`(cell: String, iso: String) throws {
    var expected = day(iso)
    expected.hasZone = true
    #expect(dates([cell]).day(cell) == expected)
    #expect(dates([cell], zone: try berlin()).day(cell) == expected)
  }

  @Test func `a date without an offset is on the clocks of the installation`() throws {
    let dates = dates([], zone: try berlin())
    #expect(dates.day("2023-04-23T04:38:00") == day("2023-04-23T02:38:00Z"))
    #expect(dates.day("4/23/23 4:38") == day("2023-04-23T02:38:00Z"))
    #expect(dates.day("2023-01-23") == day("2023-01-22T23:00:00Z"))
  }

  static let unread = [
    "soon", "2023-02-30", "2023-13-01", "99999999999999999999-1-1", "0-0-0", "0000-00-00",
    "1/0/1900",
    "2023-04-23 25:00:00", "2023-04-23 04:60", "2023-04-23 4:38:00 EST", "23:04", "2023-04", "2023",
    "Apr 2023", "13:05 PM 4/4/2023", "2023-04-23 13:05 PM", "2023-04-23 at", "2023-04-23 04",
    "2023-04-23T04:38:00+15:00", "2023-04-23 (a gift)", "4/23/123", "23/04-2023", "32.01.2023",
    "45039.19", "1682224680", "2023-04-23 and later", "9999-12-31", "9999-12-31 23:59:59",
    "1/1/9999",
    "2026-11-24", "24.11.2026", "1899-12-31", "\u{661}/\u{662}/\u{662}\u{660}", "4/23/2023 x",
    String(repeating: "1", count: 100),
  ]

  @Test(arguments: unread)
  func `a cell that is no past day is unread`(cell: String) {
    #expect(dates([cell]).day(cell) == TableDay(isUnread: true))
  }

  @Test(arguments: ["", " ", "\u{A0}", "\t"])
  func `an empty cell has no day and is not unread`(cell: String) {
    #expect(dates([cell]).day(cell) == TableDay())
  }

  @Test(arguments: [("70", 1970), ("99", 1999), ("69", 1969), ("00", 2000), ("26", 2026)])
  func `a year of two digits is from 1969 on`(digits: String, year: Int) {
    #expect(dates([]).day("1/1/\(digits)") == day("\(year)-01-01T00:00:00Z"))
    #expect(dates([]).day("1/1/27").isUnread, "not 1927")
  }

  /// `iso` is the day of the first cell.
  static let orders: [(cells: [String], iso: String, isUndecided: Bool)] = [
    (["04/05/2023"], "2023-05-04", true), (["04/05/2023", "03/02/2023"], "2023-05-04", true),
    (["04/05/2023", "04/23/2023"], "2023-04-05", false),
    (["04/05/2023", "23/04/2023"], "2023-05-04", false),
    (["04/05/2023", "4/23/23 4:38 PM"], "2023-04-05", false),
    // 4 December 2026 is in the future, so 04/12 is April 12th.
    (["04/12/2026"], "2026-04-12", false), (["04/05/2023", "04/12/2026"], "2023-04-05", false),
    // A date that both orders read alike, or that is no day, decides nothing.
    (["05/05/2023"], "2023-05-05", false), (["04/05/2023", "05/05/2023"], "2023-05-04", true),
    (["04/05/2023", "99/99/2023", "soon", "2023-04-23"], "2023-05-04", true),
    (["04.05.2023"], "2023-05-04", false), (["04.05.2023", "04/23/2023"], "2023-05-04", false),
    // The more frequent order counts.
    (["04/05/2023", "04/23/2023", "23/04/2023"], "2023-05-04", true),
    (["04/05/2023", "04/23/2023", "04/24/2023", "23/04/2023"], "2023-04-05", true),
    (["23/04/2023", "04/23/2023", "04/24/2023"], "2023-04-23", false),
  ]

  @Test(arguments: orders)
  func `other rows say whether the day or the month comes first`(
    cells: [String], iso: String, isUndecided: Bool
  ) {
    let day = dates(cells).day(cells[0])
    #expect(day.moment?.iso == "\(iso)T00:00:00Z" && day.isUndecided == isUndecided)
  }

  private func day(_ iso: String) -> TableDay {
    let numbers = iso.split { !$0.isNumber }.compactMap { Int($0) }
    return TableDay(
      moment: Zone.utc.moment(
        year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
        second: numbers[5]))
  }
}
