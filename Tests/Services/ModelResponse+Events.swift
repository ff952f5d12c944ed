// The events of a streamed response, in the order of recorded streams and each at its time. Source:
// docs/services.md §1.5.

extension ModelResponse {
  /// The answer as a stream. The head and the first events are sent at once. The pieces of the text
  /// follow; `latency` has the times of the first and of the last piece.
  func streamed(_ latency: Latency) -> Answer {
    let deltas = status == "failed" ? [] : words.deltas
    var events = Events(stream: EventStream(latency, words: deltas))
    events.add("response.created", ["response": envelope("in_progress")])
    events.add("response.in_progress", ["response": envelope("in_progress")])
    events.add("response.output_item.added", ["output_index": 0, "item": reasoning])
    events.add("response.output_item.done", ["output_index": 0, "item": reasoning])
    for (number, search) in searches.enumerated() { add(search, number, to: &events) }
    if status != "failed" { addMessage(deltas, to: &events) }
    events.add("response.\(status)", ["response": response], .atTheEnd)
    return events.stream.answer(OpenAIService.headers)
  }

  private func add(_ search: JSON, _ number: Int, to events: inout Events) {
    let place = JSON.number(number + 1)
    events.add(
      "response.output_item.added",
      ["output_index": place, "item": searchCall(number, "in_progress")])
    for step in ["in_progress", "searching", "completed"] {
      events.add(
        "response.web_search_call.\(step)",
        ["output_index": place, "item_id": search["id"] ?? nil])
    }
    events.add("response.output_item.done", ["output_index": place, "item": search])
  }

  private func addMessage(_ deltas: [String], to events: inout Events) {
    let index = JSON.number(searchCount + 1)
    let place: JSON = [
      "item_id": .string("msg_\(id)"), "output_index": index, "content_index": 0,
    ]
    let name = ending == .refused ? "refusal" : "output_text"
    events.add(
      "response.output_item.added",
      ["output_index": index, "item": message("in_progress", [])])
    events.add("response.content_part.added", place.setting("part", to: part("")))
    for delta in deltas {
      var event = place.setting("delta", to: .string(delta)).setting("logprobs", to: [])
      if call.hasObfuscation { event = event.setting("obfuscation", to: "x8Kq2") }
      events.add("response.\(name).delta", event, .whenDue)
    }
    for (number, annotation) in annotations.enumerated() {
      events.add(
        "response.output_text.annotation.added",
        place.setting("annotation_index", to: .number(number))
          .setting("annotation", to: annotation))
    }
    let field = ending == .refused ? "refusal" : "text"
    events.add("response.\(name).done", place.setting(field, to: .string(words)))
    events.add("response.content_part.done", place.setting("part", to: part))
    events.add("response.output_item.done", ["output_index": index, "item": message])
  }
}

/// An event with its name and sequence number.
private struct Events {
  enum Time { case atOnce, whenDue, atTheEnd }

  private(set) var stream: EventStream

  mutating func add(_ name: String, _ fields: JSON, _ time: Time = .atOnce) {
    let head: [JSON.Member] = [
      JSON.Member("type", .string(name)),
      JSON.Member("sequence_number", .number(stream.pieces.count)),
    ]
    let event = "event: \(name)\ndata: \(JSON.object(head + (fields.members ?? [])))\n\n"
    switch time {
    case .atOnce: stream.send(event)
    case .whenDue: stream.say(event)
    case .atTheEnd: stream.end(event)
    }
  }
}
