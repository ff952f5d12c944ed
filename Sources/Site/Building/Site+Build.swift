// Writes the whole site from the finds: pages first, then lists, and deletions last. A reader
// always gets a whole page, the old one or the new one, and the site is never empty.

package import Albums
import Host
import Synchronization

extension Site {
  /// Writes every page and removes pages that are no longer needed. Does not touch a file whose
  /// content stays the same. Does not sync files to the disk, because the program repeats an
  /// interrupted build.
  ///
  /// `findsIn` returns the finds of a month, newest first. `scans` returns every scan whose page is
  /// kept. The build calls `scans` after it has listed the existing scan pages. A scan is recorded
  /// before its page is written, so the build never removes the page of a scan that arrives
  /// meanwhile. `shelves` returns the shelves whose lists are kept. The published log has no scans and no
  /// shelves.
  package func build(
    _ contents: HistoryContents, index: LoadedIndex = .empty,
    findsIn: (Month) throws -> [Find], scans: () throws -> [Scan],
    shelves: () throws -> [ScanID] = { [] }
  ) throws(SiteError) {
    try buildPages(contents, index: index, findsIn: findsIn, scans: scans, shelves: shelves)
    try copyWorker()
  }

  /// Does the same without the script of the service worker. `copyWorker` writes the script when all pages are
  /// written, also those outside of the web root: a new service worker stores only pages with the product
  /// attribute.
  package func buildPages(
    _ contents: HistoryContents, index: LoadedIndex, findsIn: (Month) throws -> [Find],
    scans: () throws -> [Scan], shelves: () throws -> [ScanID]
  ) throws(SiteError) {
    try withPreparedScripts().writePages(
      contents, index: index, findsIn: findsIn, scans: scans, shelves: shelves)
  }

  private func writePages(
    _ contents: HistoryContents, index: LoadedIndex, findsIn: (Month) throws -> [Find],
    scans: () throws -> [Scan], shelves: () throws -> [ScanID]
  ) throws(SiteError) {
    let scanNames = try tree.names(in: "scan")
    let findFolders = try findFolders()
    let publicNames = try copyPublicFiles()
    try writeAssets()
    try writePlainPages()
    let months = try writeMonths(contents, index, former: findFolders, findsIn)
    let scans = settings.isPublished ? [] : try writeScans(scans)
    if !settings.isPublished { try writeLinks(to: try read("shelf", shelves)) }
    try buildSummaries(index)
    _ = try writeLists(
      newest: contents.newest, months: contents.months, feed: contents.feed, durably: false)
    _ = try writeManifest(months.search, durably: false)
    for (month, firsts) in months.firsts {
      _ = try writeFirsts(firsts, of: month, durably: false)
    }
    try removeLeftovers(
      finds: findFolders.subtracting(months.folders), scans: scans, scanNames: scanNames,
      contents.months)
    try removeWithoutAddress()
    try replacePublicList(publicNames)
    try removeOldAssets(but: publicNames)
  }

  /// The folders of the pages of finds, below the web root.
  private func findFolders() throws(SiteError) -> Set<String> {
    var folders: Set<String> = []
    for kind in WorkKind.allCases {
      folders.formUnion(try tree.names(in: kind.folder).map { "\(kind.folder)/\($0)" })
    }
    return folders
  }

  /// Writes the pages that do not depend on finds, and the pattern of the waiting page.
  private func writePlainPages() throws(SiteError) {
    if let appearance = settings.appearance { return try writePublishedPages(appearance) }
    let waiting = Scan(
      id: Self.placeholderID, created: .zero, updated: .zero, state: .queued)
    let page = ScanPage(waiting, artworks: artworks, settings: settings)
    _ = try write(page, at: Self.waitingPath, durably: false)
    let status = ScanStatus(artworks: artworks, words: settings.words).bytes(waiting, artwork: nil)
    _ = try tree.write(status, at: ScanStatus.waitingPath, durably: false)
    _ = try write(ShelfPage(settings: settings), at: ShelfPage.path, durably: false)
    _ = try write(PrivacyPage(settings: settings), at: PrivacyPage.path, durably: false)
    _ = try write(
      SettingsLinkPage(settings: settings), at: SettingsLinkPage.path, durably: false)
    _ = try write(
      ShelfLinkPage(Self.placeholderID, settings: settings), at: ShelfLinkPage.path, durably: false)
    _ = try write(SignInPage(settings: settings), at: SignInPage.path, durably: false)
    _ = try write(OfflinePage(settings: settings), at: OfflinePage.path, durably: false)
    _ = try write(NotFoundPage(settings: settings), at: NotFoundPage.path, durably: false)
    for path in ErrorPage.serverErrorPaths {
      _ = try write(ErrorPage.serverError(settings), at: path, durably: false)
    }
    _ = try write(
      ErrorPage(.tooLarge, settings: settings), at: ErrorPage.tooLargePath, durably: false)
    for refusal in ErrorPage.all(contact: settings.contact) {
      let page = ErrorPage(refusal, settings: settings)
      _ = try write(page, at: ErrorPage.path(refusal), durably: false)
    }
    _ = try tree.write(RobotsFile.closed, at: RobotsFile.path, durably: false)
  }

  /// Writes the pages that lead to the lists of shelves. Each was written when its photo arrived; after a
  /// restore, the web root may be new.
  private func writeLinks(to shelves: [ScanID]) throws(SiteError) {
    for id in shelves {
      let page = ShelfLinkPage(id, settings: settings)
      _ = try write(page, at: ShelfLinkPage.path(of: id), durably: false)
    }
  }

