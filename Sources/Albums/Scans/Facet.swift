// Facets: the values of a find by which the index pages group finds, such as its artist or year.

/// The kind of a facet, such as artist. The database stores the raw value.
package enum FacetKind: String, CaseIterable, Hashable, Sendable {
  case artist, author, year, tag, tier, genre
  case recordLabel = "label"
  case place

  /// A record label and a decade together. It has no page; "More in your log" uses it.
  case labelDecade = "shelf"

  /// Another artist of the history. The name of a `credited` artist occurs in the name of the work's
  /// artist, the name of a `named` artist in the review. These kinds have no pages; *Connections* uses
  /// them. The key is that of the other artist.
  case credited, named
}

/// One value of a find.
package struct Facet: Hashable, Sendable {
  package let kind: FacetKind

  /// Decides the page: two finds whose values have the same key are on the same page.
  package let key: String

  /// The text that pages show, as it was stored with the find.
  package let name: String

  package init(_ kind: FacetKind, key: String, name: String) {
    self.kind = kind
    self.key = key
    self.name = name
  }

  /// The facets of a find, each kind and key once, in the order of the kinds and of the album's
  /// genres. `tier` is 1 to 8; nil without a review. The key of the artist follows the present rules also
  /// if the album's stored key follows earlier ones.
  package static func list(of album: Album, tier: Int?, tags: [Tag], place: String?) -> [Facet] {
    var facets = [
      Facet(album.kind.creators, key: AlbumKey.creator(named: album.artist), name: album.artist)
    ]
    if let year = album.year { facets.append(Facet(.year, key: String(year), name: String(year))) }
    facets += tags.map { Facet(.tag, key: $0.key, name: $0.text) }
    if let tier { facets.append(Facet(.tier, key: String(tier), name: String(tier))) }
    facets += album.genres.compactMap { Facet(.genre, named: $0) }
    // Publishers of books have no index pages.
    let recordLabel = album.kind == .album ? album.recordLabel : nil
    if let label = recordLabel.flatMap({ Facet(.recordLabel, named: $0) }) {
      facets.append(label)
      if let year = album.year {
        let group = "\(year / 10 * 10) \(label.key)"
        facets.append(Facet(.labelDecade, key: group, name: group))
      }
    }
    if let place = place.flatMap({ Facet(.place, named: $0) }) { facets.append(place) }
    var kept: [Facet] = []
    for facet in facets where !kept.contains(where: { $0.isSamePage(as: facet) }) {
      kept.append(facet)
    }
    return kept
  }

  /// A facet whose key is the normal form of the name. Nil for an empty name.
  package init?(_ kind: FacetKind, named name: String) {
    guard name.contains(where: { !$0.isWhitespace }) else { return nil }
    self.init(kind, key: NormalName(name).text, name: name)
  }

  /// Whether both have the same kind and key. Keys are compared by their bytes, as the database
  /// compares them.
  package func isSamePage(as other: Facet) -> Bool {
    kind == other.kind && key.utf8.elementsEqual(other.key.utf8)
  }
}

extension Find {
  package var facets: [Facet] {
    Facet.list(
      of: album, tier: review?.recommendation.tier, tags: details.tags, place: details.place)
  }
}

extension WorkKind {
  /// The facet of the people who made works of this kind.
  package var creators: FacetKind {
    switch self {
    case .album: .artist
    case .book: .author
    }
  }
}

extension FacetKind {
  /// Whether the kind has an overview only if it has an index page. Most histories have no books.
  package var isOnlyOfBooks: Bool { self == .author }

  /// Whether the kind has index pages.
  package var hasPages: Bool {
    switch self {
    case .artist, .author, .year, .tag, .tier, .genre, .recordLabel, .place: true
    case .labelDecade, .credited, .named: false
    }
  }

  /// The kinds that have index pages.
  package static let withPages = allCases.filter(\.hasPages)
}
