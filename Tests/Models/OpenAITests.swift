// Requests to OpenAI's Responses API, and how its answers are read. Source:
// docs/services.md §1.4, §1.6.

import HTTP
import Support
import Testing

@testable import Models

@Suite struct OpenAITests {
  static func question(jpeg: [UInt8]?) -> Question {
    Question(
      model: "gpt-6-luna", instructions: "Look.", text: "Which \"album\"?", jpeg: jpeg,
      schemaName: "identification", schema: .strictObject(["artist": .optional("string")]),
      maxOutputTokens: 2000)
  }

  @Test func `a question with a picture is exactly these bytes`() {
    let body = String(
      decoding: OpenAI.body(Self.question(jpeg: [0xFF, 0xD8, 0xFF])), as: UTF8.self)
    #expect(
      body
        == #"{"model":"gpt-6-luna","instructions":"Look.","input":[{"role":"user","content":["#
        + #"{"type":"input_text","text":"Which \"album\"?"},{"type":"input_image","#
        + #""image_url":"data:image/jpeg;base64,/9j/","detail":"high"}]}],"text":{"format":{"#
        + #""type":"json_schema","name":"identification","strict":true,"schema":{"type":"object","#
        + #""additionalProperties":false,"properties":{"artist":{"type":["string","null"]}},"#
        + #""required":["artist"]}}},"max_output_tokens":2000,"store":false}"#)
  }

  @Test func `without a picture only text is sent`() {
    let body = String(decoding: OpenAI.body(Self.question(jpeg: nil)), as: UTF8.self)
    #expect(!body.contains("input_image"))
    #expect(body.contains(#""content":[{"type":"input_text","text":"Which \"album\"?"}]"#))
  }

  @Test(arguments: [
    "temperature", "top_p", "seed", "json_schema\":", "messages", "tools", "stream",
  ])
  func `a request contains no member of another API`(key: String) {
    let body = String(decoding: OpenAI.body(Self.question(jpeg: [1])), as: UTF8.self)
    #expect(!body.contains("\"\(key)"))
  }

