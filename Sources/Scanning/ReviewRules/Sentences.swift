// Finds the sentences of a review. The rules of a review apply to each sentence, also while the
// answer arrives. A forbidden sentence therefore removes no other sentence, and no sentence is cut
// in two.

import Text

enum Sentences {
  /// All sentences of `text`, without the white space between them.
  static func of(_ text: String, _ abbreviations: Abbreviations) -> [String] {
    let (complete, rest) = split(text, abbreviations)
    return (complete + [trimmed(rest)]).filter { !$0.isEmpty }
  }

  /// The complete sentences, and the text after them. A sentence is complete when another word
  /// follows.
  ///
  /// A complete sentence stays complete when more text follows. In unclear cases ("Dinosaur Jr. The
  /// …") two sentences stay together.
  static func split(
    _ text: String, _ abbreviations: Abbreviations
  ) -> (complete: [String], rest: String) {
    var splitter = SentenceSplitter(abbreviations)
    let complete = splitter.add(text)
    return (complete, splitter.rest)
  }

  static func trimmed(_ text: String) -> String { text.trimmed }
}

/// Splits a text that arrives in parts. Each character is read once.
struct SentenceSplitter {
  /// The maximum length of a title in quotes or emphasis in characters. A longer passage is not a
  /// title.
  private static let titleLimit = 80

  /// The punctuation at a possible end of a sentence. The mark is `.` or `?!`, for example. `end`
  /// is the index after the closing quotes and brackets that follow.
  private struct PossibleEnd {
    let markStart: Int
    var markEnd: Int
    var end: Int
  }

  /// The kind of text to which the last character belongs.
  private enum State { case text, mark, closing, space }

  private let ends: SentenceEnd
  private var characters: [Character] = []

  /// The index at which the incomplete sentence begins.
  private var start = 0
  private var state = State.text
  private var possibleEnd = PossibleEnd(markStart: 0, markEnd: 0, end: 0)

  /// Open quotes and emphasis: the opening mark and its index.
  private var open: [Character: Int] = [:]

  init(_ abbreviations: Abbreviations) { ends = SentenceEnd(abbreviations: abbreviations) }

  /// The text after the last complete sentence.
  var rest: String { String(characters[start...]) }

  /// Adds the next part of the text and returns the sentences that it completes.
  mutating func add(_ text: some Sequence<Character>) -> [String] {
    text.compactMap { add($0) }
  }

  private mutating func add(_ character: Character) -> String? {
    let index = characters.count
    characters.append(character)
    if state == .mark || state == .closing {
      if state == .mark, Self.isEnd(character) {
        (possibleEnd.markEnd, possibleEnd.end) = (index + 1, index + 1)
        return nil
      }
      if Self.isClosing(character) {
        note(character, at: index)
        (state, possibleEnd.end) = (.closing, index + 1)
        return nil
      }
    }
    if state != .text, character.isWhitespace {
      state = .space
      return nil
    }
    let sentence = state == .space ? completed(before: character) : nil
    if Self.isEnd(character) {
      possibleEnd = PossibleEnd(markStart: index, markEnd: index + 1, end: index + 1)
      state = .mark
    } else {
      note(character, at: index)
      state = .text
    }
    return sentence
  }

  /// The sentence, if it ends at the possible end; `next` is the first character after the white
  /// space.
  private mutating func completed(before next: Character) -> String? {
    let (markStart, end) = (possibleEnd.markStart, possibleEnd.end)
    let isInTitle = open.values.contains { end - $0 <= Self.titleLimit }
    guard !isInTitle,
      ends.isEnd(
        characters[start..<markStart], mark: characters[markStart..<possibleEnd.markEnd],
        before: next)
    else { return nil }
    let sentence = Sentences.trimmed(String(characters[start..<end]))
    (start, open) = (end, [:])
    return sentence
  }

  private mutating func note(_ mark: Character, at index: Int) {
    switch mark {
    case "„": open["„"] = index
    // This mark closes a German quotation and opens an English quotation.
    case "“" where open["„"] != nil: open["„"] = nil
    case "“": open["“"] = index
    case "”": (open["“"], open["„"]) = (nil, nil)
    // A bold mark toggles twice and has no effect, because models begin bullets with bold text.
    case "*", "\"": open[mark] = open[mark] == nil ? index : nil
    // Germans write »title«, the French and the Swiss «title».
    case "«", "»": open["«"] = open["«"] == nil ? index : nil
    default: break
    }
  }

  private static func isEnd(_ character: Character) -> Bool { ".!?…".contains(character) }

  private static func isClosing(_ character: Character) -> Bool {
    "*_\"'”“’»«)]".contains(character)
  }
}
