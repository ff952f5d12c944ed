// The host's time zone: the day, month and clock time of a moment. The values come from a compiled
// zone file (tzdata); the caller reads the file.

/// A time zone by its IANA name.
package struct Zone: Hashable, Sendable {
  package static let utc = Zone(name: "UTC", transitions: [], first: .utc, rule: nil)

  /// `Europe/Berlin`.
  package let name: String

  /// The changes of local time, oldest first.
  let transitions: [Transition]

  /// Local time before the first transition.
  let first: LocalTime

  /// The rule after the last transition; nil if local time no longer changes.
  let rule: ZoneRule?

  /// Whether `name` may be an IANA name. Such a name never leads out of the folder of zone files.
  package static func isName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy {
      (97...122).contains($0 | 0x20) || (48...57).contains($0)
        || [UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0)
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return isPlain && name.utf8.count <= 64 && parts.allSatisfy { !$0.isEmpty }
  }

  /// The local time at a moment.
  func localTime(atSecond second: Int64) -> LocalTime {
    guard let last = transitions.last else { return rule?.localTime(atSecond: second) ?? first }
    if second >= last.second, let rule { return rule.localTime(atSecond: second) }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].second <= second { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : transitions[low - 1].time
  }
}

/// A local time: seconds east of UTC, and its abbreviation, `CET`.
struct LocalTime: Hashable, Sendable {
  static let utc = LocalTime(offset: 0, abbreviation: "UTC")
  let offset: Int64
  let abbreviation: String
}

/// A change of local time: its first second, and the local time from then on.
struct Transition: Hashable, Sendable {
  let second: Int64
  let time: LocalTime
}

/// A moment in local time, as a clock on the wall shows it.
package struct CivilTime: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int

  /// `UTC`, `CET`.
  package let abbreviation: String
}

extension Zone {
  package func civilTime(of moment: Timestamp) -> CivilTime {
    let second = floored(moment.milliseconds, by: 1000)
    let local = localTime(atSecond: second)
    let days = floored(second + local.offset, by: 86400)
    let rest = Int(second + local.offset - days * 86400)
    let (year, month, day) = civilDay(days)
    return CivilTime(
      year: year, month: month, day: day, hour: rest / 3600, minute: rest / 60 % 60,
      abbreviation: local.abbreviation)
  }

  package func month(of moment: Timestamp) -> Month {
    let time = civilTime(of: moment)
    return Month(year: time.year, month: time.month)
  }

  /// The day of a moment, in the form of `<time datetime>`: `2026-11-21`.
  package func isoDay(_ moment: Timestamp) -> String {
    let time = civilTime(of: moment)
    return "\(padded(time.year, to: 4))-\(padded(time.month, to: 2))-\(padded(time.day, to: 2))"
  }

  /// The moment at which clocks in the zone show this time: the first moment if they show it twice. If
  /// the clocks are set forward past this time, the moment at which clocks that were not set forward
  /// would show it. Nil for a day or a time that does not exist, and for years before 1900.
  package func moment(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) -> Timestamp? {
    guard (1900...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    let days = daysSince1970(year: year, month: month) + Int64(day - 1)
    guard civilDay(days).month == month else { return nil }
    let local = days * 86400 + Int64(hour * 3600 + minute * 60 + second)
    let offsets = Set([-86400, 0, 86400].map { localTime(atSecond: local + $0).offset })
    let shown = offsets.filter { localTime(atSecond: local - $0).offset == $0 }
    let offset = shown.max() ?? localTime(atSecond: local - 86400).offset
    return Timestamp(milliseconds: (local - offset) * 1000)
  }

  /// The first moment of a month. If clocks skip midnight on that day, the moment of the clock
  /// change.
  package func start(of month: Month) -> Timestamp {
    let local = daysSince1970(year: month.year, month: month.month) * 86400
    var first: Timestamp?
    for shift in stride(from: Int64(-86400), through: 86400, by: 86400) {
      let offset = localTime(atSecond: local + shift).offset
      let start = Timestamp(milliseconds: (local - offset) * 1000)
      let begins =
        self.month(of: start) == month && self.month(of: start.advanced(byMilliseconds: -1)) < month
      if begins, first.map({ start < $0 }) ?? true { first = start }
    }
    return first ?? Timestamp(milliseconds: local * 1000)
  }
}
