// The worker takes the worker lock, removes the remains of a killed process, runs every job that is
// due, and returns. `AttemptTimer` waits for later attempts without holding the worker lock.

import Albums
import Host
import Refresh
import Store

package struct Worker: Sendable {
  /// The interval between two checks for new jobs and stale pages while jobs run.
  static let pollInterval = Duration.milliseconds(50)

  private let tools: ScanTools

  package init(tools: ScanTools) { self.tools = tools }

  /// Runs jobs until no job is due; false when another process holds the worker lock.
  ///
  /// `isEnough` stops the worker early: after it returns true, no further job begins. Throws the
  /// first error of the database after the running jobs have ended.
  ///
  /// The worker checks the queue again after it has released the lock. The CGI may have accepted a
  /// scan just before the release; the worker that the CGI started then found the lock held and
  /// exited. If no other process has changed the database, the remaining work, such as a page that
  /// cannot be written, waits for the next worker.
  package func drain(
    until isEnough: @escaping @Sendable () async -> Bool = { false }
  ) async throws -> Bool {
    var hadLock = false
    while true {
      let before = try await commitsOfOthers()
      guard try await drainOnce(isEnough) else { return hadLock }
      hadLock = true
      guard try await commitsOfOthers() != before, try await hasWork(), await !isEnough() else {
        return true
      }
    }
  }

  private func drainOnce(_ isEnough: @Sendable () async -> Bool) async throws -> Bool {
    guard let lock = try Lock.take(tools.configuration.workerLock) else { return false }
    tools.configuration.noteLookAtQueue()
    tools.noteReviewCosts()
    await Housekeeping(tools: tools).putRight()
    await tools.endWaits()
    await tools.queuePublishing()
    let error = await runDueJobs(until: isEnough)
    tools.configuration.noteLookAtQueue()
    // The worker never ends with stale summary pages.
    await tools.refreshSummaries()
    if let error { throw error }
    let isNeeded = { @Sendable () async throws -> Bool in
      if await isEnough() { return true }
      tools.configuration.noteLookAtQueue()
      return try await hasWork()
    }
    await tools.keepTintsUp(unless: isNeeded)
    await tools.keepCoversUp(unless: isNeeded)
    _ = consume lock
    return true
  }

  /// Returns the first error of the database after all jobs have ended. Cancels no job, so every
  /// paid answer is kept.
  private func runDueJobs(until isEnough: @Sendable () async -> Bool) async -> StoreError? {
    await withTaskGroup(of: Finished.self) { tasks in
      var running = RunningJobs()
      await tools.slots.open()
      while running.error == nil, await !isEnough() {
        do throws(StoreError) {
          try await refreshNewlyStalePages(&running)
          try await queuePublishingIfChanged(&running)
          await refreshSummariesIfDue(&running)
          if let job = try await next(beside: running) {
            running.jobs[job.id] = job
            if job.request == .scan { await tools.slots.beginRecognition(job.id) }
            tasks.addTask { await run(job) }
            continue
          }
          if running.jobs.isEmpty, try await queueTracks() { continue }
        } catch {
          running.error = error
          break
        }
        tools.configuration.noteLookAtQueue()
        if running.jobs.isEmpty { break }
        poll(&tasks, &running)
        running.note(await tasks.next())
      }
      // After an early stop, wait until the running jobs have committed.
      await tools.slots.close()
      for await finished in tasks { running.note(finished) }
      return running.error
    }
  }

  /// Refreshes the pages that became stale since the last check. If a page cannot be written, the
  /// next refresh retries it.
  private func refreshNewlyStalePages(_ running: inout RunningJobs) async throws(StoreError) {
    let newest = try await tools.database.with { (store) throws(StoreError) in
      try store.newestStalePage()
    }
    guard newest != running.newestStalePage else { return }
    // A page that became stale during the refresh is still stale then. The next check finds it.
    running.newestStalePage = nil
    guard await !tools.refreshStalePages() else { return }
    // A page that could not be written has a new serial now, which alone must cause no refresh.
    running.newestStalePage = try await tools.database.with { (store) throws(StoreError) in
      try store.newestStalePage()
    }
  }

  /// Queues the job that publishes the history, if a find changed since the last check. The pages
  /// of the household are written already.
  private func queuePublishingIfChanged(_ running: inout RunningJobs) async throws(StoreError) {
    guard tools.publishing != nil else { return }
    let newest = try await tools.database.with { (store) throws(StoreError) in
      try store.newestStalePage(of: .published)
    }
    guard newest != running.newestToPublish else { return }
    running.newestToPublish = newest
    await tools.queuePublishing()
  }

  /// Refreshes the stale summary pages at most once a minute while jobs run.
  private func refreshSummariesIfDue(_ running: inout RunningJobs) async {
    let now = tools.now()
    let due = running.summarised.map {
      $0.advanced(byMilliseconds: PageRefresher.summaryMilliseconds)
    }
    guard let due else { return running.summarised = now }
    guard now >= due || now < due.advanced(byMilliseconds: -PageRefresher.summaryMilliseconds)
    else { return }
    running.summarised = now
    await tools.refreshSummaries()
  }

  /// Queues a job for each album whose tracks are missing. Returns whether it queued a job.
  private func queueTracks() async throws(StoreError) -> Bool {
    let now = tools.now()
    return try await tools.database.with { (store) throws(StoreError) in
      try store.queueTracks(at: now) > 0
    }
  }

  private func poll(_ tasks: inout TaskGroup<Finished>, _ running: inout RunningJobs) {
    guard !running.hasPoll else { return }
    running.hasPoll = true
    tasks.addTask {
      // A cancelled sleep only makes the next check earlier.
      do { try await Task.sleep(for: Self.pollInterval) } catch {}
      return .poll
    }
  }

  /// Runs one attempt. Its error does not cancel the other jobs.
  private func run(_ job: Job) async -> Finished {
    var failure: StoreError?
    do {
      try await JobRun(tools: tools, job: job).run()
    } catch .stale {
      tools.log.write(
        tools.now().iso, "worker", "\(job.name): withdrawn, or claimed by another worker")
    } catch {
      failure = error
    }
    if job.request == .shelf { await Housekeeping(tools: tools).deleteShelfPictures() }
    if job.request == .scan, let scan = job.scan {
      await tools.forgetLiveText(of: scan)
      do {
        try await Housekeeping(tools: tools).deletePhoto(of: scan)
      } catch {
        failure = failure ?? error
      }
    }
    return .job(job.id, failure)
  }

  /// Claims the next job. A job whose last attempt killed the worker runs alone, so a second crash
  /// interrupts no other job.
  private func next(beside running: RunningJobs) async throws(StoreError) -> Job? {
    guard !running.isExclusive else { return nil }
    let isScanFree = await tools.slots.hasRecognitionSlot
    let kinds = running.freeKinds.filter { $0 != .scan || isScanFree }
    guard !kinds.isEmpty else { return nil }
    let (now, ids) = (tools.now(), Set(running.jobs.keys))
    return try await tools.database.with { (store) throws(StoreError) in
      try store.claimJob(of: kinds, except: ids, at: now)
    }
  }

  private func commitsOfOthers() async throws(StoreError) -> Int64 {
    try await tools.database.with { (store) throws(StoreError) in try store.commitsOfOthers() }
  }

  private func hasWork() async throws(StoreError) -> Bool {
    let now = tools.now()
    return try await tools.database.with { (store) throws(StoreError) in try store.hasWork(at: now)
    }
  }
}

