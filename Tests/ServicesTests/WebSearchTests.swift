// The requests that a web search at OpenAI accepts and refuses. Source: docs/services.md §1.4, §1.5.

import Pictures
import Services
import Testing

@Suite struct WebSearchTests {
  static let text = #"{"summary":"Añejo: \"Kid A\" sold 1,000 on a Tuesday.","rating":8.5}"#

  private func service() throws -> OpenAIService {
    let service = try OpenAIService()
    service.plan { answers in
      answers.review(
        artist: "A", title: "One",
        as: ModelAnswer(
          Self.text, inputTokens: 900,
          citations: [
            ModelAnswer.Citation(
              words: "on a Tuesday", url: "https://example.org/a", title: "Example A"),
            ModelAnswer.Citation(
              start: 40, end: 7000, url: "https://example.org/b", title: "A lie"),
          ], searches: 2))
    }
    return service
  }

  private func post(
    _ service: OpenAIService, _ path: [String], _ value: JSON?, stream: Bool = false
  ) throws -> CurlAnswer {
    let request = Requests.review("A One", stream: stream).searching
    return try Requests.post(request.changing(path, to: value), to: service)
  }

  static let spoiled: [(path: [String], value: JSON?, code: String?)] = [
    (["max_tool_calls"], 0, "integer_below_min_value"), (["max_tool_calls"], "3", "invalid_type"),
    (["tool_choice"], "always", "invalid_value"), (["tool_choice"], 5, "invalid_type"),
    (["tool_choice"], ["type": "web_search"], "invalid_value"),
    (["tool_choice"], ["type": "web_search_preview"], nil),
    (["include"], "web_search_call.action.sources", "invalid_type"),
    (["include"], ["sources"], "invalid_value"),
    (["stream_options"], ["include_obfuscation": false], nil),
    (["model"], "gpt-5.4-nano", nil),
    (["tools", "0", "search_context_size"], "tiny", "invalid_value"),
    (["tools", "0", "external_web_access"], "no", "invalid_type"),
    (["tools", "0", "max_uses"], 3, "unknown_parameter"),
    (["tools", "0", "allowed_domains"], [], "unknown_parameter"),
    (["tools", "0", "filters"], ["blocked_domains": []], "unknown_parameter"),
    (
      ["tools", "0", "filters"], ["allowed_domains": ["https://musicbrainz.org"]],
      "invalid_value"
    ),
    (["tools", "0", "user_location"], ["country": "GB"], "missing_required_parameter"),
    (["tools", "0", "user_location"], ["type": "exact"], "invalid_value"),
    (
      ["tools", "0", "user_location"],
      ["type": "approximate", "approximate": ["country": "GB"]], "unknown_parameter"
    ),
    (
      ["tools", "0", "user_location"], ["type": "approximate", "country": "Britain"],
      "invalid_value"
    ),
    (
      ["tools"], [["type": "web_search_preview", "filters": ["allowed_domains": []]]],
      "unknown_parameter"
    ),
  ]

  @Test(arguments: spoiled)
  func `a spoiled search is refused with its code`(
    path: [String], value: JSON?, code: String?
  ) throws {
    let service = try service()
    let answer = try post(service, path, value)
    #expect(answer.status == 400 && answer.errorCode == code, "\(answer.text)")
    #expect(service.log.refusals.count == 1)
  }

  static let right: [(path: [String], value: JSON?)] = [
    (["max_tool_calls"], 3), (["tool_choice"], "auto"), (["tool_choice"], "required"),
    (["include"], ["web_search_call.action.sources"]),
    (["tools", "0", "type"], "web_search_2025_08_26"),
    (["tools", "0", "external_web_access"], true),
    (["tools", "0", "filters"], ["allowed_domains": ["musicbrainz.org"]]),
    (["tools", "0", "user_location"], ["type": "approximate", "country": "GB"]),
    (["model"], "gpt-6-sol"),
  ]

  @Test(arguments: right)
  func `documented requests are accepted`(path: [String], value: JSON?) throws {
    let service = try service()
    let answer = try post(service, path, value)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(service.log.charged(.reviewSearched) == 1)
  }

  @Test func `options of a stream need a stream, and belong to this API only`() throws {
    let service = try service()
    let quiet = try post(
      service, ["stream_options"], ["include_obfuscation": false], stream: true)
    #expect(quiet.status == 200 && !quiet.text.contains("obfuscation"))
    let chat = try post(service, ["stream_options"], ["include_usage": true], stream: true)
    #expect(chat.status == 400 && chat.errorCode == "unknown_parameter")
  }

  @Test func `a required tool must be declared`() throws {
    let request = Requests.review("A One").changing(["tool_choice"], to: "required")
    #expect(try Requests.post(request, to: service()).status == 400)
  }
}
