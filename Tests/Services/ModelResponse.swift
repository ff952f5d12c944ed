// An answer of the Responses API, as a whole or as events. Source: docs/services.md §1.4, §1.5.

import Host

struct ModelResponse: Sendable {
  let answer: ModelAnswer
  let call: OpenAICall
  let ending: ModelEnding
  let id = hexadecimal(Randomness.bytes(20))
  let createdAt = Int(Clock.wallMilliseconds() / 1000)

  func sent(_ latency: Latency) -> Answer {
    call.request.isStreamed
      ? streamed(latency) : Answer(200, OpenAIService.headers, json: response)
  }

  /// The status of the response. This API has no `pause_turn`.
  var status: String {
    switch ending {
    case .completed, .refused, .paused, .searchFailed: "completed"
    case .incomplete: "incomplete"
    case .failed: "failed"
    }
  }

  var response: JSON {
    var error: JSON = nil
    if case .failed(let code) = ending {
      error = ["code": .string(code), "message": "The played model failed as ordered."]
    }
    return envelope(status)
      .setting("completed_at", to: status == "completed" ? .number(createdAt + 4) : nil)
      .setting("error", to: error)
      .setting(
        "incomplete_details",
        to: ending == .incomplete ? ["reason": "max_output_tokens"] : nil
      )
      .setting("output", to: .array(status == "failed" ? [] : [reasoning] + searches + [message]))
      .setting("usage", to: usage)
  }

  func envelope(_ status: String) -> JSON {
    [
      "id": .string("resp_\(id)"), "object": "response", "created_at": .number(createdAt),
      "status": .string(status), "background": false, "completed_at": nil, "error": nil,
      "incomplete_details": nil, "instructions": nil, "max_output_tokens": nil,
      "max_tool_calls": nil, "model": .string(call.request.model), "output": [],
      "parallel_tool_calls": true, "previous_response_id": nil,
      "reasoning": ["effort": "low", "summary": nil], "service_tier": "default",
      "store": .bool(call.stores), "tool_choice": call.tools.choice, "tools": call.tools.sent,
      "truncation": "disabled", "usage": nil, "user": nil, "metadata": [:],
    ]
  }

  var reasoning: JSON { ["id": .string("rs_\(id)"), "type": "reasoning", "summary": []] }

  /// The number of searches.
  var searchCount: Int {
    call.request.isSearched ? min(answer.searches, call.tools.maxCalls) : 0
  }

  var searches: [JSON] {
    var status = "completed"
    if case .searchFailed = ending { status = "failed" }
    return (0..<searchCount).map { searchCall($0, status) }
  }

  func searchCall(_ number: Int, _ status: String) -> JSON {
    var action: JSON = ["type": "search", "query": "album cover", "queries": ["album cover"]]
    if call.tools.tellsSources {
      let sources = cited.map { citation -> JSON in
        ["type": "url", "url": .string(citation.url)]
      }
      action = action.setting("sources", to: .array(sources))
    }
    return [
      "id": .string("ws_\(id)\(number)"), "type": "web_search_call", "status": .string(status),
      "action": action,
    ]
  }

  var message: JSON { message(ending == .incomplete ? "incomplete" : "completed", [part]) }

  func message(_ status: String, _ content: [JSON]) -> JSON {
    [
      "id": .string("msg_\(id)"), "type": "message", "role": "assistant",
      "status": .string(status), "phase": "final_answer", "content": .array(content),
    ]
  }

  /// The part of the message with the final text.
  var part: JSON { part(words).setting(ending == .refused ? "type" : "annotations", to: mark) }

  private var mark: JSON { ending == .refused ? "refusal" : .array(annotations) }

  func part(_ words: String) -> JSON {
    ending == .refused
      ? ["type": "refusal", "refusal": .string(words)]
      : [
        "type": "output_text", "text": .string(words), "annotations": [], "logprobs": [],
      ]
  }

  var words: String {
    switch ending {
    case .refused: "I'm sorry, I can't help with that."
    case .incomplete: answer.half
    default: answer.text
    }
  }

  private var cited: [ModelAnswer.Citation] {
    searchCount > 0 && [.completed, .paused].contains(ending) ? answer.citations : []
  }

  var annotations: [JSON] {
    cited.map { citation in
      let span = answer.span(of: citation)
      return [
        "type": "url_citation", "start_index": .number(span.start), "end_index": .number(span.end),
        "url": .string(citation.url), "title": .string(citation.title),
      ]
    }
  }

  private var usage: JSON {
    let input = answer.inputTokens + searchCount * ModelAnswer.tokensPerSearch
    return [
      "input_tokens": .number(input),
      "input_tokens_details": ["cached_tokens": 0, "cache_write_tokens": 0],
      "output_tokens": .number(answer.outputTokens),
      "output_tokens_details": ["reasoning_tokens": .number(answer.reasoningTokens)],
      "total_tokens": .number(input + answer.outputTokens),
    ]
  }
}

extension ModelAnswer {
  /// The first half of the text, for an answer that the token limit stopped.
  var half: String { String(text.prefix(text.count / 2)) }
}
