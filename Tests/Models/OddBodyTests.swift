// Bodies that no service should send. Each gives an error or an answer, and none crashes the
// program (docs/faults.md D6).

import HTTP
import Support
import Testing

@testable import Models

@Suite struct OddBodyTests {
  static let bodies: [String] = [
    "", " ", "\n", "\0", "\u{FEFF}", "null", "true", "7", "-0", "1e999", "-1e999", "NaN",
    "Infinity", "\"\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "[", "]", "{", "}", "{}", "[]", "[[]]",
    "[{}]", "{\"\":{}}", "{\"a\":1,\"a\":2}", "{\"error\":{}}", "{\"error\":[]}",
    "{\"error\":{\"code\":1e999}}", "{\"error\":{\"code\":99999999999999999999}}",
    "{\"error\":{\"message\":{}}}", "{\"output\":{}}", "{\"output\":[null,7,\"x\",[],{}]}",
    "{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":{}}]}",
    "{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"a\",\"annotations\":[{\"type\":\"url_citation\",\"url\":\"u\",\"start_index\":-1,\"end_index\":9},{\"type\":\"url_citation\",\"url\":\"u\",\"start_index\":1e300,\"end_index\":1e300},{\"type\":\"url_citation\",\"url\":\"u\",\"start_index\":9223372036854775807,\"end_index\":9223372036854775807},{\"type\":\"url_citation\",\"url\":\"u\",\"start_index\":0,\"end_index\":-9223372036854775808}]}]}],\"usage\":{\"input_tokens\":9223372036854775807,\"output_tokens\":-1}}",
    "{\"status\":7,\"output\":[]}", "{\"status\":\"completed\",\"usage\":[]}",
    "{\"choices\":{}}", "{\"choices\":[[]]}", "{\"choices\":[{\"message\":[]}]}",
    "{\"choices\":[{\"index\":1e300,\"message\":{\"content\":\"a\"}}]}",
    "{\"choices\":[{\"message\":{\"content\":{\"text\":\"a\"}}}],\"usage\":{\"prompt_tokens\":1e18,\"completion_tokens\":\"x\"}}",
    "{\"choices\":[{\"finish_reason\":7,\"delta\":{\"content\":[[[]]]}}]}",
    "{\"content\":[[]],\"stop_reason\":{}}",
    "{\"content\":[{\"type\":\"text\",\"text\":7,\"citations\":{}}],\"stop_reason\":\"end_turn\"}",
    "{\"content\":[],\"stop_reason\":\"pause_turn\"}",
    "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"stop_reason\":\"pause_turn\",\"usage\":{\"input_tokens\":1e308,\"output_tokens\":1e308}}",
    "{\"type\":\"error\"}", "{\"type\":\"error\",\"error\":7}",
    "{\"type\":\"response.completed\",\"response\":[]}",
    "{\"type\":\"response.output_text.delta\",\"delta\":{}}",
    "{\"type\":\"response.output_item.added\",\"item\":[]}",
    "{\"type\":\"content_block_delta\",\"index\":1e300,\"delta\":[]}",
    "{\"type\":\"content_block_start\",\"index\":-1,\"content_block\":7}",
    "{\"type\":\"content_block_start\"}", "{\"type\":\"message_start\",\"message\":{\"usage\":7}}",
    "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":-9e18}}",
    "{\"candidates\":{}}", "{\"candidates\":[[]]}", "{\"candidates\":[{\"finishReason\":7}]}",
    "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":[]}],\"usageMetadata\":[]}",
    "{\"candidates\":[{\"finishReason\":\"STOP\",\"content\":{\"parts\":[[],7,{\"text\":{}},{\"text\":\"aé\"}]},\"groundingMetadata\":{\"webSearchQueries\":[7,{}],\"groundingChunks\":[7,{\"web\":[]},{\"web\":{\"uri\":\"u\"}}],\"groundingSupports\":[7,{\"segment\":[]},{\"segment\":{\"partIndex\":-1,\"startIndex\":1,\"endIndex\":2,\"text\":\"\"},\"groundingChunkIndices\":[2]},{\"segment\":{\"partIndex\":3,\"startIndex\":9223372036854775807,\"endIndex\":-9223372036854775808,\"text\":\"é\"},\"groundingChunkIndices\":[2,9223372036854775807]},{\"segment\":{\"endIndex\":1,\"text\":\"a\"},\"groundingChunkIndices\":[2]}]}}],\"usageMetadata\":{\"promptTokenCount\":9223372036854775807,\"toolUsePromptTokenCount\":1e308,\"candidatesTokenCount\":-1}}",
    "{\"promptFeedback\":[]}", "{\"promptFeedback\":{\"blockReason\":{}}}",
    "{\"error\":{\"code\":429,\"details\":{}}}",
    "{\"error\":{\"code\":1e300,\"details\":[7,[],{\"violations\":{}}]}}",
    "{\"error\":{\"code\":429,\"details\":[{\"retryDelay\":\"1e999s\"},{\"violations\":[{\"quotaId\":7}]}]}}",
    "data: {}", "data: [DONE]", "event: error", "event: error\ndata:", ": ", "data:\n\ndata:\n\n",
    "<html><body>502 Bad Gateway</body></html>", "HTTP/1.1 200 OK\r\n\r\n{}",
    String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 20_000),
    "{\"choices\":[{\"message\":{\"content\":\"" + String(repeating: "a", count: 300_000)
      + "\"}}]}",
  ]

  static func ask(_ service: Service, _ bytes: [UInt8], isStreamed: Bool) async -> Outcome {
    let type = isStreamed ? "text/event-stream" : "application/json"
    let played = Played(
      [HTTPResponse(status: 200, headers: ["content-type": type], body: bytes)],
      cuts: [bytes.count / 3, bytes.count / 2])
    return await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await service.provider(played.transport)
        .answer(.sample(searches: 1), onText: isStreamed ? ReceivedText().onText : nil)
    }
  }

  /// Checks an outcome: the error does not contain the key; the passages of an answer lie within
  /// its text and are not empty, and its counts are not negative.
  static func check(_ outcome: Outcome) {
    switch outcome {
    case .error(let error): #expect(!error.words.contains("k-1"))
    case .answer(let answer):
      let count = answer.text.unicodeScalars.count
      #expect(!answer.text.isEmpty)
      for citation in answer.citations {
        #expect(citation.passage.lowerBound >= 0 && citation.passage.upperBound <= count)
        #expect(!citation.passage.isEmpty)
      }
      #expect(answer.usage.inputTokens >= 0 && answer.usage.outputTokens >= 0)
    }
  }

  @Test(arguments: bodies.indices) func `an odd body never crashes the program`(place: Int) async {
    let body = Self.bodies[place]
    for service in Service.allCases {
      Self.check(await Self.ask(service, Array(body.utf8), isStreamed: false))
      for stream in [body, "data: \(body)\n\n", "event: error\ndata: \(body)\n\n"] {
        Self.check(await Self.ask(service, Array(stream.utf8), isStreamed: true))
      }
      Self.check(await Self.failed(service, body))
    }
  }

  private static func failed(_ service: Service, _ body: String) async -> Outcome {
    let played = Played([.json(body, 429)])
    return await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await service.provider(played.transport).answer(.sample(), onText: nil)
    }
  }

  @Test func `nearly valid bodies never crash the program`() async {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let whole =
      StreamTests.plain.map { Array($0.body.utf8) }
      + OpenAITests.answered.map { Array($0.body.utf8) }
      + OpenAICompatibleTests.answered.map { Array($0.body.utf8) }
      + AnthropicTests.answered.map { Array($0.body.utf8) }
      + GeminiTests.answered.map { Array($0.body.utf8) }
    let streams = StreamFixture.all.map { Array($0.body.utf8) }
    for _ in 0..<Environment.fuzzCount(orElse: 150) {
      let isStreamed = Bool.random(using: &random)
      let bytes = mutated(isStreamed ? streams : whole, &random)
      for service in Service.allCases {
        Self.check(await Self.ask(service, bytes, isStreamed: isStreamed))
      }
    }
    note("ALBUMSCAN_SEED=\(seed)")
  }
}
