// Never about money: finds talk of price, worth, rarity or collecting in a text we would show.
// Copies sold, charts, certifications, a track called Money and the band Rare Earth pass.

enum MoneyTalk {
  /// The first words that offend; nil when there are none. Source: PRODUCT "What a review is".
  static func offence(in text: String) -> String? {
    offendingWords(in: plain(withoutTitles(text)))
  }

  /// The same of a track's name. What is spelled as a title is one, whatever it is about: Price Tag,
  /// Million Dollar Bash, eBay. What stands behind it, in brackets or after a dash, is talk like any other.
  static func offence(inTrack track: String) -> String? {
    guard offence(in: track) != nil else { return nil }
    let (name, rest) = parts(ofTrack: track)
    return isTitle(name) ? offence(in: String(rest)) : offence(in: track)
  }

  private static func parts(ofTrack track: String) -> (name: Substring, rest: Substring) {
    let isBehind = { (index: String.Index) in
      let isAfterSpace = index > track.startIndex && track[track.index(before: index)] == " "
      return "([{:;".contains(track[index]) && index > track.startIndex
        || "-–—".contains(track[index]) && isAfterSpace
    }
    let end = track.indices.first(where: isBehind) ?? track.endIndex
    return (track[..<end], track[end...])
  }

  private static func offendingWords(in plain: String) -> String? {
    let words = plain.split { !$0.isLetter }
    for group in groups {
      let isNear =
        plain.contains { group.signs.contains($0) }
        || words.contains { word in group.stems.contains(where: word.hasPrefix) }
      guard isNear else { continue }
      for pattern in group.patterns() {
        if let match = plain.firstMatch(of: pattern.wordBoundaryKind(.simple)) {
          return String(match.output)
        }
      }
    }
    return nil
  }

  /// Lower case, one kind of space and apostrophe, no emphasis, no hyphens: nothing hides in spelling.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for character in text.lowercased() where character != "*" && character != "_" {
      let isSpace = character.isWhitespace || "-\u{2010}\u{2011}".contains(character)
      switch character {
      case _ where isSpace: if plain.last != " " { plain.append(" ") }
      case "’", "‘", "ʼ": plain.append("'")
      default: plain.append(character)
      }
    }
    return plain
  }

  /// What stands in quotes or single emphasis and is spelled as a title is one: “Price Tag”,
  /// *Collectors' Items*. Only one that offends by itself is taken out, so that no emphasis in the middle
  /// of a sentence hides the sentence. Bold is no title: models open bullets with it.
  private static func withoutTitles(_ text: String) -> String {
    var text = text
    for pattern in [#/[“"]([^“”"*]{1,80})[”"]/#, #/(?:^|[^*])\*([^*“”"]{1,80})\*(?:$|[^*])/#] {
      text.replace(pattern) { match in
        let isName =
          isTitle(match.output.1) && offendingWords(in: plain(String(match.output.1))) != nil
        return isName ? " … " : String(match.output.0)
      }
    }
    return text
  }

  private static func isTitle(_ text: Substring) -> Bool {
    let words = text.split(separator: " ")
    guard let first = words.first, text.last != ":" else { return false }
    let small: Set<Substring> = [
      "a", "an", "and", "at", "by", "for", "in", "my", "of", "on", "or", "the", "to", "with",
    ]
    return isName(first) && words.allSatisfy { small.contains($0) || isName($0) }
  }

  /// "Money", "$20", "eBay".
  private static func isName(_ word: Substring) -> Bool {
    word.first?.isLowercase == false || word.contains(where: \.isUppercase)
  }
}
