// A request for a chat completion, read as a local server reads it. The log contains the parameters
// that the server ignores.

/// A valid request.
struct CompatibleCall: Sendable {
  var request = ModelRequest()
  /// Whether the request has no answer format. Then the answer is prose.
  private(set) var isUnconstrained = true
  /// Whether the last chunk of a stream contains the usage.
  private(set) var tellsUsage = false
  private(set) var thinks = true
  let flavour: CompatibleFlavour

  /// Whether the server streams answers. A gateway may refuse to.
  let streams: Bool

  init(
    _ body: [UInt8], _ flavour: CompatibleFlavour, streams: Bool = true
  ) throws(CompatibleRefusal) {
    self.flavour = flavour
    self.streams = streams
    guard let json = JSON(body), let members = json.members else {
      throw CompatibleRefusal(400, "invalid character in the body: it is no JSON object")
    }
    request.ignored = members.map(\.key).filter { passesOver($0) }
    try readModel(json)
    try readMessages(json["messages"])
    try readFormat(json["response_format"])
    try readStream(json)
    try readEffort(json["reasoning_effort"])
    if let most = json["max_tokens"], most != .null, (most.integer ?? 0) < 1 {
      throw CompatibleRefusal(400, "max_tokens must be at least 1, got \(most).")
    }
  }

  /// The parameters that a server reads. It ignores all others silently. Source: the table of
  /// docs/services.md §3.
  private static let read: Set<String> = [
    "model", "messages", "response_format", "stream", "stream_options", "max_tokens",
    "temperature", "top_p", "stop", "seed", "presence_penalty", "frequency_penalty",
  ]

  private func passesOver(_ name: String) -> Bool {
    switch (flavour, name) {
    case (.vLLM, "max_completion_tokens"), (.llamaCpp, "chat_template_kwargs"),
      (.ollama, "reasoning_effort"), (.llamaCpp, "reasoning_effort"), (.vLLM, "reasoning_effort"):
      false
    default: !Self.read.contains(name)
    }
  }

  /// Reads the name of the model. llama.cpp ignores this name and answers with its loaded model.
  private mutating func readModel(_ json: JSON) throws(CompatibleRefusal) {
    guard let model = json["model"]?.text ?? (flavour == .llamaCpp ? flavour.model : nil) else {
      throw CompatibleRefusal(400, "model is required")
    }
    guard model == flavour.model || flavour == .llamaCpp else {
      throw CompatibleRefusal(404, flavour.unknown(model))
    }
    request.model = flavour.model
  }

  private mutating func readStream(_ json: JSON) throws(CompatibleRefusal) {
    if let stream = json["stream"], stream != .null, stream.flag == nil {
      throw CompatibleRefusal(400, "stream: cannot read \(stream.kind) as a boolean")
    }
    request.isStreamed = json["stream"]?.flag ?? false
    guard streams || !request.isStreamed else {
      throw CompatibleRefusal(400, "Unsupported value: 'stream' does not support true.")
    }
    let hasOptions = json["stream_options"].map { $0 != .null } ?? false
    guard !hasOptions || request.isStreamed || flavour != .vLLM else {
      throw CompatibleRefusal(400, "Stream options can only be defined when `stream=True`.")
    }
    tellsUsage = json["stream_options"]?["include_usage"]?.flag ?? false
  }

  private mutating func readEffort(_ effort: JSON?) throws(CompatibleRefusal) {
    guard let effort, effort != .null else { return }
    let efforts = ["high", "medium", "low", "none"]
    guard flavour != .ollama || efforts.contains(effort.text ?? "") else {
      throw CompatibleRefusal(
        400, "invalid reasoning value: '\(effort.text ?? "")' (must be \(efforts))")
    }
    if effort == "none", flavour != .lmStudio { thinks = false }
  }

  private mutating func readFormat(_ format: JSON?) throws(CompatibleRefusal) {
    guard let format, format != .null else { return }
    let schema = format["json_schema"]?["schema"]
    switch format["type"]?.text {
    case "text": break
    case "json_schema": try constrain(schema, isFlat: format["schema"] != nil)
    case "json_object":
      guard flavour != .lmStudio else {
        throw CompatibleRefusal(400, "'response_format.type' must be 'json_schema' or 'text'")
      }
      isUnconstrained = false
      if flavour == .llamaCpp, let schema = format["schema"] { note(schema) }
    case let type:
      guard flavour != .ollama else { return request.ignored.append("response_format") }
      throw CompatibleRefusal(
        400,
        "response_format type must be one of \"text\" or \"json_object\", but got: \(type ?? "null")"
      )
    }
  }

  private mutating func constrain(_ schema: JSON?, isFlat: Bool) throws(CompatibleRefusal) {
    if let schema, schema.members != nil {
      isUnconstrained = false
      return note(schema)
    }
    switch flavour {
    case .ollama, .llamaCpp:
      request.ignored.append(isFlat ? "response_format.schema" : "response_format")
    case .lmStudio:
      throw CompatibleRefusal(400, "'response_format.json_schema.schema' must be provided")
    case .vLLM:
      throw CompatibleRefusal(
        400, "1 validation error: response_format.json_schema: Field required")
    }
  }

  private mutating func note(_ schema: JSON) {
    request.note(properties: schema["properties"]?.members?.map(\.key) ?? [])
  }
}
