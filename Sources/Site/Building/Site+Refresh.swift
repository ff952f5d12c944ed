// Writes the files that one change affects. The order avoids broken links: first pictures, then the
// page that shows them, then the lists that link to the page, and deletions last.

package import Albums

extension Site {
  /// Writes a find's page, and every list and search file that contains the find. Returns the
  /// changed paths. If no other find moves to another page, these are at most 15 paths and the
  /// pictures of new candidates. In the published log, the front page is written with the summary
  /// pages. Former pictures of the find stay, because other pages may still show them
  /// (`hasFormerPictures`).
  ///
  /// `finds` and `entries` read a range of the finds of that month (`refreshMonth`).
  @discardableResult
  package func refresh(
    _ find: Find, amid around: Surroundings, _ neighbours: Neighbours = .none,
    finds: (Range<Int>) throws -> [Find],
    entries: (Range<Int>) throws -> [SearchEntry]
  ) throws(SiteError) -> [String] {
    var written = try writePage(of: find, neighbours, durably: true)
    written += try refreshMonth(around, finds: finds, entries: entries)
    written += try writeLists(
      newest: around.newest, months: around.months, feed: around.feed, durably: true)
    return written
  }

  /// Removes a find from every list, then removes its page. Before that, the caller refreshes the
  /// page of the scan, so that no link leads to the removed page.
  @discardableResult
  package func withdraw(
    _ find: FindID, amid around: Surroundings, finds: (Range<Int>) throws -> [Find],
    entries: (Range<Int>) throws -> [SearchEntry]
  ) throws(SiteError) -> [String] {
    var written = try refreshMonth(around, finds: finds, entries: entries)
    written += try writeLists(
      newest: around.newest, months: around.months, feed: around.feed, durably: true)
    if around.firsts.isEmpty { try tree.remove("history/\(around.month)") }
    for kind in WorkKind.allCases { try tree.remove("\(kind.folder)/\(find)") }
    return written
  }

  /// Writes a scan's page and status. For a complete scan, the caller refreshes the find first.
  @discardableResult
  package func refresh(_ scan: Scan) throws(SiteError) -> [String] {
    try write(scan, durably: true)
  }

  /// Writes only a scan's status and the picture in it, because the status changes several times a
  /// second.
  package func refreshStatus(_ scan: Scan) throws(SiteError) {
    let artwork = artworks.kept(scan.album?.artwork)
    _ = try link(artwork, side: 500, into: "scan/\(scan.id)", durably: false)
    _ = try tree.write(
      status(of: scan, artwork), at: ScanStatus.path(scan.id),
      durably: false)
  }

  /// Removes a scan's page, status and picture.
  package func removeScan(_ id: ScanID) throws(SiteError) { try tree.remove("scan/\(id)") }
}

// MARK: Before several finds are refreshed

extension Site {
  /// Writes the pictures of a find, because lists and pages of other finds may show them before the
  /// find is refreshed.
  package func writePictures(of find: Find) throws(SiteError) {
    _ = try writePictures(of: find, durably: true)
  }

  package func hasPage(of find: Find) -> Bool { tree.has(AlbumPage.path(find)) }

  /// Writes the page of a new find, because lists may lead to the page before the find is
  /// refreshed.
  package func writeNewPage(of find: Find, _ neighbours: Neighbours) throws(SiteError) {
    _ = try writePage(of: find, neighbours, durably: true)
  }
}

extension Site {
  /// Writes the pictures of a find, then its page, then the page at its former address.
  func writePage(
    of find: Find, _ neighbours: Neighbours, durably: Bool
  ) throws(SiteError) -> [String] {
    let written = try writePictures(of: find, durably: durably)
    let page = AlbumPage(
      settings.shown(find), amid: neighbours, share: try sharedPicture(of: find),
      artworks: artworks,
      settings: settings)
    let pages = try written + write(page, at: AlbumPage.path(find), durably: durably)
    guard let former = find.formerFolder else { return pages }
    let moved = MovedPage(find, settings: settings)
    return try pages + write(moved, at: "\(former)/\(MovedPage.fileName)", durably: durably)
  }

