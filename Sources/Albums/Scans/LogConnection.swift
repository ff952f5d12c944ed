// The rule of *Connections* on an album page: other finds to which the album's artist, review or record
// label leads. Source: docs/decisions/145-connections.md.

/// A connection from a find to another find of the history.
package struct LogConnection: Sendable {
  /// The part of the find that leads to the other find.
  package enum Source: String, CaseIterable, Sendable {
    /// The name of the artist contains the name of another artist.
    case artist

    /// The review names another artist.
    case review

    /// Both records have the same record label.
    case label
  }

  /// The maximum number on a page.
  package static let most = 5

  /// Of the finds that name the artist of a find, at most this many before it and this many after it
  /// lead to it. So a change of a find changes few pages, even if hundreds of reviews name its artist.
  package static let window = 12

  /// The kinds of facets that name other artists. `source` says whether the name of the artist or the
  /// review contains their names.
  package static let kinds: [(kind: FacetKind, source: Source)] = [
    (.credited, .artist), (.named, .review),
  ]

  package let source: Source
  package let find: FindSummary

  package init(_ source: Source, _ find: FindSummary) {
    self.source = source
    self.find = find
  }

  /// The facets of a find that name other artists, in the order of the page.
  package static func names(in facets: [Facet]) -> [(facet: Facet, source: Source)] {
    facets.compactMap { facet in
      kinds.first { $0.kind == facet.kind }.map { (facet, $0.source) }
    }
  }

  /// The connection by the record label. It leads to the first find of the window that is by another
  /// artist, and of another album than `shown`. The window is that of "More in your log".
  package static func ofLabel(
    _ window: [FindSummary], artist: String, without shown: [FindSummary]
  ) -> LogConnection? {
    window.first { find in
      find.artist != artist && !shown.contains { $0.album == find.album }
    }.map { LogConnection(.label, $0) }
  }
}
