// Servers that refuse a stream: the question is asked without one, and the model is remembered.
// Source: docs/services.md §3, "Streams".

import HTTP
import Testing

@testable import Models

@Suite struct StreamRefusalTests {
  static let whole = #"{"choices":[{"message":{"content":"a"}}]}"#

  static let refusals: [(status: Int, body: String)] = [
    (
      400,
      #"{"error":{"message":"Unsupported value: 'stream' does not support true with this model.","type":"invalid_request_error","param":"stream","code":"unsupported_value"}}"#
    ),
    (400, #"{"error":"Streaming is not supported"}"#),
    (422, #"{"detail":[{"loc":["body","stream_options"],"msg":"extra fields not permitted"}]}"#),
    (501, "Stream not implemented"),
  ]

  private func asked(
    _ provider: any ModelProvider, _ received: ReceivedText = ReceivedText()
  ) async -> Outcome {
    await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await provider.answer(.sample(), onText: received.onText)
    }
  }

  @Test(arguments: refusals)
  func `a refused stream is asked again without one, and later questions at once`(
    status: Int, body: String
  ) async {
    let played = Played([.json(body, status), .json(Self.whole)])
    let provider = Service.compatible.provider(played.transport)
    for _ in 0..<2 {
      guard case .answer(let answer) = await asked(provider) else {
        Issue.record("no answer")
        return
      }
      #expect(answer.text == "a")
    }
    #expect(played.bodies.map { $0.contains(#""stream":true"#) } == [true, false, false])
    #expect(played.bodies.map { $0.contains("stream_options") } == [true, false, false])
  }

  @Test func `OpenAI may refuse a stream for a model, too`() async {
    let answer =
      #"{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"a"}]}]}"#
    let played = Played([.json(Self.refusals[0].body, 400), .json(answer)])
    let outcome = await asked(Service.openAI.provider(played.transport))
    #expect(
      outcome == .answer(ModelAnswer(text: "a", usage: Usage(inputTokens: 0, outputTokens: 0))))
    #expect(played.requests.count == 2)
  }

  @Test func `a server that refuses both is not remembered`() async {
    let refusal = HTTPResponse.json(Self.refusals[1].body, 400)
    let played = Played([refusal, refusal, .stream("data: [DONE]\n\n")])
    let provider = Service.compatible.provider(played.transport)
    for _ in 0..<2 { _ = await asked(provider) }
    #expect(played.bodies.map { $0.contains(#""stream":true"#) } == [true, false, true])
  }

  @Test(arguments: [
    (400, #"{"error":"bad picture"}"#), (401, #"{"error":"no stream for you"}"#),
    (503, #"{"error":"stream"}"#),
  ])
  func `any other refusal is not repeated`(status: Int, body: String) async {
    let played = Played([.json(body, status)])
    _ = await asked(Service.compatible.provider(played.transport))
    #expect(played.requests.count == 1)
  }
}
