// Checks the settings of a request, and the schema of its answer. Source: docs/services.md §10.2.

extension GeminiCall {
  private static let place = "generation_config"

  /// The schema of the answer; nil if the answer is free text.
  static func schema(
    of config: JSON?, into request: inout ModelRequest
  ) throws(GeminiRefusal) -> JSON? {
    guard let config else { return nil }
    try checkNames(config, known + sampling + otherSchemas, at: place)
    request.ignored += sampling.filter { config[$0] != nil }
    for name in otherSchemas where config[name] != nil {
      throw .invalid("\(name): the played service takes responseJsonSchema only")
    }
    guard let most = config["maxOutputTokens"]?.integer, (1...65_536).contains(most) else {
      throw .invalid(
        "Unable to submit request because it has a maxOutputTokens value out of range.")
    }
    try checkThinking(config["thinkingConfig"])
    guard let schema = config["responseJsonSchema"] else {
      if config["responseMimeType"] != nil {
        throw .invalid("\(place): the played service wants a schema with a MIME type")
      }
      return nil
    }
    guard config["responseMimeType"] == "application/json" else {
      throw .invalid("responseJsonSchema needs the responseMimeType application/json")
    }
    try check(schema, at: "response_json_schema")
    return schema
  }

  private static let known = [
    "maxOutputTokens", "responseMimeType", "responseJsonSchema", "thinkingConfig", "stopSequences",
    "mediaResolution",
  ]

  /// Members that newer models ignore.
  private static let sampling = [
    "temperature", "topP", "topK", "seed", "candidateCount", "presencePenalty", "frequencyPenalty",
  ]

  /// Other forms of the schema. The first is deprecated.
  private static let otherSchemas = ["responseSchema", "responseFormat"]

  private static func checkThinking(_ thinking: JSON?) throws(GeminiRefusal) {
    guard let thinking else { return }
    try checkNames(
      thinking, ["thinkingLevel", "thinkingBudget", "includeThoughts"],
      at: "\(place).thinking_config")
    guard thinking["thinkingBudget"] == nil else {
      throw .invalid("Thinking budget is not supported for this model.")
    }
    guard let level = thinking["thinkingLevel"] else { return }
    guard ["LOW", "MEDIUM", "HIGH"].contains(level.text ?? "") else {
      throw .invalid("Thinking level \(level) is not supported for this model.")
    }
  }

  /// The keywords of JSON Schema that the service documents.
  private static let keywords = [
    "$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items",
    "prefixItems", "minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties",
    "additionalProperties", "required", "propertyOrdering",
  ]

  private static let types = [
    "string", "number", "integer", "boolean", "object", "array", "null",
  ]

  private static func check(_ schema: JSON, at place: String) throws(GeminiRefusal) {
    guard let members = schema.members else { throw .wrongType(place) }
    for member in members where !keywords.contains(member.key) {
      throw .invalid("\(place): the keyword \"\(member.key)\" is not supported")
    }
    let named = schema["type"]?.items ?? [schema["type"]].compactMap(\.self)
    for type in named where !types.contains(type.text ?? "") {
      throw .invalid("\(place).type: \(type) is no type")
    }
    guard
      !named.isEmpty || ["anyOf", "oneOf", "$ref", "enum"].contains(where: { schema[$0] != nil })
    else { throw .invalid("\(place).type: must be specified") }
    for value in schema["enum"]?.items ?? [] where value.text == nil && value.integer == nil {
      throw .invalid("\(place).enum: \(value) is neither a string nor a number")
    }
    if schema["$ref"] != nil, members.contains(where: { !$0.key.hasPrefix("$") }) {
      throw .invalid("\(place): \"$ref\" excludes other keywords")
    }
    let properties = schema["properties"]?.members ?? []
    for name in schema["required"]?.items ?? []
    where !properties.contains(where: { $0.key == name.text }) {
      throw .invalid("\(place).required: property \(name) is not defined")
    }
    for property in properties { try check(property.value, at: "\(place).\(property.key)") }
    for name in ["anyOf", "oneOf", "prefixItems"] {
      for choice in schema[name]?.items ?? [] { try check(choice, at: "\(place).\(name)") }
    }
    if let items = schema["items"] { try check(items, at: "\(place).items") }
    for definition in schema["$defs"]?.members ?? [] {
      try check(definition.value, at: "\(place).$defs")
    }
  }
}
