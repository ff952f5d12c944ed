// The front page of the published log: what the host says about it, the newest and the best finds,
// and the ways into the log.

import Albums
import Text

/// `front.mustache`.
struct FrontPage: Page {
  static let template = "front"
  static let path = "index.html"

  /// The numbers of finds and of tags on the page. Source: docs/limits.md.
  static let mostNewest = 24
  static let mostTags = 20

  let frame: Frame

  /// The title of the log.
  let heading: String

  /// The host's text about the log as checked HTML; nil for none.
  let aboutHTML: String?

  /// The number of finds in words.
  let total: String
  let newest: [HistoryRow]
  let best: [HistoryRow]
  let hasBest: Bool

  /// The tags with the most finds.
  let tagLinks: [FacetLink]
  let hasTags: Bool
  let isEmpty: Bool

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .heading: Field(heading)
    case .aboutHTML: Field(markup: aboutHTML)
    case .total: Field(total)
    case .newest: Field(newest)
    case .best: Field(best)
    case .hasBest: Field(hasBest)
    case .tagLinks: Field(tagLinks)
    case .hasTags: Field(hasTags)
    case .isEmpty: Field(isEmpty)
    default: .nothing
    }
  }

  init(_ contents: FrontContents, look: PublishedLook, artworks: Artworks, settings: SiteSettings) {
    let words = settings.words
    frame = Frame(front: settings)
    heading = look.title
    let about = look.about?.trimmed ?? ""
    aboutHTML =
      about.isEmpty
      ? nil : MarkedText.blocks(about, keepsLinks: true, byteLimit: PublishedLook.aboutLimit)
    total = words("index.total", ["count": .count(contents.finds)])
    newest = contents.newest.map { HistoryRow($0, artworks, settings) }
    best = contents.best.map { HistoryRow($0, artworks, settings) }
    hasBest = !best.isEmpty
    tagLinks = contents.tags.most(Self.mostTags).enumerated().map { place, tag in
      FacetLink(
        name: FacetName.heading(of: tag, .tag, words),
        address: IndexPlace(.tag, key: tag.key).address, before: place == 0 ? "" : ", ")
    }
    hasTags = !tagLinks.isEmpty
    isEmpty = contents.finds == 0
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
}
