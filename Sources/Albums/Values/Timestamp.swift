// A point in time and a calendar month. `Zone` computes the day of a point in time, and
// `Phrasebook` writes days for readers.

/// Milliseconds since 1970-01-01T00:00:00Z, no leap seconds.
package struct Timestamp: Hashable, Comparable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

  package func advanced(byMilliseconds count: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + count)
  }

  /// The form of RFC 3339 and `<time datetime>`: `2026-11-21T08:38:00Z`.
  package var iso: String {
    let second = Int(seconds - days * 86400)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }
    return "\(isoDay)T\(clock.joined(separator: ":"))Z"
  }

  /// `2026-11-21`, in UTC.
  package var isoDay: String {
    let (year, month, day) = civilDay(days)
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  private var seconds: Int64 { floored(milliseconds, by: 1000) }
  private var days: Int64 { floored(seconds, by: 86400) }
}

/// A calendar month. Each older page of the history shows one month. `Zone` computes its beginning.
package struct Month: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let year: Int
  package let month: Int

  package init(year: Int, month: Int) {
    precondition((1...12).contains(month), "a month is 1 to 12")
    self.year = year
    self.month = month
  }

  /// The form in addresses: `2026-11`, as in `/history/2026-11/`.
  package var description: String { "\(padded(year, to: 4))-\(padded(month, to: 2))" }

  package var next: Month {
    month == 12 ? Month(year: year + 1, month: 1) : Month(year: year, month: month + 1)
  }

  /// The number of its days.
  package var days: Int { Int(next.firstDay - firstDay) }

  /// The weekday of its first day; 0 is Monday.
  package var firstWeekday: Int {
    // 1970-01-01 was a Thursday.
    Int((firstDay + 3) % 7 + 7) % 7
  }

  private var firstDay: Int64 { daysSince1970(year: year, month: month) }

  package static func < (a: Self, b: Self) -> Bool { (a.year, a.month) < (b.year, b.month) }
}

/// The number with leading zeros, at least `width` digits.
func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Division rounded down, for moments before 1970.
func floored(_ value: Int64, by divisor: Int64) -> Int64 {
  value >= 0 ? value / divisor : (value - divisor + 1) / divisor
}

/// The proleptic Gregorian date of a day counted from 1970-01-01.
/// Source: Howard Hinnant, <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
func civilDay(_ daysSince1970: Int64) -> (year: Int, month: Int, day: Int) {
  let shifted = daysSince1970 + 719_468
  let era = floored(shifted, by: 146_097)
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let marchMonth = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
  let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return (Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), Int(month), Int(day))
}

/// The number of days from 1970-01-01 to the first day of a month. Source: as above,
/// `days_from_civil`.
func daysSince1970(year: Int, month: Int) -> Int64 {
  let shiftedYear = Int64(month <= 2 ? year - 1 : year)
  let era = floored(shiftedYear, by: 400)
  let yearOfEra = shiftedYear - era * 400
  let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
  let dayOfYear = (153 * marchMonth + 2) / 5
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
