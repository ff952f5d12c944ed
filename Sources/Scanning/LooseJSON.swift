// JSON of any shape, as services and models really send it: nothing about a missing or odd field traps.

import FoundationEssentials

/// A JSON value. Numbers keep their value as Double; strings that spell numbers are left to the reader.
enum LooseJSON: Equatable, Sendable {
  case object([String: LooseJSON])
  case array([LooseJSON])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  /// Deepest nesting read. Source: FAULTS D6.
  static let depthLimit = 32

  /// Nil for what is no JSON, or nested deeper than 32.
  init?(_ bytes: [UInt8]) {
    guard Self.depth(of: bytes) <= Self.depthLimit else { return nil }
    guard let value = try? JSONDecoder().decode(LooseJSON.self, from: Data(bytes)) else {
      return nil
    }
    self = value
  }

  subscript(_ key: String) -> LooseJSON {
    if case .object(let members) = self { return members[key] ?? .null }
    return .null
  }

  /// Empty for anything but an array.
  var items: [LooseJSON] {
    if case .array(let items) = self { return items }
    return []
  }

  /// A string that is not empty.
  var text: String? {
    if case .string(let text) = self, !text.isEmpty { return text }
    return nil
  }

  /// A whole number, written as one or as a string.
  var integer: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .string(let text): Int(text)
    case .object, .array, .bool, .null: nil
    }
  }

  /// A number, written as one or as a string; never infinite.
  var double: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .object, .array, .bool, .null: nil
    }
  }

  /// Brackets outside strings; a parser that recurses must not be sent deeper than it can go.
  private static func depth(of bytes: [UInt8]) -> Int {
    var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
        deepest = max(deepest, depth)
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
      }
    }
    return deepest
  }
}

extension LooseJSON: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([LooseJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: LooseJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(members)
    case .array(let items): try container.encode(items)
    case .string(let text): try container.encode(text)
    case .number(let number):
      if let integer = Int(exactly: number) {
        try container.encode(integer)
      } else {
        try container.encode(number)
      }
    case .bool(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }

  /// Compact, keys in order, so that the same question is the same bytes.
  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Only a number that is not finite cannot be written; none is made here.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }
}

extension LooseJSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(dictionaryLiteral elements: (String, LooseJSON)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }
  init(arrayLiteral elements: LooseJSON...) { self = .array(elements) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
}
