// Reads the days of a table. A file that a spreadsheet has saved again has dates in the order of a country, so the other
// rows of the file help to read a date such as `04/05/2023`. A cell that says no possible day stays unread.

import Albums
import Text

/// The day of a row.
struct TableDay: Equatable, Sendable {
  /// Nil for a cell that is empty or cannot be read.
  var moment: Timestamp?

  /// Whether the cell has a text that cannot be read as a day.
  var isUnread = false

  /// Whether neither the cell nor the other rows say if the day or the month comes first.
  var isUndecided = false

  /// Whether the cell names its own zone.
  var hasZone = false
}

struct TableDates: Sendable {
  private let zone: Zone
  private let now: Timestamp
  private var order = WrittenDate.Order.dayFirst

  /// Whether rows of the file say in which order all its dates are.
  private var isDecided = false

  /// Whether some rows of the file have the day first, and others the month.
  private(set) var hasBothOrders = false

  /// A file may be written some hours ahead of the clock of this computer: zones differ by up to 26 hours.
  private static let mostAhead: Int64 = 26 * 3_600_000

  /// `zone` is the zone of dates that name none. `cells` are all dates of the file.
  init(zone: Zone, now: Timestamp, cells: [String]) {
    (self.zone, self.now) = (zone, now)
    var counts: [WrittenDate.Order: Int] = [:]
    for cell in cells {
      guard let date = WrittenDate(cell), date.dayFirst != date.monthFirst else { continue }
      let possible = WrittenDate.Order.allCases.filter { moment(date, $0) != nil }
      if possible.count == 1 { counts[possible[0], default: 0] += 1 }
    }
    isDecided = counts.count == 1
    hasBothOrders = counts.count > 1
    let months = counts[.monthFirst] ?? 0
    if months > counts[.dayFirst] ?? 0 { order = .monthFirst }
  }

  func day(_ cell: String) -> TableDay {
    guard !cell.trimmed.isEmpty else { return TableDay() }
    guard let date = WrittenDate(cell.trimmed) else { return TableDay(isUnread: true) }
    let moments = WrittenDate.Order.allCases.map { moment(date, $0) }
    let hasZone = date.offset != nil
    guard let first = moments[0], let second = moments[1], first != second else {
      let only = moments[0] ?? moments[1]
      return TableDay(moment: only, isUnread: only == nil, hasZone: hasZone)
    }
    return TableDay(
      moment: order == .dayFirst ? first : second, isUndecided: !isDecided, hasZone: hasZone)
  }

  /// Whether a moment is too late for the day of a row: nothing was added after the present day.
  static func isTooLate(_ moment: Timestamp, at now: Timestamp) -> Bool {
    moment > now.advanced(byMilliseconds: mostAhead)
  }

  /// Nil for a day that does not exist, for a year before 1900 and for a day in the future.
  private func moment(_ date: WrittenDate, _ order: WrittenDate.Order) -> Timestamp? {
    let (day, clock) = (date.day(order), date.clock)
    let local = (date.offset == nil ? zone : .utc).moment(
      year: day.year, month: day.month, day: day.day, hour: clock.hour, minute: clock.minute,
      second: clock.second)
    let moment = local?.advanced(byMilliseconds: -1000 * (date.offset ?? 0))
    return moment.flatMap { Self.isTooLate($0, at: now) ? nil : $0 }
  }
}
