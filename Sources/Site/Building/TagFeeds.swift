// The feeds of tags. A refresh writes the feed of a tag with the index page of the tag. A build
// collects the entries while it reads the months, so that it reads no find twice.

package import Albums

extension Site {
  /// Whether the site has a feed for each tag.
  package var hasTagFeeds: Bool { settings.isPublished && settings.hasFeeds }

  /// Writes the feed of a tag, if the site has such feeds. `finds` are the finds of the newest
  /// entries with the tag, the newest first.
  package func writeTagFeed(
    of tag: FacetCount, _ finds: [Find], feed: FeedRecord
  ) throws(SiteError) {
    guard hasTagFeeds else { return }
    let entries = try finds.atomEntries(
      artworks, templates: templates, settings, tag: tag.key)
    try writeTagFeed(of: tag, entries, feed: feed)
  }

  fileprivate func writeTagFeed(
    of tag: FacetCount, _ entries: [AtomEntry], feed: FeedRecord
  ) throws(SiteError) {
    let indexAddress = IndexAddress(.tag, key: tag.key)
    guard let address = TagFeedAddress(indexAddress, settings: settings) else { return }
    let head = FeedHead(tag: tag, at: indexAddress, address, of: feed, settings: settings)
    _ = try write(
      AtomFeed(entries, head, settings: settings), at: address.path, durably: false)
  }
}

/// The feeds that a build has begun.
struct TagFeeds {
  /// A find of a feed. The entry of a find that belongs to no shelf is made once for all feeds.
  private enum Part {
    case entry(AtomEntry)
    case ofShelf(Find)

    var shelf: ShelfKey? { if case .ofShelf(let find) = self { find.shelf } else { nil } }
  }

  /// A feed that is not written yet.
  private struct OpenFeed {
    /// The number of finds of the complete feed.
    let size: Int
    var parts: [Part] = []
  }

  private let site: Site
  private let index: LoadedIndex

  private let record: FeedRecord

  /// The open feeds by the bytes of the tag's key.
  private var open: [[UInt8]: OpenFeed] = [:]
  private var written: Set<[UInt8]> = []

  init(of site: Site, _ index: LoadedIndex, _ record: FeedRecord) {
    self.site = site
    self.index = index
    self.record = record
  }

  /// Adds finds, newest first. All of them are older than the finds that were added before. Writes
  /// each feed that is complete.
  mutating func add(_ finds: [Find]) throws(SiteError) {
    guard site.hasTagFeeds else { return }
    for find in finds {
      var known: Part?
      for facet in find.facets where facet.kind == .tag {
        let key = Array(facet.key.utf8)
        guard !written.contains(key), let tag = index.count(of: .tag, key: facet.key) else {
          continue
        }
        let part = if let known { known } else { try part(of: find) }
        known = part
        if open[key] == nil { open[key] = OpenFeed(size: size(of: tag)) }
        open[key]?.parts.append(part)
        guard let feed = open[key], feed.parts.count >= feed.size else { continue }
        try site.writeTagFeed(of: tag, try entries(of: feed, tag), feed: record)
        open[key] = nil
        written.insert(key)
      }
    }
  }

  private func size(of tag: FacetCount) -> Int {
    index.countNewest(of: .tag, key: tag.key, groups: FeedEntry.limit)
  }

  private func part(of find: Find) throws(SiteError) -> Part {
    if find.shelf != nil { return .ofShelf(find) }
    let entry = FeedEntry(find, artworks: site.artworks, settings: site.settings)
    return .entry(try AtomEntry(entry, templates: site.templates))
  }

  private func entries(of feed: OpenFeed, _ tag: FacetCount) throws(SiteError) -> [AtomEntry] {
    var entries: [AtomEntry] = []
    for group in feed.parts.grouped(byShelf: \.shelf) {
      var finds: [Find] = []
      for part in group {
        switch part {
        case .entry(let entry): entries.append(entry)
        case .ofShelf(let find): finds.append(find)
        }
      }
      let entry = FeedEntry(group: finds, tag: tag.key, site.artworks, site.settings)
      if let entry { entries.append(try AtomEntry(entry, templates: site.templates)) }
    }
    return entries
  }
}
