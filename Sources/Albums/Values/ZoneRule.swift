// The yearly clock changes of a time zone after its last listed transition. The end of a zone file
// contains this rule.

/// `CET-1CEST,M3.5.0,M10.5.0/3`. Source: POSIX.1-2024, Base Definitions 8.3 "TZ"; RFC 9636 §3.3.1.
struct ZoneRule: Hashable, Sendable {
  private let standard: LocalTime
  private let summer: Summer?

  private struct Summer: Hashable, Sendable {
    let time: LocalTime
    let start: YearDay
    let end: YearDay
  }

  /// Nil for a text of any other form.
  init?(_ text: String) {
    var reader = RuleReader(text)
    guard let name = reader.name(), let west = reader.time() else { return nil }
    standard = LocalTime(offset: -west, abbreviation: name)
    if reader.isAtEnd {
      summer = nil
      return
    }
    guard let summerName = reader.name() else { return nil }
    var offset = standard.offset + 3600
    if !reader.isAt(",") {
      guard let west = reader.time() else { return nil }
      offset = -west
    }
    guard reader.take(","), let start = reader.yearDay(), reader.take(","),
      let end = reader.yearDay(), reader.isAtEnd
    else { return nil }
    summer = Summer(
      time: LocalTime(offset: offset, abbreviation: summerName), start: start, end: end)
  }

  func localTime(atSecond second: Int64) -> LocalTime {
    guard let summer else { return standard }
    let (year, _, _) = civilDay(floored(second + standard.offset, by: 86400))
    let start = summer.start.second(in: year) - standard.offset
    let end = summer.end.second(in: year) - summer.time.offset
    let isSummer =
      start < end ? second >= start && second < end : second >= start || second < end
    return isSummer ? summer.time : standard
  }
}

/// A day of the year, and the second of that day at which clocks change.
enum YearDay: Hashable, Sendable {
  /// `M3.5.0`: the month, the week (5 is the last), the weekday (0 is Sunday).
  case weekday(month: Int, week: Int, weekday: Int, second: Int64)
  /// `J60`: 1 to 365, 29 February is not counted.
  case julian(Int, second: Int64)
  /// `59`: 0 to 365, 29 February is counted.
  case ordinal(Int, second: Int64)

  /// The moment in local seconds since 1970-01-01T00:00 local time.
  func second(in year: Int) -> Int64 {
    let newYear = daysSince1970(year: year, month: 1)
    let isLeap = daysSince1970(year: year, month: 3) - newYear == 60
    switch self {
    case .ordinal(let day, let second): return (newYear + Int64(day)) * 86400 + second
    case .julian(let day, let second):
      let leap: Int64 = isLeap && day >= 60 ? 1 : 0
      return (newYear + Int64(day) - 1 + leap) * 86400 + second
    case .weekday(let month, let week, let weekday, let second):
      let first = daysSince1970(year: year, month: month)
      let next =
        month == 12
        ? daysSince1970(year: year + 1, month: 1) : daysSince1970(year: year, month: month + 1)
      // 1970-01-01 was a Thursday.
      let firstWeekday = Int((first + 4) % 7 + 7) % 7
      var day = first + Int64((weekday - firstWeekday + 7) % 7 + (week - 1) * 7)
      while day >= next { day -= 7 }
      return day * 86400 + second
    }
  }
}

/// Reads the parts of a rule from left to right.
private struct RuleReader {
  private var rest: Substring

  init(_ text: String) { rest = Substring(text) }

  var isAtEnd: Bool { rest.isEmpty }

  func isAt(_ sign: Character) -> Bool { rest.first == sign }

  mutating func take(_ sign: Character) -> Bool {
    guard rest.first == sign else { return false }
    rest.removeFirst()
    return true
  }

  /// `CET`, or `+03` in angle brackets.
  mutating func name() -> String? {
    if take("<") {
      guard let end = rest.firstIndex(of: ">") else { return nil }
      defer { rest = rest[rest.index(after: end)...] }
      return String(rest[..<end])
    }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.count >= 3 ? String(name) : nil
  }

  mutating func number() -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return digits.count <= 3 ? Int(digits) : nil
  }

  /// `[+-]h[:m[:s]]` in seconds.
  mutating func time() -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number() else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where take(":") {
      guard let part = number() else { return nil }
      seconds += part * unit
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  mutating func yearDay() -> YearDay? {
    if take("M") {
      guard let month = number(), (1...12).contains(month), take("."), let week = number(),
        (1...5).contains(week), take("."), let weekday = number(), (0...6).contains(weekday),
        let second = secondOfDay()
      else { return nil }
      return .weekday(month: month, week: week, weekday: weekday, second: second)
    }
    let isJulian = take("J")
    guard let day = number(), (isJulian ? 1...365 : 0...365).contains(day),
      let second = secondOfDay()
    else { return nil }
    return isJulian ? .julian(day, second: second) : .ordinal(day, second: second)
  }

  /// Reads the time of day. A rule without a time changes the offset at two o'clock.
  private mutating func secondOfDay() -> Int64? { take("/") ? time() : 7200 }
}
