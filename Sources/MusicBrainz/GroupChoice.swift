// Chooses among release groups of one name by the year and the kind of release.

import Albums

/// Release groups that match the requested album equally well, the likeliest first.
package struct GroupChoice: Equatable, Sendable {
  /// The maximum number of groups whose pictures are compared.
  package static let mostRivals = 4

  /// The maximum number of groups that `others` returns.
  package static let mostOthers = 4

  /// The groups that cannot be distinguished by name, year and kind; never empty.
  package let rivals: [ReleaseGroup]

  /// Groups of the same name with another year. If the rivals are albums, this list has no singles
  /// and no live albums.
  let outvoted: [ReleaseGroup]

  package var first: ReleaseGroup { rivals[0] }
  package var isDecided: Bool { rivals.count == 1 }

  /// Nil if no group matches the requested album. `year` is the year that the model named. A
  /// difference of one year counts as the same year, because editions are released around New Year.
  /// If no group has this year, the year only sets the order of the groups. If the remaining groups
  /// include albums, singles and live albums are dropped.
  ///
  /// With `isOfEdition`, `year` is the year of an edition: it excludes the groups that were first released later, and
  /// decides nothing else. If it excludes all groups, it is wrong, and decides nothing.
  init?(_ found: [ReleaseGroup], year: Int?, isOfEdition: Bool = false) {
    let likely = found.filter { $0.likeness >= TitleComparison.threshold }
    guard let best = likely.map(\.likeness).max() else { return nil }
    let alike = likely.filter { $0.likeness == best }.sorted { Self.isLikelier($0, $1, year) }
    let possible = alike.filter {
      isOfEdition ? Self.isPossible($0, in: year) : Self.distance($0, year) == 0
    }
    let pool = possible.isEmpty ? alike : possible
    let albums = pool.filter(\.isAlbum)
    let rivals = Self.unique(albums.isEmpty ? pool : albums)
    self.rivals = rivals
    outvoted = Self.unique(alike).filter {
      ($0.isAlbum || !rivals[0].isAlbum) && !rivals.contains($0)
    }
  }

  /// A choice of a single group, which was named by its MBID.
  package init(_ group: ReleaseGroup) {
    rivals = [group]
    outvoted = []
  }

  /// Other groups that the cover may show when `chosen` is taken.
  package func others(than chosen: ReleaseGroup) -> [ReleaseGroup] {
    Array((rivals + outvoted).filter { $0.id != chosen.id }.prefix(Self.mostOthers))
  }

  private static func isLikelier(
    _ one: ReleaseGroup, _ other: ReleaseGroup, _ year: Int?
  ) -> Bool {
    (distance(one, year), one.year ?? .max, one.id)
      < (distance(other, year), other.year ?? .max, other.id)
  }

  /// The number of years between the group and `year`; 0 for a difference of at most one year, and
  /// if `year` is nil. A group without a year has the maximum.
  private static func distance(_ group: ReleaseGroup, _ year: Int?) -> Int {
    guard let year else { return 0 }
    guard let own = group.year else { return .max }
    return abs(own - year) <= 1 ? 0 : abs(own - year)
  }

  /// Whether an edition of `year` can be one of the group.
  private static func isPossible(_ group: ReleaseGroup, in year: Int?) -> Bool {
    guard let year, let first = group.year else { return true }
    return first <= year
  }

  private static func unique(_ groups: [ReleaseGroup]) -> [ReleaseGroup] {
    groups.indices.filter { index in
      !groups[..<index].contains { $0.id == groups[index].id }
    }.map { groups[$0] }
  }
}
