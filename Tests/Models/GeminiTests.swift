// Requests to Google's Gemini API, and how its answers are read. Source: docs/services.md §10.

import Albums
import HTTP
import Testing
import Text

@testable import Models

@Suite struct GeminiTests {
  @Test func `a question with a picture is exactly these bytes`() {
    let body = Gemini.body(.sample(jpeg: [0xFF, 0xD8, 0xFF]))
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"systemInstruction":{"parts":[{"text":"Look."}]},"contents":[{"role":"user","parts":["#
        + #"{"inlineData":{"mimeType":"image/jpeg","data":"/9j/"}},{"text":"Which \"album\"?"}]}],"#
        + #""generationConfig":{"maxOutputTokens":2000,"responseMimeType":"application/json","#
        + #""responseJsonSchema":{"type":"object","additionalProperties":false,"properties":{"artist":{"type":["#
        + #""string","null"]}},"required":["artist"]}},"store":false}"#)
  }

  @Test func `a question that may search is asked without a search`() {
    #expect(Gemini.body(.sample(searches: 3)) == Gemini.body(.sample()))
  }

  @Test(arguments: [
    "temperature", "topP", "topK", "candidateCount", "responseSchema", "responseFormat",
    "safetySettings", "thinkingBudget", "tools", "key",
  ])
  func `a request contains nothing that newer models refuse`(name: String) {
    let body = Gemini.body(.sample(jpeg: [1]))
    #expect(!String(decoding: body, as: UTF8.self).contains("\"\(name)\""))
  }

  static let models: [(model: String, path: String, takesLevel: Bool)] = [
    ("gemini-3.8-flash", "gemini-3.8-flash", true), ("gemini-4-argon", "gemini-4-argon", true),
    ("models/gemini-3.8-flash", "gemini-3.8-flash", true),
    ("gemini-flash-latest", "gemini-flash-latest", true),
    ("gemini-2.5-flash", "gemini-2.5-flash", false), ("gemma-4-26b", "gemma-4-26b", false),
    ("../x?y=z:a", "..%2Fx%3Fy%3Dz%3Aa", false),
  ]

  @Test(arguments: models)
  func `the address has the name of the model, and newer models think little`(
    model: String, path: String, takesLevel: Bool
  ) async throws {
    let played = Played([.json(Self.response(#"{"text":"a"}"#))])
    let question = Question(
      model: model, instructions: "", text: "", schemaName: "a", schema: [:], maxOutputTokens: 9)
    _ = try await Service.gemini.provider(played.transport).answer(question, onText: nil)
    let request = try #require(played.requests.first)
    #expect(request.url == "http://127.0.0.1:8123/v1/models/\(path):generateContent")
    let level = #""thinkingConfig":{"thinkingLevel":"LOW"}"#
    #expect(played.bodies.first?.contains(level) == takesLevel)
  }

  @Test(arguments: [false, true])
  func `the key is sent in its header only`(isStreamed: Bool) async throws {
    let body = Self.response(#"{"text":"a"}"#)
    let played = Played([isStreamed ? .stream("data: \(body)\r\n\r\n") : .json(body)])
    _ = try await Service.gemini.provider(played.transport, key: "AIza-1")
      .answer(.sample(), onText: isStreamed ? ReceivedText().onText : nil)
    let request = try #require(played.requests.first)
    let method = isStreamed ? "streamGenerateContent?alt=sse" : "generateContent"
    #expect(request.url == "http://127.0.0.1:8123/v1/models/model-1:\(method)")
    #expect(request.headers["x-goog-api-key"] == "AIza-1")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["authorization"] == nil)
    #expect(request.redirects == .refused)
    #expect(!played.bodies.joined().contains("AIza-1"))
  }

  /// A response whose candidate has these parts.
  static func response(_ parts: String, _ ending: String = "STOP", _ rest: String = "") -> String {
    #"{"candidates":[{"content":{"parts":[\#(parts)],"role":"model"},"finishReason":"\#(ending)","index":0\#(rest)}],"usageMetadata":{"promptTokenCount":222,"candidatesTokenCount":7,"thoughtsTokenCount":3,"totalTokenCount":232},"modelVersion":"m","responseId":"r"}"#
  }

  static let usage = Usage(inputTokens: 222, outputTokens: 10)

  static let answered: [(name: String, body: String, answer: ModelAnswer)] = [
    ("as documented", response(#"{"text":"a"}"#), ModelAnswer(text: "a", usage: usage)),
    (
      "thoughts, and parts that nobody knows",
      response(
        #"{"text":"no","thought":true},7,null,{"executableCode":{"code":"no"}},{"text":"a","thoughtSignature":"c2ln"},{"text":"b","thought":false}"#
      ), ModelAnswer(text: "ab", usage: usage)
    ),
    (
      "cut off: what is there is paid for", response(#"{"text":"{"}"#, "MAX_TOKENS"),
      ModelAnswer(text: "{", usage: usage)
    ),
    (
      "a list of responses", "[\(response(#"{"text":"a"}"#)),\(response(#"{"text":"b"}"#))]",
      ModelAnswer(text: "ab", usage: usage)
    ),
    (
      "counts that are missing or wrong",
      #"{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":-1,"candidatesTokenCount":{}}}"#,
      ModelAnswer(text: "a", usage: Usage(inputTokens: 0, outputTokens: 0))
    ),
  ]

  static func read(_ body: String) -> Outcome {
    Outcome { () throws(ModelError) -> ModelAnswer in
      try GeminiResponse(body: Array(body.utf8)).answer()
    }
  }

  @Test(arguments: answered)
  func `an answer is the text of its parts`(name: String, body: String, answer: ModelAnswer) {
    #expect(Self.read(body) == .answer(answer), "\(name)")
  }

  static let noAnswers: [(body: String, fate: Fate, words: String)] = [
    (
      #"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":9}}"#,
      .declined, "blockReason PROHIBITED_CONTENT"
    ),
    (response("", "SAFETY"), .declined, "finishReason SAFETY"),
    (
      response(#"{"text":"I"}"#, "RECITATION", #","finishMessage":"It is quoted.""#), .declined,
      "RECITATION: It is quoted."
    ),
    (response("", "BLOCKLIST"), .declined, "BLOCKLIST"), (response("", "SPII"), .declined, "SPII"),
    (response("", "PROHIBITED_CONTENT"), .declined, "PROHIBITED_CONTENT"),
    (response("", "IMAGE_SAFETY"), .declined, "IMAGE_SAFETY"),
    (response("", "LANGUAGE"), .declined, "LANGUAGE"),
    (response("", "MAX_TOKENS"), .nonsense, "MAX_TOKENS, no text"),
    (response("", "STOP"), .nonsense, "STOP, no text"),
    (response(#"{"text":"a"}"#, "OTHER"), .nonsense, "finishReason OTHER"),
    (response("", "MALFORMED_FUNCTION_CALL"), .nonsense, "MALFORMED_FUNCTION_CALL"),
    (response("", "UNEXPECTED_TOOL_CALL"), .nonsense, "UNEXPECTED_TOOL_CALL"),
    (response(#"{"text":"a"}"#, "NEW_REASON"), .nonsense, "NEW_REASON"),
    (#"{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}"#, .nonsense, "finishReason"),
    (#"{"candidates":[]}"#, .nonsense, "finishReason"), ("<html>", .nonsense, "no JSON"),
    ("", .nonsense, "no JSON"), ("[]", .nonsense, "finishReason"),
    (
      #"{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}"#, .unavailable,
      "503 UNAVAILABLE"
    ),
    (#"{"error":{"message":"odd"}}"#, .nonsense, "odd"),
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

  @Test func `models that answer questions are listed by their plain names`() async throws {
    let played = Played([
      .json(
        #"{"models":[{"name":"models/gemini-a","supportedGenerationMethods":["generateContent","countTokens"]},{"name":"models/gemini-b","supportedGenerationMethods":["embedContent"]},{"name":"models/gemini-c"},{"supportedGenerationMethods":["generateContent"]},7]}"#
      )
    ])
    let models = try await Service.gemini.provider(played.transport).models()
    #expect(models == [ListedModel(id: "gemini-a")])
    #expect(played.requests.first?.url == "http://127.0.0.1:8123/v1/models?pageSize=1000")
  }
}
