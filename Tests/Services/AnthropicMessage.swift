// An answer of the Messages API, as a whole or as events. Source: docs/services.md §2.

import Host

struct AnthropicMessage: Sendable {
  let answer: ModelAnswer
  let call: AnthropicCall
  let ending: ModelEnding
  let id = hexadecimal(Randomness.bytes(12))

  static let signature = "cGxheWVkIHNpZ25hdHVyZQ=="
  static let encrypted = "cGxheWVkIGVuY3J5cHRlZCBjb250ZW50"

  func sent(_ latency: Latency) -> Answer {
    if call.request.isStreamed { return streamed(latency) }
    if case .failed(let code) = ending { return failure(code).answer }
    return Answer(200, AnthropicService.headers, json: message)
  }

  /// An error that the service reports during its answer.
  func failure(_ code: String) -> AnthropicRefusal {
    code == "overloaded_error" ? .overloaded : AnthropicRefusal(500, code, "Internal server error")
  }

  private var message: JSON {
    envelope.setting("content", to: .array(blocks)).setting("stop_reason", to: stopReason)
      .setting("stop_details", to: stopDetails)
      .setting("usage", to: usage(answer.outputTokens))
  }

  var envelope: JSON {
    [
      "model": .string(call.request.model), "id": .string("msg_\(id)"), "type": "message",
      "role": "assistant", "content": [], "stop_reason": nil, "stop_sequence": nil,
      "stop_details": nil, "usage": usage(1),
    ]
  }

  var stopReason: JSON {
    switch ending {
    case .refused: "refusal"
    case .incomplete: "max_tokens"
    case .paused where searchCount > 0: "pause_turn"
    default: "end_turn"
    }
  }

  var stopDetails: JSON {
    guard ending == .refused else { return nil }
    return [
      "type": "refusal", "category": nil,
      "explanation": "The played model was ordered to refuse.",
    ]
  }

  /// The number of searches; 0 if the request sends a paused turn back.
  var searchCount: Int {
    call.request.isSearched && !call.continues ? min(answer.searches, call.maxSearches) : 0
  }

  func usage(_ outputTokens: Int) -> JSON {
    let input = answer.inputTokens + searchCount * ModelAnswer.tokensPerSearch
    let usage: JSON = [
      "input_tokens": .number(input), "cache_creation_input_tokens": 0,
      "cache_read_input_tokens": 0,
      "cache_creation": ["ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0],
      "output_tokens": .number(outputTokens), "service_tier": "standard",
      "inference_geo": "global",
    ]
    guard call.request.isSearched else { return usage }
    return usage.setting(
      "server_tool_use",
      to: ["web_search_requests": .number(searchCount), "web_fetch_requests": 0])
  }
}
