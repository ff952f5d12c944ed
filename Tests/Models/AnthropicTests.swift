// Requests to Anthropic's Messages API, and how its answers are read. Source: docs/services.md §2.

import HTTP
import Testing
import Text

@testable import Models

@Suite struct AnthropicTests {
  @Test func `a question with a picture is exactly these bytes`() {
    let body = Anthropic.body(.sample(jpeg: [0xFF, 0xD8, 0xFF]))
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"model":"model-1","max_tokens":2000,"system":"Look.","messages":[{"role":"user","content":["#
        + #"{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j/"}},"#
        + #"{"type":"text","text":"Which \"album\"?"}]}],"output_config":{"format":{"type":"json_schema","#
        + #""schema":{"type":"object","additionalProperties":false,"properties":{"artist":{"anyOf":["#
        + #"{"type":"string"},{"type":"null"}]}},"required":["artist"]}}}}"#)
  }

  @Test func `a question that may search has the schema in words, streamed`() {
    let body = Anthropic.body(.sample(searches: 3), isStreamed: true)
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"model":"model-1","max_tokens":2000,"system":"Look.\n\nAnswer with one JSON object and nothing else, "#
        + #"as this JSON schema wants it:\n{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{"#
        + #"\"artist\":{\"type\":[\"string\",\"null\"]}},\"required\":[\"artist\"]}","messages":[{"role":"user","#
        + #""content":[{"type":"text","text":"Which \"album\"?"}]}],"#
        + #""tools":[{"type":"web_search_20250305","name":"web_search","max_uses":3}],"stream":true}"#
    )
  }

  @Test(arguments: ["temperature", "top_p", "top_k", "thinking", "tool_choice", "strict", "store"])
  func `a request contains nothing that newer models refuse`(key: String) {
    for searches in [0, 2] {
      let body = Anthropic.body(.sample(jpeg: [1], searches: searches), isStreamed: true)
      #expect(!String(decoding: body, as: UTF8.self).contains("\"\(key)\""))
    }
  }

  static let schemas: [(schema: JSON, wanted: JSON)] = [
    (["type": "string"], ["type": "string"]),
    (["type": ["string", "null"]], ["anyOf": [["type": "string"], ["type": "null"]]]),
    (
      ["type": ["string", "null"], "enum": ["a", .null]],
      ["anyOf": [["type": "string", "enum": ["a"]], ["type": "null"]]]
    ),
    (
      // A property may have the same name as a keyword.
      .strictObject(["type": .optional("integer"), "items": .list(of: .optional("number"))]),
      .strictObject([
        "type": ["anyOf": [["type": "integer"], ["type": "null"]]],
        "items": .list(of: ["anyOf": [["type": "number"], ["type": "null"]]]),
      ])
    ),
    (
      ["anyOf": [.optional("string"), ["const": ["type": ["a", "b"]]]]],
      [
        "anyOf": [
          ["anyOf": [["type": "string"], ["type": "null"]]], ["const": ["type": ["a", "b"]]],
        ]
      ]
    ),
    ("a", "a"), ([:], [:]),
  ]

  @Test(arguments: schemas)
  func `unions of types become anyOf`(schema: JSON, wanted: JSON) {
    #expect(schema.withoutUnions == wanted)
  }

  @Test func `the key and the version are sent in their headers`() async throws {
    let played = Played([
      .json(#"{"content":[{"type":"text","text":"a"}],"stop_reason":"end_turn"}"#)
    ])
    _ = try await Service.anthropic.provider(played.transport, key: "sk-1")
      .answer(.sample(), onText: nil)
    let request = try #require(played.requests.first)
    #expect(request.url == "http://127.0.0.1:8123/v1/messages")
    #expect(request.headers["x-api-key"] == "sk-1")
    #expect(request.headers["anthropic-version"] == "2023-06-01")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["authorization"] == nil)
    #expect(request.redirects == .refused)
  }

  static func message(_ content: String, _ ending: String = "end_turn", _ rest: String = "")
    -> String
  {
    #"{"id":"msg_7","type":"message","role":"assistant","model":"m","content":[\#(content)],"stop_reason":"\#(ending)","usage":{"input_tokens":222,"output_tokens":10,"server_tool_use":{"web_search_requests":1}}\#(rest)}"#
  }

  static let usage = Usage(inputTokens: 222, outputTokens: 10, searches: 1)
  static let source =
    #"{"type":"web_search_result_location","url":"https://reviews.example/null","title":"Null","cited_text":"…","encrypted_index":"RQ=="}"#

  static let answered: [(name: String, body: String, answer: ModelAnswer)] = [
    (
      "as documented", message(#"{"type":"text","text":"a"}"#),
      ModelAnswer(text: "a", usage: usage)
    ),
    (
      "blocks nobody knows, and thinking",
      message(
        #"{"type":"thinking","thinking":"no","signature":"c2ln"},{"type":"redacted_thinking","data":"no"},{"type":"dream","text":"no"},7,null,{"type":"text","text":"a"}"#
      ), ModelAnswer(text: "a", usage: usage)
    ),
    (
      "sources, counted in scalars",
      message(
        #"{"type":"text","text":"Zoe\u0301 🎺 "},{"type":"text","text":"rocks","citations":[\#(source),{"url":"https://b.example/","title":null},{"title":"no address"},7]},{"type":"text","text":"","citations":[\#(source)]},{"type":"text","text":".","citations":null}"#
      ),
      ModelAnswer(
        text: "Zoe\u{301} 🎺 rocks.",
        citations: [
          Citation(url: "https://reviews.example/null", title: "Null", passage: 7..<12),
          Citation(url: "https://b.example/", title: "", passage: 7..<12),
        ], usage: usage)
    ),
    (
      "cut off: what is there is paid for",
      message(#"{"type":"text","text":"{"}"#, "max_tokens"), ModelAnswer(text: "{", usage: usage)
    ),
    (
      "a search that failed",
      message(
        #"{"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"x"}},{"type":"web_search_tool_result","tool_use_id":"s","content":{"type":"web_search_tool_result_error","error_code":"unavailable"}},{"type":"text","text":"a"}"#
      ), ModelAnswer(text: "a", usage: usage)
    ),
    (
      "what the cache took is counted",
      #"{"content":[{"type":"text","text":"a"}],"stop_reason":"stop_sequence","usage":{"input_tokens":3,"cache_creation_input_tokens":20,"cache_read_input_tokens":100,"output_tokens":1}}"#,
      ModelAnswer(text: "a", usage: Usage(inputTokens: 123, outputTokens: 1))
    ),
  ]

  static func read(_ body: String) -> Outcome {
    Outcome { () throws(ModelError) -> ModelAnswer in
      try AnthropicMessage(body: Array(body.utf8)).answer()
    }
  }

  @Test(arguments: answered)
  func `an answer is the text of its blocks`(name: String, body: String, answer: ModelAnswer) {
    #expect(Self.read(body) == .answer(answer), "\(name)")
  }

  static let noAnswers: [(body: String, fate: Fate, words: String)] = [
    (
      message(
        "", "refusal", #","stop_details":{"type":"refusal","category":"x","explanation":"No."}"#),
      .declined, "No."
    ),
    (message(#"{"type":"text","text":"I"}"#, "refusal"), .declined, "refusal"),
    (message("", "max_tokens"), .nonsense, "max_tokens"),
    (message("", "model_context_window_exceeded"), .nonsense, "context"),
    (message(#"{"type":"tool_use","input":{}}"#, "tool_use"), .nonsense, "tool_use: no text"),
    (message(""), .nonsense, "no text"),
    (#"{"content":[{"type":"text","text":"a"}]}"#, .nonsense, "stop_reason missing"),
    (#"{"input_tokens":19}"#, .nonsense, "no message"), ("<html>", .nonsense, "no JSON"),
    ("", .nonsense, "no JSON"), ("[]", .nonsense, "no message"),
    (#"{"content":"a","stop_reason":"end_turn"}"#, .nonsense, "no text"),
    (
      #"{"type":"error","error":{"type":"overloaded_error","message":"m"}}"#, .unavailable, "529"
    ),
    (#"{"type":"error","error":{"type":"odd"}}"#, .nonsense, "odd"),
  ]

  @Test(arguments: noAnswers)
  func `a body that is not an answer gives the reason`(body: String, fate: Fate, words: String) {
    guard case .error(let error) = Self.read(body) else {
      Issue.record("\(body) was read")
      return
    }
    #expect(Fate(error) == fate, "\(error)")
    #expect(error.words.contains(words), "\(error)")
  }

  static func fault(_ type: String, _ message: String = "m", _ rest: String = "") -> String {
    #"{"type":"error","error":{"type":"\#(type)","message":"\#(message)"\#(rest)},"request_id":"req_7"}"#
  }

  static let statuses: [(status: Int, body: String, fate: Fate, words: String)] = [
    (400, fault("invalid_request_error", "max_tokens: too low"), .misconfigured, "too low"),
    (400, fault("invalid_request_error", "Could not process image"), .unusable, "process image"),
    (
      400, fault("invalid_request_error", "messages.0.content.0.image: image exceeds 5 MB maximum"),
      .unusable, "exceeds"
    ),
    (
      400, fault("invalid_request_error", "this model does not support image input"),
      .misconfigured, "support"
    ),
    (
      400, fault("invalid_request_error", "You have reached your specified API usage limits."),
      .quota, "spend limit"
    ),
    (
      400, fault("invalid_request_error", "Your credit balance is too low."), .quota, "no credit"
    ),
    (401, fault("authentication_error", "invalid x-api-key"), .misconfigured, "key"),
    (402, fault("billing_error"), .quota, "no credit"),
    (403, fault("permission_error"), .misconfigured, "permission_error"),
    (404, fault("not_found_error", "model: claude-x"), .misconfigured, "model: claude-x"),
    (408, "", .unavailable, "408"), (409, "", .unavailable, "409"),
    (413, fault("request_too_large"), .misconfigured, "request_too_large"),
    (429, fault("rate_limit_error"), .unavailable, "rate_limit_error"),
    (
      429,
      fault("rate_limit_error", "m", #","details":{"error_code":"enforced_spend_limit_reached"}"#),
      .quota, "spend limit"
    ),
    (500, fault("api_error"), .unavailable, "api_error"), (503, "<html>", .unavailable, "503"),
    (504, fault("timeout_error"), .unavailable, "504"),
    (529, fault("overloaded_error", "Overloaded"), .unavailable, "Overloaded"),
    (301, "", .misconfigured, "301"), (204, "", .misconfigured, "204"),
  ]

  @Test(arguments: statuses)
  func `a status tells whether the host has to act, and nothing was charged`(
    status: Int, body: String, fate: Fate, words: String
  ) {
    let error = Anthropic.error(for: HTTPResponse(status: status, body: Array(body.utf8)), after: 7)
    #expect(Fate(error) == fate, "\(error)")
    #expect(error.words.contains(words), "\(error)")
    #expect(!error.mayBeCharged)
    if case .unavailable(_, let after) = error { #expect(after == 7) }
  }

  @Test func `models are listed with their ability to see`() async throws {
    let played = Played([
      .json(
        #"{"data":[{"id":"claude-a","type":"model","capabilities":{"image_input":{"supported":true}}},{"id":"claude-b","capabilities":{"image_input":{"supported":false}}},{"id":"claude-c"}],"has_more":false}"#
      )
    ])
    let models = try await Service.anthropic.provider(played.transport).models()
    #expect(
      models == [
        ListedModel(id: "claude-a", seesPictures: true),
        ListedModel(id: "claude-b", seesPictures: false), ListedModel(id: "claude-c"),
      ])
  }
}
