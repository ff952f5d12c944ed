// A JSON value (RFC 8259), read by JSONTokenizer and written by JSON+Writing.swift.
// Numbers keep the digits they were written with, objects the order of their members.

package enum JSON: Equatable, Sendable {
  case object([Member])
  case array([JSON])
  case string(String)
  case number(Number)
  case bool(Bool)
  case null

  /// A name and its value. Names should not repeat (RFC 8259 §4); if two members have one name, the
  /// first counts.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// A number as its digits: `8.50` stays `8.50`, and a long integer loses nothing.
  package struct Number: Equatable, Sendable {
    /// A number of RFC 8259 §6.
    package let digits: String

    /// `digits` must be a number of RFC 8259 §6.
    package init(digits: String) { self.digits = digits }

    package init(_ value: Int) { digits = "\(value)" }

    /// Nil for infinities and NaN, which JSON cannot write.
    package init?(_ value: Double) {
      guard value.isFinite else { return nil }
      digits = "\(value)"
    }

    /// The nearest Double; infinite beyond its range, which the tokenizer refuses.
    package var double: Double { Double(digits) ?? .nan }

    /// The integer, if the number is one in the range of `Int`: also `1e3` and `2.0`.
    package var integer: Int? { Int(digits) ?? Int(exactly: double) }
  }
}

extension JSON {
  package static func integer(_ value: Int) -> JSON { .number(Number(value)) }

  /// Null for infinities and NaN, as `JSON.stringify` writes them (ECMA-262 §25.5.2).
  package static func double(_ value: Double) -> JSON { Number(value).map(JSON.number) ?? .null }

  /// The object with one member replaced, or appended if the object had none of that name.
  /// Any other value stays as it is.
  package func setting(_ name: String, to value: JSON) -> JSON {
    guard case .object(var members) = self else { return self }
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index] = Member(name, value)
    } else {
      members.append(Member(name, value))
    }
    return .object(members)
  }
}

// Literals: a document in the source reads like the JSON it becomes.

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0, $1) })
  }

  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}
