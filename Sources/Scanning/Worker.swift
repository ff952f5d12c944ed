// The detached worker: takes the lock, puts right what a dead one left, drains the queue, leaves.

import Albums
import Host
import Store

package struct Worker: Sendable {
  /// Scans worked on at once: a scan mostly waits for services.
  static let inFlightLimit = 4

  /// How soon a photo that arrives while others are worked on is seen, and while others only wait.
  static let busyPause = Duration.milliseconds(50)
  static let idlePause = Duration.milliseconds(500)

  private let tools: ScanTools

  package init(tools: ScanTools) { self.tools = tools }

  /// Works until nothing is left; false when another worker is at it already.
  ///
  /// Scans that wait for a service keep it here; `until` ends it earlier, for who wants one scan only.
  /// Looks once more after letting the lock go: a scan accepted in that moment found it taken.
  package func drain(
    until isEnough: @escaping @Sendable () async -> Bool = { false }
  ) async throws -> Bool {
    let isMine = try await drainOnce(isEnough)
    guard isMine, try await hasWork() else { return isMine }
    return try await drainOnce(isEnough) || isMine
  }

  private func drainOnce(_ isEnough: @Sendable () async -> Bool) async throws -> Bool {
    guard let lock = try Lock.take(tools.configuration.workerLock) else { return false }
    await Housekeeping(tools: tools).putRight()
    try await withThrowingTaskGroup(of: Over.self) { tasks in
      var busy: Set<ScanID> = []
      var isTicking = false
      var isOnErrand = false
      while await !isEnough() {
        if busy.count < Self.inFlightLimit, let claim = try await next(except: busy) {
          busy.insert(claim.id)
          tasks.addTask { try await work(on: claim) }
          continue
        }
        // Somebody stands in a shop with a photo: errands come after fresh scans, one at a time.
        if !isOnErrand, let errand = try await nextErrand() {
          isOnErrand = true
          tasks.addTask { try await work(on: errand) }
          continue
        }
        if busy.isEmpty, !isOnErrand, try await !isWaiting() { break }
        if !isTicking {
          let pause = busy.isEmpty && !isOnErrand ? Self.idlePause : Self.busyPause
          tasks.addTask {
            try await Task.sleep(for: pause)
            return .pause
          }
          isTicking = true
        }
        switch try await tasks.next() {
        case .scan(let id): busy.remove(id)
        case .errand: isOnErrand = false
        case .pause, nil: isTicking = false
        }
      }
      // Nobody waits for this: what there is to scan has been scanned.
      if busy.isEmpty, !isOnErrand {
        await tools.keepCoversUp {
          if await isEnough() { return true }
          return try await hasWork()
        }
      }
      // Whoever has seen enough still lets the others come to their commit.
      try await tasks.waitForAll()
    }
    _ = consume lock
    return true
  }

  private func work(on errand: ErrandClaim) async throws -> Over {
    do {
      try await ErrandRun(tools: tools, errand: errand).run()
    } catch .stale {
      tools.log.write(tools.now().iso, "worker", "errand \(errand.id): withdrawn or taken over")
    }
    return .errand
  }

  private func work(on claim: Claim) async throws -> Over {
    do {
      try await ScanRun(tools: tools, claim: claim).run()
    } catch .stale {
      tools.log.write(tools.now().iso, "worker", "scan \(claim.id): taken over by another worker")
    }
    await tools.forgetLiveText(of: claim.id)
    try await Housekeeping(tools: tools).deletePhoto(of: claim.id)
    return .scan(claim.id)
  }

  private func next(except busy: Set<ScanID>) async throws(StoreError) -> Claim? {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in
      try store.claim(at: now, except: busy)
    }
  }

  private func isWaiting() async throws(StoreError) -> Bool {
    try await tools.records.with { (store) throws(StoreError) in
      if try store.hasUnfinished() { true } else { try store.hasWaitingErrand() }
    }
  }

  private func nextErrand() async throws(StoreError) -> ErrandClaim? {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in
      try store.claimErrand(at: now)
    }
  }

  private func hasWork() async throws(StoreError) -> Bool {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in try store.hasWork(at: now) }
  }
}

/// What has come to an end while the worker waited.
private enum Over: Sendable {
  case scan(ScanID)
  case errand
  case pause
}

extension ScanTools {
  /// Writes the pages that changed; what cannot be written now stays noted for the next time.
  func publishChanges() async {
    let (publisher, now) = (publisher, now())
    do {
      try await records.withLive { (store, live) throws(PublishError) in
        try publisher.publishChanges(in: store, at: now, live)
      }
    } catch {
      log.write(now.iso, "site", "\(error)")
    }
  }

  /// What scans offered goes with their pages.
  func clearOldOffers() async {
    let end = now().advanced(byMilliseconds: -Publisher.scanPageMilliseconds)
    do {
      try await records.with { (store) throws(StoreError) in try store.clearOffers(before: end) }
    } catch {
      log.write(now().iso, "worker", "offers: \(error)")
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
