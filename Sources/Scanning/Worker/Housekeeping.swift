// Removes the files and rows that a killed process may have left, before new jobs begin. Keeps the
// photos of unfinished scans and every file that another process may still be writing.

import Albums
import Host
import Refresh
import Store

struct Housekeeping: Sendable {
  /// The minimum age at which a file without a scan is deleted. A younger file may belong to an
  /// upload that is still running, which can last 600 s (docs/faults.md A5).
  static let orphanMilliseconds: Int64 = 3600 * 1000

  /// The interval between two searches for unused artwork: one day, because listing all pictures
  /// takes long.
  static let artworkInterval: Int64 = 24 * 3600 * 1000

  /// The time for which the lettering of a sleeve, and the answers to searches by its words, are kept: 30 days.
  /// The searches contain what was read. Source: docs/limits.md.
  static let sleeveAnswerMilliseconds: Int64 = 30 * 24 * 3600 * 1000

  /// The time for which an uploaded file waits for the start of its import: one day. Source:
  /// docs/limits.md "Export and import".
  static let importMilliseconds: Int64 = 24 * 3600 * 1000

  let tools: ScanTools

  private var configuration: Configuration { tools.configuration }

  /// Refreshes pages first and deletes files last.
  func putRight() async {
    await tools.refreshStalePages()
    await removeOldRows()
    await deleteShelfPictures()
    await removeOldShelves()
    await indexCovers()
    do {
      for name in try Files.entries(of: configuration.photos) { try await deleteIfOver(name) }
      try await removeImportFiles()
      try await removeExportFiles()
      try removeTemporaryFiles()
      try removeBackupParts()
      try await removeUnusedArtwork()
    } catch {
      tools.log.write(tools.now().iso, "worker", "housekeeping: \(error)")
    }
  }

  /// Deletes the photo of a scan that has ended, or that the database does not contain.
  func deletePhoto(of id: ScanID) async throws(StoreError) {
    let scan = try await tools.database.with { (store) throws(StoreError) in try store.scan(id) }
    guard scan?.state.isFinal != false else { return }
    Failpoint.pass("photo:before")
    do {
      try Files.remove(configuration.photo(id.text))
    } catch {
      tools.log.write(tools.now().iso, "worker", "photo of \(id): \(error)")
    }
    Failpoint.pass("photo:after")
  }

  private func isShelf(_ id: ScanID) async throws(StoreError) -> Bool {
    try await tools.database.with { (store) throws(StoreError) in try store.isShelf(id) }
  }

  /// Deletes the picture of a shelf if its person has finished, or if the picture is too old.
  func deleteShelfPicture(of id: ScanID) async throws {
    let now = tools.now()
    let shelf = try await tools.database.with { (store) throws(StoreError) in try store.shelf(id) }
    guard shelf?.pictureIsOver(at: now) != false else { return }
    Failpoint.pass("photo:before")
    try configuration.removeShelfPicture(id.text)
    try await tools.database.with { (store) throws(StoreError) in
      try store.notePictureDeleted(of: id)
    }
    Failpoint.pass("photo:after")
  }

  /// Deletes the pictures of all shelves that are finished or too old.
  func deleteShelfPictures() async {
    do {
      let shelves = try await tools.database.with { (store) throws(StoreError) in
        try store.picturedShelves()
      }
      for id in shelves { try await deleteShelfPicture(of: id) }
    } catch {
      tools.log.write(tools.now().iso, "worker", "pictures of shelves: \(error)")
    }
  }

  /// Removes the shelves that are too old, and their pages.
  private func removeOldShelves() async {
    let now = tools.now()
    let end = now.advanced(byMilliseconds: -Shelf.listMilliseconds)
    await tools.tidy("shelves") { (store) throws(StoreError) in
      try store.removeShelves(before: end)
    }
    let folder = "\(configuration.site)/shelf"
    do {
      guard Files.isDirectory(folder) else { return }
      for name in try Files.entries(of: folder) {
        guard let id = ScanID(name), try await !isShelf(id) else { continue }
        try Files.removeTree("\(folder)/\(name)")
      }
    } catch {
      tools.log.write(now.iso, "worker", "pages of old shelves: \(error)")
    }
  }

  private func deleteIfOver(_ name: String) async throws {
    let ending = [Configuration.viewEnding, ".jpg"].first { name.hasSuffix($0) }
    if let ending, let id = ScanID(name.dropLast(ending.utf8.count)) {
      if try await isShelf(id) { return }
      let scan = try await tools.database.with { (store) throws(StoreError) in try store.scan(id) }
      if let scan {
        if scan.state.isFinal { try await deletePhoto(of: id) }
        return
      }
    }
    let wanted = try await tools.database.with { (store) throws(StoreError) in
      try store.jobFiles()
    }
    if wanted.contains(name) { return }
    try deleteIfOld("\(configuration.photos)/\(name)")
  }

