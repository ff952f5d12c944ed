// Where a sentence of a review ends. The policy is held against sentences, also while they arrive, so that
// one that offends takes no other with it and none is cut in two.

import Text

enum Sentences {
  /// Characters a title in quotes or emphasis may have; one that is open longer was never one.
  private static let titleLimit = 80

  /// All of `text`, without the white space between them.
  static func of(_ text: String) -> [String] {
    let (complete, rest) = split(text)
    return (complete + [trimmed(rest)]).filter { !$0.isEmpty }
  }

  /// The sentences that are over, and what may still go on: another word has to follow before an end is one.
  ///
  /// What was over stays over whatever is added to `text`. Where it is not clear ("Dinosaur Jr. The …") two
  /// sentences stay together.
  static func split(_ text: String) -> (complete: [String], rest: String) {
    let characters = Array(text)
    var (complete, start, index, open): ([String], Int, Int, [Character: Int]) = ([], 0, 0, [:])
    while index < characters.count {
      let mark = characters[index...].prefix(while: isEnd)
      if mark.isEmpty {
        note(characters[index], at: index, in: &open)
        index += 1
        continue
      }
      var end = mark.endIndex
      while end < characters.count, isClosing(characters[end]) {
        note(characters[end], at: end, in: &open)
        end += 1
      }
      index = end
      let isInTitle = open.values.contains { end - $0 <= titleLimit }
      guard !isInTitle, end < characters.count, characters[end].isWhitespace,
        let next = characters[end...].first(where: { !$0.isWhitespace }),
        ends(characters[start..<mark.startIndex], with: mark, before: next)
      else { continue }
      complete.append(trimmed(String(characters[start..<end])))
      (start, open) = (end, [:])
    }
    return (complete, String(characters[start...]))
  }

  private static func isEnd(_ character: Character) -> Bool { ".!?…".contains(character) }

  private static func isClosing(_ character: Character) -> Bool {
    "*_\"'”’»)]".contains(character)
  }

  /// Quotes and emphasis that are open, by what opened them and where.
  private static func note(_ mark: Character, at place: Int, in open: inout [Character: Int]) {
    switch mark {
    case "“": open["“"] = place
    case "”": open["“"] = nil
    // Bold toggles twice and is nothing: models open bullets with it.
    case "*", "\"": open[mark] = open[mark] == nil ? place : nil
    default: break
    }
  }

  private static func ends(
    _ before: ArraySlice<Character>, with mark: ArraySlice<Character>, before next: Character
  ) -> Bool {
    if next.isLowercase { return false }
    guard let last = before.last else { return false }
    if mark.first == "…" || mark.count > 1 { return !last.isWhitespace }
    guard mark.first == "." else { return true }
    let (word, earlier) = lastWord(of: before)
    let spoken = String(word.drop { "(\"*“‘[_'-".contains($0) })
    let previous = lastWord(of: earlier).word
    return !word.isEmpty
      && !isAbbreviation(spoken, before: next, after: previous.isEmpty ? nil : String(previous))
  }

  /// Read from the end: a sentence that does not end may be long, and is asked about at every full stop.
  private static func lastWord(
    of text: ArraySlice<Character>
  ) -> (word: ArraySlice<Character>, earlier: ArraySlice<Character>) {
    let end = (text.lastIndex { !$0.isWhitespace }).map { $0 + 1 } ?? text.startIndex
    let start = (text[..<end].lastIndex(where: \.isWhitespace)).map { $0 + 1 } ?? text.startIndex
    return (text[start..<end], text[..<start])
  }

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

  static func trimmed(_ text: String) -> String { text.trimmed }
}
