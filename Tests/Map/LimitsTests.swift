// The table "Calls, retries and pauses" of docs/limits.md: its form, and whether its values equal
// the constants of the code.

import Albums
import Host
import Support
import Testing

@testable import Scanning
@testable import Store

/// One row of the table: `| name | value | unit | reason |`.
struct LimitRow: Equatable, Sendable {
  let name: String

  /// One number, or several separated by commas.
  let values: [Int]
  let unit: String
  let reason: String

  /// Nil for a line that is not a row with four cells and whole numbers as its value.
  init?(line: String) {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
      cell.split(separator: " ").joined(separator: " ")
    }
    guard cells.count == 6, cells[0].isEmpty, cells[5].isEmpty else { return nil }
    let numbers = cells[2].split(separator: ",").map { Int($0.split(separator: " ").joined()) }
    guard !numbers.isEmpty, !numbers.contains(nil) else { return nil }
    name = cells[1]
    values = numbers.compactMap(\.self)
    unit = cells[3]
    reason = cells[4]
  }
}

@Suite struct LimitsTests {
  /// The rows between the comment that names this file and the next blank line. Throws if there is
  /// no such table.
  static func table() throws -> [LimitRow] {
    let text = String(decoding: try Files.read("\(Checkout.root)/docs/limits.md"), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let mark = try #require(lines.firstIndex { $0.hasPrefix("<!-- Tests/Map/LimitsTests.swift") })
    let rows = lines[(mark + 1)...].drop { $0.isEmpty }.prefix { !$0.isEmpty }
    // The first two lines are the head of the table.
    return try rows.dropFirst(2).map { line in
      try #require(LimitRow(line: line), "docs/limits.md: not a row with a number: \(line)")
    }
  }

  /// The values of one row. Tests compare them with constants.
  static func values(of name: String) throws -> [Int] {
    try #require(try table().first { $0.name == name }, "docs/limits.md has no row \(name)").values
  }

  @Test func `retries, pauses and call limits are one table of at most eleven rows`() throws {
    let rows = try Self.table()
    #expect((1...11).contains(rows.count))
    #expect(Set(rows.map(\.name)).count == rows.count, "a name stands twice")
    for row in rows {
      #expect(!row.unit.isEmpty && !row.reason.isEmpty, "\(row.name) has no unit or no reason")
    }
  }

  /// The constants of the program for each row of the table, in the unit of the row.
  static let constants: [(name: String, values: [Int64])] = [
    ("charged calls", [Int64(CallLimits.maxCharged)]),
    ("sent calls", [Int64(CallLimits.maxSent)]),
    ("calls of a scan", [Int64(CallLimits.maxSentByScan)]),
    ("calls of a shelf", [Int64(PlannedCall.defaultShelfCalls)]),
    ("waiting time", [RetryRule.maxWaitMilliseconds / 3_600_000]),
    ("failures until a pause", [Trouble.outage.failureLimit]),
    ("outage pause", [Trouble.outage.restMilliseconds / 60_000]),
    ("quota pause", [Trouble.quota.restMilliseconds / 60_000]),
    ("missing-data retries", Store.refillPauses.map { $0 / 60_000 }),
    ("retry pauses", RetryRule.pauses),
    ("job attempts", [Int64(RetryRule.attemptLimit)]),
  ]

  @Test func `the table has the values of the constants`() throws {
    #expect(try Set(Self.table().map(\.name)) == Set(Self.constants.map(\.name)))
    for (name, values) in Self.constants {
      #expect(try Self.values(of: name).map(Int64.init) == values, "\(name)")
    }
  }

  @Test func `the table of people has the defaults of the code`() throws {
    let text = String(decoding: try Files.read("\(Checkout.root)/docs/limits.md"), as: UTF8.self)
    let free = try #require(Plan.free.standardLimit)
    let base = try #require(Plan.base.standardLimit)
    let photos = PhotoLimits()
    let minutes = CodeKind.allCases.map { $0.lifetimeMilliseconds / 60_000 }
    let parts = [
      "free \(free.count) in all, base and ultra \(base.count) a calendar month",
      "\(photos.aMinute) in 60 s (`photos-a-minute`); \(photos.aDay) in 24 h",
      "owner \(minutes[0] / 60) h, invitation \(minutes[1] / 1440) days, device \(minutes[2]) min",
      "\(SessionToken.lifetimeMilliseconds / 86_400_000) days without a use",
      "1–\(PersonName.longest) characters, \(PersonName.mostScalars) Unicode scalars",
      "\(Store.longestDeviceName) Unicode scalars",
      "\(Store.freeGuesses) in a row; then 1 s, doubled up to \(Store.longestGuessPause / 60_000) min",
    ]
    for part in parts { #expect(text.contains(part), "docs/limits.md does not say: \(part)") }
    #expect(base == Plan.ultra.standardLimit && base.isMonthly && !free.isMonthly)
    #expect(PeopleSettings.planNames == Plan.allCases.filter { $0 != .owner }.map(\.rawValue))
  }

  @Test func `the control file's defaults of people are those of the code`() throws {
    let configuration = try Configuration(
      Array("data: /d\nsite: /s\n".utf8), file: "/c", installation: "/i")
    #expect(PlanLimits(configuration.people) == PlanLimits())
    #expect(PhotoLimits(configuration.people) == PhotoLimits())
  }

  @Test func `the control file's default of shelf-call-limit is that of the ledger`() throws {
    let configuration = try Configuration(
      Array("data: /d\nsite: /s\n".utf8), file: "/c", installation: "/i")
    #expect(configuration.services.shelfCallLimit == PlannedCall.defaultShelfCalls)
  }

  @Test func `the setting publish accepts every tag that a find can have, and no other text`()
    throws
  {
    #expect(PublishSettings.longestTag == Tag.longest)
    let accents = "a" + String(repeating: "\u{301}", count: 400)
    for text in ["Jazz", " a  b ", "ü", "a,b", "", "a\u{85}b", "\u{200B}", "tag:x", "😀", accents] {
      let configuration = try? Configuration(
        Array("data: /d\nsite: /s\npublish-to: /p\npublish: tag:\(text)\n".utf8), file: "/c/c",
        installation: "/i")
      let choice = configuration?.publishing?.choice
      #expect(choice == Tag(text).map { .tag($0.text) }, "\(text)")
    }
  }
}
