// The request's body, parameter by parameter.

import JPEG

extension OpenAICall {
  init(_ body: [UInt8]) throws(OpenAIRefusal) {
    guard let json = JSON(body), let members = json.members else {
      throw OpenAIRefusal(
        code: nil, parameter: nil, message: "We could not parse the JSON body of your request.")
    }
    try Self.checkNames(members.map(\.key), allowed: Self.parameters, under: "")
    guard let model = json["model"] else { throw .missing("model") }
    guard let model = model.text else { throw .wrongType("model", "a string", got: model) }
    guard OpenAIModels.current.contains(model) else {
      throw OpenAIRefusal(
        code: "model_not_found", parameter: "model",
        message: "The requested model '\(model)' does not exist.")
    }
    try Self.checkSampling(json, model)
    try Self.checkNumbers(json)
    guard let input = json["input"] else { throw .missing("input") }
    let parts = try Self.parts(of: input)
    self.model = model
    pictures = parts.compactMap(\.picture)
    text = parts.compactMap(\.text).joined(separator: "\n")
    schemaProperties = try Self.schemaProperties(of: json["text"])
    isStreamed = json["stream"]?.flag ?? false
    isSearched = try Self.asksForSearch(json["tools"])
    hasObfuscation = json["stream_options"]?["include_obfuscation"]?.flag ?? true
    stores = json["store"]?.flag ?? true
  }

  static let parameters: Set<String> = [
    "background", "conversation", "include", "input", "instructions", "max_output_tokens",
    "max_tool_calls", "metadata", "model", "parallel_tool_calls", "previous_response_id", "prompt",
    "prompt_cache_key", "prompt_cache_retention", "reasoning", "safety_identifier", "service_tier",
    "store", "stream", "stream_options", "temperature", "text", "tool_choice", "tools",
    "top_logprobs", "top_p", "truncation", "user",
  ]

  private static func checkNames(
    _ names: [String], allowed: Set<String>, under prefix: String
  ) throws(OpenAIRefusal) {
    for name in names where !allowed.contains(name) {
      switch prefix + name {
      case "response_format": throw .moved(name, to: "text.format")
      case "max_tokens", "max_completion_tokens": throw .moved(name, to: "max_output_tokens")
      case "reasoning_effort": throw .moved(name, to: "reasoning.effort")
      case "messages": throw .moved(name, to: "input")
      default: throw .unknown(prefix + name)
      }
    }
  }

  private static func checkSampling(_ json: JSON, _ model: String) throws(OpenAIRefusal) {
    let effort = json["reasoning"]?["effort"]?.text
    let isReasoning = OpenAIModels.reasoning.contains(model)
    if let effort {
      let efforts = ["none", "low", "medium", "high", "xhigh", "max"]
      guard efforts.contains(effort) else {
        throw .wrongValue("reasoning.effort", effort, efforts)
      }
    }
    if let reasoning = json["reasoning"] {
      guard let members = reasoning.members else {
        throw .wrongType("reasoning", "an object", got: reasoning)
      }
      try checkNames(
        members.map(\.key), allowed: ["effort", "summary", "generate_summary", "context", "mode"],
        under: "reasoning.")
      guard isReasoning else { throw unsupported("reasoning.effort") }
    }
    for name in ["temperature", "top_p"] where isReasoning && effort != "none" {
      if json[name] != nil { throw unsupported(name) }
    }
  }

  private static func unsupported(_ name: String) -> OpenAIRefusal {
    OpenAIRefusal(
      code: nil, parameter: name,
      message: "Unsupported parameter: '\(name)' is not supported with this model.")
  }

  private static func checkNumbers(_ json: JSON) throws(OpenAIRefusal) {
    if let most = json["max_output_tokens"], most != .null {
      guard let number = most.integer else {
        throw .wrongType("max_output_tokens", "an integer", got: most)
      }
      guard number >= 16 else {
        throw OpenAIRefusal(
          code: "integer_below_min_value", parameter: "max_output_tokens",
          message:
            "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got \(number) instead."
        )
      }
    }
    for name in ["store", "stream"] {
      if let value = json[name], value != .null, value.flag == nil {
        throw .wrongType(name, "a boolean", got: value)
      }
    }
    if let instructions = json["instructions"], instructions != .null, instructions.text == nil {
      throw .wrongType("instructions", "a string", got: instructions)
    }
  }

  private static func asksForSearch(_ tools: JSON?) throws(OpenAIRefusal) -> Bool {
    guard let tools else { return false }
    guard let items = tools.items else { throw .wrongType("tools", "an array", got: tools) }
    let searching = [
      "web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11",
    ]
    for (index, tool) in items.enumerated() {
      guard let type = tool["type"]?.text else { throw .missing("tools[\(index)].type") }
      guard searching.contains(type) || type == "function" else {
        throw .wrongValue("tools[\(index)].type", type, searching + ["function"])
      }
      guard searching.contains(type) else { continue }
      try checkNames(
        tool.members?.map(\.key) ?? [],
        allowed: [
          "type", "filters", "search_context_size", "user_location", "external_web_access",
        ], under: "tools[\(index)].")
    }
    return items.contains { searching.contains($0["type"]?.text ?? "") }
  }
}
