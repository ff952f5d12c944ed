// Removes what a killed process may have left behind, before new jobs begin.
// It deletes no photo of an unfinished scan and no file that another process may still be writing.

import Albums
import Host
import Store

struct Housekeeping: Sendable {
  /// A file without a scan that is younger may belong to an upload that is still going on: those end after
  /// 600 s (docs/faults.md A5).
  static let orphanMilliseconds: Int64 = 3600 * 1000

  /// Pictures that no album shows are searched for once a day: listing all of them takes a while.
  static let artworkInterval: Int64 = 24 * 3600 * 1000

  let tools: ScanTools

  private var configuration: Configuration { tools.configuration }

  /// Pages first, then files: deletion comes last.
  func putRight() async {
    await tools.publishChanges()
    await tools.removeExpiredScans()
    await tools.clearOldOffers()
    await tools.removeOldJobs()
    await indexCovers()
    do {
      for name in try Files.entries(of: configuration.photos) { try await deleteIfOver(name) }
      try removeTemporaryFiles()
      try await removeUnusedArtwork()
    } catch {
      tools.log.write(tools.now().iso, "worker", "housekeeping: \(error)")
    }
  }

  /// Deletes the photo of a scan that has ended; the database says so first.
  func deletePhoto(of id: ScanID) async throws(StoreError) {
    let scan = try await tools.records.with { (store) throws(StoreError) in try store.scan(id) }
    guard scan?.state.isFinal != false else { return }
    Failpoint.pass("photo:before")
    do {
      try Files.remove(configuration.photo(id.text))
    } catch {
      tools.log.write(tools.now().iso, "worker", "photo of \(id): \(error)")
    }
    Failpoint.pass("photo:after")
  }

  private func deleteIfOver(_ name: String) async throws {
    if let id = ScanID(name.hasSuffix(".jpg") ? name.dropLast(4) : "") {
      let scan = try await tools.records.with { (store) throws(StoreError) in try store.scan(id) }
      if let scan {
        if scan.state.isFinal { try await deletePhoto(of: id) }
        return
      }
    }
    let wanted = try await tools.records.with { (store) throws(StoreError) in
      try store.jobFiles()
    }
    if wanted.contains(name) { return }
    try deleteIfOld("\(configuration.photos)/\(name)")
  }

  /// Temporary files of `Files.replace` and of a web server that was killed. Those of an album's page are
  /// removed when the page is refreshed: a page whose refresh was cut off is still stale.
  private func removeTemporaryFiles() throws(HostError) {
    let site = configuration.site
    let folders = [
      configuration.data, configuration.artwork, site, "\(site)/history", "\(site)/album",
      "\(site)/scan",
    ]
    for folder in folders where Files.isDirectory(folder) {
      for name in try Files.entries(of: folder)
      where name.hasPrefix(".tmp-") || name.hasPrefix("lighttpd-upload-") {
        try deleteIfOld("\(folder)/\(name)")
      }
    }
  }

  /// Pictures in data/artwork that no album and no cover shows any more: replaced own pictures among them.
  private func removeUnusedArtwork() async throws {
    let now = tools.now().milliseconds
    let mark = "\(configuration.data)/artwork-checked"
    if let checked = Files.modificationMilliseconds(of: mark),
      (0..<Self.artworkInterval).contains(now - checked)
    {
      return
    }
    let used = try await tools.records.with { (store) throws(StoreError) in
      try store.artworkNames()
    }
    for name in try Files.entries(of: configuration.artwork)
    where name.hasSuffix(".jpg") && !used.contains(String(name.prefix(32))) {
      // A young picture may belong to a job whose row is not committed yet.
      try deleteIfOld("\(configuration.artwork)/\(name)")
    }
    try Files.replace(mark, with: [], durably: false)
  }

  private func deleteIfOld(_ path: String) throws(HostError) {
    let age = tools.now().milliseconds - (Files.modificationMilliseconds(of: path) ?? 0)
    if age > Self.orphanMilliseconds { try Files.remove(path) }
  }

  /// Without an index recognition is slower and finds the same covers.
  private func indexCovers() async {
    let known = KnownCovers(path: configuration.coverIndex)
    do {
      try await tools.records.with { (store) throws(KnownCoversError) in
        _ = try known.bringUpToDate(from: store)
      }
    } catch {
      tools.log.write(tools.now().iso, "covers", "\(error)")
    }
  }
}
