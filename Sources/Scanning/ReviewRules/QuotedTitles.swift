// Finds text in quotes or emphasis: “…”, „…“, »…«, «…» and *…*. A review may be long, so the code compares scalars, and
// leaves a text without such marks at once.

/// One kind of quotes, or emphasis.
struct QuotedTitles {
  let opening: Set<Unicode.Scalar>
  let closing: Set<Unicode.Scalar>

  /// The marks that the text between cannot contain.
  let excluded: Set<Unicode.Scalar>

  /// Whether no letter and no further mark may stand beside the marks: `a*b*c` and `**bold**` are not emphasis.
  let standsAlone: Bool

  static let kinds = [
    QuotedTitles("“\"", "”\"", without: "„“”\"*"), QuotedTitles("„", "“”\"", without: "„“”\"*"),
    QuotedTitles("»", "«", without: "»«*"), QuotedTitles("«", "»", without: "»«*"),
    QuotedTitles("*", "*", without: "*„“”\"", standsAlone: true),
  ]

  /// The number of scalars between the marks, so the time grows only with the length of the whole text.
  private static let length = 1...80

  private init(
    _ opening: String, _ closing: String, without excluded: String, standsAlone: Bool = false
  ) {
    self.opening = Set(opening.unicodeScalars)
    self.closing = Set(closing.unicodeScalars)
    self.excluded = Set(excluded.unicodeScalars)
    self.standsAlone = standsAlone
  }

  /// Replaces each quoted text, with its marks, by the result of `replacement`; nil keeps it.
  func replaced(in text: String, by replacement: (Substring) -> String?) -> String {
    guard text.unicodeScalars.contains(where: opening.contains) else { return text }
    let scalars = text.unicodeScalars
    var (result, kept, place) = ("", scalars.startIndex, scalars.startIndex)
    while let open = scalars[place...].firstIndex(where: opening.contains) {
      place = scalars.index(after: open)
      guard let close = end(of: place, in: scalars), isFree(open, close, in: scalars) else {
        continue
      }
      if let other = replacement(text[place..<close]) {
        result += text[kept..<open] + other
        kept = scalars.index(after: close)
      }
      place = scalars.index(after: close)
    }
    return result + text[kept...]
  }

  /// The closing mark of a text that begins at `start`.
  private func end(
    of start: String.Index, in scalars: String.UnicodeScalarView
  ) -> String.Index? {
    let end = scalars[start...].prefix(Self.length.upperBound + 1).firstIndex {
      closing.contains($0) || excluded.contains($0)
    }
    return end.flatMap { $0 > start && closing.contains(scalars[$0]) ? $0 : nil }
  }

  private func isFree(
    _ open: String.Index, _ close: String.Index, in scalars: String.UnicodeScalarView
  ) -> Bool {
    guard standsAlone else { return true }
    return ![scalars[..<open].last, scalars[scalars.index(after: close)...].first].contains {
      $0.map { opening.contains($0) || $0.properties.isLetter } == true
    }
  }
}

extension Unicode.Scalar.Properties {
  /// Whether the scalar is of the general category L. Source: Unicode Standard, table 4-4.
  fileprivate var isLetter: Bool {
    switch generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}
