// The named events of a streamed message, with pings and padding as in recorded streams. Source:
// docs/services.md §2.

extension AnthropicMessage {
  func streamed(_ latency: Latency) -> Answer {
    let blocks = blocks
    let words = blocks.flatMap { $0["text"]?.text?.deltas ?? [] }
    var events = AnthropicEvents(stream: EventStream(latency, words: words))
    events.add("message_start", ["message": envelope])
    for (index, block) in blocks.enumerated() {
      add(block, .number(index), to: &events)
    }
    if blocks.isEmpty { events.ping() }
    if case .failed(let code) = ending {
      events.add("error", failure(code).body)
    } else {
      events.add(
        "message_delta",
        [
          "delta": [
            "stop_reason": stopReason, "stop_sequence": nil, "stop_details": stopDetails,
          ],
          "usage": usage(answer.outputTokens),
        ], isLast: true)
      events.add("message_stop", [:])
    }
    return events.stream.answer(AnthropicService.headers)
  }

  private func add(_ block: JSON, _ index: JSON, to events: inout AnthropicEvents) {
    events.add(
      "content_block_start", ["index": index, "content_block": empty(block)])
    if index == 0 { events.ping() }
    switch block["type"]?.text {
    case "thinking":
      events.add(delta: ["type": "thinking_delta", "thinking": ""], index)
      events.add(
        delta: ["type": "signature_delta", "signature": block["signature"] ?? nil], index)
    case "server_tool_use":
      for part in [""] + (block["input"]?.description.deltas ?? []) {
        events.add(delta: ["type": "input_json_delta", "partial_json": .string(part)], index)
      }
    case "text":
      for citation in block["citations"]?.items ?? [] {
        events.add(delta: ["type": "citations_delta", "citation": citation], index)
      }
      for words in block["text"]?.text?.deltas ?? [] {
        events.add(
          delta: ["type": "text_delta", "text": .string(words)], index, isSaid: true)
      }
    default: break
    }
    events.add("content_block_stop", ["index": index])
  }

  /// The first event of a block. The event of a search contains its whole result; the event of any
  /// other block has no content.
  private func empty(_ block: JSON) -> JSON {
    switch block["type"]?.text {
    case "thinking": block.setting("signature", to: "")
    case "server_tool_use": block.setting("input", to: [:])
    case "text":
      block["citations"] == nil
        ? ["type": "text", "text": ""] : ["citations": [], "type": "text", "text": ""]
    default: block
    }
  }
}

private struct AnthropicEvents {
  private(set) var stream: EventStream

  mutating func ping() { stream.send("event: ping\ndata: {\"type\": \"ping\"}\n\n") }

  mutating func add(delta: JSON, _ index: JSON, isSaid: Bool = false) {
    let event = text("content_block_delta", ["index": index, "delta": delta])
    if isSaid { stream.say(event) } else { stream.send(event) }
  }

  mutating func add(_ name: String, _ fields: JSON, isLast: Bool = false) {
    let event = text(name, fields)
    if isLast { stream.end(event) } else { stream.send(event) }
  }

  /// An event as text. The number of spaces before the last brace varies, as in recorded streams.
  private func text(_ name: String, _ fields: JSON) -> String {
    let members =
      [JSON.Member("type", .string(name))] + (fields.members ?? []).filter { $0.key != "type" }
    let data = JSON.object(members).description.dropLast()
    let blanks = String(repeating: " ", count: stream.pieces.count * 5 % 13)
    return "event: \(name)\ndata: \(data)\(blanks)}\n\n"
  }
}
