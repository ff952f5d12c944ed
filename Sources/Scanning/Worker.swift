// The worker: takes the worker lock, repairs what a killed process left, runs every job that is due, and
// returns. Waiting for a later attempt is the task of `AttemptTimer`, which holds no lock.

import Albums
import Host
import Store

package struct Worker: Sendable {
  /// Scans that run at the same time: a scan mostly waits for services.
  static let inFlightLimit = 4

  /// How often the worker looks for new photos and stale pages while jobs run.
  static let pollInterval = Duration.milliseconds(50)

  private let tools: ScanTools

  package init(tools: ScanTools) { self.tools = tools }

  /// Runs jobs until none is due; false when another process holds the worker lock.
  ///
  /// `isEnough` stops it earlier: no further job is begun then. Throws the first database error, after
  /// the running jobs have ended. The queue is checked again after unlocking: a scan that was accepted
  /// just before found the lock held, so the worker that the CGI started for it has exited.
  package func drain(
    until isEnough: @escaping @Sendable () async -> Bool = { false }
  ) async throws -> Bool {
    let hadLock = try await drainOnce(isEnough)
    guard hadLock, try await hasWork() else { return hadLock }
    return try await drainOnce(isEnough) || hadLock
  }

  private func drainOnce(_ isEnough: @Sendable () async -> Bool) async throws -> Bool {
    guard let lock = try Lock.take(tools.configuration.workerLock) else { return false }
    await Housekeeping(tools: tools).putRight()
    if let error = await runDueJobs(until: isEnough) { throw error }
    await tools.keepCoversUp {
      if await isEnough() { return true }
      return try await hasWork()
    }
    _ = consume lock
    return true
  }

  /// Returns the first database error, after all jobs have ended: none of them is cancelled, so an answer
  /// that was paid for is kept.
  private func runDueJobs(until isEnough: @Sendable () async -> Bool) async -> StoreError? {
    await withTaskGroup(of: Finished.self) { tasks in
      var running = RunningJobs()
      while running.error == nil, await !isEnough() {
        do throws(StoreError) {
          try await refreshNewlyStalePages(&running)
          if try await start(into: &tasks, &running) { continue }
        } catch {
          running.error = error
          break
        }
        if running.isIdle { break }
        poll(&tasks, &running)
        if let finished = await tasks.next() { running.note(finished) }
      }
      // After an early stop, wait for running jobs to commit.
      for await finished in tasks { running.note(finished) }
      return running.error
    }
  }

  /// Pages of a change since the last look; a page that could not be written is not tried again at once.
  private func refreshNewlyStalePages(_ running: inout RunningJobs) async throws(StoreError) {
    let newest = try await tools.records.with { (store) throws(StoreError) in
      try store.newestStalePage()
    }
    guard newest != running.newestStalePage else { return }
    running.newestStalePage = newest
    await tools.publishChanges()
  }

  private func poll(_ tasks: inout TaskGroup<Finished>, _ running: inout RunningJobs) {
    guard !running.hasPoll else { return }
    running.hasPoll = true
    tasks.addTask {
      // A cancelled sleep only makes the next look earlier.
      do { try await Task.sleep(for: Self.pollInterval) } catch {}
      return .poll
    }
  }

  /// Begins the next scan that is due, else the next errand; false when there is none or no slot is free.
  /// Scans come first, since their senders wait; errands run one at a time.
  private func start(
    into tasks: inout TaskGroup<Finished>, _ running: inout RunningJobs
  ) async throws(StoreError) -> Bool {
    if running.scans.count < Self.inFlightLimit, let claim = try await next(except: running.scans) {
      running.scans.insert(claim.id)
      tasks.addTask { await run(claim) }
      return true
    }
    if !running.hasErrand, let errand = try await nextErrand() {
      running.hasErrand = true
      tasks.addTask { await run(errand) }
      return true
    }
    return false
  }

  /// Runs one attempt. An error does not cancel the other jobs: an answer that was paid for is kept.
  private func run(_ errand: ErrandClaim) async -> Finished {
    do {
      try await ErrandRun(tools: tools, errand: errand).run()
    } catch .stale {
      tools.log.write(tools.now().iso, "worker", "errand \(errand.id): withdrawn or taken over")
    } catch {
      return .errand(error)
    }
    return .errand(nil)
  }

  private func run(_ claim: Claim) async -> Finished {
    var failure: StoreError?
    do {
      try await ScanRun(tools: tools, claim: claim).run()
    } catch .stale {
      tools.log.write(tools.now().iso, "worker", "scan \(claim.id): taken over by another worker")
    } catch {
      failure = error
    }
    await tools.forgetLiveText(of: claim.id)
    do {
      try await Housekeeping(tools: tools).deletePhoto(of: claim.id)
    } catch {
      failure = failure ?? error
    }
    return .scan(claim.id, failure)
  }

  private func next(except busy: Set<ScanID>) async throws(StoreError) -> Claim? {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in
      try store.claim(at: now, except: busy)
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

/// The result of a task of the worker.
private enum Finished: Sendable {
  case scan(ScanID, StoreError?)
  case errand(StoreError?)
  case poll
}

/// The tasks that have not ended.
private struct RunningJobs {
  var scans: Set<ScanID> = []
  var hasErrand = false
  var hasPoll = false

  /// The change that was looked at last; see `Store.newestStalePage`.
  var newestStalePage: Int64?

  /// The first error of a job or of the queue.
  var error: StoreError?

  var isIdle: Bool { scans.isEmpty && !hasErrand }

  mutating func note(_ finished: Finished) {
    switch finished {
    case .scan(let id, let failure):
      scans.remove(id)
      error = error ?? failure
    case .errand(let failure):
      hasErrand = false
      error = error ?? failure
    case .poll: hasPoll = false
    }
  }
}

extension ScanTools {
  /// Writes the stale pages. A page that cannot be written stays marked and is tried again later.
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

  /// Removes the albums that scans offered, together with the scans' expired pages.
  func clearOldOffers() async {
    let end = now().advanced(byMilliseconds: -Publisher.scanPageMilliseconds)
    do {
      try await records.with { (store) throws(StoreError) in try store.clearOffers(before: end) }
    } catch {
      log.write(now().iso, "worker", "offers: \(error)")
    }
  }

  /// Removes the pages of scans that are older than 30 days. A failure is logged and retried next time.
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
