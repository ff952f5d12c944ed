// The usage of a failed call, if the service reports it.

import HTTP
import Testing

@testable import Models

@Suite struct FailedUsageTests {
  static let reported: [(service: Service, body: String, fate: Fate)] = [
    (
      .openAI,
      #"{"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}],"usage":{"input_tokens":70,"output_tokens":5}}"#,
      .declined
    ),
    (
      .openAI,
      #"{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[],"usage":{"input_tokens":70,"output_tokens":5}}"#,
      .declined
    ),
    (
      .openAI,
      #"{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[],"usage":{"input_tokens":70,"output_tokens":5}}"#,
      .nonsense
    ),
    (
      .compatible,
      #"{"choices":[{"message":{"refusal":"No."}}],"usage":{"prompt_tokens":70,"completion_tokens":5}}"#,
      .declined
    ),
    (
      .compatible,
      #"{"choices":[{"message":{"content":"a"},"finish_reason":"content_filter"}],"usage":{"prompt_tokens":70,"completion_tokens":5}}"#,
      .declined
    ),
    (
      .compatible,
      #"{"choices":[{"message":{"content":""},"finish_reason":"length"}],"usage":{"prompt_tokens":70,"completion_tokens":5}}"#,
      .nonsense
    ),
    (
      .compatible,
      #"{"choices":[{"message":{"content":""}}],"usage":{"prompt_tokens":70,"completion_tokens":5}}"#,
      .nonsense
    ),
    (
      .anthropic,
      #"{"content":[],"stop_reason":"refusal","usage":{"input_tokens":70,"output_tokens":5}}"#,
      .declined
    ),
    (
      .anthropic,
      #"{"content":[],"stop_reason":"max_tokens","usage":{"input_tokens":70,"output_tokens":5}}"#,
      .nonsense
    ),
    (
      .anthropic,
      #"{"content":[],"stop_reason":"end_turn","usage":{"input_tokens":70,"output_tokens":5}}"#,
      .nonsense
    ),
    (
      .gemini,
      #"{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":70,"candidatesTokenCount":5}}"#,
      .declined
    ),
    (
      .gemini,
      #"{"candidates":[{"finishReason":"PROHIBITED_CONTENT"}],"usageMetadata":{"promptTokenCount":70,"thoughtsTokenCount":5}}"#,
      .declined
    ),
    (
      .gemini,
      #"{"candidates":[{"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":70,"candidatesTokenCount":2,"thoughtsTokenCount":3}}"#,
      .nonsense
    ),
    (
      .gemini,
      #"{"candidates":[{}],"usageMetadata":{"promptTokenCount":70,"candidatesTokenCount":5}}"#,
      .nonsense
    ),
  ]

  private func error(_ service: Service, _ body: String) async throws -> ModelError {
    let transport = Transport { (_, _) throws(HTTPError) in .json(body) }
    let provider = service.provider(transport)
    let outcome = await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await provider.answer(.sample(), onText: nil)
    }
    guard case .error(let error) = outcome else { throw Unexpected.answer }
    return error
  }

  private enum Unexpected: Error { case answer }

  @Test(arguments: reported)
  func `an error has the usage that the service reported`(
    service: Service, body: String, fate: Fate
  ) async throws {
    let error = try await error(service, body)
    #expect(Fate(error) == fate)
    #expect(error.usage == Usage(inputTokens: 70, outputTokens: 5))
  }

  @Test(arguments: Service.allCases)
  func `an error without reported usage has none, and may be charged`(service: Service) async throws
  {
    let error = try await error(service, "{}")
    #expect(error.mayBeCharged && error.usage == nil)
  }
}
