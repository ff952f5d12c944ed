// Requests that the played Messages API refuses, one per row. Source: docs/services.md §2.

import Pictures
import Services
import Testing

@Suite struct AnthropicRefusalTests {
  static let content = ["messages", "0", "content"]
  static let source = ["messages", "0", "content", "0", "source"]
  static let schema = ["output_config", "format", "schema"]

  static let spoiled: [(path: [String], value: JSON?, says: String)] = [
    (["wibble"], 1, "wibble: Extra inputs"),
    (["response_format"], ["type": "json_object"], "response_format: Extra"),
    (["output_format"], [:], "output_format: Extra"),
    (["max_output_tokens"], 100, "max_output_tokens: Extra"),
    (["store"], false, "store: Extra"),
    (["max_tokens"], nil, "max_tokens: Field required"),
    (["max_tokens"], 0, "max_tokens: Input"),
    (["model"], nil, "model: Field required"),
    (["messages"], nil, "messages: Field required"),
    (["messages"], [], "at least one message"),
    (["messages", "0", "role"], "system", "top-level `system`"),
    (["messages", "0", "role"], "assistant", "first message"),
    (["stream"], "yes", "stream: Input"),
    (["temperature"], 0.2, "`temperature` is deprecated"),
    (["top_p"], 0.9, "`top_p` is deprecated"),
    (["top_k"], 5, "`top_k` is deprecated"),
    (["thinking"], ["type": "enabled", "budget_tokens": 2000], "adaptive"),
    (["system"], 5, "system: Input"),
    (content + ["0", "type"], "image_url", "Input tag 'image_url'"),
    (content + ["1", "type"], "input_text", "Input tag 'input_text'"),
    (content + ["1", "text"], "", "non-empty"),
    (source + ["data"], "data:image/jpeg;base64,AAAA", "Invalid base64"),
    (source + ["data"], "AAAA", "does not match"),
    (source + ["media_type"], "image/jpg", "media_type: Input"),
    (source + ["media_type"], nil, "media_type: Field required"),
    (source + ["type"], "url", "base64 sources"),
    (["output_config", "format", "json_schema"], [:], "json_schema: Extra"),
    (["output_config", "format", "name"], "album", "name: Extra"),
    (["output_config", "format", "schema"], nil, "schema: Field required"),
    (["output_config", "format", "type"], "json_object", "'json_schema'"),
    (["output_config", "effort"], "minimal", "effort"),
    (schema + ["additionalProperties"], nil, "must be explicitly set to false"),
    (schema + ["additionalProperties"], true, "Please set 'additionalProperties' to false"),
    (
      schema + ["properties", "artist"], ["type": "object", "properties": [:]],
      "must be explicitly set to false"
    ),
    (
      schema + ["properties", "status"], ["type": "string", "maxLength": 9],
      "property 'maxLength' is not supported"
    ),
    (
      schema + ["properties", "status"], ["type": "integer", "minimum": 0, "maximum": 10],
      "For 'integer' type, properties maximum, minimum are not supported"
    ),
    (
      schema + ["properties", "status"],
      ["type": "array", "items": ["type": "string"], "maxItems": 5], "maxItems"
    ),
    (
      schema + ["properties", "status"],
      ["type": "array", "items": ["type": "string"], "minItems": 3], "minItems"
    ),
    (schema + ["properties", "status"], ["oneOf": []], "'oneOf' is not supported"),
    (schema + ["properties", "status"], [:], "type is missing"),
    (["tools"], [["type": "web_search", "name": "web_search"]], "Input tag 'web_search'"),
    (["tools"], [ClaudeRequests.search], "cannot be combined with web search"),
    (["tool_choice"], ["type": "auto"], "while providing tools"),
  ]

  @Test(arguments: spoiled)
  func `a spoiled request is refused in Anthropic's words`(
    path: [String], value: JSON?, says: String
  ) throws {
    let service = try AnthropicService()
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let answer = try Requests.post(
      ClaudeRequests.identify(jpeg).changing(path, to: value), to: service)
    #expect(answer.status == 400)
    #expect(answer.json?["type"] == "error")
    #expect(answer.json?["error"]?["type"] == "invalid_request_error")
    #expect(answer.json?["error"]?["message"]?.text?.contains(says) == true, "\(answer.text)")
    #expect(service.log.refusals.count == 1 && service.log.charged(.identify) == 0)
  }

  static let spoiledSearches: [(path: [String], value: JSON?)] = [
    (["tools", "0", "name"], "search"), (["tools", "0", "max_uses"], 0),
    (["tools", "0", "filters"], [:]), (["tools", "0", "search_context_size"], "low"),
    (["tools", "0", "allowed_domains"], ["https://musicbrainz.org"]),
    (["tools", "0", "user_location"], ["type": "exact"]),
    (["tools", "0", "user_location"], ["type": "approximate", "approximate": [:]]),
    (["tool_choice"], "required"), (["tool_choice"], ["type": "tool", "name": "other"]),
  ]

