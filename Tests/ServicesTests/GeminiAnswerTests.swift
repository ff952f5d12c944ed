// Answers of the played Gemini API, whole and as events. Source: docs/services.md §10.3–§10.5.

import Host
import Pictures
import Services
import Testing

@Suite struct GeminiAnswerTests {
  static let text =
    #"{"summary":"A \"quiet\" record, 宇多田 and more besides, at some length.","rating":8.5}"#

  static let answer = ModelAnswer(
    text, inputTokens: 900, outputTokens: 300)

  private func service() throws -> GeminiService {
    let service = try GeminiService()
    service.plan { $0.review(artist: "A", title: "One", as: Self.answer) }
    return service
  }

  private func candidate(_ json: JSON?) -> JSON? { json?["candidates"]?.items?.first }

  private func text(_ json: JSON?) -> String {
    (candidate(json)?["content"]?["parts"]?.items ?? []).compactMap { $0["text"]?.text }.joined()
  }

  private func events(_ answer: CurlAnswer) throws -> [JSON] {
    try answer.text.split(separator: "\r\n\r\n").map {
      try #require($0.hasPrefix("data: "))
      return try #require(JSON(String($0.dropFirst(6))))
    }
  }

  @Test func `a whole answer has the documented shape`() throws {
    let service = try service()
    let answer = try Requests.post(GeminiRequests.review("A One"), to: service)
    #expect(answer.status == 200 && text(answer.json) == Self.text)
    #expect(candidate(answer.json)?["finishReason"] == "STOP")
    #expect(candidate(answer.json)?["content"]?["role"] == "model")
    let usage = try #require(answer.json?["usageMetadata"])
    #expect(usage["promptTokenCount"]?.integer == 900)
    #expect(usage["candidatesTokenCount"]?.integer == 268)
    #expect(usage["thoughtsTokenCount"]?.integer == 32)
    #expect(service.log.charged(.review, about: "A – One") == 1)
  }

  @Test func `events have no name and add up to the whole`() throws {
    let service = try service()
    service.order(.awkward)
    let answer = try Requests.post(GeminiRequests.review("A One"), to: service, isStreamed: true)
    let events = try events(answer)
    #expect(!answer.text.contains("event:"))
    #expect(events.map { text($0) }.joined() == Self.text)
    let endings = events.map { candidate($0)?["finishReason"] }
    #expect(endings.last == "STOP" && endings.dropLast().allSatisfy { $0 == nil })
    #expect(events.last?["usageMetadata"]?["candidatesTokenCount"]?.integer == 268)
  }

  static let endings: [(fault: Fault, reason: String)] = [
    (.refusal, "PROHIBITED_CONTENT"), (.incomplete, "MAX_TOKENS"),
  ]

  @Test(arguments: endings)
  func `a 200 may end with another reason, whole and streamed`(fault: Fault, reason: String) throws
  {
    let service = try service()
    service.order(fault, .always)
    let request = GeminiRequests.review("A One")
    let whole = try Requests.post(request, to: service)
    #expect(candidate(whole.json)?["finishReason"]?.text == reason)
    let stream = try Requests.post(request, to: service, isStreamed: true)
    #expect(stream.status == 200)
    #expect(candidate(try events(stream).last)?["finishReason"]?.text == reason)
  }

  static let statuses: [(fault: Fault, code: Int, status: String)] = [
    (.unauthorised, 401, "UNAUTHENTICATED"), (.billing, 402, "RESOURCE_EXHAUSTED"),
    (.notFound, 404, "NOT_FOUND"), (.rateLimited(retryAfterSeconds: 7), 429, "RESOURCE_EXHAUSTED"),
    (.quota, 429, "RESOURCE_EXHAUSTED"), (.serverError, 500, "INTERNAL"),
    (.busy, 503, "UNAVAILABLE"), (.contextOverflow, 400, "INVALID_ARGUMENT"),
  ]

  @Test(arguments: statuses)
  func `errors are worded as Google words them`(fault: Fault, code: Int, status: String) throws {
    let service = try service()
    service.order(fault)
    let answer = try Requests.post(GeminiRequests.review("A One"), to: service)
    #expect(answer.status == code && answer.json?["error"]?["code"]?.integer == code)
    #expect(answer.json?["error"]?["status"]?.text == status)
    #expect(answer.text.contains("PerDay") == (fault == .quota))
    #expect(answer.text.contains(#""7s""#) == (fault == .rateLimited(retryAfterSeconds: 7)))
    #expect(service.log.charged(.review) == 0)
  }

  @Test func `a stream can fail in its middle`() throws {
    let service = try service()
    service.order(.failed(code: "UNAVAILABLE"), .next(2))
    let stream = try Requests.post(
      GeminiRequests.review("A One"), to: service, isStreamed: true)
    #expect(stream.status == 200 && stream.text.contains("UNAVAILABLE"))
    #expect(!stream.text.contains("finishReason"))
    #expect(try Requests.post(GeminiRequests.review("A One"), to: service).status == 503)
  }

  @Test func `the list of models has their methods`() throws {
    let service = try GeminiService()
    let header = ["-H", "x-goog-api-key: \(GeminiService.key)"]
    let list = try curl("\(service.url)/models?pageSize=1000", header).json?["models"]?.items
    let models = try #require(list)
    let model = try #require(models.first { $0["name"] == "models/gemini-3.8-flash" })
    #expect(model["supportedGenerationMethods"]?.items?.first == "generateContent")
    #expect(models.contains { $0["supportedGenerationMethods"]?.items?.first == "embedContent" })
    #expect(try curl("\(service.url)/models").status == 403)
  }
}
