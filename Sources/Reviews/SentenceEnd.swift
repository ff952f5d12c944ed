// Decides whether punctuation ends a sentence, or belongs to an abbreviation, an initial or a
// number.

enum SentenceEnd {
  /// Whether `mark` after `text` ends a sentence; `next` is the first character after white space.
  static func isEnd(
    _ text: ArraySlice<Character>, mark: ArraySlice<Character>, before next: Character
  ) -> Bool {
    if next.isLowercase { return false }
    guard let last = text.last else { return false }
    if mark.first == "…" || mark.count > 1 { return !last.isWhitespace }
    guard mark.first == "." else { return true }
    let (word, earlier) = lastWord(of: text)
    let spoken = String(word.drop { "(\"*“‘[_'-".contains($0) })
    let previous = lastWord(of: earlier).word
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

  private static func isAbbreviation(
    _ word: String, before next: Character, after last: String?
  ) -> Bool {
    if word.allSatisfy(\.isNumber) { return last == nil }  // "1. Outside"
    // "J. Mascis", but not "side A."
    if word.count == 1 { return last?.lowercased().hasSuffix("side") != true }
    let parts = word.split(separator: ".")
    if parts.count > 1 {  // "R.E.M.", "e.g.", but not "9.5." or "Last.fm."
      return parts.allSatisfy { $0.count <= 2 && $0.allSatisfy(\.isLetter) }
    }
    if word.lowercased() == "no" || word.lowercased() == "nos" { return next.isNumber }
    return titles.contains(word) || shortened.contains(word.lowercased())
  }

  private static let titles: Set<String> = [
    "St", "Ste", "Mr", "Mrs", "Ms", "Dr", "Jr", "Sr", "Mt", "Lt", "Sgt", "Capt", "Cpt", "Gen",
    "Col", "Prof", "Rev", "Hon", "Gov", "Sen", "Pres", "Messrs", "Inc", "Ltd", "Co", "Corp",
    "Bros", "Ph",
  ]

  private static let shortened: Set<String> = [
    "vol", "vols", "vs", "feat", "ft", "pt", "pts", "op", "approx", "cf", "ca", "prod", "orig",
    "arr", "incl",
  ]
}
