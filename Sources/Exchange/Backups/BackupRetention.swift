// Decides which backups in a folder or at a remote are deleted: the newest of each of the last days,
// weeks and months stay.

/// The name of a backup in a folder or at a remote, with its day.
package struct DatedBackup: Hashable, Sendable {
  let year: Int
  let month: Int
  let day: Int

  /// `albumscan-2026-11-22.tar`.
  package let name: String

  /// `day` is `2026-11-22`. Nil if it is no day.
  package init?(day: String) { self.init(name: "albumscan-\(day).tar") }

  /// Nil for every other name, so that no other file of the folder is ever deleted.
  package init?(name: String) {
    let bytes = Array(name.utf8)
    guard bytes.count == 24, name.hasPrefix("albumscan-"), name.hasSuffix(".tar"),
      bytes[14] == UInt8(ascii: "-"), bytes[17] == UInt8(ascii: "-"),
      let year = Self.number(bytes[10..<14]), let month = Self.number(bytes[15..<17]),
      let day = Self.number(bytes[18..<20]), (1...12).contains(month),
      (1...Self.days(of: month, in: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day, self.name) = (year, month, day, name)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Days since 1 March of the year 0. Source: <https://howardhinnant.github.io/date_algorithms.html>.
  private var dayNumber: Int {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return 365 * year + (year >= 0 ? year / 4 - year / 100 + year / 400 : -1)
      + (153 * month + 2) / 5 + day - 1
  }

  /// Whether the backup has a later day than tomorrow. The clock of its computer was wrong; a zone makes one
  /// day of difference at most.
  func isOfFuture(today: DatedBackup) -> Bool { dayNumber > today.dayNumber + 1 }

  /// Weeks begin on Monday. 1 March of the year 0 was a Wednesday.
  fileprivate var week: Int { (dayNumber + 2 + 7) / 7 }
  fileprivate var monthNumber: Int { year * 12 + month }
}

package struct BackupRetention: Sendable {
  /// The numbers of days, weeks and months for which the newest backup stays. Days, weeks and
  /// months without a backup do not count. Source: docs/limits.md.
  package static let days = 7
  package static let weeks = 4
  package static let months = 12

  /// The backups that are deleted, oldest first. `names` may contain other files, which stay.
  package static func expired(_ names: [String]) -> [String] {
    let newestFirst = Set(names.compactMap { DatedBackup(name: $0) }.map(\.name)).sorted(by: >)
      .compactMap { DatedBackup(name: $0) }
    let kept = Set(
      newestFirst.prefix(days)
        + newest(newestFirst, of: weeks, by: \.week)
        + newest(newestFirst, of: months, by: \.monthNumber))
    return newestFirst.reversed().filter { !kept.contains($0) }.map(\.name)
  }

  private static func newest(
    _ newestFirst: [DatedBackup], of count: Int, by period: (DatedBackup) -> Int
  ) -> [DatedBackup] {
    var seen: Set<Int> = []
    return newestFirst.filter { seen.count < count && seen.insert(period($0)).inserted }
  }
}
