// JSON of any shape, as services and models really send it: nothing about a missing or odd field traps.
// What is written keeps the order it was given in: a model answers in the order of its schema.

/// A JSON value. Numbers keep their value as Double; strings that spell numbers are left to the reader.
package enum LooseJSON: Equatable, Sendable {
  /// Members in their order; read ones in the order of their names.
  case object([Member])
  case array([LooseJSON])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: LooseJSON

    package init(_ name: String, _ value: LooseJSON) {
      self.name = name
      self.value = value
    }
  }

  /// Deepest nesting read. Source: FAULTS D6.
  package static let depthLimit = 32

  /// The first member of that name; null where there is none.
  package subscript(_ name: String) -> LooseJSON {
    if case .object(let members) = self {
      return members.first { $0.name == name }?.value ?? .null
    }
    return .null
  }

  /// Empty for anything but an array.
  package var items: [LooseJSON] {
    if case .array(let items) = self { return items }
    return []
  }

  /// A string that is not empty.
  package var text: String? {
    if case .string(let text) = self, !text.isEmpty { return text }
    return nil
  }

  /// A whole number, written as one or as a string.
  package var integer: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .string(let text): Int(text)
    case .object, .array, .bool, .null: nil
    }
  }

  /// A number, written as one or as a string; never infinite.
  package var double: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .object, .array, .bool, .null: nil
    }
  }
}

extension LooseJSON: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(dictionaryLiteral elements: (String, LooseJSON)...) {
    self = .object(elements.map { Member($0, $1) })
  }
  package init(arrayLiteral elements: LooseJSON...) { self = .array(elements) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
}
