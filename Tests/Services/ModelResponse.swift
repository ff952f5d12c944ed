// An answer in the shape of the Responses API, whole or as events. Source: CONTRACTS 1.4, 1.5.

import Host

struct ModelResponse: Sendable {
  enum Ending: Sendable {
    case completed, refused, incomplete
    case failed(code: String)
  }

  let answer: ModelAnswer
  let call: OpenAICall
  let id = hexadecimal(Randomness.bytes(20))
  let createdAt = Int(Clock.wallMilliseconds() / 1000)

  /// Not streamed, or the one event of a stream that went wrong.
  func answer(_ ending: Ending) -> Answer {
    guard call.isStreamed else {
      return Answer(200, OpenAIService.headers, json: response(ending))
    }
    return streamed(Latency(0), ending)
  }

  func response(_ ending: Ending) -> JSON {
    var status = "completed"
    var error: JSON = nil
    var details: JSON = nil
    switch ending {
    case .completed, .refused: break
    case .incomplete:
      status = "incomplete"
      details = ["reason": "max_output_tokens"]
    case .failed(let code):
      status = "failed"
      error = ["code": .string(code), "message": "The played model failed as ordered."]
    }
    return envelope(status)
      .setting("completed_at", to: status == "completed" ? .number(createdAt + 4) : nil)
      .setting("error", to: error)
      .setting("incomplete_details", to: details)
      .setting("output", to: .array(output(ending)))
      .setting("usage", to: usage)
  }

  func envelope(_ status: String) -> JSON {
    [
      "id": .string("resp_\(id)"), "object": "response", "created_at": .number(createdAt),
      "status": .string(status), "background": false, "completed_at": nil, "error": nil,
      "incomplete_details": nil, "instructions": nil, "max_output_tokens": nil,
      "model": .string(call.model), "output": [], "parallel_tool_calls": true,
      "previous_response_id": nil, "reasoning": ["effort": "low", "summary": nil],
      "service_tier": "default", "store": .bool(call.stores), "tool_choice": "auto", "tools": [],
      "truncation": "disabled", "usage": nil, "user": nil, "metadata": [:],
    ]
  }

  var reasoning: JSON { ["id": .string("rs_\(id)"), "type": "reasoning", "summary": []] }

  func searchCall(_ status: String) -> JSON {
    [
      "id": .string("ws_\(id)"), "type": "web_search_call", "status": .string(status),
      "action": ["type": "search", "query": "album cover", "queries": ["album cover"]],
    ]
  }

  func message(_ status: String, _ content: [JSON]) -> JSON {
    [
      "id": .string("msg_\(id)"), "type": "message", "role": "assistant",
      "status": .string(status), "phase": "final_answer", "content": .array(content),
    ]
  }

  func text(_ text: String) -> JSON {
    ["type": "output_text", "text": .string(text), "annotations": [], "logprobs": []]
  }

  private func output(_ ending: Ending) -> [JSON] {
    let before = call.isSearched ? [reasoning, searchCall("completed")] : [reasoning]
    switch ending {
    case .completed: return before + [message("completed", [text(answer.text)])]
    case .refused:
      let refusal: JSON = ["type": "refusal", "refusal": .string(Self.refusal)]
      return before + [message("completed", [refusal])]
    case .incomplete: return before + [message("incomplete", [text(half)])]
    case .failed: return []
    }
  }

  static let refusal = "I'm sorry, I can't help with that."

  /// What was written when the tokens ran out.
  var half: String { String(answer.text.prefix(answer.text.count / 2)) }

  private var usage: JSON {
    [
      "input_tokens": .number(answer.inputTokens),
      "input_tokens_details": ["cached_tokens": 0, "cache_write_tokens": 0],
      "output_tokens": .number(answer.outputTokens),
      "output_tokens_details": ["reasoning_tokens": .number(answer.reasoningTokens)],
      "total_tokens": .number(answer.inputTokens + answer.outputTokens),
    ]
  }
}
