// The pause that a service requests.

/// The time of a retry, from the headers of a response.
package enum RetryAfter: Sendable, Equatable {
  /// There is no usable value, so the caller's own pause applies. A wait of 0 is not usable
  /// (docs/services.md §8).
  case unspecified
  case wait(milliseconds: Int)
  /// Longer than 120 s: no retry.
  case tooLong

  /// Reads `retry-after-ms`, else `retry-after` in seconds or as a date (docs/services.md §1.6).
  package init(_ headers: HTTPHeaders, nowMilliseconds: Int64) {
    let milliseconds =
      headers["retry-after-ms"].flatMap { Double($0) }
      ?? headers["retry-after"].flatMap { text in
        Double(text).map { $0 * 1000 }
          ?? HTTPDate.milliseconds(text).map { Double($0 - nowMilliseconds) }
      }
    guard let milliseconds, milliseconds.isFinite, milliseconds > 0 else {
      self = .unspecified
      return
    }
    self = milliseconds <= 120_000 ? .wait(milliseconds: Int(milliseconds.rounded(.up))) : .tooLong
  }
}

/// A date in a header, in the only form of RFC 9110 §5.6.7 that is not obsolete.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Milliseconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
  static func milliseconds(_ text: String) -> Int64? {
    let words = text.lowercased().split(whereSeparator: { " ,".contains($0) })
    guard words.count == 6, words[5] == "gmt", let day = Int64(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(words[2])), let year = Int64(words[3]),
      (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let days = days(year: year, month: Int64(month) + 1, day: day)
    return (((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]) * 1000
  }

  /// Days since 1970. Source: <https://howardhinnant.github.io/date_algorithms.html#days_from_civil>.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
