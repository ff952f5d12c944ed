// Decides whether punctuation ends a sentence, or belongs to an abbreviation, an initial or a
// number. Knows English and German; another language of reviews adds its abbreviations here.

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
    // "1. Outside", "auf dem 1. Platz"
    if word.allSatisfy(\.isNumber) { return last == nil || isOrdinal(word, after: last ?? "") }
    // "J. Mascis", "z. B. Neu!", but not "side A."
    if word.count == 1 {
      let last = last?.lowercased() ?? ""
      return !last.hasSuffix("side") && !last.hasSuffix("seite")
    }
    let parts = word.split(separator: ".")
    if parts.count > 1 {  // "R.E.M.", "e.g.", but not "9.5." or "Last.fm."
      return parts.allSatisfy { $0.count <= 2 && $0.allSatisfy(\.isLetter) }
    }
    if beforeNumbers.contains(word.lowercased()) { return next.isNumber }
    return titles.contains(word) || shortened.contains(word.lowercased())
  }

  /// Whether a number of at most two digits is a German ordinal number. A word such as "der" or "am"
  /// precedes an ordinal number, and a word such as "Platz" precedes another number: "auf Platz 1."
  private static func isOrdinal(_ word: String, after last: String) -> Bool {
    word.count <= 2 && beforeOrdinals.contains(last.lowercased())
  }

  private static let beforeOrdinals: Set<String> = [
    "der", "die", "das", "den", "dem", "des", "am", "im", "zum", "zur", "vom", "beim", "bis", "und",
    "ein", "eine", "einem", "einen", "ihr", "ihre", "ihrem", "ihren", "ihrer", "sein", "seine",
    "seinem", "seinen", "seiner", "ab", "seit",
  ]

  private static let titles: Set<String> = [
    "St", "Ste", "Mr", "Mrs", "Ms", "Dr", "Jr", "Sr", "Mt", "Lt", "Sgt", "Capt", "Cpt", "Gen",
    "Col", "Prof", "Rev", "Hon", "Gov", "Sen", "Pres", "Messrs", "Inc", "Ltd", "Co", "Corp",
    "Bros", "Ph",
  ]

  private static let shortened: Set<String> = [
    "vol", "vols", "vs", "feat", "ft", "pt", "pts", "op", "approx", "cf", "ca", "prod", "orig",
    "arr", "incl",
    // German
    "bzw", "usw", "evtl", "ggf", "inkl", "exkl", "vgl", "sog", "urspr", "engl", "dt", "amerik",
    "bd", "hrsg", "geb", "gest", "jh", "jhd", "mio", "mrd", "tsd", "hr", "fr",
  ]

  /// Abbreviations before a number: "No. 1", "Nr. 1", "im Okt. 1977".
  private static let beforeNumbers: Set<String> = [
    "no", "nos", "nr", "nrn", "jan", "feb", "aug", "sept", "okt", "nov", "dez",
  ]
}
