// Whether a title and artist a service found are the ones that were asked for. Its own score is relative
// and no evidence: the best hit of every query has 100 (CONTRACTS §0.4).

import Albums

enum TitleComparison {
  /// Below this two names are different. Chosen on the awkward albums of the tests: one changed letter
  /// in a short name passes, another number or another word does not.
  static let threshold = 0.75

  /// 0 to 1: how alike artist and title are; the worse of the two.
  static func likeness(
    artist: String, title: String, toArtist otherArtist: String, title otherTitle: String
  ) -> Double {
    let (one, other) = (
      AlbumKey(artist: artist, title: title), AlbumKey(artist: otherArtist, title: otherTitle)
    )
    if one == other { return 1 }
    let ones = one.text.split(separator: " / ", maxSplits: 1).map(String.init)
    let others = other.text.split(separator: " / ", maxSplits: 1).map(String.init)
    guard ones.count == 2, others.count == 2 else { return 0 }
    return min(artistLikeness(ones[0], others[0]), titleLikeness(ones[1], others[1]))
  }

  /// A joined artist may be named in part: "Simon" is not "Simon and Garfunkel", but
  /// "Nick Cave" may stand for "Nick Cave and the Bad Seeds".
  private static func artistLikeness(_ one: String, _ other: String) -> Double {
    let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
    let isLeading = long.hasPrefix(short + " and ") && short.contains(" ")
    return isLeading ? 0.9 : dice(one, other)
  }

  /// Numbers in titles are not spelling: "III" is not "II".
  private static func titleLikeness(_ one: String, _ other: String) -> Double {
    numbers(one) == numbers(other) ? dice(one, other) : 0
  }

  private static func numbers(_ title: String) -> [Substring] {
    title.split(separator: " ").filter { word in
      word.allSatisfy(\.isNumber) || word.allSatisfy { "ivxlcdm".contains($0) }
    }
  }

  /// Sørensen–Dice over pairs of neighbouring letters.
  private static func dice(_ one: String, _ other: String) -> Double {
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
