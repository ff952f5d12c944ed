// Splits a text into words, numbers and punctuation, to compare it with phrases. Different
// spellings of the same phrase give the same tokens.

/// The tokens are in lower case and without emphasis. Hyphens count as spaces, and all apostrophes
/// are equal. Umlauts and ß equal their spellings with two letters, because the upper case of ß is
/// SS, and not every writer has umlauts.
struct PhraseText {
  struct Token: Equatable {
    enum Kind { case word, number, mark }

    let kind: Kind

    /// The folded text, which patterns are compared with: `guenstig`.
    let text: String

    /// The text in lower case, for messages: `günstig`.
    let spelling: String

    /// Whether a number contains two adjacent digits; false for words and marks.
    let hasTwoDigits: Bool
  }

  private(set) var tokens: [Token] = []

  /// Reads each character once.
  init(_ text: String) {
    let characters = Array(text.lowercased())
    var index = 0
    while index < characters.count {
      let start = index
      if Self.isDigit(characters[index]) {
        index = Self.endOfNumber(in: characters, from: index)
        add(.number, characters[start..<index])
      } else if Self.isWordPart(characters[index]) {
        (index, _) = Self.word(in: characters, from: index)
        add(.word, characters[start..<index].filter { !Self.isEmphasis($0) })
      } else if Self.isApostrophe(characters[index]) {
        index = addApostrophe(in: characters, at: index)
      } else {
        if !Self.isIgnored(characters[index]) { add(.mark, [characters[index]]) }
        index += 1
      }
    }
  }

  private mutating func add(_ kind: Token.Kind, _ characters: some Collection<Character>) {
    let isPair =
      kind == .number
      && zip(characters, characters.dropFirst()).contains {
        Self.isDigit($0) && Self.isDigit($1)
      }
    let spelling = String(characters)
    let text = kind == .word ? Self.folded(spelling) : spelling
    tokens.append(Token(kind: kind, text: text, spelling: spelling, hasTwoDigits: isPair))
  }

  /// The spelling of a text in lower case without umlauts and ß. A decomposed umlaut is the same
  /// character.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var folded = ""
    for character in text {
      switch character {
      case "ä": folded += "ae"
      case "ö": folded += "oe"
      case "ü": folded += "ue"
      case "ß": folded += "ss"
      default: folded.append(character)
      }
    }
    return folded
  }

  /// Adds the ending of `collector's` as a separate token and skips the apostrophe of
  /// `collectors'`. Any other apostrophe is a quotation mark.
  private mutating func addApostrophe(in characters: [Character], at index: Int) -> Int {
    let before = index > 0 ? characters[index - 1] : " "
    let (end, hasLetters) = Self.word(in: characters, from: index + 1)
    if Self.isWordPart(before), hasLetters {
      add(.word, ["'"] + characters[(index + 1)..<end].filter { !Self.isEmphasis($0) })
      return end
    }
    if before != "s" { add(.mark, ["'"]) }
    return index + 1
  }

  /// Finds the end of a word. Emphasis inside a word is part of its spelling: "pri*cey*".
  private static func word(
    in characters: [Character], from start: Int
  ) -> (end: Int, hasLetters: Bool) {
    var (end, hasLetters) = (start, false)
    while end < characters.count, isWordPart(characters[end]) || isEmphasis(characters[end]) {
      if isWordPart(characters[end]) { hasLetters = true }
      end += 1
    }
    return (end, hasLetters)
  }

  /// Finds the end of a number. A point or comma belongs to the number if a digit follows:
  /// "1,000.50".
  private static func endOfNumber(in characters: [Character], from start: Int) -> Int {
    var end = start + 1
    while end < characters.count {
      let isSeparator = ".,".contains(characters[end]) && end + 1 < characters.count
      if isSeparator, isDigit(characters[end + 1]) {
        end += 2
      } else if isDigit(characters[end]) {
        end += 1
      } else {
        break
      }
    }
    return end
  }

  private static func isDigit(_ character: Character) -> Bool { character.isWholeNumber }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func isEmphasis(_ character: Character) -> Bool {
    character == "*" || character == "_"
  }

  private static func isApostrophe(_ character: Character) -> Bool { "'’‘ʼ".contains(character) }

  private static func isIgnored(_ character: Character) -> Bool {
    character.isWhitespace || isEmphasis(character) || "-\u{2010}\u{2011}".contains(character)
  }
}
