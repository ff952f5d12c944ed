// The blocks of a message: thinking, searches, and pieces of text, some with citations.

extension AnthropicMessage {
  var blocks: [JSON] {
    let before = (call.thinks && !call.continues ? [thinking] : []) + searches
    switch ending {
    case .refused, .failed: return []
    case .paused where searchCount > 0: return before
    case .incomplete: return before + [text(answer.half)]
    default: return before + texts
    }
  }

  private var thinking: JSON {
    ["type": "thinking", "thinking": "", "signature": .string(Self.signature)]
  }

  private var searches: [JSON] {
    (0..<searchCount).flatMap { number -> [JSON] in
      let use = "srvtoolu_\(id)\(number)"
      return [
        [
          "type": "server_tool_use", "id": .string(use), "name": "web_search",
          "input": ["query": "album cover"],
        ],
        [
          "type": "web_search_tool_result", "tool_use_id": .string(use), "content": results,
        ],
      ]
    }
  }

  /// The results of the search. The result of a failed search is an object, not a list.
  private var results: JSON {
    if case .searchFailed(let code) = ending {
      return ["type": "web_search_tool_result_error", "error_code": .string(code)]
    }
    return .array(
      answer.citations.map { citation in
        [
          "type": "web_search_result", "title": .string(citation.title),
          "url": .string(citation.url), "encrypted_content": .string(Self.encrypted),
          "page_age": nil,
        ]
      })
  }

  private func text(_ words: String) -> JSON { ["type": "text", "text": .string(words)] }

  /// The text blocks. Without a search there is one block. With a search, the text is split at
  /// cited passages and at a maximum length.
  private var texts: [JSON] {
    guard call.request.isSearched else { return [text(answer.text)] }
    let scalars = Array(answer.text.unicodeScalars)
    var blocks: [JSON] = []
    var done = 0
    for (passage, citations) in cited(within: scalars.count) {
      blocks += halves(scalars[done..<passage.lowerBound]).map(text)
      let words = scalars[passage].text
      blocks.append(
        text(words).setting("citations", to: .array(citations.map { located($0, words) })))
      done = passage.upperBound
    }
    return blocks + halves(scalars[done...]).map(text)
  }

  private func halves(_ scalars: ArraySlice<Unicode.Scalar>) -> [String] {
    guard scalars.count > 40 else { return scalars.isEmpty ? [] : [scalars.text] }
    let middle = scalars.startIndex + scalars.count / 2
    return [scalars[..<middle].text, scalars[middle...].text]
  }

  /// The cited passages in order. Passages do not overlap, and one passage may have several
  /// sources.
  private func cited(
    within count: Int
  ) -> [(passage: Range<Int>, citations: [ModelAnswer.Citation])] {
    guard ending == .completed, call.request.isSearched else { return [] }
    var cited: [(passage: Range<Int>, citations: [ModelAnswer.Citation])] = []
    let spans = answer.citations.map { ($0, answer.span(of: $0)) }
    for (citation, span) in spans.sorted(by: { $0.1.start < $1.1.start }) {
      guard 0 <= span.start, span.start < span.end, span.end <= count else { continue }
      if cited.last?.passage == span.start..<span.end {
        cited[cited.count - 1].citations.append(citation)
      } else if span.start >= cited.last?.passage.upperBound ?? 0 {
        cited.append((span.start..<span.end, [citation]))
      }
    }
    return cited
  }

  private func located(_ citation: ModelAnswer.Citation, _ words: String) -> JSON {
    [
      "type": "web_search_result_location", "url": .string(citation.url),
      "title": .string(citation.title), "cited_text": .string("… \(words.prefix(100)) …"),
      "encrypted_index": .string(Self.encrypted),
    ]
  }
}
