// Refreshes the summary pages: index pages, overviews, statistics, and album pages that show other
// finds. While jobs run, the worker refreshes these pages at most once a minute, and once more
// before it ends.
// Source: docs/decisions/087-summary-pages-later.md.

package import Albums
import Host
package import Site
package import Store

/// The database answers the questions of the summary pages.
extension Store: HistoryIndex {}

extension PageRefresher {
  /// The minimum time between two refreshes of the summary pages while jobs run.
  /// Source: docs/limits.md.
  package static let summaryMilliseconds: Int64 = 60_000

  /// Writes the stale pages, then the stale summary pages.
  package func refreshAll(
    in store: borrowing Store, at now: Timestamp
  ) throws(RefreshError) {
    var firstError: RefreshError?
    do throws(RefreshError) {
      try refreshStalePages(in: store, at: now)
    } catch {
      firstError = error
    }
    try refreshSummaries(in: store)
    if let firstError { throw firstError }
  }

  /// Writes the stale summary pages. A page that cannot be written stays stale. The other pages are
  /// still written, and the first error is thrown at the end.
  ///
  /// The order avoids broken links: index pages first, then the album pages that link to them, then
  /// overviews, and removals last. The finds in `pending` are not refreshed yet, so index pages
  /// still show their former pictures. These pictures stay until a later call.
  package func refreshSummaries(
    in store: borrowing Store, pending: Set<FindID> = []
  ) throws(RefreshError) {
    guard !Files.exists(target.buildingMarker) else { return }
    let stale = try reading { () throws(StoreError) in try store.staleSummaries() }
    guard !stale.isEmpty else { return }
    var (failed, empty, rewritten) = ([StaleSummary](), [StaleSummary](), [Find]())
    var years: [Int] = []
    var firstError: RefreshError?
    for page in stale {
      do throws(RefreshError) {
        switch page {
        case .facet(let kind, let key, let since):
          let hasFinds = try writing { () throws(SiteError) in
            try site.writeIndexPage(of: kind, key: key, since: since, from: store)
          }
          if !hasFinds { empty.append(page) }
          if kind == .tag { try writeFeed(ofTag: key, from: store) }
        case .find(let id):
          if let find = try rewrite(id, in: store), !pending.contains(id) { rewritten.append(find) }
        case .year(let year): years.append(year)
        }
      } catch {
        firstError = firstError ?? error
        failed.append(page)
      }
    }
    do throws(RefreshError) {
      try finish(years: years, empty: empty, rewritten, kinds: stale.facetKinds, from: store)
    } catch {
      firstError = firstError ?? error
      failed = stale
    }
    let unwritten = failed
    Failpoint.pass("summaries:written")
    try reading { () throws(StoreError) in try store.markSummariesWritten(except: unwritten) }
    if let firstError { throw firstError }
  }

  /// Writes the pages that list all index pages. Then removes the index pages and pictures to which
  /// no page links any more.
  private func finish(
    years: [Int], empty: [StaleSummary], _ rewritten: [Find], kinds: [FacetKind],
    from store: borrowing Store
  ) throws(RefreshError) {
    try writing { () throws(SiteError) in
      try site.writeOverviews(from: store, years: years)
      for case .facet(let kind, let key, _) in empty {
        try site.removeIndexPage(of: kind, key: key)
      }
      try site.writeFormerAddresses(of: kinds, from: store)
      for find in rewritten { try site.removeFormerPictures(of: find) }
    }
    try hosting { () throws(HostError) in try Files.synchroniseFileSystem(of: target.folder) }
  }

  /// Writes the feed of a tag that has finds.
  private func writeFeed(ofTag key: String, from store: borrowing Store) throws(RefreshError) {
    guard site.hasTagFeeds else { return }
    let (tag, finds, feed) = try reading { () throws(StoreError) in
      let tag = try store.count(of: .tag, key: key)
      let newest = try store.newestFinds(of: .tag, key: key, groups: HistoryContents.feedCount)
      var finds: [Find] = []
      for summary in newest {
        if let find = try store.find(summary.id) { finds.append(find) }
      }
      return (tag, finds, try store.feed())
    }
    guard let tag else { return }
    try writing { () throws(SiteError) in
      try site.writeTagFeed(of: tag, finds, feed: feed)
    }
  }

  /// Writes pages again after their pictures to share were drawn.
  package func rewritePages(
    of pages: [SharingPage], in store: borrowing Store
  ) throws(RefreshError) {
    for case .find(_, let id) in pages { _ = try rewrite(id, in: store) }
    let years = pages.compactMap { if case .year(let year) = $0 { year } else { nil } }
    guard !years.isEmpty || pages.contains(.front) else { return }
    try writing { () throws(SiteError) in try site.writeOverviews(from: store, years: years) }
  }

  private func rewrite(_ id: FindID, in store: borrowing Store) throws(RefreshError) -> Find? {
    guard let find = try reading({ () throws(StoreError) in try store.find(id) }) else {
      return nil
    }
    let (neighbours, _) = try neighbours(of: find, in: store)
    try writing { () throws(SiteError) in try site.rewrite(find, neighbours) }
    return find
  }

  /// The links and the finds of the history that the page of a find shows, and whether all its
  /// index pages already exist.
  func neighbours(
    of find: Find, in store: borrowing Store
  ) throws(RefreshError) -> (neighbours: Neighbours, isWhole: Bool) {
    let position = FindPosition(found: find.found, id: find.id)
    let (facets, more, connections, adjacent) = try reading { () throws(StoreError) in
      let facets = try store.facets(of: find.id)
      let more = try store.more(of: position, facets)
      return (
        facets, more, try store.connections(of: position, facets, besides: more),
        try store.adjacent(to: position)
      )
    }
    let (links, isWhole) = site.existingLinks(facets)
    let neighbours = Neighbours(
      links: links, more: more, connections: connections, newer: adjacent.newer,
      older: adjacent.older)
    return (neighbours, isWhole)
  }

  /// Makes the index equal to the finds, and loads it for a build.
  func loadIndex(from store: borrowing Store) throws(RefreshError) -> LoadedIndex {
    do {
      return try LoadedIndex(try store.allFindSummaries(), zone: store.zone) { (add) in
        try store.takeOverAll(add)
      }
    } catch {
      throw .store(error as? StoreError ?? .damaged("\(error)"))
    }
  }
}

extension [StaleSummary] {
  /// The kinds of the stale index pages, each once.
  fileprivate var facetKinds: [FacetKind] {
    let stale = compactMap { page in if case .facet(let kind, _, _) = page { kind } else { nil } }
    return FacetKind.withPages.filter(stale.contains)
  }
}
