// A JSON value (RFC 8259), read by JSONTokenizer and written by JSON+Writing.swift.
// A number keeps its written digits, and an object keeps the order of its members.

package enum JSON: Equatable, Sendable {
  case object([Member])
  case array([JSON])
  case string(String)
  case number(Number)
  case bool(Bool)
  case null

  /// A name and its value. Names should not repeat (RFC 8259 §4); if two members have the same
  /// name, the first counts.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// A number as its digits: `8.50` stays `8.50`, and a long integer keeps all digits.
  package struct Number: Equatable, Sendable {
    /// The text of the number in the grammar of RFC 8259 §6.
    package let digits: String

    /// `digits` must match the grammar of a number in RFC 8259 §6.
    package init(digits: String) { self.digits = digits }

    package init(_ value: Int) { digits = "\(value)" }

    /// Nil for infinities and NaN, which JSON cannot write.
    package init?(_ value: Double) {
      guard value.isFinite else { return nil }
      digits = "\(value)"
    }

    /// The nearest Double; infinite if the number is out of range. The tokenizer refuses such
    /// numbers.
    package var double: Double { Double(digits) ?? .nan }

    /// The number as an `Int`, also for `1e3` and `2.0`; nil for any other number.
    package var integer: Int? { Int(digits) ?? Int(exactly: double) }
  }
}

extension JSON {
  package static func integer(_ value: Int) -> JSON { .number(Number(value)) }

  /// Null for infinities and NaN, as `JSON.stringify` writes them (ECMA-262 §25.5.2).
  package static func double(_ value: Double) -> JSON { Number(value).map(JSON.number) ?? .null }

  /// The object with the value of one member replaced. A missing member is appended. Any other kind
  /// of value stays as it is.
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

// Literals: JSON in Swift code looks like the document.

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