/// The result of a task of the worker.
private enum Finished: Sendable {
  case job(Int64, StoreError?)
  case poll
}

/// The tasks that are still running.
private struct RunningJobs {
  var jobs: [Int64: Job] = [:]
  var hasPoll = false

  /// The newest stale page at the last check; see `Store.newestStalePage`.
  var newestStalePage: Int64?

  /// The same for the published log.
  var newestToPublish: Int64?

  /// The time of the last refresh of the summary pages, or of the worker's start.
  var summarised: Timestamp?

  /// The first error of a job, or of reading the queue.
  var error: StoreError?

  /// Whether no other job may begin, because a running job killed the worker in its last attempt.
  var isExclusive: Bool { jobs.values.contains(where: \.isAfterDeath) }

  /// The kinds that have a free slot. A background job does not begin while a scan runs, because it
  /// would delay the scan's requests to MusicBrainz, and the job that publishes would take the
  /// processor.
  var freeKinds: [JobKind] {
    let counts = Dictionary(grouping: jobs.values, by: \.request.kind).mapValues(\.count)
    return JobKind.allCases.filter { kind in
      counts[kind, default: 0] < kind.rules.slots ?? .max
        && (kind.lane != .background || !counts.keys.contains { $0.rules.subject == .scan })
    }
  }

  mutating func note(_ finished: Finished?) {
    switch finished {
    case .job(let id, let failure):
      jobs[id] = nil
      error = error ?? failure
    case .poll, nil: hasPoll = false
    }
  }
}
