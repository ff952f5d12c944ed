// One answer of the played model: its text, its token counts and its sources.

package struct ModelAnswer: Equatable, Sendable {
  /// The text: JSON that matches the program's schema.
  package let text: String

  /// The number of input tokens without those of search results, which are `tokensPerSearch` for
  /// each search.
  package let inputTokens: Int
  /// The number of output tokens, with those of the reasoning.
  package let outputTokens: Int
  package let reasoningTokens: Int

  /// The sources. Only answers with a web search contain them.
  package let citations: [Citation]

  /// The number of searches if the model may search. The request may allow fewer.
  package let searches: Int

  package init(
    _ text: String, inputTokens: Int = 1200, outputTokens: Int = 240, reasoningTokens: Int = 32,
    citations: [Citation] = [], searches: Int = 1
  ) {
    self.text = text
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.reasoningTokens = reasoningTokens
    self.citations = citations
    self.searches = searches
  }

  /// The input tokens of one search. Recorded searches added 8,000 to 22,000 tokens. Source:
  /// docs/services.md §1.4.
  package static let tokensPerSearch = 8000

  /// The answer to a picture for which no answer is planned.
  package static let unresolved = ModelAnswer(
    """
    {"text_read":"","text_confidence":"low","status":"unresolved","candidates":[],\
    "description":"A picture the played model was not told about."}
    """)

  /// The answer inside other text, as small models write it.
  func dressed(_ dress: Dress) -> ModelAnswer {
    let text =
      switch dress {
      case .fences: "```json\n\(text)\n```"
      case .thinking: "<think>\nThe picture has {blocks} on it. Let me see.\n</think>\n\n\(text)"
      case .prose: "Sure! Here is what I found:\n\n\(text)\n\nLet me know if you need more."
      }
    return saying(text)
  }

  func saying(_ text: String) -> ModelAnswer {
    ModelAnswer(
      text, inputTokens: inputTokens, outputTokens: outputTokens,
      reasoningTokens: reasoningTokens, citations: citations, searches: searches)
  }
}

/// Text that models add around the JSON. Source: docs/services.md §3.
package enum Dress: String, CaseIterable, Sendable {
  case fences, thinking, prose
}

extension ModelAnswer {
  /// A source that the provider connects with a passage of the text.
  package struct Citation: Equatable, Sendable {
    enum Passage: Equatable, Sendable {
      case words(String)
      /// Positions that are sent unchanged, even if they are wrong.
      case told(start: Int, end: Int)
    }

    let passage: Passage
    let url: String
    let title: String

    /// Cites the first occurrence of these words in the answer's text.
    package init(words: String, url: String, title: String) {
      passage = .words(words)
      self.url = url
      self.title = title
    }

    /// Cites a passage by its positions. They may be invalid: outside the text, or with the end
    /// before the start.
    package init(start: Int, end: Int, url: String, title: String) {
      passage = .told(start: start, end: end)
      self.url = url
      self.title = title
    }
  }

  /// The passage in code points; (0, 0) if the words do not occur. The words also match their JSON
  /// encoding.
  func span(of citation: Citation) -> (start: Int, end: Int) {
    switch citation.passage {
    case .told(let start, let end): return (start, end)
    case .words(let words):
      let written = String(JSON.string(words).description.dropFirst().dropLast())
      return span(of: words) ?? span(of: written) ?? (0, 0)
    }
  }

  private func span(of words: String) -> (start: Int, end: Int)? {
    let text = Array(text.unicodeScalars)
    let words = Array(words.unicodeScalars)
    guard !words.isEmpty, words.count <= text.count else { return nil }
    return (0...text.count - words.count).first { text[$0..<$0 + words.count] == words[...] }
      .map { ($0, $0 + words.count) }
  }
}
