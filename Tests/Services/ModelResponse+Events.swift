// The events of a streamed response, in the recorded order and in time. Source: CONTRACTS 1.5.

extension ModelResponse {
  /// The head and the first events at once, the text from the latency's first to its last millisecond.
  func streamed(_ latency: Latency, _ ending: Ending = .completed) -> Answer {
    var stream = EventStream()
    stream.add("response.created", ["response": envelope("in_progress")])
    stream.add("response.in_progress", ["response": envelope("in_progress")])
    addItem(reasoning, reasoning, at: 0, to: &stream)
    if call.isSearched { addSearch(to: &stream) }
    if case .failed = ending {} else { addMessage(ending, latency, to: &stream) }
    stream.add(
      "response.\(status(ending))", ["response": response(ending)],
      after: latency.firstMilliseconds == nil ? 0 : stream.rest(of: latency))
    var answer = Answer(
      200, [Header("Content-Type", "text/event-stream; charset=utf-8")] + OpenAIService.headers)
    answer.body = .streamed(stream.pieces)
    return answer
  }

  private func status(_ ending: Ending) -> String {
    switch ending {
    case .completed, .refused: "completed"
    case .incomplete: "incomplete"
    case .failed: "failed"
    }
  }

  private func addItem(_ added: JSON, _ done: JSON, at index: Int, to stream: inout EventStream) {
    stream.add("response.output_item.added", ["output_index": .number(index), "item": added])
    stream.add("response.output_item.done", ["output_index": .number(index), "item": done])
  }

  private func addSearch(to stream: inout EventStream) {
    stream.add(
      "response.output_item.added", ["output_index": 1, "item": searchCall("in_progress")])
    for step in ["in_progress", "searching", "completed"] {
      stream.add(
        "response.web_search_call.\(step)", ["output_index": 1, "item_id": .string("ws_\(id)")])
    }
    stream.add("response.output_item.done", ["output_index": 1, "item": searchCall("completed")])
  }

  private func addMessage(
    _ ending: Ending, _ latency: Latency, to stream: inout EventStream
  ) {
    let index = call.isSearched ? 2 : 1
    let place: JSON = [
      "item_id": .string("msg_\(id)"), "output_index": .number(index), "content_index": 0,
    ]
    stream.add(
      "response.output_item.added",
      ["output_index": .number(index), "item": message("in_progress", [])])
    var isRefused = false
    if case .refused = ending { isRefused = true }
    var isIncomplete = false
    if case .incomplete = ending { isIncomplete = true }
    let words = isRefused ? Self.refusal : isIncomplete ? half : answer.text
    let part = isRefused ? refusalPart(words) : text(words)
    let emptyPart = isRefused ? refusalPart("") : text("")
    let name = isRefused ? "refusal" : "output_text"
    stream.add("response.content_part.added", place.setting("part", to: emptyPart))
    addDeltas(words, "response.\(name).delta", place, latency, to: &stream)
    let field = isRefused ? "refusal" : "text"
    stream.add("response.\(name).done", place.setting(field, to: .string(words)))
    stream.add("response.content_part.done", place.setting("part", to: part))
    stream.add(
      "response.output_item.done",
      [
        "output_index": .number(index),
        "item": message(isIncomplete ? "incomplete" : "completed", [part]),
      ])
  }

  private func refusalPart(_ words: String) -> JSON {
    ["type": "refusal", "refusal": .string(words)]
  }

  /// Deltas of 1 to 7 code points: letters are parted from their accents, as tokens part them.
  private func addDeltas(
    _ words: String, _ name: String, _ place: JSON, _ latency: Latency,
    to stream: inout EventStream
  ) {
    let scalars = Array(words.unicodeScalars)
    var deltas: [String] = []
    var start = 0
    while start < scalars.count {
      let end = min(start + 1 + (deltas.count * 3) % 7, scalars.count)
      var delta = String.UnicodeScalarView()
      delta.append(contentsOf: scalars[start..<end])
      deltas.append(String(delta))
      start = end
    }
    let first = latency.firstMilliseconds ?? latency.milliseconds
    let span = max(0, latency.milliseconds - first)
    for (number, delta) in deltas.enumerated() {
      let at = first + span * Int64(number) / Int64(max(deltas.count, 1))
      var event = place.setting("delta", to: .string(delta)).setting("logprobs", to: [])
      if call.hasObfuscation { event = event.setting("obfuscation", to: "x8Kq2") }
      stream.add(name, event, after: max(0, at - stream.elapsedMilliseconds))
    }
  }
}

/// Numbered events, and when each is due.
private struct EventStream {
  private(set) var pieces: [Answer.Piece] = []
  private(set) var elapsedMilliseconds: Int64 = 0

  func rest(of latency: Latency) -> Int64 {
    max(0, latency.milliseconds - elapsedMilliseconds)
  }

  mutating func add(_ name: String, _ fields: JSON, after milliseconds: Int64 = 0) {
    let head: [JSON.Member] = [
      JSON.Member("type", .string(name)), JSON.Member("sequence_number", .number(pieces.count)),
    ]
    let data = JSON.object(head + (fields.members ?? []))
    elapsedMilliseconds += milliseconds
    pieces.append(
      Answer.Piece(
        afterMilliseconds: milliseconds, bytes: Array("event: \(name)\ndata: \(data)\n\n".utf8)))
  }
}
