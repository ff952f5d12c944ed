// What the played model says once: the words, what they cost, and where they are said to come from.

package struct ModelAnswer: Equatable, Sendable {
  /// Whatever the program's schema asks for, as JSON in plain text.
  package let text: String

  /// Without what searches bring back: `tokensPerSearch` each.
  package let inputTokens: Int
  /// Including those of the reasoning.
  package let outputTokens: Int
  package let reasoningTokens: Int

  /// Told only in answers that were searched for.
  package let citations: [Citation]

  /// How often a model that may search does so, unless fewer are allowed.
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

  /// Source: CONTRACTS 1.4, "8k–22k recorded".
  package static let tokensPerSearch = 8000

  /// What is said of a picture nobody planned.
  package static let unresolved = ModelAnswer(
    """
    {"status":"unresolved","artist":null,"album":null,"year":null,"record_label":null,"genres":[],\
    "confidence":"low","text_read":"","description":"A picture the played model was not told about.",\
    "text_confidence":"low","candidates":[]}
    """)

  /// The same answer as small models wrap it.
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

/// What models put round the JSON they were asked for. Source: CONTRACTS 3.
package enum Dress: String, CaseIterable, Sendable {
  case fences, thinking, prose
}

extension ModelAnswer {
  /// A source the provider ties to a passage.
  package struct Citation: Equatable, Sendable {
    enum Passage: Equatable, Sendable {
      case words(String)
      /// Told as it is, however wrong.
      case told(start: Int, end: Int)
    }

    let passage: Passage
    let url: String
    let title: String

    /// The passage is where these words stand first in the answer's text.
    package init(words: String, url: String, title: String) {
      passage = .words(words)
      self.url = url
      self.title = title
    }

    /// A passage that may lie: outside of the text, or back to front.
    package init(start: Int, end: Int, url: String, title: String) {
      passage = .told(start: start, end: end)
      self.url = url
      self.title = title
    }
  }

  /// In code points; (0, 0) for words that stand nowhere. Words are also found as JSON writes them.
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
