// Decodes the text of a table, which any program may have written, and reads plain words from its
// cells.

import Albums
import Text

enum TableText {
  /// The text of a file: UTF-8, otherwise Windows-1252, which contains Latin-1. Throws for UTF-16, also
  /// without a byte order mark: then every second byte of the first line is 0.
  static func decoded(_ bytes: [UInt8]) throws(ImportError) -> String {
    let firstLine = bytes.drop(while: isBreak).prefix { !isBreak($0) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || firstLine.contains(0)
    {
      throw .encoding
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(windows1252(byte)) }
    return String(scalars)
  }

  private static func isBreak(_ byte: UInt8) -> Bool {
    byte == .lineFeed || byte == .carriageReturn
  }

  /// Source: <https://encoding.spec.whatwg.org/#windows-1252>.
  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return upper[Int(byte) - 0x80]
  }

  private static let upper = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// The cell on one line, with single spaces and without control characters.
  static func words(_ cell: String) -> String { withoutControls(cell, breaks: false).singleSpaced }

  /// The cell as a note; nil if it is empty. A note that is too long is cut.
  static func note(_ cell: String) -> String? {
    let text = String(
      withoutControls(cell, breaks: true).prefix(FindDetails.longestNote))
    return (try? Detail.note.parse(text))?.text
  }

  /// The cell as a tag; nil if no tag can be made of it.
  static func tag(_ cell: String) -> Tag? {
    let plain = words(String(cell.map { $0 == "," ? " " : $0 }))
    return Tag(String(plain.prefix(Tag.longest)))
  }

  private static func withoutControls(_ text: String, breaks: Bool) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isBreak = scalar == "\n" || scalar == "\r" || scalar == "\t"
      if scalar.properties.generalCategory != .control || breaks && isBreak {
        scalars.append(scalar)
      } else {
        scalars.append(" ")
      }
    }
    return String(scalars)
  }

  /// The rating of a service whose highest rating is `highest`, as a rating of 10. Nil for `0`, which
  /// stands for no rating, and for a text that is no number from 0 to `highest`.
  static func rating(_ cell: String, of highest: Int) -> Rating? {
    guard let stars = Rating(cell), stars.tenths > 0, stars.tenths <= highest * 10 else {
      return nil
    }
    return Rating(tenths: stars.tenths * 10 / highest)
  }

  /// The first four digits as a year; nil for `0`, and for anything that is no year of a record.
  static func year(_ cell: String) -> Int? {
    let digits = cell.trimmed.prefix(4)
    guard digits.utf8.count == 4, digits.utf8.allSatisfy(\.isDigit), let year = Int(digits),
      (1877...2999).contains(year)
    else { return nil }
    return year
  }

  /// Replaces `&amp;`, `&quot;`, `&#39;` and the like. Unknown entities stay.
  static func withoutEntities(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let after = rest[rest.index(after: start)...]
      guard let end = after.prefix(12).firstIndex(of: ";"), let scalar = entity(after[..<end])
      else {
        result += "&"
        rest = after
        continue
      }
      result.unicodeScalars.append(scalar)
      rest = after[after.index(after: end)...]
    }
    return result + rest
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return " "
    default: break
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }
  }
}

/// Reads the dates of a table. A file that a spreadsheet has saved again has dates in the order of
/// a country.
struct TableDates {
  private let zone: Zone

  /// Whether the month comes first: in a date of the file, the second number is above 12.
  private let isMonthFirst: Bool

  /// `cells` are all dates of the file.
  init(zone: Zone, cells: [String]) {
    self.zone = zone
    isMonthFirst = cells.contains { cell in
      let numbers = Self.numbers(cell)
      return numbers.count >= 3 && numbers[0] <= 12 && (13...31).contains(numbers[1])
    }
  }

  /// The moment of `2023-04-23 04:38:00`, `2023/04/23`, `23/04/2023 04:38` or `23.04.2023` on the
  /// clocks of the zone; nil for any other text.
  func moment(_ cell: String) -> Timestamp? {
    let numbers = Self.numbers(cell)
    guard numbers.count >= 3 else { return nil }
    let clock = Array(numbers[3...].prefix(3)) + [0, 0, 0]
    let day: (year: Int, month: Int, day: Int) =
      if numbers[0] > 31 {
        (numbers[0], numbers[1], numbers[2])
      } else if isMonthFirst {
        (numbers[2], numbers[0], numbers[1])
      } else {
        (numbers[2], numbers[1], numbers[0])
      }
    return zone.moment(
      year: day.year, month: day.month, day: day.day, hour: clock[0], minute: clock[1],
      second: clock[2])
  }

  /// The numbers of a text that consists of digits and the separators of dates; else empty.
  private static func numbers(_ text: String) -> [Int] {
    let trimmed = text.trimmed
    guard trimmed.utf8.count <= 30,
      trimmed.utf8.allSatisfy({ $0.isDigit || "-/.: T".utf8.contains($0) })
    else { return [] }
    return trimmed.split { !$0.isNumber }.compactMap { Int($0) }
  }
}
