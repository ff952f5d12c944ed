// An answer of the Gemini API, as a whole or as events. Source: docs/services.md §10.3, §10.4.

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
    var candidate = candidate(of: words).setting("finishReason", to: finishReason)
    if let grounding { candidate = candidate.setting("groundingMetadata", to: grounding) }
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
    var usage: JSON = ["promptTokenCount": .number(answer.inputTokens)]
    if isWhole {
      usage = usage.setting(
        "candidatesTokenCount", to: .number(answer.outputTokens - answer.reasoningTokens)
      )
      .setting("thoughtsTokenCount", to: .number(answer.reasoningTokens))
    }
    guard isWhole, searchCount > 0 else { return usage }
    return usage.setting(
      "toolUsePromptTokenCount", to: .number(searchCount * ModelAnswer.tokensPerSearch))
  }

  /// The events of a stream. They have no name, and their lines end in CR LF. The pages of the search
  /// arrive before the passages that they support.
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
    var last = candidate(of: "").setting("finishReason", to: finishReason)
    if let grounding, let pages = grounding["groundingChunks"]?.items {
      let first = candidate(of: "").setting(
        "groundingMetadata", to: ["groundingChunks": .array(Array(pages.prefix(1)))])
      stream.send(event(response(with: first)))
      last = last.setting(
        "groundingMetadata",
        to: grounding.setting("groundingChunks", to: .array(Array(pages.dropFirst()))))
    }
    stream.end(event(response(with: last).setting("usageMetadata", to: usage(isWhole: true))))
    return stream.answer(GeminiService.headers)
  }

  /// The number of searches that the model makes. No request can limit it.
  private var searchCount: Int { call.request.isSearched ? answer.searches : 0 }

  /// The sources of an answer with a search; nil without one. After a failed search there are only the
  /// queries.
  private var grounding: JSON? {
    guard searchCount > 0, ending != .refused else { return nil }
    let queries: JSON = [
      "webSearchQueries": .array(
        (1...searchCount).map { .string("album cover \($0)") }),
      "searchEntryPoint": ["renderedContent": "<div>Google</div>"],
    ]
    guard ending == .completed, !answer.citations.isEmpty else { return queries }
    return
      queries
      .setting(
        "groundingChunks",
        to: .array(
          answer.citations.map {
            ["web": ["uri": .string($0.url), "title": .string($0.title)]]
          })
      )
      .setting("groundingSupports", to: .array(answer.citations.indices.map(support)))
  }

  /// A passage and its source. The offsets count UTF-8 bytes, and an offset of 0 is left out. An invalid
  /// passage is sent unchanged.
  private func support(of index: Int) -> JSON {
    let scalars = Array(answer.text.unicodeScalars)
    let span = answer.span(of: answer.citations[index])
    let isInside = 0 <= span.start && span.start < span.end && span.end <= scalars.count
    let words = isInside ? scalars[span.start..<span.end].text : "…"
    let start = isInside ? scalars[..<span.start].text.utf8.count : span.start
    var segment: JSON = [
      "endIndex": .number(isInside ? start + words.utf8.count : span.end), "text": .string(words),
    ]
    if start != 0 { segment = segment.setting("startIndex", to: .number(start)) }
    return [
      "segment": segment, "groundingChunkIndices": [.number(index)], "confidenceScores": [0.9],
    ]
  }
}
