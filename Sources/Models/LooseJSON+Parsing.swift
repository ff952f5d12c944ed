// JSON as others send it, from its bytes in one pass. `JSONDecoder` cannot say of a value what it is without
// being asked for every kind in turn: a megabyte of small values took it fifteen seconds.
// Source: RFC 8259.

extension LooseJSON {
  /// Nil for what is no JSON, or nested deeper than 32.
  package init?(_ bytes: [UInt8]) {
    let value = bytes.withUnsafeBufferPointer { bytes in
      var parser = JSONParser(bytes)
      return parser.document()
    }
    guard let value else { return nil }
    self = value
  }
}

private struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// One value and nothing after it; a byte order mark before it is passed over.
  mutating func document() -> LooseJSON? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    guard let value = value(depth: 0) else { return nil }
    skipSpace()
    return place == bytes.count ? value : nil
  }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  private mutating func take(_ wanted: UInt8) -> Bool {
    skipSpace()
    guard byte == wanted else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) -> LooseJSON? {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return object(depth: depth + 1)
    case UInt8(ascii: "["): return array(depth: depth + 1)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: LooseJSON) -> LooseJSON? {
    let count = word.utf8CodeUnitCount
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: count)
    guard bytes[place...].starts(with: wanted) else { return nil }
    place += count
    return value
  }

  /// In the order of the names; of two with one name the first counts.
  private mutating func object(depth: Int) -> LooseJSON? {
    guard depth <= LooseJSON.depthLimit else { return nil }
    place += 1
    if take(UInt8(ascii: "}")) { return .object([]) }
    var members: [(place: Int, member: LooseJSON.Member)] = []
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\""), let name = string(), take(UInt8(ascii: ":")),
        let value = value(depth: depth)
      else { return nil }
      members.append((members.count, LooseJSON.Member(name, value)))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { return nil }
    members.sort { ($0.member.name, $0.place) < ($1.member.name, $1.place) }
    let kept = members.indices.filter {
      $0 == 0 || members[$0 - 1].member.name != members[$0].member.name
    }
    return .object(kept.map { members[$0].member })
  }

  private mutating func array(depth: Int) -> LooseJSON? {
    guard depth <= LooseJSON.depthLimit else { return nil }
    place += 1
    if take(UInt8(ascii: "]")) { return .array([]) }
    var items: [LooseJSON] = []
    repeat {
      guard let value = value(depth: depth) else { return nil }
      items.append(value)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(items) : nil
  }
}

// MARK: Strings

extension JSONParser {
  /// What stands between quotes; nil where it does not end, or is no text.
  private mutating func string() -> String? {
    place += 1
    var text: [UInt8] = []
    while true {
      let start = place
      while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
        place += 1
      }
      text += bytes[start..<place]
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"): if !takeEscape(into: &text) { return nil }
      default: return nil
      }
    }
  }

  private mutating func takeEscape(into text: inout [UInt8]) -> Bool {
    place += 1
    guard let letter = byte else { return false }
    place += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = scalar() else { return false }
      text += Array(String(scalar).utf8)
    default: return false
    }
    return true
  }

  /// A `\uXXXX`, or two of them; nil for half a pair.
  private mutating func scalar() -> Unicode.Scalar? {
    guard let unit = hexadecimal() else { return nil }
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    guard bytes[place...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
    place += 2
    guard let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar((unit - 0xD800) << 10 + (low - 0xDC00) + 0x10000)
  }

  private mutating func hexadecimal() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      unit = unit << 4 + UInt32(digit)
    }
    place += 4
    return unit
  }
}

// MARK: Numbers

extension JSONParser {
  /// Nil for what JSON does not spell so, and for what is too large for a Double.
  private mutating func number() -> LooseJSON? {
    let start = place
    if byte == UInt8(ascii: "-") { place += 1 }
    let isZero = byte == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, !isZero || count == 1 else { return nil }
    if byte == UInt8(ascii: ".") {
      place += 1
      guard digits() > 0 else { return nil }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      place += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
      guard digits() > 0 else { return nil }
    }
    let value = Double(String(decoding: bytes[start..<place], as: UTF8.self))
    return value.flatMap { $0.isFinite ? .number($0) : nil }
  }

  /// How many follow.
  private mutating func digits() -> Int {
    let start = place
    while let byte, (0x30...0x39).contains(byte) { place += 1 }
    return place - start
  }
}