  private func writePictures(of find: Find, durably: Bool) throws(SiteError) -> [String] {
    let find = settings.shown(find)
    let artwork = artworks.kept(find.album.artwork)
    var written: [String] = []
    for side in artwork == nil ? [] : Artwork.sides {
      written += try link(artwork, side: side, into: find.folder, durably: durably)
    }
    for picture in find.candidates.compactMap({ artworks.kept($0.album.artwork) }) {
      written += try link(picture, side: 200, into: find.folder, durably: durably)
    }
    return written
  }

  /// The names of the files that belong to a find's page.
  func shownFiles(of find: Find) throws(SiteError) -> Set<String> {
    let share = try drawnPicture(of: find)?.address.split(separator: "/").last.map(String.init)
    let find = settings.shown(find)
    let shown = artworks.kept(find.album.artwork).map { artwork in
      Artwork.sides.map { artwork.fileName(side: $0) }
    }
    let candidates = find.candidates.compactMap { candidate in
      artworks.kept(candidate.album.artwork)?.fileName(side: 200)
    }
    return Set((shown ?? []) + candidates + [share].compactMap(\.self) + ["index.html"])
  }

  /// Writes the history and both feeds. Writes the camera page of the household, too: it shows a
  /// history button if there are finds. Without the address of the published log, there are no feeds.
  func writeLists(
    newest: [Find], months: [Month], feed: FeedRecord, durably: Bool
  ) throws(SiteError) -> [String] {
    let shown = Array(newest.prefix(HistoryContents.newestCount))
    let history = HistoryPage(
      newest: shown, months: months, artworks: artworks, settings: settings)
    var written = try prepareOverview(for: shown, durably: durably)
    written += try write(history, at: HistoryPage.newestPath, durably: durably)
    if settings.hasFeeds {
      let entries = try newest.atomEntries(artworks, templates: templates, settings)
      let head = FeedHead(of: feed, settings: settings)
      let atom = AtomFeed(entries, head, settings: settings)
      let json = JSONFeed.bytes(entries, head, settings: settings)
      written += try write(atom, at: AtomFeed.path, durably: durably)
      written += try tree.write(json, at: JSONFeed.path, durably: durably)
    }
    guard !settings.isPublished else { return written }
    let home = HomePage(hasFinds: !newest.isEmpty, settings: settings)
    return try written + write(home, at: HomePage.path, durably: durably)
  }

  /// Writes a scan's pictures, status and page, and removes pictures that it no longer shows. The
  /// CGI's temporary files (`.tmp-…`) stay.
  func write(_ scan: Scan, durably: Bool) throws(SiteError) -> [String] {
    let artwork = artworks.kept(scan.album?.artwork)
    let folder = "scan/\(scan.id)"
    let offered = (scan.likely.map(\.album) + scan.otherNamed.map(\.album))
      .compactMap { artworks.kept($0.artwork) }
    var written = try link(artwork, side: 500, into: folder, durably: durably)
    for picture in offered {
      written += try link(picture, side: 200, into: folder, durably: durably)
    }
    written += try write(
      ScanPage(scan, artworks: artworks, settings: settings), at: ScanPage.path(scan.id),
      durably: durably)
    written += try tree.write(
      status(of: scan, artwork), at: ScanStatus.path(scan.id),
      durably: durably)
    let shown = Set(
      offered.map { $0.fileName(side: 200) } + (artwork.map { [$0.fileName(side: 500)] } ?? []))
    for name in try tree.names(in: folder) where name.hasSuffix(".jpg") && !shown.contains(name) {
      try tree.remove("\(folder)/\(name)")
    }
    return written
  }

  private func status(of scan: Scan, _ artwork: Artwork?) -> [UInt8] {
    ScanStatus(artworks: artworks, words: settings.words).bytes(scan, artwork: artwork)
  }

  private func link(
    _ artwork: Artwork?, side: Int, into folder: String, durably: Bool
  ) throws(SiteError) -> [String] {
    guard let artwork else { return [] }
    return try tree.link(
      artworks.path(of: artwork, side: side), at: "\(folder)/\(artwork.fileName(side: side))",
      durably: durably)
  }
}
