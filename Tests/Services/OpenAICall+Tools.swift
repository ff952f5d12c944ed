// The web search tool and its parameters. Source: docs/services.md §1.4.

extension OpenAICall {
  struct Tools: Sendable {
    /// Whether the model may search.
    let maySearch: Bool
    let maxCalls: Int
    /// Whether the request asks for `web_search_call.action.sources`.
    let tellsSources: Bool
    /// The tools as the request sent them. The answer repeats them.
    let sent: JSON
    let choice: JSON
  }
}

extension OpenAICall.Tools {
  private static let searching = ["web_search", "web_search_2025_08_26"]
  private static let previewing = ["web_search_preview", "web_search_preview_2025_03_11"]
  private static let includes = [
    "file_search_call.results", "web_search_call.results", "web_search_call.action.sources",
    "message.input_image.image_url", "computer_call_output.output.image_url",
    "code_interpreter_call.outputs", "reasoning.encrypted_content",
    "message.output_text.logprobs",
  ]

  init(_ json: JSON, _ model: String) throws(OpenAIRefusal) {
    let tools = json["tools"].flatMap { $0 == .null ? nil : $0 } ?? []
    guard let items = tools.items else { throw .wrongType("tools", "an array", got: tools) }
    var types: [String] = []
    for (index, tool) in items.enumerated() {
      types.append(try Self.type(of: tool, at: "tools[\(index)]"))
    }
    let search = types.first { $0 != "function" }
    if let search, OpenAIModels.withoutSearch.contains(model) {
      throw OpenAIRefusal(
        code: nil, parameter: "tools",
        message: "Hosted tool '\(search)' is not supported with \(model).")
    }
    let choice = json["tool_choice"].flatMap { $0 == .null ? nil : $0 } ?? "auto"
    try Self.check(choice, types)
    maySearch = search != nil && choice != "none"
    maxCalls = json["max_tool_calls"]?.integer ?? .max
    tellsSources = try Self.included(json["include"]).contains("web_search_call.action.sources")
    sent = tools
    self.choice = choice
  }

  private static func type(of tool: JSON, at place: String) throws(OpenAIRefusal) -> String {
    guard let type = tool["type"]?.text else { throw .missing("\(place).type") }
    let known = searching + previewing + ["function"]
    guard known.contains(type) else { throw .wrongValue("\(place).type", type, known) }
    if type != "function" { try check(tool, type, at: place) }
    return type
  }

  private static func check(_ tool: JSON, _ type: String, at place: String) throws(OpenAIRefusal) {
    var names: Set<String> = ["type", "search_context_size", "user_location"]
    if searching.contains(type) { names.formUnion(["filters", "external_web_access"]) }
    try OpenAICall.checkNames(
      tool.members?.map(\.key) ?? [], allowed: names, under: "\(place).")
    let sizes = ["low", "medium", "high"]
    if let size = filled(tool["search_context_size"]), !sizes.contains(size.text ?? "") {
      throw .wrongValue("\(place).search_context_size", size.text ?? "\(size)", sizes)
    }
    if let access = filled(tool["external_web_access"]), access.flag == nil {
      throw .wrongType("\(place).external_web_access", "a boolean", got: access)
    }
    if let filters = filled(tool["filters"]) { try checkFilters(filters, at: "\(place).filters") }
    if let location = filled(tool["user_location"]) {
      try checkLocation(location, at: "\(place).user_location")
    }
  }

  /// Checks the domain filters. A domain with a scheme would match no page.
  private static func checkFilters(_ filters: JSON, at place: String) throws(OpenAIRefusal) {
    guard let members = filters.members else { throw .wrongType(place, "an object", got: filters) }
    try OpenAICall.checkNames(
      members.map(\.key), allowed: ["allowed_domains"], under: "\(place).")
    guard let domains = filled(filters["allowed_domains"]) else { return }
    guard let items = domains.items else {
      throw .wrongType("\(place).allowed_domains", "an array", got: domains)
    }
    for domain in items where domain.text?.contains("/") != false {
      throw OpenAIRefusal(
        code: "invalid_value", parameter: "\(place).allowed_domains",
        message: "Invalid '\(place).allowed_domains': expected a domain, but got \(domain).")
    }
  }

  /// Checks the user's location. Its fields are flat in this API and nested in Chat Completions.
  private static func checkLocation(_ location: JSON, at place: String) throws(OpenAIRefusal) {
    guard let members = location.members else {
      throw .wrongType(place, "an object", got: location)
    }
    try OpenAICall.checkNames(
      members.map(\.key), allowed: ["type", "country", "city", "region", "timezone"],
      under: "\(place).")
    guard let type = location["type"]?.text else { throw .missing("\(place).type") }
    guard type == "approximate" else {
      throw .wrongValue("\(place).type", type, ["approximate"])
    }
    if let country = filled(location["country"]), country.text?.count != 2 {
      throw OpenAIRefusal(
        code: "invalid_value", parameter: "\(place).country",
        message: "Invalid '\(place).country': expected a two-letter country code.")
    }
  }

  /// Checks `tool_choice`. The documentation allows forcing `web_search` by its name only for the
  /// older tool.
  private static func check(_ choice: JSON, _ types: [String]) throws(OpenAIRefusal) {
    if let word = choice.text {
      guard ["none", "auto", "required"].contains(word) else {
        throw .wrongValue("tool_choice", word, ["none", "auto", "required"])
      }
      guard word != "required" || !types.isEmpty else {
        throw OpenAIRefusal(
          code: nil, parameter: "tool_choice",
          message: "Tool choice 'required' must be specified with 'tools' parameter.")
      }
      return
    }
    guard choice.members != nil else {
      throw .wrongType("tool_choice", "a string or an object", got: choice)
    }
    guard let type = choice["type"]?.text else { throw .missing("tool_choice.type") }
    guard previewing.contains(type) || type == "function" else {
      throw .wrongValue("tool_choice.type", type, previewing + ["function"])
    }
    guard types.contains(type) else {
      throw OpenAIRefusal(
        code: nil, parameter: "tool_choice",
        message: "Tool choice '\(type)' not found in 'tools' parameter.")
    }
  }

  private static func included(_ include: JSON?) throws(OpenAIRefusal) -> [String] {
    guard let include = filled(include) else { return [] }
    guard let items = include.items else { throw .wrongType("include", "an array", got: include) }
    for (index, item) in items.enumerated() where !includes.contains(item.text ?? "") {
      throw .wrongValue("include[\(index)]", item.text ?? "\(item)", includes)
    }
    return items.compactMap(\.text)
  }

  private static func filled(_ value: JSON?) -> JSON? { value == .null ? nil : value }
}
