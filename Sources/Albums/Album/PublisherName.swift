// Compares the names of publishers on spines with those of editions.

/// The name of a publisher without the words that only say the kind of company: "Penguin Books",
/// "Suhrkamp Verlag".
package struct PublisherName: Equatable, Sendable {
  private let words: [String]

  package init(_ name: String) {
    let all = NormalName.words(of: name)
    let kept = all.filter { !Self.kinds.contains($0) }
    words = kept.isEmpty ? all : kept
  }

  /// Whether both names are the same publisher. A spine may have only the beginning of the name: "Faber"
  /// for "Faber & Faber".
  package func isLike(_ other: PublisherName) -> Bool {
    let (short, long) =
      words.count <= other.words.count ? (words, other.words) : (other.words, words)
    if short.isEmpty { return false }
    return long.starts(with: short)
      || TitleComparison.dice(short.joined(separator: " "), long.joined(separator: " ")) >= 0.85
  }

  private static let kinds: Set<String> = [
    "and", "ag", "book", "books", "bucher", "buch", "co", "company", "ed", "editions", "editore",
    "editorial", "edition", "gmbh", "group", "house", "imprint", "inc", "kg", "limited", "llc",
    "ltd", "of", "press", "publications", "publisher", "publishers", "publishing", "sons", "the",
    "und", "verlag", "verlagsgruppe", "sa", "plc",
  ]
}
