// The readers of a site: the household, or all readers of the published log. The host's choices for the
// published log.

import Albums

/// The readers of a site.
package enum Audience: Equatable, Sendable {
  /// The people of the installation.
  case household

  /// Everybody. The pages are files without a program, at any address.
  case published(PublishedAppearance)
}

/// The host's choices for the published log.
package struct PublishedAppearance: Equatable, Sendable {
  /// The maximum length of the Markdown about the published log, in bytes. Source: docs/limits.md.
  package static let aboutLimit = 65_536

  package let title: String

  /// The author of the feeds, and of reviews that no model wrote.
  package let author: String

  /// Markdown about the published log; nil for none.
  package let about: String?

  /// The address of the published log without a slash at its end: `https://example.org/records`.
  /// Nil if it is not known; then there are no feeds and no sitemap.
  package let url: String?

  /// Whether search engines may index the pages.
  package let isIndexed: Bool

  /// The accent and the background, as `#00de52`.
  package let colour: String
  package let background: String

  private static let accent = "#00de52"
  private static let ground = "#000000"

  /// Whether the host chose a colour.
  var hasOwnColours: Bool { colour != Self.accent || background != Self.ground }

  /// Whether album pages show the notes about finds.
  package let showsNotes: Bool
  package let showsRatings: Bool

  package init(
    title: String, author: String, about: String? = nil, url: String? = nil,
    isIndexed: Bool = false, colour: String? = nil, background: String? = nil,
    showsNotes: Bool = false, showsRatings: Bool = false
  ) {
    self.title = title
    self.author = author
    self.about = about
    self.url = url
    self.isIndexed = isIndexed
    self.colour = colour ?? Self.accent
    self.background = background ?? Self.ground
    self.showsNotes = showsNotes
    self.showsRatings = showsRatings
  }

  /// The address of the front page on its server, `/records/`; `/` without `url`. It is escaped for
  /// an attribute.
  var rootPath: String {
    let rest = (url ?? "")[...]
    guard let scheme = rest.firstRange(of: "://") else { return "/" }
    let host = rest[scheme.upperBound...]
    guard let slash = host.utf8.firstIndex(of: UInt8(ascii: "/")) else { return "/" }
    return PlainText.escaped("\(host[slash...])/")
  }
}

extension SiteSettings {
  /// The appearance of the published log; nil for the household.
  package var appearance: PublishedAppearance? {
    if case .published(let appearance) = audience { appearance } else { nil }
  }

  package var isPublished: Bool { appearance != nil }

  /// Whether the site has feeds. A published log without a known address has none, because the
  /// addresses of a feed are absolute.
  var hasFeeds: Bool { appearance.map { $0.url != nil } ?? true }

  /// The name that pages have in their titles.
  var siteTitle: String { appearance?.title ?? "AlbumScan" }

  /// The absolute address of a page or a picture of the published log; nil if its address is not
  /// known.
  func absolute(_ address: String) -> String? { appearance?.url.map { $0 + address } }

  /// Whether pages show the own ratings of finds: in the published log only with `publish-ratings`.
  var showsOwnRatings: Bool { appearance?.showsRatings ?? true }

  /// The find without the fields that the readers of the site must not see. The published database
  /// has no private field, but this function does not rely on that.
  func shown(_ find: Find) -> Find {
    guard let appearance else { return find }
    var details = find.details
    if !appearance.showsNotes { details.note = nil }
    if !showsOwnRatings { details.ownRating = nil }
    return Find(
      id: find.id, scan: nil, found: find.found, isSure: find.isSure, album: find.album,
      review: find.review, tracks: find.tracks, earlier: find.earlier, details: details,
      corrected: find.corrected, noted: appearance.showsNotes ? find.noted : nil, shelf: find.shelf,
      added: find.added)
  }
}
