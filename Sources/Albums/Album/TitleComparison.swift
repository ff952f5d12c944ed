// Compares the title and artist that a service found with the requested ones. The service's own
// score is relative and no evidence: the best hit of every query has 100 (docs/services.md §0.4).

package enum TitleComparison {
  /// Names with a lower likeness are different. The value was chosen with the difficult albums of
  /// the tests. With it, a short name with one changed letter is the same name, but a name with
  /// another number or another word is not.
  package static let threshold = 0.75

  /// The maximum length of a name in bytes; the longest known titles have about 900. A longer text
  /// is not a name, and a comparison of its letters would take too long.
  package static let mostNameBytes = 4000

  /// 0 to 1: the likeness of the artists or of the titles, the lower of the two.
  package static func likeness(
    artist: String, title: String, toArtist otherArtist: String, title otherTitle: String
  ) -> Double {
    let titles = withoutNickname(Spelling(title).text, Spelling(otherTitle).text)
    let one = Names(artist: spelledOut(artist), title: spelledOut(titles.0))
    let other = Names(artist: spelledOut(otherArtist), title: spelledOut(titles.1))
    if one == other { return 1 }
    guard ![one.artist, one.title, other.artist, other.title].contains("") else { return 0 }
    return min(
      ArtistName.likeness(one.artist, other.artist), titleLikeness(one.title, other.title))
  }

  /// Replaces signs that stand for letters: "P!nk", "A$AP".
  private static func spelledOut(_ name: String) -> String {
    let letters = Array(Spelling(name).text)
    let spelled = letters.indices.map { index -> Character in
      let isBeforeLetter = index + 1 < letters.count && letters[index + 1].isLetter
      let isAfterLetter = index > 0 && letters[index - 1].isLetter
      switch letters[index] {
      case "$" where isBeforeLetter: return "s"
      case "!" where isBeforeLetter && isAfterLetter: return "i"
      default: return letters[index]
      }
    }
    return String(spelled)
  }

  /// Removes a nickname that only one of the titles has: "Weezer (Blue Album)" equals "Weezer". If
  /// both titles have a nickname, both nicknames stay.
  private static func withoutNickname(_ one: String, _ other: String) -> (String, String) {
    let (bare, otherBare) = (withoutNickname(one), withoutNickname(other))
    if bare != nil, otherBare != nil { return (one, other) }
    return (bare ?? one, otherBare ?? other)
  }

  /// The spelling of a title without the nickname in brackets at its end; nil for a title without a
  /// nickname.
  static func withoutNickname(_ title: String) -> String? {
    guard let open = title.lastIndex(where: { $0 == "(" || $0 == "[" }), open > title.startIndex,
      [" album)", " album]"].contains(where: title.hasSuffix)
    else { return nil }
    let inside = String(title[open...].dropFirst())
    guard let end = inside.ranges(ofText: " album").first?.lowerBound,
      inside[..<end].split(separator: " ").count <= 2
    else { return nil }
    return String(title[..<open])
  }

  /// The likeness of two titles; 0 for different numbers, as in "II" and "III", and for different
  /// words such as "Live" or "Naked".
  private static func titleLikeness(_ one: String, _ other: String) -> Double {
    let (one, other) = (TitleWords(one), TitleWords(other))
    guard one.numbers == other.numbers, one.marks == other.marks else { return 0 }
    return dice(one.text, other.text)
  }

  /// Sørensen–Dice coefficient of pairs of neighbouring letters, with or without spaces, whichever
  /// is higher.
  static func dice(_ one: String, _ other: String) -> Double {
    max(
      paired(one, other), paired(one.filter { $0 != " " }, other.filter { $0 != " " }))
  }

  private static func paired(_ one: String, _ other: String) -> Double {
    if one == other { return 1 }
    var (pairs, shared) = (bigrams(one), 0)
    let others = bigrams(other)
    let total = pairs.count + others.count
    guard total > 0 else { return 0 }
    for pair in others {
      if let index = pairs.firstIndex(of: pair) {
        pairs.remove(at: index)
        shared += 1
      }
    }
    return 2 * Double(shared) / Double(total)
  }

  private static func bigrams(_ text: String) -> [String] {
    let letters = Array(text)
    guard letters.count > 1 else { return [text] }
    return (1..<letters.count).map { String(letters[($0 - 1)...$0]) }
  }
}
