// Which of several release groups of one name is meant, as far as the year and their kind can tell.

import Albums

/// Release groups that are equally like what was asked for, the likeliest first.
struct GroupChoice: Equatable, Sendable {
  /// So many are told apart by their pictures.
  static let mostRivals = 4

  /// So many others are named.
  static let mostOthers = 4

  /// Neither name, year nor kind tells these apart; never empty.
  let rivals: [ReleaseGroup]

  /// Albums of the same name that the year speaks against; singles only beside singles.
  let outvoted: [ReleaseGroup]

  var first: ReleaseGroup { rivals[0] }
  var isDecided: Bool { rivals.count == 1 }

  /// Nil when none is like what was asked for. `year` is what the model says; a year more or less counts
  /// as the same, as editions come out around New Year. A year that is nobody's decides nothing, it only
  /// says where to begin. Among the rest an album goes before singles and live albums.
  init?(_ found: [ReleaseGroup], year: Int?) {
    let likely = found.filter { $0.likeness >= TitleComparison.threshold }
    guard let best = likely.map(\.likeness).max() else { return nil }
    let alike = likely.filter { $0.likeness == best }.sorted { Self.isLikelier($0, $1, year) }
    let inYear = alike.filter { Self.distance($0, year) == 0 }
    let pool = inYear.isEmpty ? alike : inYear
    let albums = pool.filter(\.isAlbum)
    let rivals = Self.unique(albums.isEmpty ? pool : albums)
    self.rivals = rivals
    outvoted = Self.unique(alike).filter {
      ($0.isAlbum || !rivals[0].isAlbum) && !rivals.contains($0)
    }
  }

  /// One that was named by its MBID.
  init(_ group: ReleaseGroup) {
    rivals = [group]
    outvoted = []
  }

  /// Who else it may be, when it is `chosen`.
  func others(than chosen: ReleaseGroup) -> [ReleaseGroup] {
    Array((rivals + outvoted).filter { $0.id != chosen.id }.prefix(Self.mostOthers))
  }

  private static func isLikelier(
    _ one: ReleaseGroup, _ other: ReleaseGroup, _ year: Int?
  ) -> Bool {
    (distance(one, year), one.year ?? .max, one.id)
      < (distance(other, year), other.year ?? .max, other.id)
  }

  /// Years between; 0 for one year, and where nobody said a year.
  private static func distance(_ group: ReleaseGroup, _ year: Int?) -> Int {
    guard let year else { return 0 }
    guard let own = group.year else { return .max }
    return abs(own - year) <= 1 ? 0 : abs(own - year)
  }

  private static func unique(_ groups: [ReleaseGroup]) -> [ReleaseGroup] {
    groups.indices.filter { index in
      !groups[..<index].contains { $0.id == groups[index].id }
    }.map { groups[$0] }
  }
}
