// A message that Anthropic paused is sent again unchanged. Source: docs/services.md §2,
// `stop_reason`.

import HTTP
import Testing

@testable import Models

@Suite struct PauseTests {
  static let search =
    #"{"id":"s","input":{"query":"null"},"name":"web_search","type":"server_tool_use"}"#

  static func message(
    _ text: String, _ ending: String, input: Int = 100, output: Int = 10
  ) -> HTTPResponse {
    .json(
      #"{"content":[\#(search),{"text":"\#(text)","type":"text"}],"stop_reason":"\#(ending)","usage":{"input_tokens":\#(input),"output_tokens":\#(output),"server_tool_use":{"web_search_requests":1}}}"#
    )
  }

  static func asked(_ answers: [HTTPResponse], _ onText: TextHandler? = nil) async -> (
    Outcome, Played
  ) {
    let played = Played(answers)
    let provider = Service.anthropic.provider(played.transport)
    let outcome = await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await provider.answer(.sample(searches: 3), onText: onText)
    }
    return (outcome, played)
  }

  @Test func `a paused turn continues at most twice, and all usage is counted`() async {
    let (outcome, played) = await Self.asked([
      Self.message("a", "pause_turn"), Self.message("b", "pause_turn"),
      Self.message("c", "end_turn"),
    ])
    #expect(
      outcome
        == .answer(
          ModelAnswer(
            text: "abc", usage: Usage(inputTokens: 300, outputTokens: 30, searches: 3))))
    let turns = [#"{"text":"a","type":"text"}"#, #"{"text":"b","type":"text"}"#]
    let assistant = #"{"role":"assistant","content":["#
    #expect(played.bodies.count == 3)
    #expect(!played.bodies[0].contains("assistant"))
    #expect(played.bodies[1].contains("\(assistant)\(Self.search),\(turns[0])]}]"))
    #expect(played.bodies[1].contains(#""max_tokens":1990,"#))
    #expect(played.bodies[1].contains(#""max_uses":2"#))
    #expect(
      played.bodies[2].contains(
        "\(assistant)\(Self.search),\(turns[0]),\(Self.search),\(turns[1])]}]"))
    #expect(played.bodies[2].contains(#""max_uses":1"#))
  }

  private static func endless(input: Int, output: Int, searches: Int) -> Outcome {
    let usage = Usage(inputTokens: input, outputTokens: output, searches: searches)
    return .error(.nonsense("the model paused and came to no end", usage: usage))
  }

  @Test func `a turn that never ends is cancelled`() async {
    let (outcome, played) = await Self.asked([Self.message("a", "pause_turn")])
    #expect(outcome == Self.endless(input: 300, output: 30, searches: 3))
    #expect(played.requests.count == 3)
  }

  @Test func `a paused turn does not continue after the booked amount is used up`() async {
    let (outcome, played) = await Self.asked([Self.message("a", "pause_turn", output: 2000)])
    #expect(outcome == Self.endless(input: 100, output: 2000, searches: 1))
    #expect(played.requests.count == 1)
  }

  @Test func `a paused turn that would exceed the booked input does not continue`() async {
    let (outcome, played) = await Self.asked([Self.message("a", "pause_turn", input: 40_000)])
    #expect(outcome == Self.endless(input: 40_000, output: 10, searches: 1))
    #expect(played.requests.count == 1)
  }

  @Test func `a continued turn searches no more than was booked`() async {
    let (_, played) = await Self.asked([
      Self.message("a", "pause_turn", input: 20_000), Self.message("b", "end_turn"),
    ])
    #expect(played.bodies.count == 2)
    #expect(played.bodies.last?.contains(#""max_uses":1"#) == true)
  }

  @Test func `an error after a pause may have been charged`() async {
    let (outcome, _) = await Self.asked([
      Self.message("a", "pause_turn"), HTTPResponse(status: 529),
    ])
    guard case .error(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(Fate(error) == .brokenOff)
  }

  @Test func `a streamed turn is sent again in the form of a whole answer`() async {
    let paused = StreamFixture.anthropic.replacing("end_turn", with: "pause_turn")
    let received = ReceivedText()
    let (outcome, played) = await Self.asked(
      [.stream(paused), .stream(StreamFixture.anthropic)], received.onText)
    #expect(received.text == StreamFixture.text + StreamFixture.text)
    #expect(
      played.bodies[1].contains(
        #"{"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":"c2ln"},{"type":"server_tool_use","id":"srvtoolu_7","name":"web_search","input":{"query":"null köln"}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_7","content":[{"type":"web_search_result","title":"Null","url":"https://reviews.example/null","encrypted_content":"RQ==","page_age":null}]},{"type":"text","text":"{\"artist\":"},{"citations":[{"type":"web_search_result_location","#
      ))
    guard case .answer(let answer) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(answer.text == StreamFixture.text + StreamFixture.text)
    #expect(answer.usage == Usage(inputTokens: 86, outputTokens: 564, searches: 4))
    #expect(answer.citations.count == 2)
  }
}
