// Publishes the history: projects the changes to the published database, writes the pages, records
// the changed files, and sends them.
//
// The process may be killed at any moment. A marker file exists from before the first page is
// written until the changed files are recorded. If the marker file exists at the start, the
// publisher compares all files by their digests.

package import Albums
package import Exchange
package import Host
import Refresh
package import Site
package import Store

/// The options of one run of the publisher.
package struct PublishOptions: Equatable, Sendable {
  /// Writes every page and the archive, compares all files with those that were sent, and asks the
  /// remote for its files.
  package var all = false

  /// Leaves index pages and statistics for the next run.
  package var findsOnly = false

  /// Sends the files if there is a remote.
  package var sends = true

  /// Accepts a folder with the marker file of another published log, and a remote with files that
  /// are not of this published log.
  package var takesOver = false

  /// The time to wait for another process that publishes.
  package var patienceMilliseconds: Int64 = 0

  /// The time after which no further run of rclone begins; nil for no limit.
  package var sendMilliseconds: Int64?

  /// The time after which no further picture to share is drawn; nil for no limit.
  package var drawMilliseconds: Int64?

  package init() {}

  /// The options of a job of the worker. An attempt is short, and the job continues later, because
  /// commands wait for the lock that the worker holds. Source: docs/limits.md.
  package static var job: PublishOptions {
    var options = PublishOptions()
    options.sendMilliseconds = 60_000
    options.drawMilliseconds = 10_000
    return options
  }
}

/// The progress of long work, for a terminal.
package enum PublishProgress: Equatable, Sendable {
  /// Another process publishes; this one waits.
  case waiting
  case pages, archive
  case drawing(done: Int, of: Int)
  case sending(done: Int, of: Int)
}

/// The result of a run.
package struct PublishReport: Equatable, Sendable {
  /// The number of finds whose pages became stale.
  package var changed = 0

  /// The number of finds in the published log.
  package var finds = 0

  /// The number of files of the folder that were written or removed.
  package var files = 0

  /// Nil without a remote, and without `sends`.
  package var sent: SentReport?
}

