// Finds phrases about price, value, rarity or collecting in a text for a page. Copies sold, charts,
// certifications, a track called Money and the band Rare Earth are allowed.

/// The rules of one language, from a file such as `prompts/money/en.txt`. Source:
/// docs/product.md "What a review is".
package struct MoneyTalk: Equatable, Sendable {
  private let patterns: PhrasePatterns

  /// Reads the patterns. Throws the error in the file with its line.
  package init(reading path: String) throws(PhrasePatternError) {
    patterns = try PhrasePatterns(reading: path)
  }

  /// The first forbidden phrase of a text, in lower case; nil for a text without forbidden phrases.
  package func offence(in text: String) -> String? {
    phrase(in: withoutTitles(text))
  }

  /// The first forbidden phrase of a track's name.
  ///
  /// A name in title case is allowed, even if it contains a forbidden phrase: Price Tag, Million
  /// Dollar Bash, eBay. The part after the name, in brackets or after a dash, is checked like any
  /// other text.
  package func offence(inTrack track: String) -> String? {
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

  /// Removes titles such as “Price Tag” or *Collectors' Items*: capitalised text in quotes or
  /// emphasis.
  ///
  /// Removes only a title that contains a forbidden phrase itself, so emphasis within a sentence
  /// hides no phrase. Bold text is not a title, because models begin bullets with bold text.
  private func withoutTitles(_ text: String) -> String {
    var text = text
    // At most 80 characters, so the time grows only with the length of the text.
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