  @Test func `a question that may search, streamed, ends in these bytes`() {
    let body = String(
      decoding: OpenAI.body(.sample(searches: 3), isStreamed: true), as: UTF8.self)
    #expect(
      body.hasSuffix(
        #""required":["artist"]}}},"max_output_tokens":2000,"store":false,"#
          + #""tools":[{"type":"web_search","search_context_size":"low"}],"tool_choice":"auto","#
          + #""max_tool_calls":3,"stream":true,"stream_options":{"include_obfuscation":false}}"#))
  }

  /// A message with these parts, as an item of `output`.
  static func message(_ parts: String) -> String {
    #"{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[\#(parts)]}"#
  }

  static func text(_ text: String) -> String {
    #"{"type":"output_text","text":"\#(text)","annotations":[],"logprobs":[]}"#
  }

  static func cited(_ text: String, _ annotations: [String]) -> String {
    #"{"type":"output_text","text":"\#(text)","annotations":[\#(annotations.joined(separator: ","))]}"#
  }

  static func citation(_ url: String, _ start: Int, _ end: Int) -> String {
    #"{"type":"url_citation","start_index":\#(start),"end_index":\#(end),"url":"\#(url)","title":"T"}"#
  }

  static func response(_ output: String, status: String = "completed", _ rest: String = "")
    -> String
  {
    #"{"id":"resp_1","object":"response","status":"\#(status)","output":[\#(output)]\#(rest)}"#
  }

  static let usage = #","usage":{"input_tokens":8576,"output_tokens":52,"total_tokens":8628}"#

  static let answered: [(name: String, body: String, answer: ModelAnswer)] = [
    (
      "as documented",
      response(#"{"id":"rs_1","type":"reasoning","summary":[]},"# + message(text("a")), usage),
      ModelAnswer(text: "a", usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
    (
      "several parts", response(message(text("a") + "," + text("b")), usage),
      ModelAnswer(text: "ab", usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
    (
      "cut off: what is there is paid for",
      response(
        message(text("{")), status: "incomplete",
        #","incomplete_details":{"reason":"max_output_tokens"}"# + usage),
      ModelAnswer(text: "{", usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
    (
      "several messages", response(message(text("a")) + "," + message(text("b")), usage),
      ModelAnswer(text: "ab", usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
    (
      "a comment before the final answer",
      response(
        #"{"type":"message","phase":"commentary","content":[\#(text("thinking"))]},"#
          + #"{"type":"message","phase":"final_answer","content":[\#(text("a"))]}"#, usage),
      ModelAnswer(text: "a", usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
    (
      "items and parts nobody knows",
      response(
        #"{"type":"dream","content":[\#(text("no"))]},7,null,"#
          + message(#"{"type":"sigh","text":"no"},"# + text("a")), usage),
      ModelAnswer(text: "a", usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
    (
      "a search between",
      response(
        #"{"type":"web_search_call","status":"completed","action":{"type":"open_page","url":null}},"#
          + message(text("a")), usage),
      ModelAnswer(text: "a", usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
    (
      "searches, of which opening a page is none",
      response(
        #"{"type":"web_search_call","status":"completed","action":{"type":"search","query":"a"}},"#
          + #"{"type":"web_search_call","action":{"type":"search","queries":["b"]}},"#
          + #"{"type":"web_search_call","action":{"type":"find_in_page","url":"u","pattern":"p"}},"#
          + #"{"type":"web_search_call","action":null},"# + message(text("a")), usage),
      ModelAnswer(text: "a", usage: Usage(inputTokens: 8576, outputTokens: 52, searches: 2))
    ),
    (
      "sources, moved by the parts before, clamped, nonsense dropped",
      response(
        message(
          text(#"Zoe\u0301 🎺"#) + ","
            + cited(
              "rocks",
              [
                citation("https://a.example/", 0, 5), citation("https://b.example/", 1, 99),
                citation("https://c.example/", 5, 9), citation("https://d.example/", 3, 3),
                citation("https://e.example/", 4, 2), citation("https://f.example/", -1, 2),
                #"{"type":"url_citation","url":"https://g.example/"}"#, "7", "null",
                #"{"type":"file_citation","url":"https://h.example/","start_index":0,"end_index":1}"#,
                #"{"type":"url_citation","start_index":0,"end_index":1}"#,
                #"{"type":"url_citation","url":"https://i.example/","start_index":"0","end_index":1.5}"#,
              ])), usage),
      ModelAnswer(
        text: "Zoe\u{301} 🎺rocks",
        citations: [
          Citation(url: "https://a.example/", title: "T", passage: 6..<11),
          Citation(url: "https://b.example/", title: "T", passage: 7..<11),
        ], usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
    (
      "error and details that are null",
      response(message(text("a")), #","error":null,"incomplete_details":null"# + usage),
      ModelAnswer(text: "a", usage: Usage(inputTokens: 8576, outputTokens: 52))
    ),
  ]

  static func response(_ output: String, _ rest: String) -> String {
    response(output, status: "completed", rest)
  }

  @Test(arguments: answered)
  func `an answer is the text of its messages`(name: String, body: String, answer: ModelAnswer)
    throws
  {
    #expect(try OpenAI.answer(in: Array(body.utf8)) == answer, "\(name)")
  }

  enum Kind { case declined, nonsense }

  static let noAnswers: [(name: String, body: String, kind: Kind, words: String)] = [
    (
      "a refusal", response(message(#"{"type":"refusal","refusal":"I cannot."}"#), usage),
      .declined, "I cannot."
    ),
    (
      "a refusal after text",
      response(message(text("a") + #",{"type":"refusal","refusal":"No."}"#)), .declined, "No."
    ),
    (
      "cut off before the first word",
      response(
        "", status: "incomplete", #","incomplete_details":{"reason":"max_output_tokens"}"#),
      .nonsense, "max_output_tokens"
    ),
    (
      "filtered",
      response("", status: "incomplete", #","incomplete_details":{"reason":"content_filter"}"#),
      .declined, "content_filter"
    ),
    (
      "failed in the middle, with 200",
      response(
        message(text("{")), status: "failed",
        #","error":{"code":"server_error","message":"sorry"}"#),
      .nonsense, "sorry"
    ),
    (
      "a picture against the rules",
      response(
        "", status: "failed",
        #","error":{"code":"image_content_policy_violation","message":"policy"}"#), .declined,
      "policy"
    ),
    ("still queued", response("", status: "queued"), .nonsense, "queued"),
    (
      "completed with nothing", response(#"{"type":"reasoning","summary":[]}"#), .nonsense,
      "no text"
    ),
    ("completed with an empty text", response(message(text(""))), .nonsense, "no text"),
    ("no status", #"{"output":[\#(message(text("a")))]}"#, .nonsense, "missing"),
    ("HTML", "<html>", .nonsense, "no response"), ("nothing", "", .nonsense, "no response"),
    ("a list", "[]", .nonsense, "no response"), ("an empty object", "{}", .nonsense, "no response"),
    ("an output of another kind", #"{"status":"completed","output":"a"}"#, .nonsense, "no text"),
  ]

  @Test(arguments: noAnswers)
  func `a body that is not an answer may still have been charged`(
    name: String, body: String, kind: Kind, words: String
  ) {
    do throws(ModelError) {
      let answer = try OpenAI.answer(in: Array(body.utf8))
      Issue.record("\(name) was read as \(answer)")
    } catch {
      switch error {
      case .declined(let text, _): #expect(kind == .declined && text.contains(words), "\(name)")
      case .nonsense(let text, _): #expect(kind == .nonsense && text.contains(words), "\(name)")
      case .unusable, .brokenOff, .unavailable, .quota, .misconfigured, .network:
        Issue.record("\(name): \(error)")
      }
      #expect(error.mayBeCharged, "\(name)")
    }
  }

  @Test(arguments: ["server_error", "rate_limit_exceeded", "server_is_overloaded", "slow_down"])
  func `a failure with status 200 before any work leads to a free retry`(
    code: String
  ) {
    let fault = #","error":{"code":"\#(code)","message":"sorry"}"#
    let outcome = Outcome { () throws(ModelError) -> ModelAnswer in
      try OpenAI.answer(in: Array(Self.response("", status: "failed", fault).utf8))
    }
    #expect(outcome == .error(.unavailable("status failed: sorry", after: nil)))
  }

  enum Remedy { case wait, host, credit, picture }

  static let statuses: [(status: Int, body: String, remedy: Remedy, words: String)] = [
    (
      400,
      #"{"error":{"message":"m","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}"#,
      .host, "unsupported_value"
    ),
    (
      400,
      #"{"error":{"message":"m","type":"invalid_request_error","param":null,"code":"model_not_found"}}"#,
      .host, "model_not_found"
    ),
    (
      400,
      #"{"error":{"message":"m","type":"invalid_request_error","param":"input","code":"invalid_base64_image"}}"#,
      .picture, "invalid_base64_image"
    ),
    (400, #"{"error":{"code":"image_too_small"}}"#, .picture, "image_too_small"),
    (400, #"{"error":{"code":"invalid_image_format"}}"#, .picture, "invalid_image_format"),
    (
      401,
      #"{"error":{"message":"m","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
      .host, "key"
    ),
    (403, #"{"error":{"message":"m","type":"x","code":null}}"#, .host, "HTTP 403 x"),
    (
      404, #"{"error":{"message":"m","type":"invalid_request_error","code":"model_not_found"}}"#,
      .host, "model_not_found"
    ),
    (408, "", .wait, "408"), (409, "{}", .wait, "409"),
    (
      429, #"{"error":{"message":"m","type":"tokens","code":"rate_limit_exceeded"}}"#, .wait,
      "rate_limit_exceeded"
    ),
    (
      429, #"{"error":{"message":"m","type":"insufficient_quota","code":"insufficient_quota"}}"#,
      .credit, "no credit"
    ),
    (
      429,
      #"{"error":{"message":"m","type":"insufficient_quota","code":"credit_balance_exhausted"}}"#,
      .credit, "no credit"
    ),
    (429, "<html>slow down</html>", .wait, "429"),
    (500, #"{"error":{"message":"m","type":"server_error","code":null}}"#, .wait, "server_error"),
    (
      503,
      #"{"error":{"message":"m","type":"service_unavailable_error","code":"server_is_overloaded"}}"#,
      .wait, "server_is_overloaded"
    ),
    (502, "<html>Bad gateway</html>", .wait, "502"), (529, "", .wait, "529"),
    (301, "", .host, "301"), (204, "", .host, "204"), (418, "", .host, "418"),
  ]

  @Test(arguments: statuses)
  func `a status tells whether the host has to act, and nothing was charged`(
    status: Int, body: String, remedy: Remedy, words: String
  ) {
    let error = OpenAI.error(for: HTTPResponse(status: status, body: Array(body.utf8)))
    #expect(!error.mayBeCharged)
    switch error {
    case .unavailable(let text, _): #expect(remedy == .wait && text.contains(words))
    case .quota(let text): #expect(remedy == .credit && text.contains(words))
    case .misconfigured(let text): #expect(remedy == .host && text.contains(words))
    case .unusable(let text): #expect(remedy == .picture && text.contains(words))
    case .declined, .nonsense, .brokenOff, .network: Issue.record("\(error)")
    }
  }

  @Test(
    arguments: [
      (.resolve, false), (.connect, false), (.tls("expired"), false), (.refusedAddress, false),
      (.refusedRedirect, false), (.badURL, false), (.badHeader("x"), false), (.timeout, true),
      (.tooLarge, true), (.cancelled, true), (.brokenOff, true), (.other(code: 55), true),
    ] as [(HTTPError, Bool)])
  func `a call without a connection was not charged`(error: HTTPError, mayBe: Bool) {
    let error = Endpoint.error(for: error)
    #expect(error.mayBeCharged == mayBe)
    // The log shows words instead of a Swift value.
    #expect("\(error)" == error.reason && !error.reason.contains("("))
  }

  @Test
  func `the key is sent in its header to the configured address, and no redirect is followed`()
    async throws
  {
    let asked = Asked()
    let openAI = OpenAI(
      at: Endpoint(
        transport: asked.transport { _ in
          HTTPResponse(status: 200, body: Array(Self.response(Self.message(Self.text("a"))).utf8))
        }, url: "http://127.0.0.1:8123/v1",
        destination: .configured(host: "127.0.0.1", port: 8123), timeoutMilliseconds: 90_000),
      key: "sk-1")
    // The answer reports no usage. The ledger then keeps the highest price.
    #expect(
      try await openAI.answer(Self.question(jpeg: nil), onText: nil)
        == ModelAnswer(text: "a", usage: Usage(inputTokens: 0, outputTokens: 0)))
    let request = try #require(await asked.requests.first)
    #expect(request.url == "http://127.0.0.1:8123/v1/responses")
    #expect(request.method == .post)
    #expect(request.headers["authorization"] == "Bearer sk-1")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.redirects == .refused)
    #expect(request.destination == .configured(host: "127.0.0.1", port: 8123))
    #expect(request.limits.bodyBytes == 1 << 20)
    #expect(request.limits.totalMilliseconds == 90_000)
  }
}
