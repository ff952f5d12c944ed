// Streamed answers, cut at any position.

import HTTP
import Support
import Testing
import Text

@testable import Models

@Suite struct StreamTests {
  typealias Case = (service: Service, body: String, answer: ModelAnswer)

  /// The answer, and the text that was passed on before the answer.
  static func asked(
    _ service: Service, _ response: HTTPResponse, cuts: [Int]
  ) async -> (outcome: Outcome, received: String) {
    let (played, received) = (Played([response], cuts: cuts), ReceivedText())
    let provider = service.provider(played.transport)
    let outcome = await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await provider.answer(.sample(), onText: received.onText)
    }
    return (outcome, received.text)
  }

  /// The positions of the cut: every position in `make torture`, otherwise every 37th position from
  /// a random start.
  static func places(upTo count: Int) -> [Int] {
    let step = Environment.isTorture ? 1 : 37
    return Array(stride(from: Int.random(in: 0..<step), through: count, by: step))
  }

  @Test(arguments: StreamFixture.all)
  func `a stream cut in two anywhere gives the same answer and the same text`(fixture: Case)
    async throws
  {
    let response = HTTPResponse.stream(fixture.body)
    for cut in Self.places(upTo: response.body.count) {
      let (outcome, received) = await Self.asked(fixture.service, response, cuts: [cut])
      try #require(outcome == .answer(fixture.answer), "cut at \(cut)")
      try #require(received == fixture.answer.text, "cut at \(cut)")
    }
  }

  @Test(arguments: StreamFixture.all, [1, 2, 3, 5, 7, 64, 1021])
  func `pieces of any size give the same answer`(fixture: Case, size: Int) async {
    for newline in ["\n", "\r\n", "\r"] {
      let body = fixture.body.replacing("\n", with: newline)
      let response = HTTPResponse.stream(body)
      let (outcome, received) = await Self.asked(
        fixture.service, response, cuts: Played.cuts(of: response.body, every: size))
      #expect(outcome == .answer(fixture.answer))
      #expect(received == fixture.answer.text)
    }
  }

  /// The text before the end is a prefix of the whole text. The answer is complete or missing.
  @Test(arguments: StreamFixture.all)
  func `a stream that ends early is broken off, unless only its end mark is missing`(fixture: Case)
    async throws
  {
    let bytes = Array(fixture.body.utf8)
    var isOver = false
    for count in Self.places(upTo: bytes.count - 90) + Array(bytes.count - 90..<bytes.count) {
      let response = HTTPResponse(
        status: 200, headers: ["content-type": "text/event-stream"], body: Array(bytes[..<count]))
      let (outcome, received) = await Self.asked(fixture.service, response, cuts: [])
      try #require(fixture.answer.text.unicodeScalars.starts(with: received.unicodeScalars))
      switch outcome {
      case .error(let error):
        try #require(Fate(error) == .brokenOff && !isOver, "\(error) after \(count) bytes")
      case .answer(let answer):
        isOver = true
        try #require(answer.text == fixture.answer.text)
        try #require(answer.citations == fixture.answer.citations)
      }
    }
  }

  static let plain: [(service: Service, body: String)] = [
    (
      .openAI,
      #"{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"a"}]}]}"#
    ),
    (.compatible, #"{"choices":[{"message":{"content":"a"}}]}"#),
    (.anthropic, #"{"content":[{"type":"text","text":"a"}],"stop_reason":"end_turn"}"#),
    (
      .gemini,
      #"{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}"#
    ),
  ]

  @Test(arguments: plain)
  func `a server may answer with plain JSON instead`(service: Service, body: String) async {
    let (outcome, received) = await Self.asked(service, .json(body), cuts: [3])
    let usage = Usage(inputTokens: 0, outputTokens: 0)
    #expect(outcome == .answer(ModelAnswer(text: "a", usage: usage)))
    #expect(received.isEmpty)
  }

  static let ends: [(service: Service, events: [String], fate: Fate, words: String)] = [
    (.openAI, [], .brokenOff, "last event"),
    (
      .openAI, [#"{"type":"error","code":"server_error","message":"sorry","param":null}"#],
      .unavailable, "server_error sorry"
    ),
    (
      .openAI,
      [
        #"{"type":"response.output_item.added","item":{"type":"reasoning"}}"#,
        #"{"type":"error","code":"server_error","message":"sorry","param":null}"#,
      ], .brokenOff, "server_error sorry"
    ),
    (
      .openAI, [#"{"type":"error","error":{"code":"insufficient_quota","message":"m"}}"#], .quota,
      "no credit"
    ),
    (
      .openAI,
      [
        #"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}}"#
      ], .nonsense, "max_output_tokens"
    ),
    (
      .openAI,
      [
        #"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]}}"#
      ], .declined, "content_filter"
    ),
    (
      .openAI,
      [
        #"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"sorry"},"output":[]}}"#
      ], .unavailable, "sorry"
    ),
    (
      .openAI,
      [
        #"{"type":"response.refusal.delta","item_id":"m","delta":"No"}"#,
        #"{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}]}}"#,
      ], .declined, "No."
    ),
    (.openAI, [#"{"type":"response.completed"}"#], .nonsense, "missing"),
    (.compatible, [], .brokenOff, "last event"),
    (.compatible, ["[DONE]"], .nonsense, "no text"),
    (
      .compatible,
      [#"{"error":{"code":429,"message":"rate-limited upstream"}}"#], .unavailable, "429"
    ),
    (.compatible, [#"{"error":{"code":null,"message":"oh"}}"#], .brokenOff, "oh"),
    (.compatible, [#"{"error":"model runner has stopped"}"#], .brokenOff, "stopped"),
    (
      .compatible,
      [
        #"{"type":"error","error":{"message":"The number of tokens is greater than the context length"}}"#
      ], .misconfigured, "raise it"
    ),
    (
      .compatible, [#"{"choices":[{"delta":{"content":""},"finish_reason":"length"}]}"#],
      .nonsense, "length: no text"
    ),
    (
      .compatible,
      [
        #"{"choices":[{"delta":{"refusal":"I "}}]}"#,
        #"{"choices":[{"delta":{"refusal":"cannot."}}]}"#,
        "[DONE]",
      ], .declined, "I cannot."
    ),
    (.anthropic, [], .brokenOff, "last event"),
    (
      .anthropic, [#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#],
      .unavailable, "529"
    ),
    (
      .anthropic,
      [
        #"{"type":"message_start","message":{"usage":{"input_tokens":9}}}"#,
        #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
      ], .brokenOff, "overloaded_error"
    ),
    (
      .anthropic,
      [
        #"{"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"type":"refusal","category":null,"explanation":"no"}}}"#
      ], .declined, "no"
    ),
    (
      .anthropic, [#"{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}"#], .nonsense,
      "max_tokens"
    ),
    (.gemini, [], .brokenOff, "last event"),
    (
      .gemini, [#"{"candidates":[{"content":{"parts":[{"text":"{"}]}}]}"#], .brokenOff, "last event"
    ),
    (
      .gemini, [#"{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}"#],
      .unavailable, "503 UNAVAILABLE overloaded"
    ),
    (
      .gemini,
      [
        #"{"candidates":[{"content":{"parts":[{"text":"{"}]}}]}"#,
        #"{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}"#,
      ], .brokenOff, "UNAVAILABLE overloaded"
    ),
    (
      .gemini, [#"{"promptFeedback":{"blockReason":"OTHER"}}"#], .declined, "blockReason OTHER"
    ),
    (
      .gemini,
      [
        #"{"candidates":[{"content":{"parts":[{"text":"{"}]}}]}"#,
        #"{"candidates":[{"finishReason":"RECITATION"}]}"#,
      ], .declined, "RECITATION"
    ),
    (.gemini, [#"{"candidates":[{"finishReason":"MAX_TOKENS"}]}"#], .nonsense, "no text"),
  ]

  @Test(arguments: ends)
  func `a stream without an answer gives the reason, and shows no text`(
    service: Service, events: [String], fate: Fate, words: String
  ) async {
    let body = events.map { "data: \($0)\n\n" }.joined()
    let (outcome, received) = await Self.asked(service, .stream(body), cuts: [])
    guard case .error(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(Fate(error) == fate, "\(error)")
    #expect(error.words.contains(words), "\(error)")
    #expect(received.isEmpty || received == "{")
  }

  @Test func `an error after the first word of a completion may have been charged`() async {
    let body = """
      data: {"choices":[{"delta":{"content":"a"}}]}

      data: {"error":{"code":502,"message":"gone"}}


      """
    let (outcome, received) = await Self.asked(.compatible, .stream(body), cuts: [])
    #expect(outcome == .error(.brokenOff("error in the stream: 502 gone")))
    #expect(received == "a")
  }

  @Test func `a stream ends with either DONE or its finish_reason`() async {
    for end in ["data: [DONE]", #"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"#] {
      let body = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n\(end)\n\n"
      let (outcome, _) = await Self.asked(.compatible, .stream(body), cuts: [])
      let usage = Usage(inputTokens: 0, outputTokens: 0)
      #expect(outcome == .answer(ModelAnswer(text: "a", usage: usage)))
    }
  }

  /// Two kinds of code would take minutes here: a search for the block of each delta, and a copy of
  /// the counts for each event.
  @Test func `many blocks and counts are joined in time linear in their number`() throws {
    let count = 30_000
    let blocks = (0..<count).map { index -> JSON in
      ["type": "content_block_start", "index": .integer(index), "content_block": ["type": "text"]]
    }
    let deltas = (0..<count).map { index -> JSON in
      let delta: JSON = ["type": "text_delta", "text": "a"]
      return ["type": "content_block_delta", "index": .integer(index % 7), "delta": delta]
    }
    let counts = (0..<count).map { index -> JSON in
      let usage = JSON.object([JSON.Member("count_\(index)", 1), JSON.Member("output_tokens", 7)])
      return ["type": "message_delta", "usage": usage]
    }
    let end: JSON = ["type": "message_delta", "delta": ["stop_reason": "end_turn"]]
    var message: AnthropicMessage?
    let taken = try processorTime {
      message = try AnthropicMessage(events: blocks + deltas + counts + [end])
    }
    let answer = try #require(message).answer()
    #expect(answer.text == String(repeating: "a", count: count))
    #expect(answer.usage.outputTokens == 7)
    #expect(taken < .seconds(20))
  }
}
