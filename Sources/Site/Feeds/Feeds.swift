// The history as feeds: Atom for feed readers, JSON Feed for scripts. All addresses are absolute,
// and all times come from the finds, so that every build gives the same bytes.

import Albums
import Text

/// The head of a feed.
struct FeedHead: Sendable {
  /// The id of the feed, a URN.
  let id: String

  /// The last time at which an entry entered or left the feed; nil if none did.
  let changed: Timestamp?
  let title: String

  /// One sentence about the feed.
  let summary: String
  let author: String

  /// The absolute addresses of the feed and of the page with the same finds.
  let address: String
  let home: String

  /// The feed of all finds.
  init(of record: FeedRecord, settings: SiteSettings) {
    id = record.id
    changed = record.changes[""]
    title = settings.siteTitle
    summary = settings.words("common.history.summary")
    author = settings.appearance?.author ?? settings.siteTitle
    address = "\(settings.baseURL)/\(AtomFeed.path)"
    home = settings.baseURL + (settings.isPublished ? "/" : "/history/")
  }

  /// The feed of a tag.
  init(
    tag: FacetCount, at indexAddress: IndexAddress, _ address: TagFeedAddress,
    of record: FeedRecord,
    settings: SiteSettings
  ) {
    id = FeedID.urn("\(record.id)/tags/\(tag.key)")
    changed = record.changes[tag.key]
    title = "\(FacetName.heading(of: tag, .tag, settings.words)) · \(settings.siteTitle)"
    summary = settings.words("common.history.summary")
    author = settings.appearance?.author ?? settings.siteTitle
    self.address = settings.baseURL + address.address
    home = settings.baseURL + indexAddress.address
  }
}

/// `/feed.atom` and the feeds of tags, `feed.mustache`. Source: RFC 4287.
struct AtomFeed: Page {
  static let template = "feed"
  static let path = "feed.atom"
  let view: View

  init(_ entries: [AtomEntry], _ head: FeedHead, settings: SiteSettings) {
    let changed = (head.changed ?? Timestamp(milliseconds: 0)).iso
    view = [
      .text(.id, head.id),
      .text(.title, head.title),
      .text(.summary, head.summary),
      .text(.author, head.author),
      .text(.address, head.address),
      .text(.home, head.home),
      .text(.language, settings.words.language),
      // The newest change of an entry or of the list of entries; the beginning of 1970 without any. A feed whose newest
      // entry was removed is newer than before. Source: RFC 4287, section 4.2.15.
      .text(.updated, entries.reduce(changed) { max($0, $1.entry.updated) }),
      .views(.entries, entries.map(\.view)),
    ]
  }
}

/// An entry with its content as HTML. The template escapes the HTML for Atom's `type="html"`.
struct AtomEntry {
  let entry: FeedEntry
  let html: String

  var view: View { [.view(.entry, entry.view), .text(.html, html)] }

  init(_ entry: FeedEntry, templates: Templates) throws(SiteError) {
    self.entry = entry
    html = try templates.text(of: entry)
  }
}

extension [Find] {
  /// The entries of a feed with their HTML.
  func atomEntries(
    _ artworks: Artworks, templates: Templates, _ settings: SiteSettings, tag: String? = nil
  ) throws(SiteError) -> [AtomEntry] {
    var entries: [AtomEntry] = []
    for entry in feedEntries(artworks, settings, tag: tag) {
      entries.append(try AtomEntry(entry, templates: templates))
    }
    return entries
  }
}

/// `/feed.json`. Source: <https://www.jsonfeed.org/version/1.1/>.
enum JSONFeed {
  static let path = "feed.json"

  static func bytes(_ entries: [AtomEntry], _ head: FeedHead, settings: SiteSettings) -> [UInt8] {
    var feed: JSON = [
      "version": .cleaned("https://jsonfeed.org/version/1.1"),
      "title": .cleaned(head.title),
      "home_page_url": .cleaned(head.home),
      "feed_url": .cleaned("\(settings.baseURL)/\(path)"),
      "description": .cleaned(head.summary),
      "language": .cleaned(settings.words.language),
    ]
    if settings.isPublished {
      feed = feed.setting("authors", to: [["name": .cleaned(head.author)]])
    }
    let items = entries.map { item($0.entry, html: $0.html) }
    return feed.setting("items", to: .array(items)).document
  }

  private static func item(_ entry: FeedEntry, html: String) -> JSON {
    var json: JSON = [
      "id": .cleaned(entry.id), "url": .cleaned(entry.address), "title": .cleaned(entry.title),
      "content_html": .cleaned(html), "date_published": .cleaned(entry.published),
      "date_modified": .cleaned(entry.updated),
    ]
    if let verdict = entry.verdict { json = json.setting("summary", to: .cleaned(verdict)) }
    if let image = entry.image { json = json.setting("image", to: .cleaned(image)) }
    if !entry.tags.isEmpty {
      json = json.setting("tags", to: .array(entry.tags.map { .cleaned($0) }))
    }
    return json
  }
}
