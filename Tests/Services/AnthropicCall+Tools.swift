// The web search tool and its parameters. Source: docs/services.md §2.

extension AnthropicCall {
  /// The tools of a request. The check is stricter than the real service: it accepts only the plain
  /// web search, because AlbumScan may use no other tool.
  struct Tools {
    let searchTool: JSON?
    let maySearch: Bool
    let maxUses: Int

    init(_ json: JSON, _ model: String) throws(AnthropicRefusal) {
      let tools = json["tools"] ?? []
      guard let items = tools.items else { throw .invalid("tools: Input should be a valid list") }
      for (index, tool) in items.enumerated() { try Self.check(tool, at: "tools.\(index)") }
      let choice = json["tool_choice"]
      if let choice { try Self.check(choice, hasTools: !items.isEmpty, model) }
      searchTool = items.first
      maySearch = searchTool != nil && choice?["type"] != "none"
      maxUses = searchTool?["max_uses"]?.integer ?? .max
    }

    private static let names: Set<String> = [
      "type", "name", "max_uses", "allowed_domains", "blocked_domains", "user_location",
      "cache_control",
    ]

    private static func check(_ tool: JSON, at place: String) throws(AnthropicRefusal) {
      guard tool["type"] == "web_search_20250305" else {
        throw .invalid(
          "\(place): Input tag '\(tool["type"]?.text ?? "custom")' found using 'type' does not match any of the expected tags: 'web_search_20250305'"
        )
      }
      let place = "\(place).web_search_20250305"
      guard let name = tool["name"] else { throw .missing("\(place).name") }
      guard name == "web_search" else {
        throw .invalid("\(place).name: Input should be 'web_search'")
      }
      for member in tool.members ?? [] where !names.contains(member.key) {
        throw .extra("\(place).\(member.key)")
      }
      if let most = filled(tool["max_uses"]), (most.integer ?? 0) < 1 {
        throw .invalid("\(place).max_uses: Input should be greater than 0")
      }
      guard filled(tool["allowed_domains"]) == nil || filled(tool["blocked_domains"]) == nil else {
        throw .invalid("\(place): Only one of allowed_domains and blocked_domains may be given")
      }
      for list in ["allowed_domains", "blocked_domains"] {
        try checkDomains(filled(tool[list]), at: "\(place).\(list)")
      }
      if let location = filled(tool["user_location"]) {
        try check(location: location, at: "\(place).user_location")
      }
    }

    private static func checkDomains(
      _ domains: JSON?, at place: String
    ) throws(AnthropicRefusal) {
      guard let domains else { return }
      guard let items = domains.items else {
        throw .invalid("\(place): Input should be a valid list")
      }
      for domain in items where domain.text?.contains("://") != false {
        throw .invalid("\(place): Domains should not include the scheme")
      }
    }

    private static func check(
      location: JSON, at place: String
    ) throws(AnthropicRefusal) {
      guard location["type"] == "approximate" else {
        throw .invalid("\(place).type: Input should be 'approximate'")
      }
      let names = ["type", "country", "city", "region", "timezone"]
      for member in location.members ?? [] where !names.contains(member.key) {
        throw .extra("\(place).\(member.key)")
      }
    }

    private static func check(
      _ choice: JSON, hasTools: Bool, _ model: String
    ) throws(AnthropicRefusal) {
      guard let type = choice["type"]?.text, ["auto", "any", "tool", "none"].contains(type) else {
        throw .invalid(
          "tool_choice: Input tag does not match any of the expected tags: 'auto', 'any', 'tool', 'none'"
        )
      }
      guard hasTools || type == "none" else {
        throw .invalid("tool_choice may only be specified while providing tools.")
      }
      let isForced = type == "any" || type == "tool"
      guard !isForced || !AnthropicModels.alwaysThinking.contains(model) else {
        throw .invalid("tool_choice forces tool use is not supported for this model.")
      }
      guard type != "tool" || choice["name"] == "web_search" else {
        throw .invalid(
          "Tool '\(choice["name"]?.text ?? "")' not found in provided tools")
      }
    }

    private static func filled(_ value: JSON?) -> JSON? { value == .null ? nil : value }
  }
}
