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
}

/// Writes the site. Only one process writes at a time: the caller holds the worker lock.
package struct PageRefresher: Sendable {
  /// A scan's page is kept for 30 days. Source: docs/interface.md.
  package static let scanPageMilliseconds: Int64 = 30 * 24 * 3600 * 1000

  let site: Site
  let siteFolder: String
  let buildingMark: String

  /// The path of the file with the texts of the CGI.
  private let messages: String

  /// The folder of the pages that the CGI fills.
  private let filledPages: String

  /// A digest of all inputs of pages except the database.
  private let inputs: String
  private let configuration: Configuration

  /// Reads the templates. `program` identifies the build of the program, because the site is built
  /// again after a change of the program. Throws if a template or a public file cannot be read.
  package init(
    site: Site, configuration: Configuration, program: String = ""
  ) throws(SiteError) {
    self.site = site
    inputs = try site.inputsDigest(program: program)
    self.configuration = configuration
    siteFolder = configuration.site
    buildingMark = configuration.buildingMark
    messages = configuration.messages
    filledPages = configuration.filledPages
  }

  /// Writes the stale pages. Writes all pages if settings, templates, texts or the program have
  /// changed.
  ///
  /// If a page cannot be written, the other pages are written all the same, and the first error is
  /// thrown at the end. `live` contains the parts of answers that are still arriving.
  package func refreshStalePages(
    in store: borrowing Store, at now: Timestamp, _ live: [ScanID: LiveScan] = [:]
  ) throws(RefreshError) {
    if try needsBuild(store) { return try build(from: store, at: now) }
    let pages = try reading { () throws(StoreError) in try store.stalePages() }
    var failed: [StalePage] = []
    var taken: [TakenFind] = []
    var firstError: RefreshError?
    do throws(RefreshError) {
      try removeFromSummaries(pages, in: store)
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
    if Files.exists(buildingMark) || !site.hasSearch { return true }
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

  /// Writes all pages. After an interrupted build, the building mark makes the next refresh build
  /// the site again.
  package func build(from store: borrowing Store, at now: Timestamp) throws(RefreshError) {
    try hosting { () throws(HostError) in
      try Files.replace(buildingMark, with: [], durably: true)
    }
    Failpoint.pass("build:marked")
    if site.isProtected {
      try reading { () throws(StoreError) in try store.keep(showsNotes: true, of: .household) }
    }
    // The names are read before the pages, so a later change builds the site again.
    let (last, names, contents) = try reading { () throws(StoreError) in
      (try store.newestStalePage(), try inputs(with: store), try Self.contents(of: store))
    }
    let kept = Self.oldestKept(at: now)
    let index = try loadIndex(from: store)
    try writing { () throws(SiteError) in
      try site.build(
        contents, index: index, findsIn: { try store.finds(in: $0) },
        scans: { try store.scans(since: kept) })
    }
    try reading { () throws(StoreError) in
      if let last { try store.markWritten(upTo: last) }
      try store.markSummariesWritten()
      try store.keep(digest: names, of: .household)
    }
    let pages = try writing { () throws(SiteError) in try site.filledPages() }
    try hosting { () throws(HostError) in
      try Files.makeDirectories(filledPages, mode: 0o750)
      for page in pages {
        try Files.replace("\(filledPages)/\(page.name)", with: page.bytes, durably: false)
      }
      try Files.replace(messages, with: site.messages, durably: false)
      try Files.synchroniseFileSystem(of: siteFolder)
      try Files.remove(buildingMark)
    }
    guard !site.isProtected else { return }
    try reading { () throws(StoreError) in
      try store.keep(showsNotes: false, of: .household)
      try store.keepPageAccess(of: configuration)
    }
  }

  /// Removes the pages of scans that are more than 30 days old.
  ///
  /// The function lists the pages before it reads the scans, so the page of a scan that arrives
  /// meanwhile stays.
  package func removeExpiredScans(
    in store: borrowing Store, at now: Timestamp
  ) throws(RefreshError) {
    let names = try hosting { () throws(HostError) in
      try Files.entries(of: "\(siteFolder)/scan")
    }
    let kept = try reading { () throws(StoreError) in
      Set(try store.scans(since: Self.oldestKept(at: now)).map(\.id))
    }
    for id in names.compactMap({ ScanID($0) }) where !kept.contains(id) && id != Site.placeholderID
    {
      try writing { () throws(SiteError) in try site.removeScan(id) }
    }
  }

  private static func oldestKept(at now: Timestamp) -> Timestamp {
    now.advanced(byMilliseconds: -scanPageMilliseconds)
  }

  private static func contents(of store: borrowing Store) throws(StoreError) -> HistoryContents {
    HistoryContents(
      newest: try store.newestFinds(HistoryContents.newestCount), months: try store.months(),
      feedID: try store.feedID())
  }

  private func refresh(
    _ subject: StalePage.Subject, from store: borrowing Store, at now: Timestamp,
    _ live: [ScanID: LiveScan]
  ) throws(RefreshError) -> TakenFind? {
    switch subject {
    case .find(let id): return try refresh(id, from: store)
    case .scan(let id):
      try refresh(id, from: store, at: now, live)
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
    try removeTemporaryFiles(in: "\(siteFolder)/album/\(id)")
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
        find, amid: around, neighbours, keepsPictures: true,
        finds: { try store.finds(in: around.month, $0) },
        entries: { try store.searchEntries(in: around.month, $0) })
      let hasFormerPictures = try site.hasFormerPictures(of: find)
      return TakenFind(id, isUnfinished: !isWhole || hasFormerPictures)
    }
  }

  /// Removes the temporary files that a killed process left while it wrote this page. No other
  /// process writes in this folder, because the caller holds the worker lock.
  func removeTemporaryFiles(in folder: String) throws(RefreshError) {
    guard Files.isDirectory(folder) else { return }
    try hosting { () throws(HostError) in
      for name in try Files.entries(of: folder) where name.hasPrefix(".tmp-") {
        try Files.remove("\(folder)/\(name)")
      }
    }
  }

  private func refresh(
    _ id: ScanID, from store: borrowing Store, at now: Timestamp, _ live: [ScanID: LiveScan]
  ) throws(RefreshError) {
    guard let scan = try scan(id, from: store, live) else { return }
    try writing { () throws(SiteError) in
      if scan.created < Self.oldestKept(at: now) {
        try site.removeScan(id)
      } else {
        try site.refresh(scan)
      }
    }
  }

  /// Writes only the status of a scan, with the parts of answers that are still arriving. Writes
  /// nothing if the scan waits for no answer.
  package func refreshStatus(
    of id: ScanID, from store: borrowing Store, _ live: [ScanID: LiveScan]
  ) throws(RefreshError) {
    guard !Files.exists(buildingMark), let scan = try scan(id, from: store, live),
      scan.state == .identifying || scan.reviewSoFar != nil
    else { return }
    try writing { () throws(SiteError) in try site.refreshStatus(scan) }
  }

  /// Adds the parts of answers that are still arriving. A scan that has ended or waits shows none, so
  /// a refresh and a build write the same page.
  private func scan(
    _ id: ScanID, from store: borrowing Store, _ live: [ScanID: LiveScan]
  ) throws(RefreshError) -> Scan? {
    guard var scan = try reading({ () throws(StoreError) in try store.scan(id) }) else {
      return nil
    }
    switch scan.state {
    case .identified, .reviewing: scan.reviewSoFar = live[id]?.review
    case .identifying:
      guard scan.album == nil, let album = live[id]?.album else { break }
      (scan.album, scan.isProvisional) = (album, true)
      scan.earlier = try reading { () throws(StoreError) in
        try store.earlierFinds(of: album.key, before: scan.created)
      }
    case .queued, .complete, .identificationFailed, .waiting, .failed: break
    }
    return scan
  }

  private static func surroundings(
    of id: FindID, in store: borrowing Store
  ) throws(StoreError) -> Surroundings? {
    guard let parts = try store.parts(around: id, of: HistoryContents.partSize) else { return nil }
    return Surroundings(
      newest: try store.newestFinds(HistoryContents.newestCount), months: try store.months(),
      month: parts.month, firsts: parts.firsts, changed: parts.changed,
      feedID: try store.feedID())
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
