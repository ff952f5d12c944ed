// The log as feeds: Atom for every reader, JSON Feed for scripts. Only absolute addresses, and
// times out of the log, so that every build gives the same bytes.

import Albums

/// `/feed.atom`, `feed.mustache`. Source: RFC 4287.
struct AtomFeed: Page {
  static let template = "feed"
  static let path = "feed.atom"
  let baseURL: String

  /// When the newest find was found; an empty log was last changed when time began.
  let updated: String
  let entries: [AtomEntry]

  init(_ entries: [FeedEntry], templates: Templates, settings: SiteSettings) throws(SiteError) {
    baseURL = settings.baseURL
    updated = entries.first?.published ?? Timestamp(milliseconds: 0).iso
    var all: [AtomEntry] = []
    for entry in entries {
      all.append(AtomEntry(entry: entry, html: try templates.text(of: entry)))
    }
    self.entries = all
  }
}

/// An entry with its content rendered; Atom's `type="html"` wants it escaped once more.
struct AtomEntry {
  let entry: FeedEntry
  let html: String
}

/// `/feed.json`. Source: <https://www.jsonfeed.org/version/1.1/>.
enum JSONFeed {
  static let path = "feed.json"

  static func bytes(
    _ entries: [FeedEntry], templates: Templates, settings: SiteSettings
  ) throws(SiteError) -> [UInt8] {
    var items: [JSON] = []
    for entry in entries { items.append(item(entry, html: try templates.text(of: entry))) }
    return JSON.object([
      ("version", .text("https://jsonfeed.org/version/1.1")),
      ("title", .text("AlbumScan")),
      ("home_page_url", .text("\(settings.baseURL)/history/")),
      ("feed_url", .text("\(settings.baseURL)/\(path)")),
      ("description", .text("Albums found with AlbumScan, newest first.")),
      ("language", .text("en")),
      ("items", .list(items)),
    ]).bytes
  }

  private static func item(_ entry: FeedEntry, html: String) -> JSON {
    var members: [(String, JSON)] = [
      ("id", .text(entry.address)), ("url", .text(entry.address)), ("title", .text(entry.title)),
      ("content_html", .text(html)), ("date_published", .text(entry.published)),
    ]
    if let verdict = entry.verdict { members.append(("summary", .text(verdict))) }
    if let image = entry.image { members.append(("image", .text(image))) }
    if !entry.tags.isEmpty { members.append(("tags", .list(entry.tags.map(JSON.text)))) }
    return .object(members)
  }
}
