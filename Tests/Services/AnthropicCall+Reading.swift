// Reads the body of a request, parameter by parameter. Source: docs/services.md §2.

extension AnthropicCall {
  init(_ body: [UInt8]) throws(AnthropicRefusal) {
    guard let json = JSON(body), let members = json.members else {
      throw .invalid("The request body is not valid JSON: expected value at line 1 column 1")
    }
    for member in members where !Self.parameters.contains(member.key) { throw .extra(member.key) }
    let model = try Self.model(json)
    try Self.checkNumbers(json)
    try Self.checkSampling(json, model)
    let system = try Self.system(json["system"])
    let messages = try Messages(json["messages"])
    let tools = try Tools(json, model)
    let schema = try Self.schema(of: json["output_config"])
    guard schema == nil || tools.searchTool == nil else {
      throw .invalid(
        "output_config.format: structured outputs cannot be combined with web search, whose answers are cited."
      )
    }
    var request = ModelRequest()
    request.model = model
    request.pictures = messages.pictures
    request.text = messages.text
    request.isStreamed = json["stream"]?.flag ?? false
    request.isSearched = tools.maySearch
    if let schema {
      request.note(properties: schema["properties"]?.members?.map(\.key) ?? [])
    } else {
      request.asksForStatus = "\(system)\n\(messages.text)".contains("\"status\"")
    }
    self.request = request
    maxSearches = tools.maxUses
    thinks = try Self.thinks(json["thinking"], model)
    continues = messages.continues
  }

  private static let parameters: Set<String> = [
    "model", "messages", "max_tokens", "system", "metadata", "stop_sequences", "stream",
    "temperature", "top_k", "top_p", "thinking", "tool_choice", "tools", "service_tier",
    "container", "context_management", "cache_control", "inference_geo", "output_config",
  ]

  private static func model(_ json: JSON) throws(AnthropicRefusal) -> String {
    guard let value = json["model"] else { throw .missing("model") }
    guard let model = value.text else { throw .invalid("model: Input should be a valid string") }
    guard AnthropicModels.all.contains(model) else {
      throw AnthropicRefusal(404, "not_found_error", "model: \(model)")
    }
    return model
  }

  private static func checkNumbers(_ json: JSON) throws(AnthropicRefusal) {
    guard let most = json["max_tokens"] else { throw .missing("max_tokens") }
    guard let number = most.integer else {
      throw .invalid("max_tokens: Input should be a valid integer")
    }
    guard number >= 1 else {
      throw .invalid("max_tokens: Input should be greater than or equal to 1")
    }
    guard number <= 128_000 else {
      throw .invalid(
        "max_tokens: \(number) > 128000, which is the maximum allowed number of output tokens")
    }
    if let stream = json["stream"], stream.flag == nil {
      throw .invalid("stream: Input should be a valid boolean")
    }
  }

  /// Checks the sampling parameters. Newer models accept only their default values.
  private static func checkSampling(
    _ json: JSON, _ model: String
  ) throws(AnthropicRefusal) {
    guard AnthropicModels.current.contains(model) else { return }
    for name in ["temperature", "top_p", "top_k"] {
      guard let value = json[name], value != 1, value != 1.0 else { continue }
      throw .invalid("`\(name)` is deprecated for this model.")
    }
  }

  private static func system(_ value: JSON?) throws(AnthropicRefusal) -> String {
    guard let value else { return "" }
    if let text = value.text { return text }
    guard let blocks = value.items else {
      throw .invalid("system: Input should be a valid string or a list of text blocks")
    }
    var texts: [String] = []
    for (index, block) in blocks.enumerated() {
      guard block["type"] == "text", let text = block["text"]?.text else {
        throw .invalid("system.\(index).type: Input should be 'text'")
      }
      texts.append(text)
    }
    return texts.joined(separator: "\n")
  }

  private static func thinks(
    _ thinking: JSON?, _ model: String
  ) throws(AnthropicRefusal) -> Bool {
    let isCurrent = AnthropicModels.current.contains(model)
    guard let thinking else { return isCurrent }
    switch thinking["type"]?.text {
    case "adaptive": return true
    case "enabled":
      guard !isCurrent else {
        throw .invalid(
          "\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior."
        )
      }
      guard let budget = thinking["budget_tokens"]?.integer, budget >= 1024 else {
        throw .invalid(
          "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024")
      }
      return true
    case "disabled":
      guard !AnthropicModels.alwaysThinking.contains(model) else {
        throw .invalid("\"thinking.type.disabled\" is not supported for this model.")
      }
      return false
    default:
      throw .invalid(
        "thinking: Input tag found using 'type' does not match any of the expected tags: 'adaptive', 'disabled', 'enabled'"
      )
    }
  }
}