package struct LogPublisher: Sendable {
  let configuration: Configuration
  private let settings: PublishSettings
  let site: Site
  private let program: String
  private let zone: Zone
  private let rclone: Rclone?
  let drawer: PictureDrawer?
  let progress: @Sendable (PublishProgress) -> Void

  /// `site` is the site of the published log, `program` the build of the program, and `zone` the
  /// installation's time zone. `rclone` nil stands for Debian's. Without `drawer`, no picture to share is
  /// drawn.
  package init(
    configuration: Configuration, settings: PublishSettings, site: Site, program: String,
    zone: Zone,
    rclone: Rclone? = nil, drawer: PictureDrawer? = nil,
    progress: @escaping @Sendable (PublishProgress) -> Void = { (_) in }
  ) {
    self.configuration = configuration
    self.settings = settings
    self.site = site
    self.program = program
    self.zone = zone
    self.rclone = rclone
    self.drawer = drawer
    self.progress = progress
  }

  private var folder: PublishedFolder { PublishedFolder(settings.folder) }

  /// Publishes the changes of `store`, the household database. If a page cannot be written, the
  /// other pages are still written and sent, and the error is thrown at the end. Throws `.busy` if
  /// another process publishes, and `.unconfirmed` if the host has to confirm finds of an earlier
  /// version; then folder and remote stay as they are.
  ///
  /// If a link replaces one of our folders, or if one of our files cannot be read, the function
  /// repairs the folder and publishes the whole published log once more.
  package func publish(
    from store: borrowing Store, at now: Timestamp, _ options: PublishOptions = PublishOptions()
  ) throws(PublishError) -> PublishReport {
    let lock = try takeLock(options.patienceMilliseconds)
    try refuseUnconfirmed(store)
    var options = options
    if folder.isOurs, try folder.removeLinks() { options.all = true }
    do throws(PublishError) {
      return try publish(from: store, at: now, options, holding: lock)
    } catch {
      guard error.isOfFiles, try folder.repair() else { throw error }
      options.all = true
      return try publish(from: store, at: now, options, holding: lock)
    }
  }

  private func publish(
    from store: borrowing Store, at now: Timestamp, _ options: PublishOptions,
    holding lock: borrowing Lock
  ) throws(PublishError) -> PublishReport {
    let feedID = try storing { () throws(StoreError) in try store.preparePublishing() }
    try folder.prepare(for: feedID, takesOver: options.takesOver)
    let marker = configuration.unsentMarker
    let wasInterrupted = Files.exists(marker)
    try hosting { () throws(HostError) in try Files.replace(marker, with: [], durably: true) }
    Failpoint.pass("publish-marked")
    if wasInterrupted { try folder.removeTemporaryFiles() }
    var published = try open(feedID, isChecked: options.all)
    var report = PublishReport()
    report.changed = try project(store, into: &published, feedID, at: now)
    Failpoint.pass("publish-projected")
    let pages = try writePages(published, options, at: now)
    Failpoint.pass("publish-written")
    report.files = try noteChanges(
      published, all: options.all, writesArchive: pages.areAll, wasInterrupted: wasInterrupted)
    try hosting { () throws(HostError) in _ = try Files.remove(marker) }
    Failpoint.pass("publish-noted")
    report.finds = try storing { () throws(StoreError) in try published.countFinds() }
    if options.sends { report.sent = try send(published, options, of: feedID, holding: lock) }
    if let error = pages.error { throw .refresh(error) }
    try note(report, at: now)
    return report
  }

  /// Stores the result for the owner's page.
  private func note(_ report: PublishReport, at now: Timestamp) throws(PublishError) {
    let last = LastPublish(
      time: now, finds: report.finds, files: report.files, sent: report.sent?.sent,
      removed: report.sent?.removed)
    try hosting { () throws(HostError) in
      try Files.replace(configuration.lastPublish, with: last.stored, durably: false)
    }
  }

  /// Throws `.unconfirmed` before anything is written or sent.
  private func refuseUnconfirmed(_ store: borrowing Store) throws(PublishError) {
    let rule = settings.rule
    let count = try storing { () throws(StoreError) in
      try store.unconfirmedFinds(by: rule).count
    }
    if count > 0 { throw .unconfirmed(count: count) }
  }

  private func takeLock(_ patience: Int64) throws(PublishError) -> Lock {
    let path = configuration.publishLock
    if let lock = try hosting({ () throws(HostError) in try Lock.take(path) }) { return lock }
    guard patience > 0 else { throw .busy }
    progress(.waiting)
    let waited = try hosting { () throws(HostError) in
      try Lock.wait(for: path, milliseconds: patience)
    }
    guard let waited else { throw .busy }
    return waited
  }

  /// All files of the folder that readers get. The archive is the last one.
  private func files() throws(PublishError) -> [String] {
    do { return try site.archivePaths() + [PublishArchive.name] } catch { throw .site(error) }
  }
}

// MARK: The published database

extension LogPublisher {
  private func open(_ feedID: String, isChecked: Bool) throws(PublishError) -> Store {
    let rule = settings.rule
    return try storing { () throws(StoreError) in
      try Store.openPublished(
        configuration.publishedDatabase, log: configuration.database, rule: rule, feedID: feedID,
        zone: zone, reviewLanguage: configuration.reviewLanguage, isChecked: isChecked)
    }
  }

  /// Projects the changes of the household database. Returns the number of finds whose pages became
  /// stale. A damaged published database is made anew, because it is only a cache.
  private func project(
    _ store: borrowing Store, into published: inout Store, _ feedID: String, at now: Timestamp
  ) throws(PublishError) -> Int {
    let (changes, serial) = try storing { () throws(StoreError) in try store.publishedChanges() }
    var changed: Int
    do throws(StoreError) {
      changed = try published.project(changes, at: now)
    } catch {
      guard error.isDamage else { throw .store(error) }
      try storing { () throws(StoreError) in
        try Store.removePublished(configuration.publishedDatabase)
      }
      published = try open(feedID, isChecked: false)
      changed = try storing { () throws(StoreError) in try published.project(.all, at: now) }
    }
    if let serial {
      try storing { () throws(StoreError) in try store.markProjected(upTo: serial) }
    }
    return changed
  }
}

