// The front page of the published log: the host's text about the published log, the newest and the
// best finds, and links to its other pages.

import Albums
import Text

/// `front.mustache`.
struct FrontPage: Page {
  static let template = "front"
  static let path = "index.html"

  /// The numbers of finds and of tags on the page. Source: docs/limits.md.
  static let mostNewest = 24
  static let mostTags = 20

  let view: View

  init(
    _ contents: FrontContents, look: PublishedAppearance, artworks: Artworks, settings: SiteSettings
  ) {
    let words = settings.words
    let about = look.about?.trimmed ?? ""
    let aboutHTML =
      about.isEmpty
      ? nil : MarkedText.blocks(about, keepsLinks: true, byteLimit: PublishedAppearance.aboutLimit)
    let best = contents.best.map { HistoryRow($0, artworks, settings).view }
    let tags = contents.tags.most(Self.mostTags).enumerated().map { place, tag in
      View.facet(
        FacetName.heading(of: tag, .tag, words), at: IndexAddress(.tag, key: tag.key).address,
        isFirst: place == 0)
    }
    view = [
      .view(.frame, Frame(front: settings).view),
      .text(.heading, look.title),
      // The host's text about the published log.
      .markup(.aboutHTML, aboutHTML),
      .text(.total, words("index.total", ["count": .count(contents.finds)])),
      .views(.newest, contents.newest.map { HistoryRow($0, artworks, settings).view }),
      .views(.best, best),
      .flag(.hasBest, !best.isEmpty),
      // The tags with the most finds.
      .views(.tagLinks, tags),
      .flag(.hasTags, !tags.isEmpty),
      .flag(.isEmpty, contents.finds == 0),
      .flag(.hasBooks, contents.hasBooks),
    ]
  }
}

/// The finds and tags of the front page, as the index returns them.
struct FrontContents: Sendable {
  /// The number of all finds.
  let finds: Int

  /// The newest finds, the newest first.
  let newest: [FindSummary]

  /// The best finds, the best first.
  let best: [FindSummary]

  /// The index pages of all tags.
  let tags: [FacetCount]

  /// Whether a find is a book.
  let hasBooks: Bool
}
