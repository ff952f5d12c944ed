// Writes the summary pages: index pages, overviews and statistics. A build writes all of them; a
// refresh writes the stale ones, then all overviews.

package import Albums
import Host
import Text

extension Site {
  /// Writes the parts of an index page that have finds from `since` on. Returns false if no find
  /// belongs to the page. The caller then removes the page, after it has written all pages that linked
  /// to the page.
  package func writeIndexPage<Index: HistoryIndex & ~Copyable>(
    of kind: FacetKind, key: String, since: Timestamp, from index: borrowing Index
  ) throws(SiteError) -> Bool {
    let indexAddress = IndexAddress(kind, key: key)
    guard let facet = try read(indexAddress.folder, { try index.count(of: kind, key: key) }) else {
      return false
    }
    let parts = IndexAddress.numberedParts(finds: facet.count)
    let before = try read(indexAddress.folder) {
      try index.countFinds(of: kind, key: key, before: since)
    }
    // The last unchanged part is written again, too, because its link to the newer part may have
    // changed.
    let first = max(1, before / IndexAddress.rows - 1)
    for part in first...(parts + 1) {
      let finds = try read(indexAddress.folder) {
        try index.finds(
          of: kind, key: key, from: (part - 1) * IndexAddress.rows, most: IndexAddress.rows)
      }
      let number = part <= parts ? part : nil
      let page = IndexPage(
        facet, at: indexAddress, part: number, of: parts, finds, artworks: artworks,
        settings: settings)
      try writeSummary(page, at: indexAddress.path(part: number))
    }
    for name in try tree.names(in: indexAddress.folder) {
      if let part = Int(name), part > parts { try tree.remove("\(indexAddress.folder)/\(name)") }
    }
    return true
  }

  /// Removes an index page without finds.
  package func removeIndexPage(of kind: FacetKind, key: String) throws(SiteError) {
    try tree.remove(IndexAddress(kind, key: key).folder)
  }

  /// Writes the overviews, the statistics, and the statistics of some years; nil for all years. In
  /// the published log, also writes the front page and the sitemap. Removes the pages of years
  /// without finds.
  package func writeOverviews<Index: HistoryIndex & ~Copyable>(
    from index: borrowing Index, years: [Int]?
  ) throws(SiteError) {
    var counts: [FacetKind: [FacetCount]] = [:]
    for kind in FacetKind.withPages {
      counts[kind] = try read(kind.folder) { try index.counts(of: kind) }
    }
    let hasBooks = counts[.author]?.isEmpty == false
    let collages = try collages(of: counts, from: index)
    for kind in FacetKind.withPages {
      let pages = counts[kind] ?? []
      guard Self.hasOverview(of: kind, pages) else { continue }
      let own = collages.filter { $0.kind == kind }
      try writeOverview(
        OverviewPage.all(kind, pages, own, hasBooks: hasBooks, settings: settings), of: kind)
    }
    let statistics = try read(StatisticsAddress.folder) { try index.statistics(ofYear: nil) }
    let known = Set(statistics.months.map(\.month.year))
    try writeYears(years, known: known, from: index)
    let best = try read(StatisticsAddress.folder) { try index.summaries(of: statistics.best) }
    try writeStatistics(statistics, counts, best, from: index)
    try writeFront(statistics, collages, hasBooks: hasBooks, from: index)
    try writeSitemap(counts, statistics, from: index)
    // No page links to these overviews any more.
    for kind in FacetKind.withPages where !Self.hasOverview(of: kind, counts[kind] ?? []) {
      try tree.remove(kind.folder)
    }
    for name in try tree.names(in: StatisticsAddress.folder) {
      if let year = Int(name), !known.contains(year) {
        try tree.remove("\(StatisticsAddress.folder)/\(name)")
      }
    }
  }

  /// Whether the site has the overview of a kind with these index pages.
  static func hasOverview(of kind: FacetKind, _ pages: [FacetCount]) -> Bool {
    !kind.isOnlyOfBooks || !pages.isEmpty
  }

  /// Writes the overview of the authors if a page with `finds` leads to the overview, and the overview
  /// is missing. It has no entries until the overviews are written.
  func prepareOverview(for finds: [Find], durably: Bool) throws(SiteError) -> [String] {
    let kind = FacetKind.author
    let path = OverviewAddress(kind: kind, part: 1).path
    guard finds.contains(where: { $0.album.kind.creators == kind }), !tree.has(path),
      let page = OverviewPage.all(kind, [], hasBooks: true, settings: settings).first
    else { return [] }
    return try write(page, at: path, durably: durably)
  }

  /// Writes the parts of an overview. The last part comes first, because the first part links to
  /// all others. Then removes the parts that the overview no longer has, again from the last one,
  /// so that after a kill the remaining parts still have consecutive numbers.
  private func writeOverview(_ parts: [OverviewPage], of kind: FacetKind) throws(SiteError) {
    for (index, part) in parts.enumerated().reversed() {
      try writeSummary(part, at: OverviewAddress(kind: kind, part: index + 1).path)
    }
    var last = parts.count
    while tree.has(OverviewAddress(kind: kind, part: last + 1).path) { last += 1 }
    while last > parts.count {
      try tree.remove(OverviewAddress(kind: kind, part: last).folder)
      last -= 1
    }
  }

