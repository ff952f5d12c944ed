// The feeds of tags. A refresh writes the feed of a tag with the index page of the tag. A build
// collects the entries while it reads the months, so that it reads no find twice.

package import Albums

extension Site {
  /// The maximum number of finds in the feed of a tag.
  package static var tagFeedSize: Int { FeedEntry.limit }

  /// Whether the site has a feed for each tag.
  package var hasTagFeeds: Bool { settings.isPublished && settings.hasFeeds }

  /// Writes the feed of a tag, if the site has such feeds. `finds` are the newest finds with the tag,
  /// the newest first; `feedID` is the id of the feed of all finds.
  package func writeTagFeed(
    of tag: FacetCount, _ finds: [Find], feedID: String
  ) throws(SiteError) {
    guard hasTagFeeds else { return }
    let entries = try finds.atomEntries(artworks, templates: templates, settings)
    try writeTagFeed(of: tag, entries, feedID: feedID)
  }

  fileprivate func writeTagFeed(
    of tag: FacetCount, _ entries: [AtomEntry], feedID: String
  ) throws(SiteError) {
    let place = IndexAddress(.tag, key: tag.key)
    guard let address = TagFeedAddress(place, settings: settings) else { return }
    let head = FeedHead(tag: tag, at: place, address, of: feedID, settings: settings)
    _ = try write(
      AtomFeed(entries, head, settings: settings), at: address.path, durably: false)
  }
}

/// The feeds that a build has begun.
struct TagFeeds {
  private let site: Site
  private let index: LoadedIndex

  /// The id of the feed of all finds.
  private let feedID: String

  /// The entries of each feed that is not written yet, by the bytes of the tag's key.
  private var open: [[UInt8]: [AtomEntry]] = [:]
  private var written: Set<[UInt8]> = []

  init(of site: Site, _ index: LoadedIndex, id feedID: String) {
    self.site = site
    self.index = index
    self.feedID = feedID
  }

  /// Adds finds, newest first. All of them are older than the finds that were added before. Writes
  /// each feed that is complete.
  mutating func add(_ finds: [Find]) throws(SiteError) {
    guard site.hasTagFeeds else { return }
    for find in finds {
      var known: AtomEntry?
      for facet in find.facets where facet.kind == .tag {
        let key = Array(facet.key.utf8)
        guard !written.contains(key), let tag = index.count(of: .tag, key: facet.key) else {
          continue
        }
        let entry = if let known { known } else { try entry(of: find) }
        known = entry
        open[key, default: []].append(entry)
        guard let entries = open[key], entries.count >= min(tag.count, FeedEntry.limit) else {
          continue
        }
        try site.writeTagFeed(of: tag, entries, feedID: feedID)
        open[key] = nil
        written.insert(key)
      }
    }
  }

  private func entry(of find: Find) throws(SiteError) -> AtomEntry {
    let entry = FeedEntry(find, artworks: site.artworks, settings: site.settings)
    return try AtomEntry(entry, templates: site.templates)
  }
}
