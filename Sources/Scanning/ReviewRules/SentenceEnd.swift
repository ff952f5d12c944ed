// Decides whether punctuation ends a sentence, or belongs to an abbreviation, an initial or a
// number.

/// The words of one or several languages that decide whether a full stop ends a sentence. The files in
/// `prompts/money` have them; the head of `en.txt` describes each list.
struct Abbreviations: Equatable, Sendable {
  /// Words before a full stop that ends no sentence, in lower case: "vol", "bzw".
  var words: Set<String> = []

  /// The same with a capital letter, as before a name: "St", "Dr".
  var titles: Set<String> = []

  /// Words after which a number follows, in lower case: "no", "nr".
  var beforeNumbers: Set<String> = []

  /// Words after which a number with a full stop is an ordinal number: "am" in "am 3. Oktober". Empty in a
  /// language that does not write ordinal numbers so.
  var beforeOrdinals: Set<String> = []

  /// Words after which a single letter is no initial: "side" in "side A."
  var beforeLetters: Set<String> = []

  mutating func formUnion(_ other: Abbreviations) {
    words.formUnion(other.words)
    titles.formUnion(other.titles)
    beforeNumbers.formUnion(other.beforeNumbers)
    beforeOrdinals.formUnion(other.beforeOrdinals)
    beforeLetters.formUnion(other.beforeLetters)
  }
}

struct SentenceEnd: Sendable {
  let abbreviations: Abbreviations

  /// Whether `mark` after `text` ends a sentence; `next` is the first character after white space.
  func isEnd(
    _ text: ArraySlice<Character>, mark: ArraySlice<Character>, before next: Character
  ) -> Bool {
    if next.isLowercase { return false }
    guard let last = text.last else { return false }
    if mark.first == "…" || mark.count > 1 { return !last.isWhitespace }
    guard mark.first == "." else { return true }
    let (word, earlier) = Self.lastWord(of: text)
    let spoken = String(word.drop { "(\"*“‘[_'-".contains($0) })
    let previous = Self.lastWord(of: earlier).word
    return !word.isEmpty
      && !isAbbreviation(spoken, before: next, after: previous.isEmpty ? nil : String(previous))
  }

  /// Searches backwards, because a sentence may be long and every full stop in it is examined. An
  /// abbreviation is short, so only the last characters of a long word count.
  private static func lastWord(
    of text: ArraySlice<Character>
  ) -> (word: ArraySlice<Character>, earlier: ArraySlice<Character>) {
    let near = text.suffix(wordLimit)
    let end = (near.lastIndex { !$0.isWhitespace }).map { $0 + 1 } ?? near.startIndex
    let start = (near[..<end].lastIndex(where: \.isWhitespace)).map { $0 + 1 } ?? near.startIndex
    return (near[start..<end], text[..<start])
  }

  /// Longer than every abbreviation together with the white space after it.
  private static let wordLimit = 100

  private func isAbbreviation(
    _ word: String, before next: Character, after last: String?
  ) -> Bool {
    // "1. Outside", "auf dem 1. Platz"
    if word.allSatisfy(\.isNumber) { return last == nil || isOrdinal(word, after: last ?? "") }
    // "J. Mascis", "z. B. Neu!", but not "side A."
    if word.count == 1 {
      let last = last?.lowercased() ?? ""
      return !abbreviations.beforeLetters.contains { last.hasSuffix($0) }
    }
    let parts = word.split(separator: ".")
    if parts.count > 1 {  // "R.E.M.", "e.g.", but not "9.5." or "Last.fm."
      return parts.allSatisfy { $0.count <= 2 && $0.allSatisfy(\.isLetter) }
    }
    if abbreviations.beforeNumbers.contains(word.lowercased()) { return next.isNumber }
    return abbreviations.titles.contains(word) || abbreviations.words.contains(word.lowercased())
  }

  /// Whether a number of at most two digits is an ordinal number. In German, a word such as "der" or "am"
  /// precedes an ordinal number, and a word such as "Platz" precedes a number that is not ordinal: "auf
  /// Platz 1."
  private func isOrdinal(_ word: String, after last: String) -> Bool {
    word.count <= 2 && abbreviations.beforeOrdinals.contains(last.lowercased())
  }
}
