// The backups of a remote folder that are deleted, and those that stay.

import Exchange
import Testing

@Suite struct BackupRetentionTests {
  private static func names(_ days: [String]) -> [String] { days.map { "albumscan-\($0).tar" } }

  /// The days of all backups, and the days whose backups are deleted.
  static let cases: [(what: String, days: [String], expired: [String])] = [
    ("nothing", [], []),
    ("one day", ["2026-11-22"], []),
    (
      "a week of days",
      (16...22).map { "2026-11-\($0)" }, []
    ),
    (
      // The backup of 15 November, a Sunday, is the newest of its week. The backup of 14 November
      // is the newest neither of a week nor of a month.
      "an eighth and a ninth day",
      (14...22).map { "2026-11-\($0)" }, ["2026-11-14"]
    ),
    (
      "the newest of a week and the newest of a month stay",
      ["2026-10-25", "2026-10-26", "2026-11-01"] + (2...9).map { "2026-11-0\($0)" },
      ["2026-11-02"]
    ),
    (
      "the end of a year lies in one week",
      ["2025-12-28", "2025-12-29", "2025-12-31", "2026-01-01"]
        + (5...11).map { "2026-01-\($0 < 10 ? "0" : "")\($0)" },
      ["2025-12-29"]
    ),
    (
      "twelve months, and the thirteenth goes",
      ["2025-10-31", "2025-11-30", "2025-12-31"]
        + (1...9).map { "2026-0\($0)-15" } + ["2026-10-15", "2026-11-15"],
      ["2025-10-31", "2025-11-30"]
    ),
    ("29 February of a leap year is a day", ["2024-02-29"], []),
  ]

  @Test(arguments: cases.indices)
  func `seven days, four weeks and twelve months stay`(index: Int) {
    let (what, days, expired) = Self.cases[index]
    let names = Self.names(days)
    #expect(BackupRetention.expired(names) == Self.names(expired), "\(what)")
    #expect(BackupRetention.expired(names.reversed() + names) == Self.names(expired), "\(what)")
  }

  @Test func `after years of nights, the newest week, four weeks and twelve months are left`() {
    var kept: [String] = []
    for month in 1...36 {
      for day in 1...28 {
        let (year, number) = (2024 + (month - 1) / 12, (month - 1) % 12 + 1)
        let text = [number, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
        kept.append("albumscan-\(year)-\(text[0])-\(text[1]).tar")
        let expired = Set(BackupRetention.expired(kept))
        kept.removeAll { expired.contains($0) }
      }
    }
    #expect((7...7 + 4 + 12).contains(kept.count))
    #expect(kept.last == "albumscan-2026-12-28.tar")
    #expect(Set(kept.map { $0.prefix(17) }).count == 12, "\(kept)")
  }

  @Test(arguments: [
    "photo.jpg", "albumscan-2026-11-31.tar", "albumscan-2025-02-29.tar", "albumscan-2026-13-01.tar",
    "albumscan-2026-00-01.tar", "albumscan-2026-11-22.tar.gz", "my-albumscan-2026-11-22.tar",
    "albumscan-2026-1-022.tar", "albumscan-+026-11-22.tar", "Albumscan-2026-11-22.tar", "",
  ])
  func `a file that is no backup is never deleted`(name: String) {
    #expect(DatedBackup(name: name) == nil)
    let days = Self.names((1...28).map { "2020-01-\($0 < 10 ? "0" : "")\($0)" })
    #expect(!BackupRetention.expired(days + [name]).contains(name))
  }
}