  /// Writes the finds month by month, so that at most two months are in memory.
  ///
  /// The lists of a month are written after the pages of its finds, in parallel with the pages of
  /// the next month.
  ///
  /// `former` has the folders that existed before the build. Only these can have pictures
  /// that a page no longer shows, and listing a folder for each find takes time.
  private func writeMonths(
    _ contents: HistoryContents, _ index: LoadedIndex, former: Set<String>,
    _ findsIn: (Month) throws -> [Find]
  ) throws(SiteError) -> WrittenMonths {
    var written = WrittenMonths()
    var tagFeeds = TagFeeds(of: self, index, contents.feed)
    let search = Mutex(SearchManifest())
    var lists: [BuildPiece] = []
    for month in contents.months {
      let finds = try read("history/\(month)") { try findsIn(month) }
      try sideBySide(lists + finds.map { .page($0) }) { (piece) throws(SiteError) in
        try write(piece, index, former, search)
      }
      try tagFeeds.add(finds)
      written.folders.formUnion(finds.map(\.folder) + finds.compactMap(\.formerFolder))
      lists = BuildPiece.lists(of: month, finds)
      written.firsts[month] = lists.compactMap(\.first)
    }
    try sideBySide(lists) { (piece) throws(SiteError) in try write(piece, index, former, search) }
    written.search = search.withLock { $0 }
    return written
  }

  private func write(
    _ piece: BuildPiece, _ index: LoadedIndex, _ former: Set<String>,
    _ search: borrowing Mutex<SearchManifest>
  ) throws(SiteError) {
    var manifest = SearchManifest()
    switch piece {
    case .page(let find):
      _ = try writePage(of: find, index.neighbours(of: find.id), durably: false)
    case .part(let pages, let part, let finds):
      _ = try writePart(part, of: pages, finds, durably: false)
      _ = try writePartFiles(of: finds, part, pages.month, into: &manifest, durably: false)
      for find in finds where find.folders.contains(where: former.contains) {
        try removeFormerPictures(of: find)
      }
    case .shard(let month, let number, let finds):
      let entries = finds.reversed().map { SearchEntry($0) }
      _ = try writeShard(number, month, entries, into: &manifest, durably: false)
    }
    let added = manifest
    search.withLock { $0.add(added) }
  }

  private func writeScans(_ source: () throws -> [Scan]) throws(SiteError) -> Set<String> {
    let scans = try read("scan") { try source() }
    for scan in scans { _ = try write(scan, durably: false) }
    return Set(scans.map(\.id.text))
  }

  func read<Value>(
    _ source: String, _ body: () throws -> Value
  ) throws(SiteError) -> Value {
    do {
      return try body()
    } catch {
      throw .contents(source, "\(error)")
    }
  }

  /// Removes the folders of finds, scans and months that no longer exist. Folders with other names
  /// stay. `finds` are folders of pages of finds without a find.
  private func removeLeftovers(
    finds: Set<String>, scans: Set<String>, scanNames: [String], _ months: [Month]
  ) throws(SiteError) {
    for folder in finds
    where folder.split(separator: "/").last.flatMap({ FindID(String($0)) }) != nil {
      try tree.remove(folder)
    }
    for name in scanNames where ScanID(name) != nil && !scans.contains(name) {
      try tree.remove("scan/\(name)")
    }
    let monthNames = Set(months.map(\.description))
    for name in try tree.names(in: "history") where isMonth(name) && !monthNames.contains(name) {
      try tree.remove("history/\(name)")
    }
  }

  private func isMonth(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count >= 4, parts[1].utf8.count == 2 else { return false }
    return parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
  }
}

/// The data that a build keeps of the months that it has written.
private struct WrittenMonths {
  /// The folders of all pages of finds.
  var folders: Set<String> = []

  /// The oldest find of each part, from the oldest part.
  var firsts: [Month: [FindID]] = [:]
  var search = SearchManifest()
}

/// A part of a build that does not depend on the other parts. All finds are newest first.
private enum BuildPiece: Sendable {
  case page(Find)

  /// The number of a part of a month with its finds.
  case part(MonthPages, Int, [Find])

  /// The number of a shard of a month, counted from 0, with its finds.
  case shard(Month, Int, [Find])

  /// The parts of a month, from the oldest, and its shards.
  static func lists(of month: Month, _ finds: [Find]) -> [BuildPiece] {
    let pages = MonthPages(month, finds: finds.count)
    let parts = pieces(of: finds, MonthPages.size).enumerated()
      .map { BuildPiece.part(pages, $0, $1) }
    let shards = pieces(of: finds, SearchShard.size).enumerated()
      .map { BuildPiece.shard(month, $0, $1) }
    return parts + shards
  }

  /// The finds in pieces of `size` from the oldest.
  private static func pieces(of finds: [Find], _ size: Int) -> [[Find]] {
    stride(from: finds.count, to: 0, by: -size).map { end in
      Array(finds[max(0, end - size)..<end])
    }
  }

  /// The oldest find of a part; nil for other pieces.
  var first: FindID? {
    if case .part(_, _, let finds) = self { finds.last?.id } else { nil }
  }
}

extension Timestamp {
  fileprivate static var zero: Timestamp { Timestamp(milliseconds: 0) }
}
