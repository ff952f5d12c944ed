// The detached worker: takes the lock, puts right what a dead one left, drains the queue, leaves.

import Albums
import Host
import Store

package struct Worker: Sendable {
  private let tools: ScanTools

  package init(tools: ScanTools) { self.tools = tools }

  /// Works until there is nothing left to do now; false when another worker is at it already.
  ///
  /// Looks once more after letting the lock go: a scan accepted in that moment found it taken.
  package func drain() async throws -> Bool {
    let isMine = try await drainOnce()
    guard isMine, try await hasWork() else { return isMine }
    return try await drainOnce() || isMine
  }

  private func drainOnce() async throws -> Bool {
    guard let lock = try Lock.take(tools.configuration.workerLock) else { return false }
    await Housekeeping(tools: tools).putRight()
    while let claim = try await next() {
      do {
        try await ScanRun(tools: tools, claim: claim).run()
      } catch .stale {
        tools.log.write(tools.now().iso, "worker", "scan \(claim.id): taken over by another worker")
      }
      try await Housekeeping(tools: tools).deletePhoto(of: claim.id)
    }
    _ = consume lock
    return true
  }

  private func next() async throws(StoreError) -> Claim? {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in try store.claim(at: now) }
  }

  private func hasWork() async throws(StoreError) -> Bool {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in try store.hasWork(at: now) }
  }
}

extension ScanTools {
  /// Writes the pages that changed; what cannot be written now stays noted for the next time.
  func publishChanges() async {
    let (publisher, now) = (publisher, now())
    do {
      try await records.with { (store) throws(PublishError) in
        try publisher.publishChanges(in: store, at: now)
      }
    } catch {
      log.write(now.iso, "site", "\(error)")
    }
  }

  /// Pages that are no longer kept; what cannot be removed now goes next time.
  func removeExpiredScans() async {
    let (publisher, now) = (publisher, now())
    do {
      try await records.with { (store) throws(PublishError) in
        try publisher.removeExpiredScans(in: store, at: now)
      }
    } catch {
      log.write(now.iso, "site", "\(error)")
    }
  }
}
