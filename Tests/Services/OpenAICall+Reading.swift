// Reads the body of a request, parameter by parameter.

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
    try Self.checkStream(json)
    guard let input = json["input"] else { throw .missing("input") }
    let parts = try Self.parts(of: input)
    tools = try Tools(json, model)
    stores = json["store"]?.flag ?? true
    hasObfuscation = json["stream_options"]?["include_obfuscation"]?.flag ?? true
    var request = ModelRequest()
    request.model = model
    request.pictures = parts.compactMap(\.picture)
    request.text = parts.compactMap(\.text).joined(separator: "\n")
    request.note(properties: try Self.schemaProperties(of: json["text"]))
    request.isStreamed = json["stream"]?.flag ?? false
    request.isSearched = tools.maySearch
    if stores { request.privacyFaults.append("a response was not asked with store: false") }
    self.request = request
  }

  static let parameters: Set<String> = [
    "background", "conversation", "include", "input", "instructions", "max_output_tokens",
    "max_tool_calls", "metadata", "model", "parallel_tool_calls", "previous_response_id", "prompt",
    "prompt_cache_key", "prompt_cache_retention", "reasoning", "safety_identifier", "service_tier",
    "store", "stream", "stream_options", "temperature", "text", "tool_choice", "tools",
    "top_logprobs", "top_p", "truncation", "user",
  ]

  static func checkNames(
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
    try checkInteger("max_output_tokens", atLeast: 16, json)
    try checkInteger("max_tool_calls", atLeast: 1, json)
    for name in ["store", "stream"] {
      if let value = json[name], value != .null, value.flag == nil {
        throw .wrongType(name, "a boolean", got: value)
      }
    }
    if let instructions = json["instructions"], instructions != .null, instructions.text == nil {
      throw .wrongType("instructions", "a string", got: instructions)
    }
  }

  private static func checkInteger(
    _ name: String, atLeast least: Int, _ json: JSON
  ) throws(OpenAIRefusal) {
    guard let value = json[name], value != .null else { return }
    guard let number = value.integer else { throw .wrongType(name, "an integer", got: value) }
    guard number >= least else { throw .tooSmall(name, least, got: number) }
  }

  private static func checkStream(_ json: JSON) throws(OpenAIRefusal) {
    guard let options = json["stream_options"], options != .null else { return }
    guard json["stream"] == true else {
      throw OpenAIRefusal(
        code: nil, parameter: "stream_options",
        message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.")
    }
    guard let members = options.members else {
      throw .wrongType("stream_options", "an object", got: options)
    }
    try checkNames(
      members.map(\.key), allowed: ["include_obfuscation"], under: "stream_options.")
  }
}
