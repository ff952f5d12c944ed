// Requests to servers with the Chat Completions API, and how their answers are read. Source:
// docs/services.md §1.2, §3.

import HTTP
import Testing

@testable import Models

@Suite struct OpenAICompatibleTests {
  static let format =
    #""response_format":{"type":"json_schema","json_schema":{"name":"identification","strict":true,"#
    + #""schema":{"type":"object","additionalProperties":false,"properties":{"artist":{"type":["string","null"]}},"#
    + #""required":["artist"]}}},"max_tokens":2000,"#

  @Test func `a question with a picture is exactly these bytes`() {
    let body = OpenAICompatible.body(.sample(jpeg: [0xFF, 0xD8, 0xFF], searches: 3))
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"model":"model-1","messages":[{"role":"system","content":"Look."},"#
        + #"{"role":"user","content":[{"type":"text","text":"Which \"album\"?"},"#
        + #"{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,/9j/"}}]}],"#
        + Self.format + #""stream":false}"#)
  }

  @Test func `a question without one is exactly these bytes, streamed`() {
    let body = OpenAICompatible.body(.sample(), isStreamed: true)
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"model":"model-1","messages":[{"role":"system","content":"Look."},"#
        + #"{"role":"user","content":"Which \"album\"?"}],"#
        + Self.format + #""stream":true,"stream_options":{"include_usage":true}}"#)
  }

  @Test func `a key is sent in its header, and without a key there is no header`() async throws {
    let answer = HTTPResponse.json(#"{"choices":[{"message":{"content":"a"}}]}"#)
    for key in ["sk-1", nil] {
      let played = Played([answer])
      let provider = OpenAICompatible(
        at: Endpoint(
          transport: played.transport, url: "http://localhost:11434/v1",
          destination: .configured(host: "localhost", port: 11434), timeoutMilliseconds: 9000),
        key: key)
      _ = try await provider.answer(.sample(), onText: nil)
      let request = try #require(played.requests.first)
      #expect(request.url == "http://localhost:11434/v1/chat/completions")
      #expect(request.headers["authorization"] == key.map { "Bearer \($0)" })
      #expect(request.headers["content-type"] == "application/json")
      #expect(request.redirects == .refused)
    }
    #expect(!Service.compatible.provider(Played([answer]).transport).canSearch)
  }

  static let usage = #","usage":{"prompt_tokens":53,"completion_tokens":15,"total_tokens":68}"#
  static let counted = Usage(inputTokens: 53, outputTokens: 15)
  static let untold = Usage(inputTokens: 0, outputTokens: 0)

  static let answered: [(body: String, answer: ModelAnswer)] = [
    (
      #"{"choices":[{"message":{"content":"{\"artist\":"},"finish_reason":"length"}]\#(usage)}"#,
      ModelAnswer(text: #"{"artist":"#, usage: counted)
    ),
    (
      #"{"id":"chatcmpl-7","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"a","refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}]\#(usage),"system_fingerprint":"fp_ollama"}"#,
      ModelAnswer(text: "a", usage: counted)
    ),
    (
      #"{"choices":[{"message":{"content":"a"},"finish_reason":null}]}"#,
      ModelAnswer(text: "a", usage: untold)
    ),
    (
      #"{"choices":[{"message":{"content":"a","reasoning":"b","reasoning_content":"c"}}],"usage":null}"#,
      ModelAnswer(text: "a", usage: untold)
    ),
    (
      #"{"choices":[{"message":{"content":[{"type":"text","text":"a"},"b",7,{"type":"sigh"}]}}]\#(usage)}"#,
      ModelAnswer(text: "ab", usage: counted)
    ),
    (
      #"{"choices":[null,{"index":1,"message":{"content":"no"}},{"index":0,"message":{"content":"a"}}]}"#,
      ModelAnswer(text: "a", usage: untold)
    ),
    (
      #"{"error":null,"choices":[{"message":{"content":"a"},"finish_reason":"eos"}],"usage":{"prompt_tokens":"53","completion_tokens":15.0}}"#,
      ModelAnswer(text: "a", usage: counted)
    ),
    (
      #"{"choices":[{"message":{"content":"a"}}],"usage":{"prompt_tokens":-5,"completion_tokens":1e300}}"#,
      ModelAnswer(text: "a", usage: untold)
    ),
  ]

  @Test(arguments: answered)
  func `an answer is the content of the first choice`(body: String, answer: ModelAnswer) throws {
    #expect(try OpenAICompatible.answer(in: Array(body.utf8)) == answer)
  }

  static let noAnswers: [(body: String, fate: Fate, words: String)] = [
    (#"{"choices":[]}"#, .nonsense, "without a choice"),
    (#"{"choices":[{"message":{"content":null}}]}"#, .nonsense, "missing: no text"),
    (
      #"{"choices":[{"message":{"content":"","reasoning":"long"},"finish_reason":"stop"}]}"#,
      .nonsense, "no text"
    ),
    (
      #"{"choices":[{"message":{"content":null,"refusal":"I cannot."},"finish_reason":"stop"}]}"#,
      .declined, "I cannot."
    ),
    (
      #"{"choices":[{"message":{"content":"a"},"finish_reason":"content_filter"}]}"#, .declined,
      "content_filter"
    ),
    (
      #"{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"x"}}]},"finish_reason":"tool_calls"}]}"#,
      .nonsense, "tool_calls"
    ),
    ("<html>", .nonsense, "no JSON"), ("", .nonsense, "no JSON"),
    ("{}", .nonsense, "no completion"), ("[]", .nonsense, "no completion"),
    (#"{"status":"ok"}"#, .nonsense, "no completion"),
    (#"{"error":{"code":429,"message":"Provider returned error"}}"#, .unavailable, "429"),
    (#"{"error":{"code":"502","message":"Bad"}}"#, .unavailable, "502"),
    (#"{"error":{"code":402,"message":"more credits"}}"#, .quota, "no credit"),
    (#"{"error":{"code":null,"type":"insufficient_quota","message":"m"}}"#, .quota, "no credit"),
    (#"{"error":{"message":"odd"}}"#, .nonsense, "odd"), (#"{"error":"odd"}"#, .nonsense, "odd"),
    (#"{"error":{}}"#, .nonsense, "HTTP 200"), (#"{"error":7}"#, .nonsense, "no completion"),
  ]

  @Test(arguments: noAnswers)
  func `a body that is not an answer gives the reason`(body: String, fate: Fate, words: String) {
    guard
      case .error(let error) = Outcome({ () throws(ModelError) -> ModelAnswer in
        try OpenAICompatible.answer(in: Array(body.utf8))
      })
    else {
      Issue.record("\(body) was read")
      return
    }
    #expect(Fate(error) == fate, "\(error)")
    #expect(error.words.contains(words), "\(error)")
  }

  static let statuses: [(status: Int, body: String, fate: Fate, words: String)] = [
    (
      400,
      #"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":4293,"n_ctx":4096}}"#,
      .misconfigured, "raise it"
    ),
    (
      400,
      #"{"error":{"message":"This model's maximum context length is 4096 tokens.","type":"BadRequestError","param":null,"code":400}}"#,
      .misconfigured, "raise it"
    ),
    (
      400,
      #"{"error":{"message":"invalid image input","type":"invalid_request_error","param":null,"code":null}}"#,
      .unusable, "invalid image input"
    ),
    (
      401, #"{"error":{"message":"Incorrect API key sk-secret","code":"x"}}"#, .misconfigured, "key"
    ),
    (403, "", .misconfigured, "key"), (402, "{}", .quota, "no credit"),
    (
      404,
      #"{"error":{"message":"model \"llava\" not found, try pulling it first","type":"not_found_error","param":null,"code":null}}"#,
      .misconfigured, "try pulling it first"
    ),
    (404, "404 page not found", .misconfigured, "identify-model"),
    (429, #"{"error":{"code":429,"message":"Provider returned error"}}"#, .unavailable, "429"),
    (429, #"{"error":{"code":"insufficient_quota","message":"m"}}"#, .quota, "no credit"),
    (
      503, #"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#,
      .unavailable, "Loading model"
    ),
    (500, #"{"error":"llama runner process has terminated"}"#, .unavailable, "terminated"),
    (502, "<html>", .unavailable, "502"), (408, "", .unavailable, "408"),
    (301, "", .misconfigured, "301"), (204, "", .misconfigured, "204"),
    (413, "", .misconfigured, "413"),
  ]

  @Test(arguments: statuses)
  func `a status tells whether the host has to act, and nothing was charged`(
    status: Int, body: String, fate: Fate, words: String
  ) {
    let error = OpenAICompatible.error(
      for: HTTPResponse(status: status, body: Array(body.utf8)), after: 7)
    #expect(Fate(error) == fate, "\(error)")
    #expect(error.words.contains(words), "\(error)")
    #expect(!error.mayBeCharged)
    if case .unavailable(_, let after) = error { #expect(after == 7) }
  }

  @Test func `models are listed with the server's data about them`() async throws {
    let played = Played([
      .json(
        #"{"object":"list","data":[{"id":"a","object":"model"},{"id":"b","architecture":{"input_modalities":["text","image"]}},{"id":"c","architecture":{"input_modalities":["text"]}},{"object":"model"},7]}"#
      )
    ])
    let models = try await Service.compatible.provider(played.transport).models()
    #expect(
      models == [
        ListedModel(id: "a"), ListedModel(id: "b", seesPictures: true),
        ListedModel(id: "c", seesPictures: false),
      ])
    #expect(played.requests.map(\.url) == ["http://127.0.0.1:8123/v1/models"])
  }
}
