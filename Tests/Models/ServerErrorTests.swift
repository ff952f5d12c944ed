// Errors inside a response with status 200, whole and streamed, as public servers send them. Source:
// docs/services.md §3, "Errors inside a success".

import HTTP
import Testing

@testable import Models

@Suite struct ServerErrorTests {
  static let failures:
    [(server: String, service: Service, body: String, fate: Fate, words: String)] =
      [
        (
          "OpenRouter", .compatible,
          #"{"choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"error","error":{"code":429,"message":"Rate limited"}}]}"#,
          .unavailable, "HTTP 429"
        ),
        (
          "OpenRouter, out of credit", .compatible,
          #"{"choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"error","error":{"code":402,"message":"Add credits"}}]}"#,
          .quota, "Add credits"
        ),
        (
          "OpenRouter, in the middle", .compatible,
          #"{"choices":[{"index":0,"message":{"role":"assistant","content":"{\"artist\""},"finish_reason":"error","error":{"code":502,"message":"Upstream"}}]}"#,
          .brokenOff, "502 Upstream"
        ),
        (
          "DeepSeek", .compatible,
          #"{"choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"insufficient_system_resource"}]}"#,
          .unavailable, "insufficient_system_resource"
        ),
        (
          "vLLM", .compatible,
          #"{"choices":[{"index":0,"message":{"role":"assistant","content":null},"finish_reason":"abort"}]}"#,
          .unavailable, "abort"
        ),
        (
          "TGI", .compatible, #"{"error":"Model is overloaded","error_type":"overloaded"}"#,
          .unavailable, "Model is overloaded"
        ),
        (
          "a gateway", .compatible,
          #"{"error":{"code":"rate_limit_exceeded","message":"Slow down"}}"#, .unavailable,
          "Slow down"
        ),
        (
          "Mistral", .compatible,
          #"{"object":"error","message":"Service tier capacity exceeded","type":"rate_limited","code":429}"#,
          .unavailable, "capacity exceeded"
        ),
        (
          "a thought that was cut off", .compatible,
          #"{"choices":[{"index":0,"message":{"role":"assistant","content":"","reasoning":"{\"artist\":\"Can\"}"},"finish_reason":"length"}]}"#,
          .nonsense, "length: no text"
        ),
        (
          "Anthropic", .anthropic,
          #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
          .unavailable, "529"
        ),
        (
          "Google", .gemini,
          #"{"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}}"#, .unavailable,
          "503"
        ),
      ]

  @Test(arguments: failures) func `an error inside a success keeps its code`(
    server: String, service: Service, body: String, fate: Fate, words: String
  ) async {
    let form = ServerFormTests.Form(
      server: server, source: "", service: service, whole: body, chunks: [])
    guard case .error(let error) = await ServerFormTests.asked(form, .json(body), isStreamed: false)
    else {
      Issue.record("\(server): an answer")
      return
    }
    #expect(Fate(error) == fate, "\(server): \(error)")
    #expect(error.words.contains(words), "\(server): \(error)")
  }

  static let streamed:
    [(server: String, service: Service, events: [String], fate: Fate, words: String)] =
      [
        (
          "Anthropic, before the first block", .anthropic,
          [
            #"{"type":"message_start","message":{"usage":{"input_tokens":10,"output_tokens":1}}}"#,
            #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
          ], .unavailable, "HTTP 529 overloaded_error"
        ),
        (
          "Anthropic, within a block", .anthropic,
          [
            #"{"type":"message_start","message":{"usage":{"input_tokens":10,"output_tokens":1}}}"#,
            #"{"type":"content_block_start","index":0,"content_block":{"type":"thinking"}}"#,
            #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
          ], .brokenOff, "overloaded_error"
        ),
        (
          "Google, before the first candidate", .gemini,
          [
            #"{"usageMetadata":{"promptTokenCount":5}}"#,
            #"{"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}}"#,
          ], .unavailable, "503"
        ),
        (
          "OpenRouter", .compatible,
          [
            #"{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"error","error":{"code":503,"message":"Down"}}]}"#
          ], .unavailable, "HTTP 503 Down"
        ),
        (
          "OpenRouter, beside the choices", .compatible,
          [
            #"{"error":{"code":"server_error","message":"Disconnected"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}"#
          ], .unavailable, "Disconnected"
        ),
        (
          "vLLM", .compatible,
          [#"{"object":"error","message":"Engine died","type":"InternalServerError","code":500}"#],
          .unavailable, "Engine died"
        ),
        (
          "DeepSeek, after the first word", .compatible,
          [
            #"{"choices":[{"index":0,"delta":{"content":"{"},"finish_reason":null}]}"#,
            #"{"choices":[{"index":0,"delta":{},"finish_reason":"insufficient_system_resource"}]}"#,
          ], .brokenOff, "insufficient_system_resource"
        ),
      ]

  @Test(arguments: streamed) func `an error inside a stream keeps its code until words were said`(
    server: String, service: Service, events: [String], fate: Fate, words: String
  ) async {
    let form = ServerFormTests.Form(
      server: server, source: "", service: service, whole: "", chunks: events)
    let body = events.map { "data: \($0)\n\n" }.joined()
    for type in ["text/event-stream", "application/json"] {
      let response = HTTPResponse(
        status: 200, headers: ["content-type": type], body: Array(body.utf8))
      guard case .error(let error) = await ServerFormTests.asked(form, response, isStreamed: true)
      else {
        Issue.record("\(server): an answer")
        return
      }
      #expect(Fate(error) == fate, "\(server): \(error)")
      #expect(error.words.contains(words), "\(server): \(error)")
    }
  }
}