  /// Deletes uploaded files whose import has ended, files whose import was not started within a day, and
  /// the results of dry runs that no page shows any more.
  private func removeImportFiles() async throws {
    guard Files.isDirectory(configuration.imports) else { return }
    for name in try Files.entries(of: configuration.imports) {
      let path = "\(configuration.imports)/\(name)"
      guard let upload = UploadID(name.prefix(UploadID.length)) else {
        try deleteIfOld(path)
        continue
      }
      let last = try await tools.database.with { (store) throws(StoreError) in
        try store.uploadedImport(upload)
      }
      guard let last else {
        try deleteIfOld(path)
        continue
      }
      if last.state == .queued { continue }
      let isFile = name == upload.text
      if isFile, !last.needsFile { try Files.remove(path) }
      if last.order.step == .check { try deleteIfOld(path, after: Self.importMilliseconds) }
    }
  }

  /// Deletes files of exports after a day, and files that belong to no export.
  private func removeExportFiles() async throws {
    guard Files.isDirectory(configuration.exports) else { return }
    for name in try Files.entries(of: configuration.exports) {
      let path = "\(configuration.exports)/\(name)"
      guard let id = UploadID(name),
        try await tools.database.with({ (store) throws(StoreError) in try store.export(id) }) != nil
      else {
        try deleteIfOld(path)
        continue
      }
      try deleteIfOld(path, after: ExportOrder.keptMilliseconds)
    }
  }

  /// Deletes the temporary files of `Files.replace` that a killed process left. Temporary files of
  /// an album's page stay here: an interrupted refresh leaves the page stale, and the next refresh
  /// of the page deletes them.
  private func removeTemporaryFiles() throws(HostError) {
    let site = configuration.site
    let folders = [
      configuration.data, configuration.artwork, site, "\(site)/history", "\(site)/album",
      "\(site)/scan",
    ]
    for folder in folders where Files.isDirectory(folder) {
      for name in try Files.entries(of: folder, startingWith: ".tmp-") {
        try deleteIfOld("\(folder)/\(name)")
      }
    }
  }

  /// Removes the working files of a killed backup, which contain photos, and the file that a killed
  /// backup was sending.
  private func removeBackupParts() throws(HostError) {
    let left = [configuration.backupParts, configuration.backupToSend].filter(Files.exists)
    guard !left.isEmpty, let lock = try Lock.take(configuration.backupLock) else { return }
    for path in left { try Files.removeTree(path) }
    _ = consume lock
  }

  /// Collects unused artwork once a day.
  private func removeUnusedArtwork() async throws {
    let now = tools.now().milliseconds
    let marker = "\(configuration.data)/artwork-checked"
    if let checked = Files.modificationMilliseconds(of: marker),
      (0..<Self.artworkInterval).contains(now - checked)
    {
      return
    }
    _ = try await tools.collectArtwork()
    try Files.replace(marker, with: [], durably: false)
  }

  private func deleteIfOld(
    _ path: String, after milliseconds: Int64 = Self.orphanMilliseconds
  ) throws(HostError) {
    let age = tools.now().milliseconds - (Files.modificationMilliseconds(of: path) ?? 0)
    if age > milliseconds { try Files.remove(path) }
  }

  /// Removes rows and pages that are too old. Each removal is a transaction of its own. Its failure is
  /// logged, and the next worker retries it.
  private func removeOldRows() async {
    let (refresher, files, now) = (tools.refresher, configuration.sessionFiles, tools.now())
    await tools.tidy("pages of old scans") { (store) throws(RefreshError) in
      try refresher.removeExpiredScans(in: store, at: now)
    }
    await tools.tidy("offers") { (store) throws(StoreError) in
      // The pages of these scans have expired.
      let end = now.advanced(byMilliseconds: -PageRefresher.scanPageMilliseconds)
      try store.clearOffers(before: end)
    }
    await tools.tidy("old jobs") { (store) throws(StoreError) in
      try store.removeEndedJobs(before: now.advanced(byMilliseconds: -Store.endedJobMilliseconds))
    }
    await tools.tidy("deleted finds") { (store) throws(StoreError) in
      try store.removeOldDeletions(at: now)
    }
    await tools.tidy("answers about sleeves") { (store) throws(StoreError) in
      let end = now.advanced(byMilliseconds: -Self.sleeveAnswerMilliseconds)
      try store.removeAnswers(of: SleeveStage.cacheName, before: end)
      try store.removeLines(before: end)
    }
    await tools.removeOldEdits()
    // Makes the files in data/sessions match the sessions.
    await tools.tidy("sessions") { (store) throws(StoreError) in
      try store.reconcile(files, at: now)
    }
  }

  /// Updates the search index of the covers. Without the index, recognition finds the same covers,
  /// but more slowly.
  private func indexCovers() async {
    let known = KnownCovers(path: configuration.coverIndex)
    do {
      try await tools.database.with { (store) throws(KnownCoversError) in
        _ = try known.bringUpToDate(from: store)
      }
    } catch {
      tools.log.write(tools.now().iso, "covers", "\(error)")
    }
  }
}

extension ScanTools {
  /// Removes edits that are too old for an undo.
  package func removeOldEdits() async {
    let now = now()
    await tidy("edits") { (store) throws(StoreError) in try store.removeOldEdits(before: now) }
  }

  /// Runs a change of the database that no user waits for, and logs its failure under `name`.
  fileprivate func tidy<Failure: Error>(
    _ name: String, _ change: @Sendable (borrowing Store) throws(Failure) -> Void
  ) async {
    do {
      try await database.with(change)
    } catch {
      log.write(now().iso, "worker", "\(name): \(error)")
    }
  }
}
