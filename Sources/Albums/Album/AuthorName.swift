// Compares the names of authors. A spine may have a surname alone, initials, or the surname first.

/// The name of one person, without titles such as "Jr.".
package struct AuthorName: Equatable, Sendable {
  /// Normalised words, the surname last; an initial is a word of one letter.
  package let words: [String]

  /// Reads "Frank Herbert" and "Herbert, Frank".
  package init(_ name: String) {
    let parts = name.split(separator: ",", omittingEmptySubsequences: true).map(Self.words)
      .filter { !$0.isEmpty }
    words = parts.count > 1 ? parts.dropFirst().flatMap(\.self) + parts[0] : parts.first ?? []
  }

  /// The last word of the surname; empty for a name without letters.
  package var surname: String { words.last ?? "" }

  /// The people that a text lists. If one side of a single comma has only one word, the text is one
  /// name: "Surname, First".
  package static func people(in text: String) -> [AuthorName] {
    var names = [text]
    for join in [";", "/", "&", " and ", " und ", " et ", " with ", " mit ", "|", "•", "·"] {
      names = names.flatMap { $0.splitIgnoringCase(join) }
    }
    return names.flatMap { name -> [AuthorName] in
      let parts = name.split(separator: ",").map(String.init).filter { !words($0).isEmpty }
      let isReversed =
        parts.count == 2 && (words(parts[0]).count == 1 || words(parts[1]).count == 1)
      return isReversed || parts.count < 2 ? [AuthorName(name)] : parts.map { AuthorName($0) }
    }.filter { !$0.words.isEmpty }
  }

  /// Whether the text is a row of surnames of at least two of the people: "Gamma Helm Johnson
  /// Vlissides".
  static func areSurnames(_ text: String, of people: [AuthorName]) -> Bool {
    let read = words(text[...])
    let surnames = Set(people.map(\.surname))
    return read.count > 1 && surnames.count > 1 && read.allSatisfy(surnames.contains)
  }

  /// 0 to 1: 0.95 if one name is only the surname of the other, 0.97 if it has initials or lacks a
  /// middle name.
  package func likeness(to other: AuthorName) -> Double {
    let (short, long) =
      words.count <= other.words.count ? (words, other.words) : (other.words, words)
    if short.isEmpty { return 0 }
    if short.sorted() == long.sorted() { return 1 }
    if short.count < long.count, long.suffix(short.count).elementsEqual(short) { return 0.95 }
    let (given, longGiven) = (Self.spread(short.dropLast()), Self.spread(long.dropLast()))
    if short.last == long.last, !given.isEmpty, Self.abbreviates(given, longGiven) { return 0.97 }
    return Self.spelledLikeness(short, long)
  }

  /// The likeness of the letters. If the given names or the surnames clearly differ, the names are
  /// those of two people: "Frank Herbert", "Brian Herbert".
  private static func spelledLikeness(_ one: [String], _ other: [String]) -> Double {
    let whole = TitleComparison.dice(one.joined(separator: " "), other.joined(separator: " "))
    guard one.count > 1, other.count > 1 else {
      let surnames = TitleComparison.dice(one[one.count - 1], other[other.count - 1])
      return max(whole, 0.95 * surnames)
    }
    let surname = TitleComparison.dice(one[one.count - 1], other[other.count - 1])
    let given = TitleComparison.dice(
      one.dropLast().joined(separator: " "), other.dropLast().joined(separator: " "))
    let least = min(surname, given)
    return least < 0.5 ? least : whole
  }

  /// Whether each given name in `short` equals a name in `long`, or one of the two is the initial of
  /// the other. The order must be the same, and the first names must match.
  private static func abbreviates(_ short: [String], _ long: [String]) -> Bool {
    var rest = long[...]
    for (index, name) in short.enumerated() {
      let position = rest.firstIndex { other in
        name == other || (name.count == 1 || other.count == 1) && name.first == other.first
      }
      guard let position, index > 0 || position == rest.startIndex else { return false }
      rest = rest[(position + 1)...]
    }
    return true
  }

  /// Splits joined initials: "JRR" is "J. R. R.". Only a word of two or three letters without a vowel
  /// counts as initials.
  private static func spread(_ given: ArraySlice<String>) -> [String] {
    given.flatMap { name -> [String] in
      let isInitials = (2...3).contains(name.count) && !name.contains { "aeiouy".contains($0) }
      return isInitials ? name.map { String($0) } : [name]
    }
  }

  private static func words(_ name: some StringProtocol) -> [String] {
    let all = NormalName.words(of: String(name))
    let kept = all.filter { !titles.contains($0) }
    return kept.isEmpty ? all : kept
  }

  private static let titles: Set<String> = [
    "jr", "sr", "ii", "iii", "phd", "md", "dr", "prof", "sir", "eds", "hrsg", "by",
  ]
}

extension String {
  /// The parts between the occurrences of `join`. Upper and lower case make no difference.
  fileprivate func splitIgnoringCase(_ join: String) -> [String] {
    let (text, low) = (Array(self), Array(join))
    var (parts, start, index) = ([String](), 0, 0)
    while index + low.count <= text.count {
      let isHere = low.indices.allSatisfy { text[index + $0].lowercased() == String(low[$0]) }
      if isHere {
        parts.append(String(text[start..<index]))
        index += low.count
        start = index
      } else {
        index += 1
      }
    }
    return parts + [String(text[start...])]
  }
}
