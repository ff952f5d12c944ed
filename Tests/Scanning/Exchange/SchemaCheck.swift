// Checks JSON against a JSON Schema: the keywords that docs/export.schema.json uses, and no others.
// Source: <https://json-schema.org/draft/2020-12/json-schema-validation>.

import Text

struct SchemaCheck {
  enum SchemaError: Error { case unreadable, keyword(String) }

  private let root: JSON

  init(_ bytes: [UInt8]) throws {
    guard let json = JSON(bytes) else { throw SchemaError.unreadable }
    root = json
    try Self.refuseUnknownKeywords(json)
    for member in Self.members(json["$defs"]) { try Self.refuseUnknownKeywords(member.value) }
  }

  private static let keywords: Set<String> = [
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required",
    "additionalProperties", "items", "enum", "const", "minimum", "maximum", "oneOf",
  ]

  private static func refuseUnknownKeywords(_ schema: JSON) throws {
    for member in members(schema) {
      guard keywords.contains(member.name) else { throw SchemaError.keyword(member.name) }
      if member.name == "properties" {
        for property in members(member.value) { try refuseUnknownKeywords(property.value) }
      }
      if member.name == "items" { try refuseUnknownKeywords(member.value) }
    }
  }

  private static func members(_ json: JSON) -> [JSON.Member] {
    if case .object(let members) = json { members } else { [] }
  }

  /// Each violation with its path; empty for a valid value.
  func problems(of value: JSON) -> [String] { problems(value, root, at: "$") }

  private func problems(_ value: JSON, _ schema: JSON, at place: String) -> [String] {
    if let reference = schema["$ref"].text {
      let name = String(reference.dropFirst("#/$defs/".count))
      return problems(value, root["$defs"][name], at: place)
    }
    if !schema["oneOf"].items.isEmpty {
      let results = schema["oneOf"].items.map { problems(value, $0, at: place) }
      guard results.count(where: \.isEmpty) != 1 else { return [] }
      return results.min { $0.count < $1.count } ?? ["\(place): none of the forms"]
    }
    var found: [String] = []
    if schema["type"] != .null, !isType(value, schema["type"]) { return ["\(place): type"] }
    if schema["const"] != .null, schema["const"] != value { found.append("\(place): const") }
    if !schema["enum"].items.isEmpty, !schema["enum"].items.contains(value) {
      found.append("\(place): enum")
    }
    if case .number(let number) = value {
      if let least = schema["minimum"].double, number.double < least {
        found.append("\(place): minimum")
      }
      if let most = schema["maximum"].double, number.double > most {
        found.append("\(place): maximum")
      }
    }
    if case .array(let items) = value, schema["items"] != .null {
      for (index, item) in items.enumerated() {
        found += problems(item, schema["items"], at: "\(place)[\(index)]")
      }
    }
    if case .object = value { found += memberProblems(value, schema, at: place) }
    return found
  }

  private func memberProblems(_ value: JSON, _ schema: JSON, at place: String) -> [String] {
    let present = Self.members(value)
    let known = Dictionary(
      Self.members(schema["properties"]).map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first })
    var found = schema["required"].items.compactMap(\.text).filter { name in
      !present.contains { $0.name == name }
    }.map { "\(place): no \($0)" }
    for member in present {
      if let schema = known[member.name] {
        found += problems(member.value, schema, at: "\(place).\(member.name)")
      } else if schema["additionalProperties"] == .bool(false) {
        found.append("\(place): unknown \(member.name)")
      }
    }
    return found
  }

  private func isType(_ value: JSON, _ type: JSON) -> Bool {
    if !type.items.isEmpty { return type.items.contains { isType(value, $0) } }
    return switch value {
    case .object: type == "object"
    case .array: type == "array"
    case .string: type == "string"
    case .number(let number):
      type == "number" || type == "integer" && number.integer != nil
    case .bool: type == "boolean"
    case .null: type == "null"
    }
  }
}
