// The tools that every job uses: the configuration, the services, the database and the refresh of
// pages.

package import Albums
package import Host
package import Photos
package import Refresh
import Store

/// All dependencies of jobs. Jobs use no global state.
package struct ScanTools: Sendable {
  package let configuration: Configuration
  package let photoProgram: PhotoProgram
  package let database: DatabaseActor
  package let refresher: PageRefresher
  package let services: Services

  /// The work on the files of imports from the web.
  package let imports: any FileImports

  /// Writes exports for the web; nil in tests without exports.
  package let exports: ExportTools?

  /// Publishes the history; nil for an installation without a published log.
  package let publishing: PublishTools?
  package let log: LogFile
  package let now: @Sendable () -> Timestamp

  /// Whether a setting has changed since the start of this process and can be read. Only a new process uses
  /// the changed setting.
  package let hasNewSettings: @Sendable () -> Bool

  /// The slots of the running scans.
  let slots: ScanSlots

  package init(
    configuration: Configuration, photoProgram: PhotoProgram, database: DatabaseActor,
    refresher: PageRefresher, services: Services, imports: any FileImports,
    exports: ExportTools? = nil, publishing: PublishTools? = nil, log: LogFile,
    hasNewSettings: @escaping @Sendable () -> Bool = { false },
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.configuration = configuration
    self.photoProgram = photoProgram
    self.database = database
    self.refresher = refresher
    self.services = services
    self.imports = imports
    self.exports = exports
    self.publishing = publishing
    self.log = log
    self.hasNewSettings = hasNewSettings
    self.now = now
    slots = ScanSlots(models: configuration.scansAtOnce)
  }
}

extension ScanTools {
  /// The metadata lookup of a scan.
  var lookupStage: LookupStage { LookupStage(lookup: services.lookup, database: database) }

  /// The lookup of books for a job, whose name is for the log.
  func bookLookup(for jobName: String) -> BookLookup {
    BookLookup(
      library: services.books, artworkKeeping: services.artworkKeeping, database: database,
      log: log, now: now, jobName: jobName)
  }

  /// Commits a change and refreshes the pages that it made stale.
  func commit<Result: Sendable>(
    _ transition: String,
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    Failpoint.pass("\(transition):before")
    let now = now()
    let result = try await database.with { (store) throws(StoreError) in try change(store, now) }
    Failpoint.pass("\(transition):after")
    await refreshStalePages()
    return result
  }

  /// How well the artwork of an album matches the cover in the photo; nil if the album has no
  /// artwork to compare.
  func artworkMatch(
    of crop: [UInt8], with album: Int64
  ) async throws(StoreError) -> ArtworkMatch? {
    let artwork = try await database.with { (store) throws(StoreError) in
      try store.artworkFingerprint(of: album)
    }
    return artwork.flatMap { ArtworkComparison.agreement(crop, $0) }
  }

  /// Makes the jobs due that have waited since before `change`, the last change of a setting. If `change`
  /// is nil, the newest time of the settings' files counts. An error is only logged, and the jobs keep
  /// their times.
  package func endWaits(before change: Timestamp? = nil) async {
    let now = now()
    // The time of a file may lie in the future after the clock was set back.
    let times = configuration.settingTimes.compactMap(\.self).filter { $0 <= now.milliseconds }
    guard let change = change ?? times.max().map({ Timestamp(milliseconds: $0) }) else { return }
    do {
      try await database.with { (store) throws(StoreError) in
        try store.endWaits(before: change, at: now)
      }
    } catch {
      log.write(now.iso, "worker", "settings: \(error)")
    }
  }

  /// Writes the stale pages. A page that cannot be written stays stale, and a later refresh retries
  /// it. Returns whether all pages were written.
  @discardableResult
  func refreshStalePages() async -> Bool {
    let (refresher, now) = (refresher, now())
    do {
      try await database.withLive { (store, live) throws(RefreshError) in
        try refresher.refreshStalePages(in: store, at: now, live)
      }
      return true
    } catch {
      log.write(now.iso, "site", "\(error)")
      return false
    }
  }

  /// Writes the stale summary pages. An error is only logged: the pages stay stale.
  func refreshSummaries() async {
    let refresher = refresher
    do {
      try await database.with { (store) throws(RefreshError) in
        try refresher.refreshSummaries(in: store)
      }
    } catch {
      log.write(now().iso, "site", "\(error)")
    }
  }

  func liveText(of scan: ScanID) -> LiveText {
    LiveText(scan: scan, database: database, refresher: refresher, log: log, now: now)
  }

  /// Removes the live text of a scan from memory.
  func forgetLiveText(of scan: ScanID) async {
    await database.withLive { (_, live) in live[scan] = nil }
  }

  /// Shows the album as provisional on the scan's page; with nil, shows no album. An error is only
  /// logged.
  func showProvisional(_ album: Album?, of scan: ScanID) async {
    let (refresher, now) = (refresher, now())
    do {
      try await database.withLive { (store, live) throws(RefreshError) in
        live[scan, default: LiveScan()].album = album
        try refresher.refreshStatus(of: scan, from: store, live)
      }
    } catch {
      log.write(now.iso, "site", "status of scan \(scan): \(error)")
    }
  }
}
