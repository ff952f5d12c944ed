// Refreshes the site: reads the stale pages from `Store` and passes their contents to `Site`. The
// order is: database first, files second. A page stays marked as stale until it is on the disk.

package import Albums
package import Host
package import Site
package import Store

/// An error while pages are written. No data is lost: the pages stay marked as stale.
package enum RefreshError: Error, Equatable, Sendable, CustomStringConvertible {
  case store(StoreError)
  case site(SiteError)
  case host(HostError)

  package var description: String {
    switch self {
    case .store(let error): "\(error)"
    case .site(let error): "\(error)"
    case .host(let error): "\(error)"
    }
  }

  package var isDiskFull: Bool {
    switch self {
    case .store(let error): error.isDiskFull
    case .host(let error), .site(.files(let error)): error.isDiskFull
    case .site: false
    }
  }
}

/// Writes the site. Only one process writes at a time, because the caller holds a lock: the worker
/// lock for the household site, the lock of publishing for the published log.
package struct PageRefresher: Sendable {
  /// A scan's page is kept for 30 days. Source: docs/interface.md.
  package static let scanPageMilliseconds: Int64 = 30 * 24 * 3600 * 1000

  let site: Site
  let target: RefreshTarget

  /// A digest of all inputs of pages except the database.
  private let inputs: String

  /// Reads the templates. `program` identifies the build of the program, because the site is built
  /// again after a change of the program. Throws if a template or a public file cannot be read.
  package init(
    site: Site, target: RefreshTarget, program: String = ""
  ) throws(SiteError) {
    self.site = site
    self.target = target
    inputs = try site.inputsDigest(program: program)
  }

  /// The refresher of the household.
  package init(
    site: Site, configuration: Configuration, program: String = ""
  ) throws(SiteError) {
    try self.init(site: site, target: .household(configuration), program: program)
  }

  /// Writes the stale pages. Writes all pages if settings, templates, texts or the program have
  /// changed.
  ///
  /// If a page cannot be written, the other pages are still written, and the first error is thrown
  /// at the end. `live` contains the parts of answers that are still arriving.
  package func refreshStalePages(
    in store: borrowing Store, at now: Timestamp, _ live: [ScanID: LiveScan] = [:]
  ) throws(RefreshError) {
    if try needsBuild(store) { return try build(from: store, at: now) }
    let pages = try reading { () throws(StoreError) in try store.stalePages() }
    var failed: [StalePage] = []
    var taken: [TakenFind] = []
    var firstError: RefreshError?
    do throws(RefreshError) {
      try prepare(pages, in: store)
    } catch {
      firstError = error
    }
    for (index, page) in pages.enumerated() {
      do throws(RefreshError) {
        if let find = try refresh(page.subject, from: store, at: now, live) { taken.append(find) }
      } catch {
        firstError = firstError ?? error
        failed.append(page)
      }
      // If a process is killed here, the next refresh repeats at most `pagesPerCommit` pages.
      if index % Self.pagesPerCommit == Self.pagesPerCommit - 1 || index == pages.count - 1 {
        let (unwritten, written) = (failed, taken)
        try reading { () throws(StoreError) in
          try store.markWritten(upTo: page.serial, except: unwritten, taking: written)
        }
        (failed, taken) = ([], [])
      }
    }
    if let firstError { throw firstError }
  }

  /// Whether all pages have to be written, because a build was interrupted or the inputs have
  /// changed since the last build.
  package func needsBuild(_ store: borrowing Store) throws(RefreshError) -> Bool {
    if Files.exists(target.buildingMarker) || !site.hasSearch { return true }
    return try reading { () throws(StoreError) in
      try store.digest(of: .household) != inputs(with: store)
    }
  }

  /// The digest of the inputs of pages, with the names that pages show.
  private func inputs(with store: borrowing Store) throws(StoreError) -> String {
    let names = try store.finderNames()
    guard !names.isEmpty else { return inputs }
    return hexadecimal(SHA256.digest(of: Array((names + [inputs]).joined(separator: "\n").utf8)))
  }

  /// The number of stale pages that are written before the next commit, which marks them as
  /// written.
  private static let pagesPerCommit = 20

  /// Writes all pages. After an interrupted build, the marker file makes the next refresh build
  /// the site again.
  package func build(from store: borrowing Store, at now: Timestamp) throws(RefreshError) {
    // Finds and reviews do not lie in the order in which a build reads them.
    store.setCache(kilobytes: Store.buildCache)
    defer { store.setCache(kilobytes: Store.usualCache) }
    try hosting { () throws(HostError) in
      try Files.replace(target.buildingMarker, with: [], durably: true)
    }
    Failpoint.pass("build:marked")
    if target.household != nil && site.showsNotes {
      try reading { () throws(StoreError) in try store.keep(showsNotes: true, of: .household) }
    }
    // The names are read before the pages, so a later change builds the site again.
    let (last, names, contents) = try reading { () throws(StoreError) in
      (try store.newestStalePage(), try inputs(with: store), try Self.contents(of: store))
    }
    let kept = Self.oldestKept(at: now)
    let index = try loadIndex(from: store)
    try writing { () throws(SiteError) in
      try site.buildPages(
        contents, index: index, findsIn: { try store.finds(in: $0) },
        scans: { try store.scans(since: kept) }, shelves: { try store.shelves() })
    }
    if let household = target.household { try writeForProgram(household) }
    try writing { () throws(SiteError) in try site.copyWorker() }
    try reading { () throws(StoreError) in
      if let last { try store.markWritten(upTo: last) }
      try store.markSummariesWritten()
      try store.keep(digest: names, of: .household)
    }
    try hosting { () throws(HostError) in
      try Files.synchroniseFileSystem(of: target.folder)
      try Files.remove(target.buildingMarker)
    }
    guard let household = target.household, !site.showsNotes else { return }
    try reading { () throws(StoreError) in
      try store.keep(showsNotes: false, of: .household)
      try store.keepPageAccess(of: household)
    }
  }

  /// Writes the pages that the CGI fills, and the file with the texts of the CGI.
  private func writeForProgram(_ household: Configuration) throws(RefreshError) {
    let pages = try writing { () throws(SiteError) in try site.filledPages() }
    try hosting { () throws(HostError) in
      try Files.makeDirectories(household.filledPages, mode: 0o750)
      for page in pages {
        let path = "\(household.filledPages)/\(page.name)"
        try Files.replace(path, with: page.bytes, durably: false)
      }
      try Files.replace(household.messages, with: site.messages, durably: false)
    }
  }

  static func oldestKept(at now: Timestamp) -> Timestamp {
    now.advanced(byMilliseconds: -scanPageMilliseconds)
  }

  private static func contents(of store: borrowing Store) throws(StoreError) -> HistoryContents {
    HistoryContents(
      newest: try newest(in: store), months: try store.months(),
      feed: try store.feed())
  }

  /// The finds of `/history/` and of the feed.
  private static func newest(in store: borrowing Store) throws(StoreError) -> [Find] {
    try store.newestFinds(HistoryContents.newestCount, groups: HistoryContents.feedCount)
  }

  private func refresh(
    _ subject: StalePage.Subject, from store: borrowing Store, at now: Timestamp,
    _ live: [ScanID: LiveScan]
  ) throws(RefreshError) -> TakenFind? {
    switch subject {
    case .find(let id): return try refresh(id, from: store)
    case .scan(let id):
      // The published log has no pages of scans.
      if target.household != nil { try refresh(id, from: store, at: now, live) }
      return nil
    }
  }

  /// Writes or removes the page of a find. Returns the find for the index.
  private func refresh(
    _ id: FindID, from store: borrowing Store
  ) throws(RefreshError) -> TakenFind? {
    let (find, around) = try reading { () throws(StoreError) in
      (try store.find(id), try Self.surroundings(of: id, in: store))
    }
    guard let around else { return nil }
    for kind in WorkKind.allCases {
      try removeTemporaryFiles(in: "\(target.folder)/\(kind.folder)/\(id)")
    }
    guard let find else {
      try writing { () throws(SiteError) in
        try site.withdraw(
          id, amid: around, finds: { try store.finds(in: around.month, $0) },
          entries: { try store.searchEntries(in: around.month, $0) })
      }
      return TakenFind(id, isUnfinished: false)
    }
    let (neighbours, isWhole) = try neighbours(of: find, in: store)
    return try writing { () throws(SiteError) -> TakenFind in
      try site.refresh(
        find, amid: around, neighbours,
        finds: { try store.finds(in: around.month, $0) },
        entries: { try store.searchEntries(in: around.month, $0) })
      let hasFormerPictures = try site.hasFormerPictures(of: find)
      return TakenFind(id, isUnfinished: !isWhole || hasFormerPictures)
    }
  }

  /// Removes the temporary files that a killed process left while it wrote this page. No other
  /// process writes in this folder, because the caller holds the lock of the site.
  func removeTemporaryFiles(in folder: String) throws(RefreshError) {
    guard Files.isDirectory(folder) else { return }
    try hosting { () throws(HostError) in
      for name in try Files.entries(of: folder) where name.hasPrefix(".tmp-") {
        try Files.remove("\(folder)/\(name)")
      }
    }
  }

  private static func surroundings(
    of id: FindID, in store: borrowing Store
  ) throws(StoreError) -> Surroundings? {
    guard let parts = try store.parts(around: id, of: HistoryContents.partSize) else { return nil }
    return Surroundings(
      newest: try newest(in: store), months: try store.months(),
      month: parts.month, firsts: parts.firsts, changed: parts.changed,
      feed: try store.feed())
  }

  func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(RefreshError) -> Result {
    do { return try body() } catch { throw .store(error) }
  }

  func hosting<Result>(
    _ body: () throws(HostError) -> Result
  ) throws(RefreshError) -> Result {
    do { return try body() } catch { throw .host(error) }
  }

  @discardableResult
  func writing<Value>(
    _ body: () throws(SiteError) -> Value
  ) throws(RefreshError) -> Value {
    do { return try body() } catch { throw .site(error) }
  }
}
