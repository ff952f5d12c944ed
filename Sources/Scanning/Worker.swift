// The worker: takes the worker lock, repairs what a killed process left, runs the jobs of the queue, and
// returns when none is left.

import Albums
import Host
import Store

package struct Worker: Sendable {
  /// Jobs of a kind that run at the same time. A scan mostly waits for services. Corrections and pictures
  /// have a slot of their own: the user waits for them while scans take all of theirs.
  static func slots(of kind: JobKind) -> Int {
    switch kind {
    case .scan: 4
    case .correct, .artwork: 1
    case .review: 1
    case .refill: 1
    }
  }

  /// How often the worker looks for new jobs while others run, and while all wait.
  static let busyPause = Duration.milliseconds(50)
  static let idlePause = Duration.milliseconds(500)

  private let tools: ScanTools

  package init(tools: ScanTools) { self.tools = tools }

  /// Runs jobs until none is left; false when another process holds the worker lock.
  ///
  /// Jobs that wait for a service keep the worker running, except background jobs. `isEnough` stops it
  /// earlier: then no further job is begun. The queue is checked again after unlocking: a scan that was
  /// accepted just before found the lock held, so the worker that the CGI started for it has exited.
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
    try await withThrowingTaskGroup(of: Finished.self) { tasks in
      var running = RunningJobs()
      while await !isEnough() {
        if let job = try await next(beside: running) {
          running.jobs[job.id] = job
          tasks.addTask { try await run(job) }
          continue
        }
        if running.jobs.isEmpty, try await !hasWaitingJob() { break }
        if !running.hasPause {
          running.hasPause = true
          let pause = running.jobs.isEmpty ? Self.idlePause : Self.busyPause
          tasks.addTask {
            try await Task.sleep(for: pause)
            return .pause
          }
        }
        running.note(try await tasks.next())
      }
      if running.jobs.isEmpty {
        await tools.keepCoversUp {
          if await isEnough() { return true }
          return try await hasWork()
        }
      }
      // After an early stop, the running jobs still commit.
      try await tasks.waitForAll()
    }
    _ = consume lock
    return true
  }

  private func run(_ job: Job) async throws -> Finished {
    do {
      try await JobRun(tools: tools, job: job).run()
    } catch .stale {
      tools.log.write(
        tools.now().iso, "worker", "\(job.name): withdrawn, or claimed by another worker")
    }
    if job.request == .scan, let scan = job.scan {
      await tools.forgetLiveText(of: scan)
      try await Housekeeping(tools: tools).deletePhoto(of: scan)
    }
    return .job(job.id)
  }

  /// A job whose last attempt killed the worker runs alone: if it does so again, no other job is lost.
  private func next(beside running: RunningJobs) async throws(StoreError) -> Job? {
    guard !running.isExclusive else { return nil }
    let (now, ids, kinds) = (tools.now(), Set(running.jobs.keys), running.freeKinds)
    guard !kinds.isEmpty else { return nil }
    return try await tools.records.with { (store) throws(StoreError) in
      try store.claimJob(of: kinds, except: ids, at: now)
    }
  }

  private func hasWaitingJob() async throws(StoreError) -> Bool {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in
      try store.nextAttempt(at: now) != nil
    }
  }

  private func hasWork() async throws(StoreError) -> Bool {
    let now = tools.now()
    return try await tools.records.with { (store) throws(StoreError) in try store.hasWork(at: now) }
  }
}

/// The result of a task of the worker.
private enum Finished: Sendable {
  case job(Int64)
  case pause
}

/// The tasks that have not ended.
private struct RunningJobs {
  var jobs: [Int64: Job] = [:]
  var hasPause = false

  /// No other job may begin.
  var isExclusive: Bool { jobs.values.contains(where: \.isAfterDeath) }

  /// The kinds that have a free slot.
  var freeKinds: [JobKind] {
    let counts = Dictionary(grouping: jobs.values, by: \.request.kind).mapValues(\.count)
    return JobKind.allCases.filter { counts[$0, default: 0] < Worker.slots(of: $0) }
  }

  mutating func note(_ finished: Finished?) {
    switch finished {
    case .job(let id): jobs[id] = nil
    case .pause, nil: hasPause = false
    }
  }
}

extension ScanTools {
  /// Writes the stale pages. A page that cannot be written stays stale and is tried again later.
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

  /// Removes the offers of scans whose pages have expired.
  func clearOldOffers() async {
    let end = now().advanced(byMilliseconds: -Publisher.scanPageMilliseconds)
    do {
      try await records.with { (store) throws(StoreError) in try store.clearOffers(before: end) }
    } catch {
      log.write(now().iso, "worker", "offers: \(error)")
    }
  }

  /// Removes jobs that ended long ago.
  func removeOldJobs() async {
    let end = now().advanced(byMilliseconds: -Store.endedJobMilliseconds)
    do {
      try await records.with { (store) throws(StoreError) in
        try store.removeEndedJobs(before: end)
      }
    } catch {
      log.write(now().iso, "worker", "old jobs: \(error)")
    }
  }

  /// Removes the pages of scans that are older than 30 days. A failure is logged, and retried next time.
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
