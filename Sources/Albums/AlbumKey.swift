// The cache key of an album: what is left of artist and title when editions and spelling are taken away.

/// Normalised artist + title. Two editions of one album have one key; two albums never do.
///
/// Case, accents of Latin letters, punctuation and a leading "The" do not count; a bracket or a
/// dash-tail that only names an edition (Deluxe, Remaster(ed), Reissue, Edition, Anniversary and
/// the like) is dropped. Source: PRODUCT "Words" and "Review".
package struct AlbumKey: Hashable, Sendable, CustomStringConvertible {
  /// `artist / title`, both normalised; never empty on either side.
  package let text: String

  package init(artist: String, title: String) {
    let artistWords = words(of: artist)
    let named =
      artistWords.count > 1 && artistWords[0] == "the" ? artistWords.dropFirst() : artistWords[...]
    let name = withoutEdition(title)
    text = "\(joined(named, orElse: artist)) / \(joined(words(of: name)[...], orElse: name))"
  }

  package init(stored text: String) { self.text = text }

  package var description: String { text }
}

/// A name of punctuation alone ("!!!", "( )") has no words; then the name itself is the key.
private func joined(_ words: ArraySlice<String>, orElse name: String) -> String {
  let text = words.joined(separator: " ")
  return text.isEmpty ? name.filter { !$0.isWhitespace } : text
}

/// A title without the parts that only name an edition; all of it where nothing else is left.
private func withoutEdition(_ title: String) -> String {
  var kept = ""
  var rest = title[...]
  while let open = rest.firstIndex(where: { $0 == "(" || $0 == "[" }) {
    let close: Character = rest[open] == "(" ? ")" : "]"
    guard let end = rest[open...].firstIndex(of: close) else { break }
    kept += rest[..<open]
    let inside = rest[rest.index(after: open)..<end]
    // Brackets around nothing are the name itself: "( )".
    let isBlank = inside.allSatisfy(\.isWhitespace)
    if isBlank { kept += rest[open...end] }
    if !isBlank, !namesAnEdition(inside) { kept += " \(inside) " }
    rest = rest[rest.index(after: end)...]
  }
  kept += rest
  for dash in [" - ", " – ", " — ", ": "] {
    if let cut = lastRange(of: dash, in: kept), namesAnEdition(kept[cut.upperBound...]) {
      kept = String(kept[..<cut.lowerBound])
    }
  }
  return kept.allSatisfy(\.isWhitespace) ? title : kept
}

/// Whether every word of `text` belongs to the naming of an edition, and one of them is its mark.
private func namesAnEdition(_ text: Substring) -> Bool {
  let all = words(of: String(text))
  let isMarked = all.contains { editionMarks.contains($0) }
  return isMarked
    && all.allSatisfy { word in
      editionMarks.contains(word) || editionCompany.contains(word) || isOrdinalOrYear(word)
    }
}

private let editionMarks: Set<String> = [
  "deluxe", "remaster", "remastered", "remasters", "reissue", "reissued", "edition", "anniversary",
  "expanded", "mono", "stereo", "version",
]

private let editionCompany: Set<String> = [
  "super", "special", "limited", "collector", "collectors", "s", "the", "digital", "digitally",
  "original", "bonus", "track", "tracks", "with", "and", "legacy", "definitive", "complete", "new",
  "mix", "vinyl", "cd", "lp", "2cd", "edition", "year", "years", "us", "uk", "international",
  "th", "st", "nd", "rd",
]

private func isOrdinalOrYear(_ word: String) -> Bool {
  let digits = word.prefix { $0.isASCII && $0.isNumber }
  guard !digits.isEmpty else { return false }
  return ["", "th", "st", "nd", "rd"].contains(word[digits.endIndex...])
}

/// Lower-case runs of letters and digits; accents of Latin letters and apostrophes are dropped.
private func words(of text: String) -> [String] {
  var words: [String] = []
  var word = ""
  for character in text {
    if character == "'" || character == "’" { continue }
    if character == "&" {
      if !word.isEmpty { words.append(word) }
      words.append("and")
      word = ""
    } else if character.isLetter || character.isNumber {
      word += folded(character)
    } else if !word.isEmpty {
      words.append(word)
      word = ""
    }
  }
  if !word.isEmpty { words.append(word) }
  return words
}

private func lastRange(of needle: String, in text: String) -> Range<String.Index>? {
  var start = text.endIndex
  while true {
    if text[start...].hasPrefix(needle) {
      return start..<text.index(start, offsetBy: needle.count)
    }
    guard start > text.startIndex else { return nil }
    start = text.index(before: start)
  }
}

/// A letter in lower case, without its accent when it is a Latin one.
///
/// The standard library has no public decomposition, and this room imports nothing, so the Latin
/// letters of European and Vietnamese spelling stand in a table. A letter outside it stays itself;
/// canonical equivalence is `String`'s own.
private func folded(_ character: Character) -> String {
  let lower = character.lowercased()
  guard let first = lower.first else { return lower }
  return latinBases[first] ?? lower
}

private let latinBases: [Character: String] = {
  let rows: [(String, String)] = [
    ("a", "àáâãäåāăąǎǟǻȁȃạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"),
    ("e", "èéêëēĕėęěȅȇẹẻẽếềểễệ"), ("g", "ĝğġģǧ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐỉị"), ("j", "ĵ"),
    ("k", "ķǩ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőǒǫơọỏốồổỗộớờởỡợ"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűųǔưụủứừửữự"), ("w", "ŵẁẃẅ"),
    ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("ss", "ß"), ("ae", "æǽ"), ("oe", "œ"), ("th", "þ"),
  ]
  var table: [Character: String] = [:]
  for (base, letters) in rows {
    for letter in letters { table[letter] = base }
  }
  return table
}()
