// Repairs what a killed process may have left, before new jobs begin. It deletes no photo of a scan whose
// job is queued.

import Albums
import Host
import Store

struct Housekeeping: Sendable {
  /// A file that no scan names may belong to an upload that still goes on (docs/faults.md A5: 600 s at most).
  static let orphanMilliseconds: Int64 = 3600 * 1000

  let tools: ScanTools

  /// Pages first, then photos: deletion comes last.
  func putRight() async {
    await tools.publishChanges()
    await tools.removeExpiredScans()
    await tools.clearOldOffers()
    await tools.removeOldJobs()
    await indexCovers()
    do {
      let names = try Files.entries(of: tools.configuration.photos)
      for name in names { try await deleteIfOver(name) }
      let leftovers = try Files.entries(of: tools.configuration.data).filter {
        $0.hasPrefix(".tmp-")
      }
      for name in leftovers { try deleteIfOld("\(tools.configuration.data)/\(name)") }
    } catch {
      tools.log.write(tools.now().iso, "worker", "housekeeping: \(error)")
    }
  }

  /// Deletes the photo of a scan that has ended; the scan's state says so first.
  func deletePhoto(of id: ScanID) async throws(StoreError) {
    let scan = try await tools.records.with { (store) throws(StoreError) in try store.scan(id) }
    guard scan?.state.isFinal != false else { return }
    Failpoint.pass("photo:before")
    do {
      try Files.remove(tools.configuration.photo(id.text))
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
    try deleteIfOld("\(tools.configuration.photos)/\(name)")
  }

  private func deleteIfOld(_ path: String) throws(HostError) {
    let age = tools.now().milliseconds - (Files.modificationMilliseconds(of: path) ?? 0)
    if age > Self.orphanMilliseconds { try Files.remove(path) }
  }

  /// Without it scans take longer and find the same.
  private func indexCovers() async {
    let known = KnownCovers(path: tools.configuration.coverIndex)
    do {
      try await tools.records.with { (store) throws(KnownCoversError) in
        _ = try known.bringUpToDate(from: store)
      }
    } catch {
      tools.log.write(tools.now().iso, "covers", "\(error)")
    }
  }
}
