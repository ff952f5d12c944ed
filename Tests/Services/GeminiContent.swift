// An answer of the Gemini API, as a whole or as events. Source: docs/services.md §10.3.

import Host

struct GeminiContent: Sendable {
  let answer: ModelAnswer
  let call: GeminiCall
  let ending: ModelEnding
  let id = hexadecimal(Randomness.bytes(12))

  func sent(_ latency: Latency) -> Answer {
    if call.request.isStreamed { return streamed(latency) }
    if case .failed(let code) = ending { return failure(code).answer }
    return Answer(200, GeminiService.headers, json: whole)
  }

  /// An error that the service reports during its answer.
  private func failure(_ code: String) -> GeminiRefusal {
    code == GeminiRefusal.overloaded.status ? .overloaded : .broken
  }

  private var words: String {
    switch ending {
    case .refused, .failed: ""
    case .incomplete: answer.half
    default: answer.text
    }
  }

  private var finishReason: JSON {
    switch ending {
    case .refused: "PROHIBITED_CONTENT"
    case .incomplete: "MAX_TOKENS"
    default: "STOP"
    }
  }

  private var whole: JSON {
    let candidate = candidate(of: words).setting("finishReason", to: finishReason)
    return response(with: candidate).setting("usageMetadata", to: usage(isWhole: true))
  }

  private func candidate(of words: String) -> JSON {
    guard !words.isEmpty else { return ["index": 0] }
    return [
      "content": ["parts": [["text": .string(words)]], "role": "model"], "index": 0,
    ]
  }

  private func response(with candidate: JSON) -> JSON {
    [
      "candidates": [candidate], "modelVersion": .string(call.request.model),
      "responseId": .string(id),
    ]
  }

  private func usage(isWhole: Bool) -> JSON {
    let usage: JSON = ["promptTokenCount": .number(answer.inputTokens)]
    guard isWhole else { return usage }
    return usage.setting(
      "candidatesTokenCount", to: .number(answer.outputTokens - answer.reasoningTokens)
    )
    .setting("thoughtsTokenCount", to: .number(answer.reasoningTokens))
  }

  /// The events of a stream. They have no name, and their lines end in CR LF.
  private func streamed(_ latency: Latency) -> Answer {
    var stream = EventStream(latency, words: words.deltas)
    func event(_ json: JSON) -> String { "data: \(json)\r\n\r\n" }
    for delta in words.deltas {
      stream.say(
        event(
          response(with: candidate(of: delta))
            .setting("usageMetadata", to: usage(isWhole: false))))
    }
    if case .failed(let code) = ending {
      stream.send(event(failure(code).body))
      return stream.answer(GeminiService.headers)
    }
    let last = candidate(of: "").setting("finishReason", to: finishReason)
    stream.end(event(response(with: last).setting("usageMetadata", to: usage(isWhole: true))))
    return stream.answer(GeminiService.headers)
  }
}
