// Checks the answer's format by the rules of strict mode. Source: docs/services.md §1.2, §1.4.

extension OpenAICall {
  /// The names of the schema's properties; empty if the answer is free text.
  static func schemaProperties(of text: JSON?) throws(OpenAIRefusal) -> [String] {
    guard let text else { return [] }
    guard let members = text.members else { throw .wrongType("text", "an object", got: text) }
    for member in members where !["format", "verbosity"].contains(member.key) {
      throw .unknown("text.\(member.key)")
    }
    guard let format = text["format"] else { return [] }
    guard let type = format["type"]?.text else { throw .missing("text.format.type") }
    switch type {
    case "text", "json_object": return []
    case "json_schema": return try properties(ofFormat: format)
    default: throw .wrongValue("text.format.type", type, ["json_object", "json_schema", "text"])
    }
  }

  private static func properties(ofFormat format: JSON) throws(OpenAIRefusal) -> [String] {
    guard let name = format["name"]?.text else { throw .missing("text.format.name") }
    let allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
    guard (1...64).contains(name.count), name.allSatisfy({ allowed.contains($0) }) else {
      throw OpenAIRefusal(
        code: "invalid_value", parameter: "text.format.name",
        message: "Invalid 'text.format.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.")
    }
    for member in format.members ?? []
    where !["type", "name", "schema", "strict", "description"].contains(member.key) {
      throw .unknown("text.format.\(member.key)")
    }
    guard let schema = format["schema"] else { throw .missing("text.format.schema") }
    guard schema["type"] == "object" else {
      throw .schema(name, at: [], "schema must be a JSON Schema of 'type: \"object\"'.")
    }
    if format["strict"]?.flag == true { try check(schema, at: [], name) }
    return schema["properties"]?.members?.map(\.key) ?? []
  }

  /// JSON schema keywords that strict mode refuses.
  private static let refused = [
    "default", "allOf", "oneOf", "not", "if", "then", "else", "dependentRequired",
    "dependentSchemas", "patternProperties", "minLength", "maxLength", "uniqueItems",
    "minProperties", "maxProperties",
  ]

  private static func check(
    _ schema: JSON, at path: [String], _ name: String
  ) throws(OpenAIRefusal) {
    guard let members = schema.members else {
      throw .schema(name, at: path, "\(schema) is not valid under any of the given schemas.")
    }
    for member in members where refused.contains(member.key) {
      throw .schema(name, at: path, "'\(member.key)' is not permitted.")
    }
    if isObject(schema) { try checkObject(schema, at: path, name) }
    for member in schema["properties"]?.members ?? [] {
      try check(member.value, at: path + ["properties", member.key], name)
    }
    if let items = schema["items"] { try check(items, at: path + ["items"], name) }
    for (index, choice) in (schema["anyOf"]?.items ?? []).enumerated() {
      try check(choice, at: path + ["anyOf", "\(index)"], name)
    }
    for member in schema["$defs"]?.members ?? [] {
      try check(member.value, at: path + ["$defs", member.key], name)
    }
    guard ["type", "anyOf", "$ref", "enum", "const"].contains(where: { schema[$0] != nil }) else {
      throw .schema(name, at: path, "schema must have a 'type' key.")
    }
  }

  private static func isObject(_ schema: JSON) -> Bool {
    schema["type"] == "object" || schema["type"]?.items?.contains("object") == true
  }

  private static func checkObject(
    _ schema: JSON, at path: [String], _ name: String
  ) throws(OpenAIRefusal) {
    guard schema["additionalProperties"] == false else {
      throw .schema(
        name, at: path, "'additionalProperties' is required to be supplied and to be false.")
    }
    let required = Set(schema["required"]?.items?.compactMap(\.text) ?? [])
    let properties = schema["properties"]?.members?.map(\.key) ?? []
    if let missing = properties.first(where: { !required.contains($0) }) {
      throw .schema(
        name, at: path,
        "'required' is required to be supplied and to be an array including every key in properties. Missing '\(missing)'."
      )
    }
    if let extra = required.subtracting(properties).min() {
      throw .schema(name, at: path, "Extra required key '\(extra)' supplied.")
    }
  }
}
