// The text of a date as files write it: `2023-04-23T04:38:00.5Z`, `4/23/23 4:38`, `23.04.2023, 04:38 Uhr`,
// `Apr 23, 2023 4:38 PM`. The text is read as a whole; a text with other words, such as `soon` or `EST`, is no date.

import Text

/// A day as numbers, which may be no day of the calendar.
struct WrittenDay: Equatable, Sendable {
  let year: Int
  let month: Int
  let day: Int
}

/// A date, before the order of its day and month is known.
struct WrittenDate: Sendable {
  /// The order of the numbers of a date that ends with its year.
  enum Order: CaseIterable, Sendable { case dayFirst, monthFirst }

  private(set) var dayFirst = WrittenDay(year: 0, month: 0, day: 0)

  /// Equals `dayFirst` if the text itself says which number is the month.
  private(set) var monthFirst = WrittenDay(year: 0, month: 0, day: 0)

  /// Hour, minute and second; midnight for a text without a time.
  private(set) var clock = (hour: 0, minute: 0, second: 0)

  /// Seconds east of UTC; nil for a text that does not name its zone.
  private(set) var offset: Int64?

  private var reader: DateReader

  /// The longest text that can be a date, in bytes.
  private static let mostBytes = 80

  init?(_ text: String) {
    guard text.utf8.count <= Self.mostBytes, let reader = DateReader(text) else { return nil }
    self.reader = reader
    self.reader.skipWeekday()
    guard readDay(), readClock() else { return nil }
    self.reader.skip(".")
    guard self.reader.isAtEnd, !reader.hasRemark || offset != nil else { return nil }
  }

  func day(_ order: Order) -> WrittenDay {
    switch order {
    case .dayFirst: dayFirst
    case .monthFirst: monthFirst
    }
  }

  // MARK: Day

  private mutating func readDay() -> Bool {
    if let month = reader.month() { return readDayAndYear(after: month) }
    guard let first = reader.number(1...8) else { return false }
    switch first.digits {
    case 8:
      set(
        WrittenDay(
          year: first.value / 10000, month: first.value / 100 % 100, day: first.value % 100))
      return true
    case 4: return readMonthAndDay(of: first.value)
    case 1, 2: return readMonthAndYear(after: first)
    default: return false
    }
  }

  /// `April 23rd, 2023`, `Apr 23 2023`.
  private mutating func readDayAndYear(after month: Int) -> Bool {
    _ = reader.separator()
    guard let day = reader.number(1...2) else { return false }
    reader.skipOrdinal()
    _ = reader.separator()
    reader.skip(",")
    guard let year = reader.year() else { return false }
    set(WrittenDay(year: year, month: month, day: day.value))
    return true
  }

  /// `2023-04-23`, `2023/4/23`, `2023 Apr 23`.
  private mutating func readMonthAndDay(of year: Int) -> Bool {
    let separator = reader.separator()
    guard let month = reader.month() ?? reader.number(1...2)?.value,
      reader.separator() == separator,
      let day = reader.number(1...2)
    else { return false }
    reader.skipOrdinal()
    set(WrittenDay(year: year, month: month, day: day.value))
    return true
  }

  /// `23.04.2023`, `4/23/23`, `23. April 2023`, `23-Apr-23`, `98/04/23`.
  private mutating func readMonthAndYear(after first: DateReader.Number) -> Bool {
    reader.skipOrdinal()
    let separator = reader.separator()
    if let month = reader.month() {
      _ = reader.separator()
      reader.skip(",")
      guard let year = reader.year() else { return false }
      set(WrittenDay(year: year, month: month, day: first.value))
      return true
    }
    guard let second = reader.number(1...2), reader.separator() == separator,
      let third = reader.number(1...4)
    else { return false }
    if first.value > 31, third.digits <= 2 {
      set(WrittenDay(year: DateReader.fullYear(first), month: second.value, day: third.value))
      return true
    }
    guard third.digits == 2 || third.digits == 4 else { return false }
    let year = DateReader.fullYear(third)
    set(WrittenDay(year: year, month: second.value, day: first.value))
    // No country writes the month first with points.
    if separator != "." {
      monthFirst = WrittenDay(year: year, month: first.value, day: second.value)
    }
    return true
  }

  private mutating func set(_ day: WrittenDay) { (dayFirst, monthFirst) = (day, day) }

  // MARK: Clock and zone

  private mutating func readClock() -> Bool {
    reader.skip(",")
    let isNamed = reader.skipWord(of: ["t", "at", "um"])
    guard let hour = reader.number(1...6) else { return !isNamed }
    if isNamed, hour.digits == 6 || hour.digits == 4 {
      let value = hour.digits == 6 ? hour.value : hour.value * 100
      clock = (value / 10000, value / 100 % 100, value % 100)
    } else {
      guard hour.digits <= 2, readMinutes(after: hour.value) else { return false }
    }
    reader.skipWord(of: ["uhr"])
    return readOffset()
  }

  private mutating func readMinutes(after hour: Int) -> Bool {
    clock.hour = hour
    var hasMinutes = false
    if let separator = reader.sign(of: [":", "."]) {
      guard let minute = reader.number(2...2) else { return false }
      (clock.minute, hasMinutes) = (minute.value, true)
      if reader.skip(separator) {
        guard let second = reader.number(2...2) else { return false }
        clock.second = second.value
        if reader.sign(of: [".", ","]) != nil, reader.number(1...9) == nil { return false }
      }
    }
    guard let half = reader.half() else { return hasMinutes }
    guard (1...12).contains(hour) else { return false }
    clock.hour = hour % 12 + (half == .afternoon ? 12 : 0)
    return true
  }

  /// `Z`, `UTC`, `+02:00`, `GMT-0700`.
  private mutating func readOffset() -> Bool {
    let isNamed = reader.skipWord(of: ["z", "utc", "gmt"])
    if isNamed { offset = 0 }
    guard let sign = reader.sign(of: ["+", "-"]) else { return true }
    guard let number = reader.number(1...4) else { return false }
    var (hours, minutes) = (number.value, 0)
    if number.digits == 4 { (hours, minutes) = (number.value / 100, number.value % 100) }
    if number.digits <= 2, reader.skip(":") {
      guard let rest = reader.number(2...2) else { return false }
      minutes = rest.value
    }
    guard number.digits != 3, hours <= 14, minutes < 60 else { return false }
    let seconds = Int64(hours * 3600 + minutes * 60)
    offset = sign == "-" ? -seconds : seconds
    return true
  }
}
