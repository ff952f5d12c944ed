// Finds talk of price, worth, rarity or collecting in a text that a page would show.
// Copies sold, charts, certifications, a track called Money and the band Rare Earth are allowed.

/// The rules of one language, from a file such as `prompts/money/en.txt`. Source: docs/product.md
/// "What a review is".
struct MoneyTalk: Equatable, Sendable {
  private let patterns: PhrasePatterns

  /// Reads the patterns; throws what is wrong with the file, and in which line.
  init(reading path: String) throws(PhrasePatternError) {
    patterns = try PhrasePatterns(reading: path)
  }

  /// The first forbidden words of a text, in lower case; nil when there are none.
  func offence(in text: String) -> String? {
    phrase(in: withoutTitles(text))
  }

  /// The first forbidden words of a track's name.
  ///
  /// A name that is written as a title is allowed, whatever it is about: Price Tag, Million Dollar Bash,
  /// eBay. The part after it, in brackets or after a dash, is checked like any other text.
  func offence(inTrack track: String) -> String? {
    guard offence(in: track) != nil else { return nil }
    let (name, rest) = Self.parts(ofTrack: track)
    return Self.isTitle(name) ? offence(in: String(rest)) : offence(in: track)
  }

  private func phrase(in text: String) -> String? { patterns.firstMatch(in: PhraseText(text)) }

  private static func parts(ofTrack track: String) -> (name: Substring, rest: Substring) {
    var previous: Character?
    for index in track.indices {
      let character = track[index]
      let isBracket = previous != nil && "([{:;".contains(character)
      if isBracket || previous == " " && "-–—".contains(character) {
        return (track[..<index], track[index...])
      }
      previous = character
    }
    return (track[...], "")
  }

  /// Removes titles such as “Price Tag” or *Collectors' Items*: quoted or emphasised, and capitalised.
  ///
  /// Only a title that offends by itself is removed, so that emphasis in the middle of a sentence hides
  /// nothing. Bold text is not a title: models begin bullets with it.
  private func withoutTitles(_ text: String) -> String {
    var text = text
    // At most 80 characters, so that the work grows with the length of the text only.
    for pattern in [#/[“"]([^“”"*]{1,80})[”"]/#, #/(?:^|[^*])\*([^*“”"]{1,80})\*(?:$|[^*])/#] {
      text.replace(pattern) { match in
        let title = match.output.1
        let isRemoved = Self.isTitle(title) && phrase(in: String(title)) != nil
        return isRemoved ? " … " : String(match.output.0)
      }
    }
    return text
  }

  private static func isTitle(_ text: Substring) -> Bool {
    let words = text.split(separator: " ")
    guard let first = words.first, text.last != ":" else { return false }
    return isCapitalised(first)
      && words.allSatisfy { lowerCaseInTitles.contains($0) || isCapitalised($0) }
  }

  private static let lowerCaseInTitles: Set<Substring> = [
    "a", "an", "and", "at", "by", "for", "in", "my", "of", "on", "or", "the", "to", "with",
  ]

  /// "Money", "$20", "eBay".
  private static func isCapitalised(_ word: Substring) -> Bool {
    word.first?.isLowercase == false || word.contains(where: \.isUppercase)
  }
}
