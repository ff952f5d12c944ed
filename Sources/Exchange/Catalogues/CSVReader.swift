// Reads comma-separated values by RFC 4180. Every error names its line.

/// The reason why a text is not CSV.
package struct CSVError: Error, Equatable {
  package let line: Int
  package let message: String
}

/// One record and the number of its first line; the header is line 1.
package struct CSVRecord: Equatable {
  package let line: Int
  package let fields: [String]
}

/// The records of a text. Line ends may be CRLF, LF or CR; a byte order mark is dropped. Blanks may surround the quotes
/// of a field: Rate Your Music writes two before the quotes of its last column.
/// Source: RFC 4180 section 2, rules 1 to 7.
package func csvRecords(
  _ text: String, separator: Unicode.Scalar = ","
) throws(CSVError) -> [CSVRecord] {
  var reader = CSVReader(rest: Array(text.unicodeScalars)[...], separator: separator)
  if reader.rest.first == "\u{FEFF}" { reader.rest.removeFirst() }
  var records: [CSVRecord] = []
  while !reader.rest.isEmpty {
    let line = reader.line
    let fields = try reader.record()
    if fields != [""] { records.append(CSVRecord(line: line, fields: fields)) }
  }
  return records
}

private struct CSVReader {
  var rest: ArraySlice<UnicodeScalar>
  let separator: UnicodeScalar
  var line = 1

  mutating func record() throws(CSVError) -> [String] {
    var fields = [try field()]
    while rest.first == separator {
      rest.removeFirst()
      fields.append(try field())
    }
    if rest.first == "\r" { rest.removeFirst() }
    if rest.first == "\n" { rest.removeFirst() }
    line += 1
    return fields
  }

  private mutating func field() throws(CSVError) -> String {
    if rest.first == "\"" { return try quotedField() }
    var later = self
    later.skipBlanks()
    guard later.rest.first == "\"" else { return plainField() }
    do {
      let field = try later.quotedField()
      self = later
      return field
    } catch {
      // Text follows the second quote, so both quotes belong to the text.
      return plainField()
    }
  }

  private mutating func skipBlanks() {
    rest = rest.drop { ($0 == " " || $0 == "\t") && $0 != separator }
  }

  private mutating func plainField() -> String {
    let field = rest.prefix { $0 != separator && $0 != "\n" && $0 != "\r" }
    rest = rest[field.endIndex...]
    return text(field)
  }

  private mutating func quotedField() throws(CSVError) -> String {
    let start = line
    rest.removeFirst()
    var field: [UnicodeScalar] = []
    while let scalar = rest.popFirst() {
      if scalar == "\n" || scalar == "\r" && rest.first != "\n" { line += 1 }
      if scalar != "\"" {
        field.append(scalar)
      } else if rest.first == "\"" {
        rest.removeFirst()
        field.append(scalar)
      } else {
        skipBlanks()
        guard [nil, separator, "\r", "\n"].contains(rest.first) else {
          throw CSVError(line: line, message: "text follows the closing quote of a field")
        }
        return text(field[...])
      }
    }
    throw CSVError(line: start, message: "the quote that opens here is never closed")
  }

  private func text(_ scalars: ArraySlice<UnicodeScalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
