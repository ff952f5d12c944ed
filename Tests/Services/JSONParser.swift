// A strict JSON parser (RFC 8259). It accepts no comment, no trailing comma and no second document.

extension JSON {
  /// Parses one complete JSON document in UTF-8. Nil for any other input.
  package init?(_ bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var parser = JSONParser(bytes: bytes)
    guard let value = parser.document() else { return nil }
    self = value
  }

  package init?(_ text: String) { self.init(Array(text.utf8)) }
}

private struct JSONParser {
  let bytes: [UInt8]
  var index = 0
  var depth = 0

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func document() -> JSON? {
    guard let value = value() else { return nil }
    skipBlanks()
    return index == bytes.count ? value : nil
  }

  private mutating func value() -> JSON? {
    skipBlanks()
    depth += 1
    defer { depth -= 1 }
    guard depth < 100, let first = byte else { return nil }
    switch first {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object() -> JSON? {
    index += 1
    var members: [JSON.Member] = []
    skipBlanks()
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\""), let key = string() else { return nil }
      skipBlanks()
      guard take(":"), let value = value() else { return nil }
      members.append(JSON.Member(key, value))
      skipBlanks()
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array() -> JSON? {
    index += 1
    var items: [JSON] = []
    skipBlanks()
    if take("]") { return .array([]) }
    repeat {
      guard let value = value() else { return nil }
      items.append(value)
      skipBlanks()
    } while take(",")
    return take("]") ? .array(items) : nil
  }

  private mutating func string() -> String? {
    index += 1
    var text: [UInt8] = []
    while let next = byte {
      index += 1
      switch next {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = escape() else { return nil }
        text += escaped
      case ..<0x20: return nil
      default: text.append(next)
      }
    }
    return nil
  }

  private mutating func escape() -> [UInt8]? {
    guard let letter = byte else { return nil }
    index += 1
    switch letter {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "u"): return codePoint().map { Array(String(Character($0)).utf8) }
    default: return nil
    }
  }

  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = fourDigits() else { return nil }
    guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
    guard take("\\"), take("u"), let second = fourDigits(), (0xDC00...0xDFFF).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func fourDigits() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
    index += 4
    return digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
  }

  private mutating func number() -> JSON? {
    let start = index
    while let next = byte, "+-.0123456789Ee".utf8.contains(next) { index += 1 }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    guard Double(digits) != nil, !digits.hasPrefix("+"), !digits.hasPrefix(".") else { return nil }
    return .number(digits)
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let next = byte, [0x20, 0x09, 0x0A, 0x0D].contains(next) { index += 1 }
  }
}
