// Decodes the text of a table, which any program may have written, and reads plain words from its
// cells.

import Albums
import Text

enum TableText {
  /// The text of a file: UTF-8 or UTF-16, otherwise Windows-1252, which contains Latin-1. A file whose first line has the
  /// byte 0 must be UTF-16, also without a byte order mark.
  static func decoded(_ bytes: [UInt8]) throws(ImportError) -> String {
    let firstLine = bytes.drop(while: isBreak).prefix { !isBreak($0) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || firstLine.contains(0)
    {
      guard let text = wideText(bytes) else { throw .encoding }
      return text
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(windows1252(byte)) }
    return String(scalars)
  }

  /// The text of UTF-16. Without a byte order mark, the first character, which is a letter or a sign of ASCII, tells the
  /// order of the bytes.
  private static func wideText(_ bytes: [UInt8]) -> String? {
    guard bytes.count.isMultiple(of: 2), bytes.count > 1 else { return nil }
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes[1] == 0
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) || bytes[0] == 0 else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self)
  }

  /// The records of a table. Spreadsheets of many countries separate cells by semicolons, and others by tabs; some name
  /// the separator in a first line `sep=;`.
  static func records(_ text: String) throws(CSVError) -> [CSVRecord] {
    let start = text.unicodeScalars.drop { $0 == "\u{FEFF}" || $0.properties.isWhitespace }
    let line = start.prefix { $0 != "\r" && $0 != "\n" }
    let isNamed = String(line.prefix(4)).lowercased() == "sep=" && line.count == 5
    let separator = isNamed ? line.last ?? "," : separator(of: line)
    let records = try csvRecords(text, separator: separator)
    return isNamed ? Array(records.dropFirst()) : records
  }

  /// The separator that stands most often outside of quotes.
  private static func separator(of line: Substring.UnicodeScalarView) -> Unicode.Scalar {
    var counts: [Unicode.Scalar: Int] = [:]
    var isQuoted = false
    for scalar in line {
      if scalar == "\"" { isQuoted.toggle() }
      if !isQuoted { counts[scalar, default: 0] += 1 }
    }
    return [",", ";", "\t"].max { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? ","
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

  /// The cell as a note, and whether it was too long and is cut; nil if the cell is empty.
  static func note(_ cell: String) -> (text: String, isCut: Bool)? {
    let text = withoutControls(cell, breaks: true)
    let rest = text.dropFirst(FindDetails.longestNote)
    guard let note = (try? Detail.note.parse(String(text[..<rest.startIndex])))?.text else {
      return nil
    }
    return (note, rest.contains { !$0.isWhitespace })
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

  /// The first four digits as a year, or the year of a date such as `5/3/1999`; nil for `0`, for a year of two digits, and
  /// for anything that is no year of a record.
  static func year(_ cell: String) -> Int? {
    let text = cell.trimmed
    let digits = text.prefix(4)
    let isYear = digits.utf8.count == 4 && digits.utf8.allSatisfy(\.isDigit)
    guard let year = isYear ? Int(digits) : WrittenDate(text)?.dayFirst.year,
      isYear || text.contains("\(year)"), (1877...2999).contains(year)
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