  private func writeStatistics<Index: HistoryIndex & ~Copyable>(
    _ statistics: HistoryStatistics, _ counts: [FacetKind: [FacetCount]], _ best: [FindSummary],
    from index: borrowing Index
  ) throws(SiteError) {
    var covers: [IndexCover] = []
    for kind in [FacetKind.artist, .author, .recordLabel] {
      for page in (counts[kind] ?? []).most(StatisticsPage.mostBars) {
        if let cover = try cover(of: kind, page, from: index) { covers.append(cover) }
      }
    }
    let contents = StatisticsContents(
      statistics: statistics, counts: counts, best: best, covers: covers)
    let page = StatisticsPage(contents, artworks: artworks, settings: settings)
    try writeSummary(page, at: StatisticsPage.path)
  }

  /// The newest find with artwork of an index page. Only the newest finds are considered.
  private func cover<Index: HistoryIndex & ~Copyable>(
    of kind: FacetKind, _ page: FacetCount, from index: borrowing Index
  ) throws(SiteError) -> IndexCover? {
    let find = try covered(of: kind, page, from: index).first
    return find.map { IndexCover(kind: kind, key: page.key, find: $0) }
  }

  /// The finds with artwork among the newest finds of an index page, the newest first.
  private func covered<Index: HistoryIndex & ~Copyable>(
    of kind: FacetKind, _ page: FacetCount, from index: borrowing Index
  ) throws(SiteError) -> [FindSummary] {
    let most = MoreInLog.window
    let finds = try read(kind.folder) {
      try index.finds(
        of: kind, key: page.key, from: max(0, page.count - most), most: most)
    }
    return finds.reversed().filter { artworks.kept($0.artwork) != nil }
  }

  /// The collages of the published log, in the order of `counts`; the household has none.
  private func collages<Index: HistoryIndex & ~Copyable>(
    of counts: [FacetKind: [FacetCount]], from index: borrowing Index
  ) throws(SiteError) -> [Collage] {
    guard settings.isPublished else { return [] }
    var collages: [Collage] = []
    for kind in Collage.kinds {
      for page in counts[kind] ?? [] {
        let newest = try covered(of: kind, page, from: index)
        collages.append(Collage(kind, page, newest: newest, artworks))
      }
    }
    return collages
  }

  /// Writes a page. Before that, removes the temporary files of a process that was killed while it
  /// wrote the page. The caller holds the worker lock, so no other process writes in this folder.
  func writeSummary<P: Page>(_ page: P, at path: String) throws(SiteError) {
    let folder = Files.parent(of: path)
    for name in try tree.names(in: folder) where name.hasPrefix(".tmp-") {
      try tree.remove("\(folder)/\(name)")
    }
    _ = try write(page, at: path, durably: false)
  }

  // MARK: The build

  /// Writes every summary page, and removes the index pages that no longer have finds.
  func buildSummaries(_ index: LoadedIndex) throws(SiteError) {
    for kind in FacetKind.withPages {
      let keys = index.counts(of: kind).map(\.key)
      try sideBySide(keys) { (key) throws(SiteError) in
        _ = try writeIndexPage(
          of: kind, key: key, since: Timestamp(milliseconds: .min), from: index)
      }
    }
    try writeOverviews(from: index, years: nil)
    try writeFormerAddresses(of: FacetKind.withPages, from: index)
  }

  // MARK: Album pages

  /// The facets whose index pages exist now, for the links of an album page. `isWhole` is false if the
  /// index page of a facet does not exist yet.
  package func existingLinks(_ facets: [Facet]) -> (links: [Facet], isWhole: Bool) {
    let linked = facets.filter { $0.kind.hasPages }
    let links = linked.filter { tree.has(IndexAddress($0.kind, key: $0.key).path(part: nil)) }
    return (links, links.count == linked.count)
  }

  /// Whether the folder of a find's page has pictures that the page does not show.
  package func hasFormerPictures(of find: Find) throws(SiteError) -> Bool {
    let shown = try shownFiles(of: find)
    if try tree.names(in: find.folder).contains(where: { !shown.contains($0) }) { return true }
    guard let former = find.formerFolder else { return false }
    return try tree.names(in: former).contains { $0 != MovedPage.fileName }
  }

  /// Writes the page of a find again, because other finds have changed.
  package func rewrite(_ find: Find, _ neighbours: Neighbours) throws(SiteError) {
    _ = try writePage(of: find, neighbours, durably: false)
  }

  /// Removes pictures that the page of a find no longer shows. Before that, the caller writes the
  /// summary pages, which may show them.
  package func removeFormerPictures(of find: Find) throws(SiteError) {
    try tree.clear(find.folder, but: try shownFiles(of: find))
    if let former = find.formerFolder { try tree.clear(former, but: [MovedPage.fileName]) }
  }
}
