// Writes JSON: compact, with the members in the given order, so equal values give equal bytes.

extension JSON {
  /// The characters that the writer escapes besides those that RFC 8259 §7 requires.
  package enum Escaping: Sendable {
    /// No other characters: for requests.
    case required

    /// `<`, so that no reader takes a document for markup: for files of the site.
    case lessThan

    /// `<`, `>`, `&`, U+007F, U+2028 and U+2029, so that a document may stand inside HTML and inside a
    /// script (before ECMAScript 2019 the two line separators ended a string literal).
    case page
  }

  /// The document in UTF-8, without white space between its tokens.
  package func bytes(escaping: Escaping = .required) -> [UInt8] {
    var writer = JSONWriter(escaping: escaping)
    writer.write(self)
    return writer.bytes
  }

  /// The document as text.
  package func written(escaping: Escaping = .required) -> String {
    String(decoding: bytes(escaping: escaping), as: UTF8.self)
  }
}

private struct JSONWriter {
  let escaping: JSON.Escaping
  var bytes: [UInt8] = []

  init(escaping: JSON.Escaping) { self.escaping = escaping }

  mutating func write(_ value: JSON) {
    switch value {
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(.comma) }
        write(member.name)
        bytes.append(.colon)
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(.comma) }
        write(item)
      }
      bytes.append(UInt8(ascii: "]"))
    case .string(let text): write(text)
    case .number(let number): bytes += Array(number.digits.utf8)
    case .bool(let flag): bytes += Array((flag ? "true" : "false").utf8)
    case .null: bytes += Array("null".utf8)
    }
  }

  private mutating func write(_ text: String) {
    var text = text
    bytes.append(.quote)
    text.withUTF8 { (utf8: UnsafeBufferPointer<UInt8>) in writeEscaped(utf8) }
    bytes.append(.quote)
  }

  /// Copies runs of bytes that stay as they are, and escapes the others.
  private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var (start, index) = (0, 0)
    while index < text.count {
      let byte = text[index]
      if byte >= 0x20, byte != .quote, byte != .backslash, !mayNeedEscape(byte) {
        index += 1
        continue
      }
      guard let (unit, length) = escaped(text, at: index) else {
        index += 1
        continue
      }
      bytes.append(contentsOf: text[start..<index])
      write(unit: unit)
      index += length
      start = index
    }
    bytes.append(contentsOf: text[start...])
  }

  private func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch escaping {
    case .required: false
    case .lessThan: byte == UInt8(ascii: "<")
    case .page: byte == 0x7F || byte == 0xE2 || "<>&".utf8.contains(byte)
    }
  }

  /// The UTF-16 unit that the writer escapes, and its length in UTF-8 bytes. Nil if the byte E2
  /// begins another character than U+2028 or U+2029.
  private func escaped(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (unit: UInt16, length: Int)? {
    guard text[index] == 0xE2 else { return (UInt16(text[index]), 1) }
    guard index + 2 < text.count, text[index + 1] == 0x80 else { return nil }
    switch text[index + 2] {
    case 0xA8: return (0x2028, 3)
    case 0xA9: return (0x2029, 3)
    default: return nil
    }
  }

  private mutating func write(unit: UInt16) {
    bytes.append(.backslash)
    switch unit {
    case 0x22, 0x5C: bytes.append(UInt8(truncatingIfNeeded: unit))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] {
        bytes.append(.hexadecimalDigit(UInt8(truncatingIfNeeded: unit >> shift)))
      }
    }
  }
}
