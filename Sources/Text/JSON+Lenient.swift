// Reading the JSON of services and models: a member that is missing, or has another type than documented,
// gives nil or an empty list, never an error.

extension JSON {
  /// The first member with that name; null for a missing member or a value that is not an object.
  package subscript(_ name: String) -> JSON {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  /// The elements of an array; empty for any other value.
  package var items: [JSON] {
    guard case .array(let items) = self else { return [] }
    return items
  }

  /// A string that is not empty.
  package var text: String? {
    guard case .string(let text) = self, !text.isEmpty else { return nil }
    return text
  }

  /// A string without white space at its ends; nil when nothing is left.
  package var trimmed: String? {
    guard let trimmed = text?.trimmed, !trimmed.isEmpty else { return nil }
    return trimmed
  }

  /// A whole number, also one in a string: `7`, `"7"`.
  package var integer: Int? {
    switch self {
    case .number(let number): number.integer
    case .string(let text): Int(text)
    case .object, .array, .bool, .null: nil
    }
  }

  /// A finite number, also one in a string: `8.5`, `"8.5"`.
  package var double: Double? {
    let value: Double? =
      switch self {
      case .number(let number): number.double
      case .string(let text): Double(text)
      case .object, .array, .bool, .null: nil
      }
    return value.flatMap { $0.isFinite ? $0 : nil }
  }
}
