// One answer of the played model: the text, its token counts and its sources.

package struct ModelAnswer: Equatable, Sendable {
  /// The text: JSON as the program's schema asks for it.
  package let text: String

  /// Without the tokens of search results, which are `tokensPerSearch` for each search.
  package let inputTokens: Int
  /// Including the tokens of the reasoning.
  package let outputTokens: Int
  package let reasoningTokens: Int

  /// The sources; sent only in answers with a web search.
  package let citations: [Citation]

  /// The number of searches of a model that may search, unless the request allows fewer.
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

  /// Recorded searches added 8,000 to 22,000 tokens. Source: docs/services.md §1.4.
  package static let tokensPerSearch = 8000

  /// The answer for a picture without a planned answer.
  package static let unresolved = ModelAnswer(
    """
    {"status":"unresolved","artist":null,"album":null,"year":null,"record_label":null,"genres":[],\
    "confidence":"low","text_read":"","description":"A picture the played model was not told about.",\
    "text_confidence":"low","candidates":[]}
    """)

  /// The same answer inside the text that small models add.
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

/// The text that models add around the JSON. Source: docs/services.md §3.
package enum Dress: String, CaseIterable, Sendable {
  case fences, thinking, prose
}

extension ModelAnswer {
  /// A source that the provider connects with a passage of the text.
  package struct Citation: Equatable, Sendable {
    enum Passage: Equatable, Sendable {
      case words(String)
      /// Sent unchanged, even if it is wrong.
      case told(start: Int, end: Int)
    }

    let passage: Passage
    let url: String
    let title: String

    /// The passage is the first occurrence of these words in the answer's text.
    package init(words: String, url: String, title: String) {
      passage = .words(words)
      self.url = url
      self.title = title
    }

    /// A passage by its positions, which may be invalid: outside the text or with its end before its start.
    package init(start: Int, end: Int, url: String, title: String) {
      passage = .told(start: start, end: end)
      self.url = url
      self.title = title
    }
  }

  /// The passage in code points; (0, 0) when the words do not occur. Words are also found in their JSON encoding.
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
