// Answers of the played Messages API, whole and as events. Source: docs/services.md §2.

import Host
import Pictures
import Services
import Testing

@Suite struct AnthropicAnswerTests {
  static let text =
    #"{"summary":"A \"quiet\" record, 宇多田 and more besides, at some length.","rating":8.5}"#

  static let answer = ModelAnswer(
    text, inputTokens: 900, outputTokens: 300,
    citations: [
      ModelAnswer.Citation(
        words: #"A "quiet" record"#, url: "https://example.org/a", title: "Example A"),
      ModelAnswer.Citation(
        words: #"A "quiet" record"#, url: "https://example.org/b", title: "Example B"),
      ModelAnswer.Citation(start: 5, end: 9000, url: "https://example.org/c", title: "A lie"),
    ])

  private func service() throws -> AnthropicService {
    let service = try AnthropicService()
    service.plan { $0.review(artist: "A", title: "One", as: Self.answer) }
    return service
  }

  private func blocks(_ answer: CurlAnswer) -> [JSON] { answer.json?["content"]?.items ?? [] }

  private func texts(_ blocks: [JSON]) -> [String] { blocks.compactMap { $0["text"]?.text } }

  @Test func `a whole answer has the recorded shape, thinking first`() throws {
    let service = try service()
    let answer = try Requests.post(ClaudeRequests.review("A One"), to: service)
    #expect(answer.status == 200 && answer.json?["stop_reason"] == "end_turn")
    #expect(blocks(answer).map { $0["type"] } == ["thinking", "text"])
    #expect(texts(blocks(answer)) == [Self.text])
    #expect(answer.json?["usage"]?["input_tokens"]?.integer == 900)
    #expect(answer.json?["usage"]?["server_tool_use"] == nil)
    #expect(answer.head.contains("anthropic-ratelimit-requests-reset: 2026-"))
    #expect(service.log.charged(.review, about: "A – One") == 1)
  }

  @Test func `a searched answer comes in many blocks, the cited passage in its own`() throws {
    let service = try service()
    let answer = try Requests.post(
      ClaudeRequests.review("A One").searchingClaude, to: service)
    let blocks = blocks(answer)
    #expect(blocks[1]["type"] == "server_tool_use" && blocks[1]["name"] == "web_search")
    #expect(blocks[2]["type"] == "web_search_tool_result")
    #expect(blocks[2]["tool_use_id"] == blocks[1]["id"])
    #expect(blocks[2]["content"]?.items?.count == 3)
    #expect(texts(blocks).count > 3 && texts(blocks).joined() == Self.text)
    let cited = blocks.filter { $0["citations"] != nil }
    #expect(texts(cited) == [#"A \"quiet\" record"#], "as JSON writes it")
    #expect(
      cited.first?["citations"]?.items?.map { $0["url"]?.text } == [
        "https://example.org/a", "https://example.org/b",
      ])
    let usage = try #require(answer.json?["usage"])
    #expect(usage["input_tokens"]?.integer == 8900)
    #expect(usage["server_tool_use"]?["web_search_requests"]?.integer == 1)
    #expect(service.log.charged(.reviewSearched) == 1)
  }

  @Test(arguments: [false, true])
  func `events are named, padded, and add up to the whole`(isSearched: Bool) throws {
    let service = try service()
    service.order(.awkward)
    let request = ClaudeRequests.review("A One", stream: true)
    let answer = try Requests.post(isSearched ? request.searchingClaude : request, to: service)
    let events = try Events.read(answer.text)
    #expect(events.first?.name == "message_start" && events.last?.name == "message_stop")
    #expect(events.contains { $0.name == "ping" } && answer.text.contains("  }\n\n"))
    let deltas = events.compactMap { $0.data["delta"] }
    #expect(deltas.compactMap { $0["text"]?.text }.joined() == Self.text)
    #expect(deltas.contains { $0["type"] == "citations_delta" } == isSearched)
    #expect(deltas.contains { $0["type"] == "input_json_delta" } == isSearched)
    #expect(deltas.contains { $0["type"] == "signature_delta" })
    let end = try #require(events.last { $0.name == "message_delta" })
    #expect(end.data["delta"]?["stop_reason"] == "end_turn")
    #expect(end.data["usage"]?["output_tokens"]?.integer == 300)
  }

  @Test func `a paused turn is sent back unchanged and then answered`() throws {
    let service = try service()
    service.order(.paused)
    let request = ClaudeRequests.review("A One").searchingClaude
    let paused = try Requests.post(request, to: service)
    #expect(paused.json?["stop_reason"] == "pause_turn" && texts(blocks(paused)).isEmpty)
    let turn: JSON = ["role": "assistant", "content": .array(blocks(paused))]
    let user = try #require(request["messages"]?.items?.first)
    let back = request.changing(["messages"], to: [user, turn])
    let answer = try Requests.post(back, to: service)
    #expect(texts(blocks(answer)).joined() == Self.text)
    #expect(answer.json?["usage"]?["server_tool_use"]?["web_search_requests"]?.integer == 0)
    let spoiled = back.changing(
      ["messages", "1", "content", "2", "content", "0", "encrypted_content"], to: "x")
    #expect(try Requests.post(spoiled, to: service).status == 400)
    let prefill = request.changing(
      ["messages"], to: [user, ["role": "assistant", "content": "{"]])
    #expect(try Requests.post(prefill, to: service).status == 400)
  }

  static let endings: [(fault: Fault, reason: String)] = [
    (.refusal, "refusal"), (.incomplete, "max_tokens"),
    (.searchFailed(code: "max_uses_exceeded"), "end_turn"),
  ]

  @Test(arguments: endings)
  func `a 200 may end with another stop reason, whole and streamed`(fault: Fault, reason: String)
    throws
  {
    let service = try service()
    service.order(fault, .always)
    let request = ClaudeRequests.review("A One").searchingClaude
    let whole = try Requests.post(request, to: service)
    #expect(whole.json?["stop_reason"]?.text == reason)
    if fault == .refusal { #expect(whole.json?["stop_details"]?["type"] == "refusal") }
    if reason == "end_turn" {
      let result = blocks(whole)[2]["content"]
      #expect(result?["type"] == "web_search_tool_result_error")
      #expect(result?["error_code"] == "max_uses_exceeded")
    }
    let stream = try Requests.post(request.changing(["stream"], to: true), to: service)
    #expect(stream.text.contains(#""stop_reason":"\#(reason)""#))
    #expect(service.log.charged(.reviewSearched) == 2)
  }

  static let statuses: [(fault: Fault, status: Int, type: String)] = [
    (.unauthorised, 401, "authentication_error"), (.billing, 402, "billing_error"),
    (.notFound, 404, "not_found_error"),
    (.rateLimited(retryAfterSeconds: 7), 429, "rate_limit_error"),
    (.quota, 429, "rate_limit_error"), (.serverError, 500, "api_error"), (.busy, 503, "api_error"),
    (.overloaded, 529, "overloaded_error"),
  ]

  @Test(arguments: statuses)
  func `errors are worded as Anthropic words them`(fault: Fault, status: Int, type: String) throws {
    let service = try service()
    service.order(fault)
    let answer = try Requests.post(ClaudeRequests.review("A One"), to: service)
    #expect(answer.status == status && answer.json?["error"]?["type"]?.text == type)
    let hasLimit =
      answer.json?["error"]?["details"]?["error_code"] == "enforced_spend_limit_reached"
    #expect(hasLimit == (fault == .quota))
    #expect(answer.head.contains("retry-after:") == (fault == .rateLimited(retryAfterSeconds: 7)))
    #expect(service.log.charged(.review) == 0)
  }

  @Test func `a stream can fail in its middle`() throws {
    let service = try service()
    service.order(.failed(code: "overloaded_error"), .next(2))
    let stream = try Requests.post(ClaudeRequests.review("A One", stream: true), to: service)
    #expect(stream.status == 200 && stream.text.contains("event: error\n"))
    #expect(stream.text.contains("overloaded_error") && !stream.text.contains("message_stop"))
    #expect(try Requests.post(ClaudeRequests.review("A One"), to: service).status == 529)
  }

  @Test func `a searched picture is an identification though it has no schema`() throws {
    let service = try AnthropicService()
    let album = Awkward.weezer
    service.plan {
      $0.identify(
        sleeve: album.sleeve, as: ModelAnswer(album.identification(status: "search_needed")),
        searched: ModelAnswer(album.identification))
      $0.identify(searchFor: "KID A", as: ModelAnswer("{}"))
    }
    let request = ClaudeRequests.identify(try Requests.jpeg(of: album.sleeve))
    #expect(try Requests.post(request, to: service).text.contains("search_needed"))
    let second = try Requests.post(request.searchingClaude, to: service)
    #expect(texts(blocks(second)).joined() == album.identification)
    #expect(service.log.charged(.identifySearched) == 1)
    let words = ClaudeRequests.review(#"Text: KID A. Answer with {"status": …}"#).searchingClaude
    #expect(try Requests.post(words, to: service).status == 200)
    #expect(service.log.charged(.identifySearched) == 2)
  }

  @Test func `the list of models has their capabilities`() throws {
    let service = try AnthropicService()
    let headers = [
      "-H", "x-api-key: \(AnthropicService.key)", "-H", "anthropic-version: 2023-06-01",
    ]
    let models = try #require(try curl("\(service.url)/models", headers).json?["data"]?.items)
    let model = try #require(models.first { $0["id"] == "claude-sonnet-5-5" })
    #expect(model["capabilities"]?["image_input"]?["supported"] == true)
    #expect(try curl("\(service.url)/models").status == 401)
  }
}
