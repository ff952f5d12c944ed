// The ways in which other services write one name with two forms: "파란노을 [Parannoul]", "Группа крови = Blood Type",
// "Various". Source: docs/services.md §4.2 and docs/decisions/175-albums-of-one-name.md.

import Text

/// The forms of a name in a table. The first form belongs to the key; a query asks for all forms.
package enum WrittenNames {
  /// The maximum number of forms in a query.
  package static let mostForms = 4

  /// The forms of an artist: the name, then the name in another script. A collection of several artists has the name
  /// that MusicBrainz gives it (its entity 89ad4ac3-39f7-470e-963a-56509c546377).
  package static func artists(_ name: String) -> [String] {
    if isVarious(name) { return [variousArtists] }
    if let forms = scripts(name) { return [forms.name, forms.other] }
    return [name]
  }

  /// The forms of a title: without edition names and nicknames, its parallel titles, and its form in another script.
  package static func titles(_ title: String) -> [String] {
    var forms = parallel(title) ?? [title]
    forms += forms.compactMap { form in scripts(form).map { [$0.name, $0.other] } }.flatMap { $0 }
    forms += forms.compactMap { TitleComparison.withoutNickname(Spelling($0).text) }
    var unique: [String] = []
    for form in forms where !unique.contains(form.trimmed) { unique.append(form.trimmed) }
    return Array(unique.prefix(mostForms))
  }

  /// The form that the key is made of.
  static func main(artist: String) -> String { artists(artist)[0] }

  /// The form that the key is made of.
  static func main(title: String) -> String {
    let first = parallel(title)?.first ?? title
    return scripts(first)?.name ?? first
  }

  private static let variousArtists = "Various Artists"

  /// Names of services for "several artists": Discogs, MusicBrainz' aliases.
  private static func isVarious(_ name: String) -> Bool {
    // The first letter decides for nearly all names.
    guard let first = name.trimmed.utf8.first, first | 0x20 == UInt8(ascii: "v") else {
      return false
    }
    return ["various", "various artists", "v.a.", "v/a", "va"].contains(name.trimmed.lowercased())
  }

  /// The titles of "Title = Parallel title". Each part has a word of two letters, so "2 + 2 = 5" is one title.
  private static func parallel(_ title: String) -> [String]? {
    guard title.utf8.contains(UInt8(ascii: "=")) else { return nil }
    let signs = title.ranges(ofText: " = ")
    let starts = [title.startIndex] + signs.map(\.upperBound)
    let ends = signs.map(\.lowerBound) + [title.endIndex]
    let parts = zip(starts, ends).map { title[$0..<$1].trimmed }
    let isParallel =
      parts.count > 1 && parts.allSatisfy { part in part.count(where: \.isLetter) >= 2 }
    return isParallel ? parts : nil
  }

  /// The parts of "native [Latin]" and of "Latin (native)"; nil if the bracket at the end has the same script.
  private static func scripts(_ text: String) -> (name: String, other: String)? {
    let text = text.trimmed
    guard let byte = text.utf8.last, byte == UInt8(ascii: "]") || byte == UInt8(ascii: ")"),
      let last = text.last, let open = text.lastIndex(of: last == "]" ? "[" : "("),
      open > text.startIndex
    else { return nil }
    let name = String(text[..<open]).trimmed
    let other = String(text[text.index(after: open)...].dropLast()).trimmed
    guard let one = script(of: name), let two = script(of: other), one != two else { return nil }
    return (name, other)
  }

  private enum Script { case latin, other }

  /// Nil for a text without letters, and for a text with letters of both kinds.
  private static func script(of text: String) -> Script? {
    var script: Script?
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic && !isMark(scalar) {
      let its: Script = isLatin(scalar) ? .latin : .other
      guard script ?? its == its else { return nil }
      script = its
    }
    return script
  }

  /// The Latin letters of all blocks. Source: https://www.unicode.org/charts/, "Latin".
  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
      0xA720...0xA7FF, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
      true
    default: false
    }
  }

  /// Marks on letters have no script of their own.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }
}
