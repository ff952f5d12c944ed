// The rule of "More in your log": the finds that an album page shows beside its own.
// Source: docs/decisions/088-neighbours-in-the-log.md.

/// Chooses at most five finds: of the same artist or author, then of the same record label and decade, then
/// of the same genre.
///
/// Only a window of each group counts: the finds just before this find and, if they are fewer than
/// `window`, the finds just after it. So a new find changes few pages, even in a large history.
package struct MoreInLog {
  package static let most = 5

  /// The maximum number of finds of a group that are considered. Repeats, and other finds of the same
  /// album, count towards it.
  package static let window = 12

  /// The kinds of groups in their order. An album may have several genres.
  package static let kinds: [FacetKind] = [.artist, .author, .labelDecade, .genre]

  /// The groups of a find in their order.
  package static func groups(of facets: [Facet]) -> [Facet] {
    kinds.flatMap { kind in facets.filter { $0.kind == kind } }
  }

  /// The chosen finds.
  package private(set) var chosen: [FindID] = []
  private var albums: Set<Int64>

  /// `album` is the row of the album whose page shows the finds.
  package init(without album: Int64) { albums = [album] }

  package var isFull: Bool { chosen.count == Self.most }

  /// Adds the window of one group: the nearest before the find first, then the nearest after it.
  package mutating func add(_ window: [(find: FindID, album: Int64)]) {
    for (find, album) in window where !isFull {
      if albums.insert(album).inserted { chosen.append(find) }
    }
  }
}
