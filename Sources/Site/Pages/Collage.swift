// An index page as a collage: its name, the number of its finds, and the covers of its newest albums.

import Albums

/// A collage, `_collage.mustache`.
struct Collage: Sendable {
  /// The number of covers: two rows of two.
  static let mostCovers = 4

  /// The kinds whose index pages the published log shows as collages.
  static let kinds: [FacetKind] = [.tag, .genre]

  let kind: FacetKind
  let page: FacetCount

  /// The covers of different albums, the newest first: four, or else one or none.
  private let covers: [View]

  /// `newest` are finds of the index page, the newest first.
  init(_ kind: FacetKind, _ page: FacetCount, newest: [FindSummary], _ artworks: Artworks) {
    (self.kind, self.page) = (kind, page)
    var (covers, albums) = ([View](), Set<Int64>())
    for find in newest where covers.count < Self.mostCovers {
      guard let artwork = artworks.kept(find.artwork), albums.insert(find.album).inserted else {
        continue
      }
      covers.append(Cover(artwork, in: find.page).view)
    }
    self.covers = covers.count == Self.mostCovers ? covers : Array(covers.prefix(1))
  }

  func name(_ words: Phrasebook) -> String { FacetName.heading(of: page, kind, words) }

  /// `isFirst`: no other link precedes this one in a list of links.
  func view(isFirst: Bool, _ words: Phrasebook) -> View {
    [
      .text(.name, name(words)), .text(.address, IndexAddress(kind, key: page.key).address),
      .text(.before, isFirst ? "" : ", "),
      .text(.count, words("index.total", ["count": .count(page.count)])),
      .views(.covers, covers),
    ]
  }
}
