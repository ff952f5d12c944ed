// A JSON value that keeps the order of its keys, for the requests and answers of the played
// services. The AlbumScan programs do not use this type.

package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The text of a number: 8.5 stays 8.5, and a long id keeps all digits.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package let key: String
    package let value: JSON

    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// The value of a key; nil if this is no object or has no such key.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  package var items: [JSON]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  package var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  package var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits)
  }

  package var flag: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The name of the type in OpenAI's error messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The object without the keys whose values are null, as in a search result of MusicBrainz.
  var withoutNulls: JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.value != .null })
  }

  /// The object after one key is set.
  func setting(_ key: String, to value: JSON) -> JSON {
    guard let members else { return self }
    guard self[key] != nil else { return .object(members + [Member(key, value)]) }
    return .object(members.map { $0.key == key ? Member(key, value) : $0 })
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number("\(value)") }
  package init(floatLiteral value: Double) { self = .number("\(value)") }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(nilLiteral: ()) { self = .null }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  package static func number(_ value: Int) -> JSON { .number("\(value)") }

  /// A string; null for nil.
  package static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
}

extension JSON: CustomStringConvertible {
  /// The JSON on one line, without spaces; non-ASCII characters are not escaped.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): Self.quoted(text)
    case .array(let items): "[\(items.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.key)):\($0.value)" }.joined(separator: ","))}"
    }
  }

  package var bytes: [UInt8] { Array(description.utf8) }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