// MARK: Pages

extension LogPublisher {
  /// The pages that a publish wrote.
  private struct WrittenPages {
    /// Whether all pages were written, not only the stale pages.
    var areAll = false

    /// The error of pages that could not be written, which stay stale.
    var error: RefreshError?
  }

  /// Writes the stale pages, or all pages. A build that fails is an error: the next publish builds again.
  private func writePages(
    _ published: borrowing Store, _ options: PublishOptions, at now: Timestamp
  ) throws(PublishError) -> WrittenPages {
    let refresher: PageRefresher
    do {
      refresher = try PageRefresher(
        site: site,
        target: .published(folder: settings.folder, buildingMarker: configuration.publishingMarker),
        program: program)
    } catch {
      throw .site(error)
    }
    try archive.begin()
    var pages = WrittenPages()
    let isStale = try refreshing { () throws(RefreshError) in
      try refresher.needsBuild(published)
    }
    if options.all || isStale {
      pages.areAll = true
      progress(.pages)
      try refreshing { () throws(RefreshError) in try refresher.build(from: published, at: now) }
    } else {
      do throws(RefreshError) {
        if options.findsOnly {
          try refresher.refreshStalePages(in: published, at: now)
        } else {
          try refresher.refreshAll(in: published, at: now)
        }
      } catch {
        pages.error = error
      }
    }
    try drawPictures(of: published, with: refresher, options)
    try storing { () throws(StoreError) in try published.removeWithdrawn() }
    return pages
  }

  private var archive: PublishArchive { PublishArchive(folder: folder) }

  /// Writes the archive if necessary, and records the files that changed. Returns their number.
  private func noteChanges(
    _ published: borrowing Store, all: Bool, writesArchive: Bool, wasInterrupted: Bool
  ) throws(PublishError) -> Int {
    var changed = site.takeChanges()
    if writesArchive || wasInterrupted || archive.isEmpty || hasRemovedFile(changed) {
      progress(.archive)
      try archive.write(try files())
      changed.append(PublishArchive.name)
    }
    guard settings.remote != nil else { return changed.count }
    var unsent = changed
    if all || wasInterrupted {
      unsent = try files()
      unsent += try storing { () throws(StoreError) in try published.sentPaths().map(\.path) }
    }
    let paths = unsent
    try storing { () throws(StoreError) in try published.noteUnsent(paths) }
    // If this process is killed before it sends, the marker file makes the worker queue a job.
    if !paths.isEmpty {
      let count = Array("\(paths.count)\n".utf8)
      try hosting { () throws(HostError) in
        try Files.replace(configuration.waitingMarker, with: count, durably: false)
      }
    }
    return changed.count
  }

  /// Whether the page or a picture of a find was removed. In that case, the archive is written at
  /// once, because it must not keep the file until the night. The archive has no pictures to share.
  private func hasRemovedFile(_ changed: [String]) -> Bool {
    changed.contains { path in
      !SharePicture.isPath(path) && WorkKind.allCases.contains { path.hasPrefix("\($0.folder)/") }
        && !folder.has(path)
    }
  }
}

// MARK: Sending

extension LogPublisher {
  /// Nil without the setting `publish-remote`.
  private func send(
    _ published: borrowing Store, _ options: PublishOptions, of feedID: String,
    holding lock: borrowing Lock
  ) throws(PublishError) -> SentReport? {
    guard let target = settings.remote else { return nil }
    let program = try remotely { () throws(RcloneError) in
      if let rclone {
        rclone
      } else {
        try Rclone(for: "publish-remote", configuration: configuration.rcloneConfiguration)
      }
    }
    let remote = RemoteTree(
      rclone: program, folder: settings.folder, target: target, lists: configuration.data)
    let sender = LogSender(
      folder: folder, remote: remote, log: feedID, takesOver: options.takesOver,
      waitingMarker: configuration.waitingMarker,
      end: options.sendMilliseconds.map { Clock.bootMilliseconds() + $0 }, progress: progress)
    return try sender.send(
      by: published, all: options.all, holding: lock,
      files: { () throws(PublishError) in try files() })
  }
}
