// Finds phrases about price, value, rarity or collecting in a text for a page. Copies sold, charts,
// certifications, a track called Money and the band Rare Earth are allowed.

import Albums
package import Host

/// The rules of one or several languages, from files such as `prompts/money/en.txt`. Source:
/// docs/product.md "What a review is".
package struct MoneyTalk: Equatable, Sendable {
  /// The patterns of the review's language, and then the English ones.
  private let lists: [PhrasePatterns]

  /// The abbreviations of these languages.
  let abbreviations: Abbreviations

  /// The English name of the review's language, for the prompt.
  package let languageName: String

  /// The rules for reviews in the installation's language. The English rules apply to every
  /// language, because a model may fall back into English or quote an English review.
  package init(_ configuration: Configuration) throws(PhrasePatternError) {
    let language = configuration.reviewLanguage
    let english = configuration.moneyPatterns(of: Review.english)
    if language == Review.english {
      try self.init(reading: english)
    } else {
      try self.init(reading: configuration.moneyPatterns(of: language), and: english)
    }
  }

  /// Reads the patterns of the language and the `english` ones. Throws the error in a file with its
  /// line. Only the English file may lack the name of its language.
  package init(reading path: String, and english: String? = nil) throws(PhrasePatternError) {
    let own = try PhrasePatterns(reading: path)
    guard let name = own.languageName ?? (english == nil ? "English" : nil) else {
      throw PhrasePatternError(
        description: "\(path): a line \"language: NAME\" with its English name is missing")
    }
    languageName = name
    lists = if let english { [own, try PhrasePatterns(reading: english)] } else { [own] }
    abbreviations = lists.reduce(into: Abbreviations()) { $0.formUnion($1.abbreviations) }
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
    return isTitle(name) ? offence(in: String(rest)) : offence(in: track)
  }

  private func phrase(in text: String) -> String? {
    let text = PhraseText(text)
    return lists.lazy.compactMap { $0.firstMatch(in: text) }.first
  }

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
    QuotedTitles.kinds.reduce(text) { text, kind in
      kind.replaced(in: text) { title in
        isTitle(title) && phrase(in: String(title)) != nil ? " … " : nil
      }
    }
  }

  private func isTitle(_ text: Substring) -> Bool {
    let words = text.split(separator: " ")
    guard let first = words.first, text.last != ":" else { return false }
    return Self.isCapitalised(first)
      && words.allSatisfy { word in
        Self.isCapitalised(word) || lists.contains { $0.smallWords.contains(word) }
      }
  }

  /// Whether a word counts as capitalised: "Money", "$20", "eBay".
  private static func isCapitalised(_ word: Substring) -> Bool {
    word.first?.isLowercase == false || word.contains(where: \.isUppercase)
  }
}
