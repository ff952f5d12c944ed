// Refusals that only the host can help: the server reads no pictures, or refuses in words that the program
// does not know. Source: docs/services.md §3, "Words of refusals", "Errors".

import HTTP
import Testing

@testable import Models

@Suite struct WrongServerTests {
  /// Servers and models that read no pictures, in their own words.
  static let sightless: [(status: Int, body: String, words: String)] = [
    // llama.cpp without --mmproj: https://github.com/ggml-org/llama.cpp/issues/13566
    (
      500,
      #"{"error":{"code":500,"message":"image input is not supported by this server","type":"server_error"}}"#,
      "not supported by this server"
    ),
    (
      500,
      #"{"error":{"code":500,"message":"image input is not supported - hint: if this is unexpected, you may need to provide the mmproj","type":"server_error"}}"#,
      "provide the mmproj"
    ),
    // Ollama: https://github.com/valentinfrlch/ha-llmvision/issues/691
    (
      500,
      #"{"error":{"message":"Failed to create new sequence: failed to process inputs: this model is missing data required for image input","type":"api_error","param":null,"code":null}}"#,
      "missing data"
    ),
    (
      400,
      #"{"error":{"message":"text-model is not a multimodal model","type":"BadRequestError","param":null,"code":400}}"#,
      "not a multimodal model"
    ),
    (
      400, #"{"error":"Model does not support images. Please use a model that does."}"#,
      "use a model"
    ),
    (
      404, #"{"error":{"message":"No endpoints found that support image input","code":404}}"#,
      "No endpoints"
    ),
    (
      400,
      #"{"object":"error","message":"Image input is not enabled for this model","type":"invalid_request_error","param":null,"code":"3051"}"#,
      "not enabled"
    ),
    (
      400,
      #"{"error":{"message":"'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' must be a string)]","type":"invalid_request_error"}}"#,
      "must be a string"
    ),
    (
      400,
      #"{"error":{"message":"Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text`","type":"invalid_request_error"}}"#,
      "unknown variant"
    ),
    (
      422,
      #"{"detail":[{"type":"string_type","loc":["body","messages",1,"content"],"msg":"Input should be a valid string"}]}"#,
      "messages.1.content"
    ),
  ]

  @Test(arguments: sightless)
  func `a server that reads no pictures is a wrong setting in its own words`(
    status: Int, body: String, words: String
  ) async {
    let played = Played([.json(body, status)])
    let provider = Service.compatible.provider(played.transport)
    let outcome = await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await provider.answer(.sample(jpeg: [0xFF, 0xD8]), onText: nil)
    }
    guard case .error(let error) = outcome else {
      Issue.record("an answer")
      return
    }
    #expect(Fate(error) == .misconfigured, "\(error)")
    #expect(error.words.contains(words) && error.words.contains("identify-model"), "\(error)")
    #expect(played.requests.count == 1)
  }

  static let flat: [(status: Int, body: String, words: String)] = [
    (422, #"{"detail":"Unknown model"}"#, "Unknown model"),
    (400, #"{"message":"No Route matched"}"#, "No Route matched"),
    (
      400, #"{"success":false,"errors":[{"code":5007,"message":"No such model x or task"}]}"#,
      "No such model x"
    ),
    (422, #"{"error":"Input validation error","error_type":"validation"}"#, "validation"),
    (
      400,
      #"{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"bad value of top_k","provider_name":"x"}}}"#,
      "bad value of top_k"
    ),
    (400, "Bad thing happened", "Bad thing happened"), (400, "<html>no</html>", "HTTP 400"),
  ]

  @Test(arguments: flat)
  func `an unknown refusal is a wrong setting in the server's words`(
    status: Int, body: String, words: String
  ) {
    let error = OpenAICompatible.error(
      for: HTTPResponse(status: status, body: Array(body.utf8)))
    #expect(Fate(error) == .misconfigured && error.words.contains(words), "\(error)")
    #expect(!error.words.contains("<html>"))
  }
}
