// The files that only the published log has: its front page, and files for crawlers and servers.

import Albums
import Host

extension Site {
  /// The templates of the pages of the published log, without partials and feeds.
  static let publishedTemplates = [
    FrontPage.template, AlbumPage.template, HistoryPage.template, IndexPage.template,
    OverviewPage.template, StatisticsPage.template, YearPage.template, NotFoundPage.template,
    MovedPage.template,
  ]

  /// The files of public/ that a page gets through a field instead of an address in its template.
  static let fieldFiles = [
    "frame.script": ["published.js", "published-album.js"],
    "frame.logo": ["logo.svg"],
    "frame.colours": [HostColours.path],
  ]

  /// The files of public/ that templates use and that cannot have a hashed name, sorted.
  static func plainFiles(
    of publicFiles: PublicFolder, _ used: Set<String>, but assets: Assets
  ) -> [String] {
    let never = [Assets.worker, WebManifest.path]
    return publicFiles.names.filter { name in
      used.contains(name) && !assets.has(name) && !never.contains(name)
    }
  }

  /// Writes the files that do not depend on finds.
  func writePublishedPages(_ appearance: PublishedAppearance) throws(SiteError) {
    let notFound = NotFoundPage(settings: settings)
    _ = try write(notFound, at: NotFoundPage.path, durably: false)
    _ = try tree.write(RobotsFile.bytes(for: appearance), at: RobotsFile.path, durably: false)
    let headers = HeadersFile(
      page: try templates.render(notFound), appearance: appearance,
      folders: PublishedFolders.summaries)
    _ = try tree.write(headers.bytes, at: HeadersFile.path, durably: false)
  }

  /// Writes the front page. It is a summary page: it shows the best finds and the tags.
  func writeFront<Index: HistoryIndex & ~Copyable>(
    _ statistics: HistoryStatistics, _ collages: [Collage], hasBooks: Bool,
    from index: borrowing Index
  ) throws(SiteError) {
    guard let appearance = settings.appearance else { return }
    var (newest, albums) = ([FindSummary](), Set<Int64>())
    let favourites = try read(FrontPage.path) { try index.favourites() }
      .filter { albums.insert($0.album).inserted }
    let years = Set(statistics.months.map(\.month.year)).sorted(by: >)
    for year in years where newest.count < FrontPage.mostNewest {
      // Repeats of an album are left out, so more finds are read than shown.
      let finds = try read(FrontPage.path) {
        try index.newestFinds(ofYear: year, most: FrontPage.mostNewest * 4)
      }
      newest += finds.filter { albums.insert($0.album).inserted }
    }
    let ranking = try read(FrontPage.path) { try index.summaries(of: statistics.ranking) }
    var year: (Int, HistoryStatistics)?
    if let newestYear = years.first {
      year = (newestYear, try read(FrontPage.path) { try index.statistics(ofYear: newestYear) })
    }
    let contents = FrontContents(
      finds: statistics.finds, favourites: favourites, newest: newest, ranking: ranking, year: year,
      collages: collages, hasBooks: hasBooks)
    let pictures = try sharedPictures(
      of: .front, shareContents(of: contents, appearance),
      alt:
        "\(appearance.title): \(settings.words("index.total", ["count": .count(contents.finds)]))")
    let page = FrontPage(
      contents, appearance: appearance, pictures: pictures, artworks: artworks, settings: settings)
    _ = try write(page, at: FrontPage.path, durably: false)
    try removeFormerPictures(of: .front, but: pictures)
  }

  /// Removes the feeds and the sitemap that an earlier build wrote, if the address of the published
  /// log is no longer known.
  func removeWithoutAddress() throws(SiteError) {
    guard settings.isPublished, !settings.hasFeeds else { return }
    for path in [AtomFeed.path, JSONFeed.path] { try tree.remove(path) }
    try removeSitemaps(but: [])
    for name in try tree.names(in: FacetKind.tag.folder) {
      try tree.remove("\(FacetKind.tag.folder)/\(name)/\(TagFeedAddress.fileName)")
    }
  }

  // MARK: What the caller sends

  /// The paths of the published log that were written, linked or removed since the last call, sorted
  /// by their bytes. Always empty for the household.
  package func takeChanges() -> [String] { tree.changes?.take() ?? [] }

  /// The path of the file with all other files of the published log, below the root.
  package static var archivePath: String { ArchiveFile.path }

  /// The paths of all files that readers get, except `archive.zip`, sorted by their bytes.
  package func archivePaths() throws(SiteError) -> [String] {
    try tree.paths().filter { $0 != ArchiveFile.path }
  }
}

/// The folders below the root of a published log.
package enum PublishedFolders {
  /// The folders of pages whose addresses stay.
  static let summaries =
    ["history", SearchManifest.folder, StatisticsAddress.folder]
    + FacetKind.withPages.map(\.folder)

  /// All folders.
  package static let all = Set(
    summaries + [Assets.folder] + WorkKind.allCases.map(\.folder))
}