  @Test(arguments: spoiledSearches)
  func `a spoiled search is refused`(path: [String], value: JSON?) throws {
    let service = try AnthropicService()
    service.plan { $0.review(artist: "A", title: "One", as: ModelAnswer("{}")) }
    let right = ClaudeRequests.review("A One").searchingClaude
    #expect(try Requests.post(right, to: service).status == 200)
    #expect(try Requests.post(right.changing(path, to: value), to: service).status == 400)
  }

  @Test func `both lists of domains at once are refused, null counts as none`() throws {
    let service = try AnthropicService()
    service.plan { $0.review(artist: "A", title: "One", as: ModelAnswer("{}")) }
    let one = ClaudeRequests.review("A One").searchingClaude
      .changing(["tools", "0", "allowed_domains"], to: ["musicbrainz.org"])
    let null = one.changing(["tools", "0", "blocked_domains"], to: .some(.null))
    #expect(try Requests.post(null, to: service).status == 200)
    let both = one.changing(["tools", "0", "blocked_domains"], to: ["example.org"])
    #expect(try Requests.post(both, to: service).status == 400)
  }

  @Test func `seventeen unions are too many, as lists of types or as anyOf`() throws {
    let service = try AnthropicService()
    service.plan { $0.review(artist: "A", title: "One", as: ModelAnswer("{}")) }
    for union in [["type": ["string", "null"]], ["anyOf": [["type": "string"]]]] as [JSON] {
      for count in [16, 17] {
        let names = (0..<count).map { "p\($0)" }
        let schema: JSON = [
          "type": "object", "additionalProperties": false,
          "required": .array(names.map { .string($0) }),
          "properties": .object(names.map { JSON.Member($0, union) }),
        ]
        let request = ClaudeRequests.review("A One").changing(Self.schema, to: schema)
        #expect(try Requests.post(request, to: service).status == (count == 16 ? 200 : 400))
      }
    }
  }

  static let headers: [(drop: String, status: Int, type: String)] = [
    ("x-api-key", 401, "authentication_error"),
    ("anthropic-version", 400, "invalid_request_error"),
    ("content-type", 400, "invalid_request_error"),
  ]

  @Test(arguments: headers)
  func `a missing header is refused`(drop: String, status: Int, type: String) throws {
    let service = try AnthropicService()
    let all = [
      "x-api-key: \(AnthropicService.key)", "anthropic-version: 2023-06-01",
      "content-type: application/json",
    ]
    let kept =
      all.filter { !$0.hasPrefix(drop) } + (drop == "content-type" ? ["Content-Type:"] : [])
    let refused = try curl(
      "\(service.url)/messages", kept.flatMap { ["-H", $0] },
      body: ClaudeRequests.review("x").description)
    #expect(refused.status == status)
    #expect(refused.json?["error"]?["type"]?.text == type)
  }

  @Test func `a wrong key, another model and another path are refused`() throws {
    let service = try AnthropicService()
    let request = ClaudeRequests.review("x")
    let wrong = try Requests.post(request, to: service, key: "sk-ant-another")
    #expect(wrong.status == 401 && !wrong.text.contains("sk-ant-another"))
    let gone = try Requests.post(request.changing(["model"], to: "claude-3-opus"), to: service)
    #expect(gone.status == 404)
    #expect(gone.json?["error"]?["message"] == "model: claude-3-opus")
    #expect(gone.json?["request_id"]?.text?.hasPrefix("req_") == true)
    #expect(gone.head.contains("request-id: req_"))
    let path = try curl("\(service.url)/responses", ["-H", "x-api-key: \(AnthropicService.key)"])
    #expect(path.status == 400, "the version is asked for first")
  }

  @Test func `older models take a temperature and a budget for thinking`() throws {
    let service = try AnthropicService()
    service.plan { $0.review(artist: "A", title: "One", as: ModelAnswer("{}")) }
    let request = ClaudeRequests.review("A One").changing(["model"], to: "claude-haiku-4-5")
      .changing(["temperature"], to: 0.2)
      .changing(["thinking"], to: ["type": "enabled", "budget_tokens": 2000])
    #expect(try Requests.post(request, to: service).status == 200)
  }

  @Test func `metadata in a picture is recorded and answered all the same`() throws {
    let service = try AnthropicService()
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let withComment = Array(jpeg[..<2]) + [0xFF, 0xFE, 0, 4, 65, 66] + Array(jpeg[2...])
    #expect(try Requests.post(ClaudeRequests.identify(withComment), to: service).status == 200)
    #expect(service.log.privacyFaults == ["a picture has metadata"])
  }
}
