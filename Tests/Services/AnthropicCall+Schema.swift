// Checks the answer's format as strictly as Anthropic does. A union is a list of types or an
// `anyOf`; at most sixteen unions are allowed. Source: docs/services.md §2, and Anthropic's
// published limits of structured outputs.

extension AnthropicCall {
  /// The schema of the answer; nil if the answer is free text.
  static func schema(of config: JSON?) throws(AnthropicRefusal) -> JSON? {
    guard let config else { return nil }
    guard let members = config.members else {
      throw .invalid("output_config: Input should be a valid dictionary")
    }
    for member in members where !["format", "effort", "task_budget"].contains(member.key) {
      throw .extra("output_config.\(member.key)")
    }
    let efforts = ["low", "medium", "high", "xhigh", "max"]
    if let effort = config["effort"], !efforts.contains(effort.text ?? "") {
      throw .invalid(
        "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'")
    }
    guard let format = config["format"], format != .null else { return nil }
    guard format["type"] == "json_schema" else {
      throw .invalid("output_config.format.type: Input should be 'json_schema'")
    }
    for member in format.members ?? [] where !["type", "schema"].contains(member.key) {
      throw .extra("output_config.format.\(member.key)")
    }
    guard let schema = format["schema"] else { throw .missing("output_config.format.schema") }
    var unions = 0
    try check(schema, &unions)
    guard schema["type"] == "object" else { throw problem("Schema must be of type 'object'") }
    guard unions <= 16 else {
      throw problem(
        "Schemas contains too many parameters with union types (\(unions) parameters with type arrays or anyOf), limit: 16"
      )
    }
    return schema
  }

  private static func problem(_ words: String) -> AnthropicRefusal {
    .invalid("output_config.format.schema: \(words)")
  }

  /// JSON schema keywords that structured outputs do not support, by type.
  private static let refused: [String: [String]] = [
    "string": ["minLength", "maxLength"],
    "number": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
    "integer": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
    "array": ["maxItems", "uniqueItems"],
    "object": ["minProperties", "maxProperties", "patternProperties"],
  ]

  private static func check(_ schema: JSON, _ unions: inout Int) throws(AnthropicRefusal) {
    guard schema.members != nil else { throw problem("\(schema) is not a schema") }
    for word in ["oneOf", "not", "if"] where schema[word] != nil {
      throw problem("Schema keyword '\(word)' is not supported")
    }
    let types = schema["type"]?.items?.compactMap(\.text) ?? [schema["type"]?.text ?? ""]
    if types.count > 1 || schema["anyOf"] != nil { unions += 1 }
    for type in types { try check(schema, type: type) }
    guard
      ["type", "anyOf", "allOf", "$ref", "enum", "const"].contains(where: { schema[$0] != nil })
    else { throw problem("Schema type is missing") }
    for member in schema["properties"]?.members ?? [] { try check(member.value, &unions) }
    for member in schema["$defs"]?.members ?? [] { try check(member.value, &unions) }
    if let items = schema["items"] { try check(items, &unions) }
    for choice in (schema["anyOf"]?.items ?? []) + (schema["allOf"]?.items ?? []) {
      try check(choice, &unions)
    }
  }

  private static func check(_ schema: JSON, type: String) throws(AnthropicRefusal) {
    let extra = (refused[type] ?? []).filter { schema[$0] != nil }.sorted()
    guard extra.isEmpty else {
      let words =
        extra.count == 1
        ? "property '\(extra[0])' is" : "properties \(extra.joined(separator: ", ")) are"
      throw problem("For '\(type)' type, \(words) not supported")
    }
    if type == "array", let least = schema["minItems"], ![0, 1].contains(least.integer) {
      throw problem("For 'array' type, 'minItems' values other than 0 or 1 are not supported")
    }
    guard type == "object" else { return }
    switch schema["additionalProperties"] {
    case .some(.bool(false)): break
    case nil:
      throw problem(
        "For 'object' type, 'additionalProperties' must be explicitly set to false")
    case let value?:
      throw problem(
        "For 'object' type, 'additionalProperties: \(value)' is not supported. Please set 'additionalProperties' to false"
      )
    }
    let properties = schema["properties"]?.members?.map(\.key) ?? []
    for name in schema["required"]?.items ?? [] where !properties.contains(name.text ?? "") {
      throw problem("Required property \(name) is not among the properties")
    }
  }
}
