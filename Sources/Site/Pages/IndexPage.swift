// An index page: the finds of one facet, such as an artist or a year. A long list has several parts.

import Albums

/// `index.mustache`.
struct IndexPage: Page {
  static let template = "index"
  let view: View

  /// `part` is nil for the newest part, `parts` the number of numbered parts, and `finds` the finds of
  /// the part, the oldest first.
  init(
    _ facet: FacetCount, at indexAddress: IndexAddress, part: Int?, of parts: Int,
    _ finds: [FindSummary],
    artworks: Artworks, settings: SiteSettings
  ) {
    let words = settings.words
    let heading = FacetName.heading(of: facet, indexAddress.kind, words)
    let frame = Frame(
      heading, summary: Self.summary(in: settings), look: "history index",
      preview: LinkPreview(address: indexAddress.address(part: part)), bar: .below(.history),
      settings: settings)
    let isNewest = part == nil
    let before = (part ?? parts + 1) - 1
    let albums = HistoryAlbum.albums(finds.reversed(), artworks, settings)
    view = [
      .view(.frame, frame.view),
      .text(.heading, heading),
      // The labels of a tier.
      .text(.note, indexAddress.kind == .tier ? FacetName.labels(ofTier: facet.key, words) : nil),
      // The address of the overview and its name.
      .text(.overview, indexAddress.kind.address),
      .text(.overviewName, words("index.\(indexAddress.kind.folder)")),
      .text(.total, isNewest ? words("index.total", ["count": .count(facet.count)]) : nil),
      // Newest first, with repeats of an album folded.
      .views(.albums, albums.map(\.view)),
      .text(.feed, TagFeedAddress(indexAddress, settings: settings)?.address),
      .text(.newer, part.map { indexAddress.address(part: $0 < parts ? $0 + 1 : nil) }),
      .text(.older, before > 0 ? indexAddress.address(part: before) : nil),
    ]
  }

  /// The description of index pages and overviews.
  static func summary(in settings: SiteSettings) -> Sentence {
    settings.isPublished ? Sentence("index.published") : Sentence("index.summary")
  }
}

/// The address of the feed of a tag, beside the index page of the tag. Only the published log has
/// such feeds.
struct TagFeedAddress {
  /// The path below the root, `tags/night/feed.atom`.
  let path: String

  /// The address from the root.
  let address: String

  /// Nil if the facet or the site has no feed.
  init?(_ indexAddress: IndexAddress, settings: SiteSettings) {
    guard indexAddress.kind == .tag, settings.appearance?.url != nil else { return nil }
    path = "\(indexAddress.folder)/\(Self.fileName)"
    address = indexAddress.address + Self.fileName
  }

  static let fileName = "feed.atom"
}

/// The names of facets on pages.
enum FacetName {
  static func heading(of facet: FacetCount, _ kind: FacetKind, _ words: Phrasebook) -> String {
    switch kind {
    case .tier: words("index.tier", ["number": .text(facet.key)])
    case .artist, .credited, .named:
      PlainText.name(facet.name, otherwise: words("common.unknown-artist"))
    case .author: PlainText.name(facet.name, otherwise: words("common.unknown-author"))
    case .year, .tag, .genre, .recordLabel, .place, .labelDecade:
      PlainText.name(facet.name, otherwise: words("common.untitled"))
    }
  }

  /// The three labels of a tier.
  static func labels(ofTier tier: String, _ words: Phrasebook) -> String {
    Recommendation.allCases.filter { String($0.tier) == tier }
      .map { words.text($0.label) }.joined(separator: " · ")
  }
}

extension HistoryAlbum {
  /// The entries of `finds`, newest first. All finds of an album are one entry, at the position of
  /// the newest of them.
  static func albums(
    _ finds: some Sequence<FindSummary>, _ artworks: Artworks, _ settings: SiteSettings
  ) -> [HistoryAlbum] {
    let rows = finds.map { (row: HistoryRow($0, artworks, settings), key: $0.album) }
    return HistoryAlbum.albums(rows, settings.words)
  }
}
