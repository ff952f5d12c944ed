// Finds the artists of the history that a text names. Only whole names of at least two words count, in
// the letter case of the name: a single word is too often an ordinary word.

import Text

/// The names of artists of the history, by the words with which they begin.
package struct ArtistNames: Sendable {
  /// The name of an artist, as an album has it.
  package struct Name: Hashable, Sendable {
    /// The key of the artist's facet.
    package let key: String
    let text: String

    /// Every text that contains the name contains this text: the name without a leading article,
    /// because a sentence may have the article in lower case ("the Night Ferries"). Only a name of
    /// two words keeps its article.
    package let needle: String

    /// `firstWord` begins after this number of bytes of `needle`.
    let lead: Int
    let firstWord: String
    private let bytes: [UInt8]

    /// Nil for a name that is not searched for: a name of one word, a name that begins with a
    /// lower-case letter or a sign, or a name whose first two words differ from those of `key`.
    package init?(key: String, text: String) {
      let name = text.trimmed
      let parts = name.split(separator: " ")
      guard parts.count > 1 else { return nil }
      let hasArticle = parts[0] == "The"
      needle = hasArticle && parts.count > 2 ? String(name.dropFirst(4)).trimmed : name
      let lead = hasArticle && parts.count == 2 ? 4 : 0
      var first: String?
      TextWords.each(of: needle) { word, start, _ in if start == lead { first = word } }
      // The database finds names by the first two words of their keys.
      guard let first, let beginning = ArtistNames.keyBeginning(first),
        key == beginning || key.hasPrefix("\(beginning) ")
      else { return nil }
      let (own, keyed) = (
        NormalName.words(of: String(needle.dropFirst(lead))), key.split(separator: " ")
      )
      guard keyed.count < 2 || own.count > 1 && own[1] == keyed[1] else { return nil }
      self.key = key
      self.text = name
      self.lead = lead
      firstWord = first
      bytes = Array(needle.utf8)
    }

    fileprivate func isPresent(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
      let (first, end) = (start - lead, start - lead + bytes.count)
      return first >= 0 && end <= text.count
        && bytes.indices.allSatisfy { bytes[$0] == text[first + $0] }
        && TextWords.isBoundary(before: first, in: text)
        && TextWords.isBoundary(at: end, in: text)
    }
  }

  private var names: [String: [Name]] = [:]

  /// An artist may have several spellings.
  package init(_ all: some Sequence<Name>) {
    for name in Set(all) { names[name.firstWord, default: []].append(name) }
  }

  /// The first word of `word` in the form of album keys; nil if `word` has no letter and no digit. If a
  /// name begins with `word`, its key begins with this first word.
  package static func keyBeginning(_ word: String) -> String? { NormalName.words(of: word).first }

  /// The words of texts in the form of album keys.
  package struct KeyWords: Sendable {
    /// Sorted by their bytes.
    private let words: [String]

    package init(_ texts: [String]) {
      words = Set(texts.flatMap(NormalName.words)).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
    }

    /// Whether the texts may contain the name with this key: whether one of their words begins with the
    /// second word of the key. The caller has found the first word of the key among their words. In the
    /// text "Adrian Younge’s", the key "adrian younge" meets the word "younges".
    package func mayContain(nameWithKey key: String) -> Bool {
      let space = UInt8(ascii: " ")
      let second = key.utf8.drop { $0 != space }.dropFirst().prefix { $0 != space }
      guard !second.isEmpty else { return true }
      var (start, end) = (0, words.count)
      while start < end {
        let middle = (start + end) / 2
        if words[middle].utf8.lexicographicallyPrecedes(second) {
          start = middle + 1
        } else {
          end = middle
        }
      }
      return start < words.count && words[start].utf8.starts(with: second)
    }
  }

  /// The words of the texts with which a name may begin.
  package static func firstWords(of texts: [String]) -> Set<String> {
    var found: Set<String> = []
    for text in texts { TextWords.each(of: text) { word, _, _ in found.insert(word) } }
    return found
  }

  /// The artists whose names occur in the name of a work's artist or in its review, each once, in the
  /// order of their positions. The artist of the work, whose key is `own`, does not count.
  package func facets(artist: String, review: String?, own: String) -> [Facet] {
    var found: [Facet] = []
    for (kind, text) in [(FacetKind.credited, artist), (.named, review ?? "")] {
      for name in named(in: text) where !name.key.utf8.elementsEqual(own.utf8) {
        guard !found.contains(where: { $0.key.utf8.elementsEqual(name.key.utf8) }) else { continue }
        found.append(Facet(kind, key: name.key, name: name.text))
      }
    }
    return found
  }

  /// The names in `text`, in the order of their positions. Of several names at one position, the
  /// longest is first.
  private func named(in text: String) -> [Name] {
    guard !names.isEmpty else { return [] }
    var found: [Name] = []
    TextWords.each(of: text) { word, start, bytes in
      guard let candidates = names[word] else { return }
      found += candidates.filter { $0.isPresent(at: start, in: bytes) }.sorted {
        ($1.text.utf8.count, $0.key, $0.text) < ($0.text.utf8.count, $1.key, $1.text)
      }
    }
    return found
  }
}

/// The words of a text with which a name may begin. A sign of Unicode's general punctuation ends a word,
/// every other character outside ASCII counts as a letter.
private enum TextWords {
  /// Calls `body` with each word that begins with a capital letter, a digit or a letter outside ASCII,
  /// with its position, and with the bytes of the text.
  static func each(
    of text: String, _ body: (String, Int, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var text = text
    text.withUTF8 { bytes in
      var position = 0
      while position < bytes.count {
        let start = position
        while position < bytes.count, signLength(at: position, in: bytes) == 0 { position += 1 }
        if position > start, !bytes[start].isLowerLetter {
          body(String(decoding: bytes[start..<position], as: UTF8.self), start, bytes)
        }
        if position < bytes.count { position += signLength(at: position, in: bytes) }
      }
    }
  }

  static func isBoundary(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    position == bytes.count || signLength(at: position, in: bytes) > 0
  }

  static func isBoundary(before position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    (1...3).contains { position >= $0 && signLength(at: position - $0, in: bytes) == $0 }
      || position == 0
  }

  /// The length of the sign or space at `position`; 0 for a part of a word.
  private static func signLength(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let byte = bytes[position]
    if byte < 0x80 { return byte.isLetterOrDigit ? 0 : 1 }
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    switch (byte, next) {
    // U+0080 to U+00BF: « » · and the no-break space.
    case (0xC2, _): return min(2, bytes.count - position)
    // U+2000 to U+207F, and U+3000 to U+303F.
    case (0xE2, 0x80...0x81), (0xE3, 0x80): return min(3, bytes.count - position)
    default: return 0
    }
  }
}
