// The history as feeds: Atom for feed readers, JSON Feed for scripts. All addresses are absolute,
// and all times come from the finds, so that every build gives the same bytes.

import Albums
import Text

/// `/feed.atom`, `feed.mustache`. Source: RFC 4287.
struct AtomFeed: Page {
  static let template = "feed"
  static let path = "feed.atom"
  let id: String
  let baseURL: String
  let language: String

  /// The time of the newest find; without finds, the beginning of 1970.
  let updated: String
  let entries: [AtomEntry]

  func field(_ name: FieldName) -> Field {
    switch name {
    case .id: Field(id)
    case .baseURL: Field(baseURL)
    case .language: Field(language)
    case .updated: Field(updated)
    case .entries: Field(entries)
    default: .nothing
    }
  }

  init(
    _ entries: [FeedEntry], id: String, templates: Templates, settings: SiteSettings
  ) throws(SiteError) {
    self.id = id
    baseURL = settings.baseURL
    language = settings.words.language
    updated = entries.first?.published ?? Timestamp(milliseconds: 0).iso
    var all: [AtomEntry] = []
    for entry in entries {
      all.append(AtomEntry(entry: entry, html: try templates.text(of: entry)))
    }
    self.entries = all
  }
}

/// An entry with its content as HTML. The template escapes the HTML for Atom's `type="html"`.
struct AtomEntry: View {
  let entry: FeedEntry
  let html: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .entry: Field(entry)
    case .html: Field(html)
    default: .nothing
    }
  }
}

/// `/feed.json`. Source: <https://www.jsonfeed.org/version/1.1/>.
enum JSONFeed {
  static let path = "feed.json"

  static func bytes(
    _ entries: [FeedEntry], templates: Templates, settings: SiteSettings
  ) throws(SiteError) -> [UInt8] {
    var items: [JSON] = []
    for entry in entries { items.append(item(entry, html: try templates.text(of: entry))) }
    let feed: JSON = [
      "version": .cleaned("https://jsonfeed.org/version/1.1"),
      "title": .cleaned("AlbumScan"),
      "home_page_url": .cleaned("\(settings.baseURL)/history/"),
      "feed_url": .cleaned("\(settings.baseURL)/\(path)"),
      "description": .cleaned(settings.words("common.history.summary")),
      "language": .cleaned(settings.words.language),
      "items": .array(items),
    ]
    return feed.document
  }

  private static func item(_ entry: FeedEntry, html: String) -> JSON {
    var json: JSON = [
      "id": .cleaned(entry.id), "url": .cleaned(entry.address), "title": .cleaned(entry.title),
      "content_html": .cleaned(html), "date_published": .cleaned(entry.published),
    ]
    if let verdict = entry.verdict { json = json.setting("summary", to: .cleaned(verdict)) }
    if let image = entry.image { json = json.setting("image", to: .cleaned(image)) }
    if !entry.tags.isEmpty {
      json = json.setting("tags", to: .array(entry.tags.map { .cleaned($0) }))
    }
    return json
  }
}
