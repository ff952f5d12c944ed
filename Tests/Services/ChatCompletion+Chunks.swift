// The chunks of a streamed completion: `data:` lines without event names, then `[DONE]`. Source:
// docs/services.md §1.3, §3.

extension ChatCompletion {
  func streamed(_ latency: Latency) -> Answer {
    let deltas = isFailed ? [] : words.deltas
    var stream = EventStream(latency, words: deltas)
    stream.send(chunk(["role": "assistant", "content": flavour == .llamaCpp ? nil : ""]))
    for thought in isFailed ? [] : thoughts?.deltas ?? [] {
      stream.send(chunk(delta(flavour.reasoningField, thought)))
    }
    for delta in deltas { stream.say(chunk(self.delta("content", delta))) }
    guard !isFailed else {
      stream.send("data: \(failure)\n\n")
      return stream.answer([])
    }
    stream.end(chunk([:], finish: finish))
    if call.tellsUsage { stream.send(last) }
    stream.send("data: [DONE]\n\n")
    return stream.answer([])
  }

  private var isFailed: Bool {
    if case .failed = ending { true } else { false }
  }

  /// A chunk with a piece of the text. Ollama repeats the role in each chunk.
  private func delta(_ field: String, _ words: String) -> JSON {
    let role: JSON = flavour == .ollama ? ["role": "assistant", "content": ""] : [:]
    return role.setting(field, to: .string(words))
  }

  private func chunk(_ delta: JSON, finish: JSON = nil) -> String {
    let choice: JSON = ["index": 0, "delta": delta, "finish_reason": finish]
    let body = envelope("chat.completion.chunk").setting("choices", to: [choice])
    return "data: \(body)\n\n"
  }

  /// The chunk with the usage. Its list of choices is empty, so a client must not read the first
  /// choice.
  private var last: String {
    let body = envelope("chat.completion.chunk").setting("choices", to: [])
      .setting("usage", to: usage)
    return "data: \(flavour == .llamaCpp ? body.setting("timings", to: Self.timings) : body)\n\n"
  }
}
