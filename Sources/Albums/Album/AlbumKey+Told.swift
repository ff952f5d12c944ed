// Keys of several albums of one artist and one title. Source: docs/decisions/175-albums-of-one-name.md.

extension AlbumKey {
  /// The key of another album of this name, first released in `year`: `boris / heavy rocks / 2011`.
  package func told(by year: Int) -> AlbumKey { AlbumKey(stored: "\(text) / \(year)") }

  /// The key of an edition of `year` whose album is not known yet: `boris / heavy rocks / edition 2011`.
  package func edition(of year: Int) -> AlbumKey {
    AlbumKey(stored: "\(text)\(Self.editionMark)\(year)")
  }

  /// The key without the year of the edition; nil for a key that `edition(of:)` did not make.
  package var withoutEditionYear: AlbumKey? {
    guard let mark = text.ranges(ofText: Self.editionMark).last,
      text[mark.upperBound...].utf8.count == 4, Int(text[mark.upperBound...]) != nil
    else { return nil }
    return AlbumKey(stored: String(text[..<mark.lowerBound]))
  }

  private static let editionMark = " / edition "

  /// The year of the edition; nil for a key that `edition(of:)` did not make.
  package var editionYear: Int? { withoutEditionYear == nil ? nil : Int(text.suffix(4)) }

  /// The key of another album of this name, from the facts of a source; nil if it names neither a year nor a group.
  package func told(by marks: AlbumMarks) -> AlbumKey? {
    if let year = marks.year { return marks.isYearOfEdition ? edition(of: year) : told(by: year) }
    return marks.releaseGroup.map { AlbumKey(stored: "\(text) / \($0)") }
  }

  /// Whether this is a key that `told` or `edition` made from `key`.
  package func isTold(from key: AlbumKey) -> Bool {
    guard text.hasPrefix("\(key.text) / ") else { return false }
    let rest = text.dropFirst(key.text.count + 3)
    return withoutEditionYear == key || rest.utf8.count == 4 && Int(rest) != nil
      || rest.utf8.count == Self.groupLength && rest.utf8.allSatisfy { $0 != UInt8(ascii: " ") }
  }

  /// The length of an MBID.
  private static let groupLength = 36

  /// A condition in SQL that the keys of `told` and `edition` fulfil; some other keys fulfil it, too.
  package static func mayBeTold(_ column: String) -> String {
    """
    \(column) GLOB '* / * / *[12][0-9][0-9][0-9]' OR \(column) GLOB '* / * / *-*-*-*-*'
    """
  }
}

/// The facts of a source that tell albums of one name apart.
package struct AlbumMarks: Equatable, Sendable {
  /// Nil if the source does not name it.
  package var year: Int?

  /// Whether `year` is the year of an edition, so the album may be older.
  package var isYearOfEdition: Bool

  /// MBID; nil if the source does not name it.
  package var releaseGroup: String?

  package init(year: Int?, isYearOfEdition: Bool = false, releaseGroup: String? = nil) {
    self.year = year
    self.isYearOfEdition = isYearOfEdition
    self.releaseGroup = releaseGroup
  }

  /// Whether both name the same release group.
  package func isOf(sameGroupAs other: AlbumMarks) -> Bool {
    releaseGroup != nil && releaseGroup == other.releaseGroup
  }

  /// Whether two sources of one name mean one album. The first match wins:
  ///
  /// | both sources name | one album |
  /// |---|---|
  /// | a release group | if the groups are equal |
  /// | no year, or only one of them a year | yes |
  /// | a year of an edition | if the years are equal |
  /// | a year, at least one of the album | if the years differ by at most one |
  package func fits(_ other: AlbumMarks) -> Bool {
    if let releaseGroup, let group = other.releaseGroup { return releaseGroup == group }
    guard let year, let otherYear = other.year else { return true }
    if isYearOfEdition, other.isYearOfEdition { return year == otherYear }
    return abs(year - otherYear) <= 1
  }
}
