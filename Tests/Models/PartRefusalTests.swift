// Parts of a question that a server refuses: the question is asked without them, and the model is
// remembered. Source: docs/services.md §3, "Refused parts".

import HTTP
import Testing
import Text

@testable import Models

@Suite struct PartRefusalTests {
  static let whole = #"{"choices":[{"message":{"content":"a"}}]}"#

  private static func refusal(_ message: String, _ param: String = "null") -> String {
    #"{"error":{"message":\#(JSON.string(message).written()),"type":"invalid_request_error","param":\#(param),"code":null}}"#
  }

  /// The words of public servers; `missing` is not in the second request, and `instead` is.
  static let refusals: [(status: Int, body: String, missing: String, instead: String)] = [
    // OpenAI and gateways to it
    (
      400,
      refusal(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        #""max_tokens""#), #""max_tokens""#, #""max_completion_tokens":2000"#
    ),
    // Groq
    (
      400,
      refusal(
        "This model does not support response format `json_schema`. See supported models.",
        #""response_format""#), "response_format", "as this JSON schema wants it"
    ),
    (
      400,
      #"{"error":{"message":"Failed to generate JSON. Please adjust your prompt.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"{"}}"#,
      "response_format", "as this JSON schema wants it"
    ),
    // FastAPI: Mistral, and servers of one's own
    (
      422,
      #"{"detail":[{"type":"extra_forbidden","loc":["body","response_format"],"msg":"Extra inputs are not permitted","input":{}}]}"#,
      "response_format", "as this JSON schema wants it"
    ),
    (
      422,
      #"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","max_tokens"],"msg":"Extra inputs are not permitted","input":2000}]},"type":"invalid_request_error","param":null,"code":null}"#,
      #""max_tokens""#, #""max_completion_tokens":2000"#
    ),
    // llama.cpp
    (
      400,
      #"{"error":{"code":400,"message":"Failed to parse grammar","type":"invalid_request_error"}}"#,
      "response_format", "as this JSON schema wants it"
    ),
    (
      500, #"{"error":{"code":500,"message":"System role not supported","type":"server_error"}}"#,
      #""system""#, #""content":"Look.\n\nWhich"#
    ),
    // vLLM with the template of Gemma or Mistral
    (
      400,
      #"{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"BadRequestError","param":null,"code":400}"#,
      #""system""#, #""content":"Look.\n\nWhich"#
    ),
    // Google's compatible interface
    (
      400,
      #"[{"error":{"code":400,"message":"Developer instruction is not enabled for models/gemma-3-27b-it","status":"INVALID_ARGUMENT"}}]"#,
      #""system""#, #""content":"Look.\n\nWhich"#
    ),
    (
      400, refusal("Invalid value: \"system\". Supported values are: 'user' and 'assistant'."),
      #""system""#, #""content":"Look.\n\nWhich"#
    ),
    // LM Studio, and TGI, whose errors are sentences
    (
      400, #"{"error":"'response_format.type' must be 'text'"}"#, "response_format",
      "as this JSON schema wants it"
    ),
    (
      422,
      #"{"error":"Input validation error: grammar is not supported","error_type":"validation"}"#,
      "response_format", "as this JSON schema wants it"
    ),
  ]

  private func asked(_ provider: any ModelProvider, jpeg: [UInt8]? = nil) async -> Outcome {
    await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await provider.answer(.sample(jpeg: jpeg), onText: nil)
    }
  }

  @Test(arguments: refusals)
  func `a refused part is left out, and later questions leave it out at once`(
    status: Int, body: String, missing: String, instead: String
  ) async {
    let played = Played([.json(body, status), .json(Self.whole)])
    let provider = Service.compatible.provider(played.transport)
    for _ in 0..<2 {
      guard case .answer(let answer) = await asked(provider) else {
        Issue.record("no answer after \(body)")
        return
      }
      #expect(answer.text == "a")
    }
    #expect(played.bodies.map { $0.contains(missing) } == [true, false, false], "\(body)")
    #expect(played.bodies.map { $0.contains(instead) } == [false, true, true], "\(body)")
  }

  @Test func `a picture is sent with each part that is left out`() async {
    for refusal in Self.refusals {
      let played = Played([.json(refusal.body, refusal.status), .json(Self.whole)])
      _ = await asked(Service.compatible.provider(played.transport), jpeg: [0xFF, 0xD8])
      #expect(played.bodies.allSatisfy { $0.contains("data:image/jpeg;base64,/9g=") })
    }
  }

  @Test func `several parts are left out one after another`() async {
    let refusals = ["max_tokens", "max_completion_tokens", "System role", "response_format"]
      .map { HTTPResponse.json(Self.refusal("\($0) is not supported"), 400) }
    let played = Played(refusals + [.json(Self.whole)])
    let outcome = await asked(Service.compatible.provider(played.transport))
    let usage = Usage(inputTokens: 0, outputTokens: 0)
    #expect(outcome == .answer(ModelAnswer(text: "a", usage: usage)))
    #expect(played.requests.count == 5)
    let last = played.bodies.last ?? ""
    for part in ["max_tokens", "max_completion_tokens", "system", "response_format"] {
      #expect(!last.contains(#""\#(part)""#))
    }
  }

  @Test func `a public server always gets a limit of the answer's length`() async {
    let refusals = ["max_tokens", "max_completion_tokens"]
      .map { HTTPResponse.json(Self.refusal("\($0) is not supported"), 400) }
    let played = Played(refusals)
    let provider = OpenAICompatible(
      at: Endpoint(
        transport: played.transport, url: "https://gateway.example/v1", destination: .public,
        timeoutMilliseconds: 9000), key: "k-1")
    guard case .error(let error) = await asked(provider) else {
      Issue.record("an answer without a limit")
      return
    }
    #expect(Fate(error) == .misconfigured && error.words.contains("max_completion_tokens"))
    #expect(played.requests.count == 2)
  }

  static let others: [(status: Int, body: String)] = [
    (400, refusal("This model's maximum context length is 4096 tokens; max_tokens is 2000.")),
    (401, refusal("max_tokens")), (429, refusal("response_format")), (503, refusal("grammar")),
    (500, refusal("max_tokens")), (400, refusal("temperature must be 1")),
    (404, refusal("No endpoints found that support image input")),
  ]

  @Test(arguments: others)
  func `any other error is not asked again`(status: Int, body: String) async {
    let played = Played([.json(body, status)])
    _ = await asked(Service.compatible.provider(played.transport))
    #expect(played.requests.count == 1)
  }

  @Test
  func `a server that refuses each request makes a failure in its own words, and no part is kept`()
    async
  {
    let body = Self.refusal("response_format: no such model")
    let played = Played([.json(body, 400)])
    let provider = Service.compatible.provider(played.transport)
    for count in 1...2 {
      guard case .error(let error) = await asked(provider) else {
        Issue.record("an answer")
        return
      }
      #expect(Fate(error) == .misconfigured && error.words.contains("no such model"))
      #expect(played.requests.count == 2 * count)
    }
  }
}
