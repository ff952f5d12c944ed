// Where the sentences of a review end. The rules of a review are applied to each sentence, also while the
// answer arrives, so that a forbidden sentence removes no other and no sentence is cut in two.

import Text

enum Sentences {
  /// All sentences of `text`, without the white space between them.
  static func of(_ text: String) -> [String] {
    let (complete, rest) = split(text)
    return (complete + [trimmed(rest)]).filter { !$0.isEmpty }
  }

  /// The sentences that have ended, and the text after them. A sentence ends when another word follows.
  ///
  /// A sentence that has ended stays so, whatever is added to `text`. In unclear cases ("Dinosaur Jr. The
  /// …") two sentences stay together.
  static func split(_ text: String) -> (complete: [String], rest: String) {
    var splitter = SentenceSplitter()
    let complete = splitter.add(text)
    return (complete, splitter.rest)
  }

  static func trimmed(_ text: String) -> String { text.trimmed }
}

/// Splits a text that arrives in parts; each character is read once.
struct SentenceSplitter {
  /// A title in quotes or emphasis has at most this many characters; a longer one is not a title.
  private static let titleLimit = 80

  /// The punctuation at a possible end of a sentence: `mark` is `.` or `?!`, `end` stands after the closing
  /// quotes and brackets that follow.
  private struct PossibleEnd {
    let markStart: Int
    var markEnd: Int
    var end: Int
  }

  /// What the last character was part of.
  private enum State { case text, mark, closing, space }

  private var characters: [Character] = []

  /// Where the sentence begins that has not ended.
  private var start = 0
  private var state = State.text
  private var possibleEnd = PossibleEnd(markStart: 0, markEnd: 0, end: 0)

  /// Quotes and emphasis that are open: the mark that opened them, and its index.
  private var open: [Character: Int] = [:]

  /// The text after the last complete sentence.
  var rest: String { String(characters[start...]) }

  /// The sentences that the next part of the text completes.
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

  /// The sentence, if it ends where it may end; `next` is the first character after white space.
  private mutating func completed(before next: Character) -> String? {
    let (markStart, end) = (possibleEnd.markStart, possibleEnd.end)
    let isInTitle = open.values.contains { end - $0 <= Self.titleLimit }
    guard !isInTitle,
      SentenceEnd.isEnd(
        characters[start..<markStart], mark: characters[markStart..<possibleEnd.markEnd],
        before: next)
    else { return nil }
    let sentence = Sentences.trimmed(String(characters[start..<end]))
    (start, open) = (end, [:])
    return sentence
  }

  private mutating func note(_ mark: Character, at index: Int) {
    switch mark {
    case "“": open["“"] = index
    case "”": open["“"] = nil
    // Bold toggles twice and has no effect: models begin bullets with it.
    case "*", "\"": open[mark] = open[mark] == nil ? index : nil
    default: break
    }
  }

  private static func isEnd(_ character: Character) -> Bool { ".!?…".contains(character) }

  private static func isClosing(_ character: Character) -> Bool {
    "*_\"'”’»)]".contains(character)
  }
}
