// Removes the words of a title that only name an edition or a soundtrack: Deluxe, Remaster(ed), Reissue,
// Anniversary, Bonus Tracks, Mono. Words that name another album stay: Live, Demos, Remixes.

/// The title without brackets and end words that only name an edition; the whole title if nothing
/// else would be left. `tail` is true if the caller must also remove edition words that end the
/// title without brackets or a dash.
func withoutEdition(_ title: String) -> (name: String, tail: Bool) {
  if mayNameAnEdition(title.utf8) {
    return withoutBracketsAndDashes(title)
  }
  return (title, !title.allSatisfy(\.isWhitespace))
}

/// Whether a title has a bracket, or a sign that may be a dash or a colon. Most titles have none.
private func mayNameAnEdition(_ title: String.UTF8View) -> Bool {
  title.contains { byte in
    byte >= 0x80 || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }
}

private func withoutBracketsAndDashes(_ title: String) -> (name: String, tail: Bool) {
  var kept = ""
  var rest = title[...]
  while let open = rest.firstIndex(where: { $0 == "(" || $0 == "[" }) {
    let close: Character = rest[open] == "(" ? ")" : "]"
    guard let end = rest[open...].firstIndex(of: close) else { break }
    kept += rest[..<open]
    let inside = rest[rest.index(after: open)..<end]
    // Brackets around blanks are part of the name: "( )".
    let isBlank = inside.allSatisfy(\.isWhitespace)
    if isBlank { kept += rest[open...end] }
    if !isBlank, !namesAnEdition(inside) { kept += " \(inside) " }
    rest = rest[rest.index(after: end)...]
  }
  kept += rest
  for dash in [" - ", " – ", " — ", ": "] {
    if let cut = kept.lastRange(of: dash), namesAnEdition(kept[cut.upperBound...]) {
      kept = String(kept[..<cut.lowerBound])
    }
  }
  return kept.allSatisfy(\.isWhitespace) ? (title, false) : (kept, true)
}

/// Whether all words of `text` can name an edition, and at least one word marks an edition.
private func namesAnEdition(_ text: Substring) -> Bool {
  let all = NormalName.words(of: String(text))
  if all.contains(where: soundtrackMarks.contains) || all.contains("motion") {
    return all.allSatisfy { soundtrackMarks.contains($0) || soundtrackCompany.contains($0) }
  }
  // "(2019 Mix)" names the same album; "(Mix)" may name another one.
  let isMarked =
    all.contains { marks.contains($0) } || all.contains("mix") && all.contains(where: isYear)
  return isMarked
    && all.indices.allSatisfy { index in
      let next = index + 1 < all.count ? all[index + 1] : ""
      return marks.contains(all[index]) || company.contains(all[index]) || isYear(all[index])
        || isOrdinal(all[index]) || isNumber(all[index]) && countable.contains(next)
    }
}

/// The words without "… Deluxe Edition", "… 30th Anniversary Edition" or "… Remastered" at the end,
/// if other words remain. Years stay: "Live 1969 Remastered" is not "Live 1970 Remastered".
func withoutEditionTail(_ words: [String]) -> [String] {
  var end = words.count
  while end > 1, strong.contains(words[end - 1]) || weak.contains(words[end - 1]) { end -= 1 }
  guard words[end...].contains(where: strong.contains) else { return words }
  if words[end] == "anniversary", end > 1, isOrdinal(words[end - 1]) { end -= 1 }
  return Array(words[..<end])
}

private let strong: Set<String> = [
  "anniversary", "deluxe", "expanded", "remaster", "remastered", "reissue",
]

private let weak: Set<String> = ["super", "edition", "digitally"]

private let marks: Set<String> = [
  "deluxe", "remaster", "remastered", "remasters", "remastering", "reissue", "reissued", "edition",
  "edicion", "anniversary", "expanded", "mono", "stereo", "version", "bonus", "explicit",
]

private let company: Set<String> = [
  "super", "special", "limited", "collector", "collectors", "s", "the", "digital", "digitally",
  "original", "track", "tracks", "with", "and", "legacy", "definitive", "complete", "new", "mix",
  "vinyl", "cd", "lp", "2cd", "disc", "discs", "year", "years", "us", "uk", "international",
  "album",
  "standard", "th", "st", "nd", "rd",
]

/// Words that a number may count in an edition's name: "50 Years", "2 CD".
private let countable: Set<String> = [
  "anniversary", "bonus", "cd", "disc", "discs", "lp", "nd", "rd", "st", "th", "track", "tracks",
  "year", "years",
]

private let soundtrackMarks: Set<String> = ["soundtrack", "ost"]

/// "score" and "cast" are missing on purpose: they name other recordings.
private let soundtrackCompany: Set<String> = [
  "album", "and", "by", "film", "from", "inspired", "motion", "movie", "music", "original",
  "picture",
  "recording", "series", "songs", "television", "the", "tv",
]

private func isNumber(_ word: String) -> Bool {
  word.allSatisfy { $0.isASCII && $0.isNumber }
}

private func isYear(_ word: String) -> Bool {
  isNumber(word) && word.count == 4 && (word.hasPrefix("19") || word.hasPrefix("20"))
}

private func isOrdinal(_ word: String) -> Bool {
  let digits = word.prefix { $0.isASCII && $0.isNumber }
  return !digits.isEmpty && ["th", "st", "nd", "rd"].contains(word[digits.endIndex...])
}

extension String {
  fileprivate func lastRange(of needle: String) -> Range<Index>? { ranges(ofText: needle).last }
}
