// Runs one attempt at one claimed job: calls the steps of the job's kind and decides how the job
// ends.

import Albums
import Host
import Models
import Store

struct JobRun: Sendable {
  let tools: ScanTools
  let job: Job
  let ask: JobTools

  init(tools: ScanTools, job: Job, ask: JobTools? = nil) {
    self.tools = tools
    self.job = job
    self.ask = ask ?? JobTools(tools, for: job)
  }

  /// Throws `.stale` if the job was withdrawn or claimed again. Throws other errors of the
  /// database, too; the next worker then retries the job. Each step commits to the database first,
  /// writes files second, and deletes files last.
  func run() async throws(StoreError) {
    do throws(StoreError) {
      try await attempt()
    } catch {
      await tools.slots.leave(job.id)
      throw error
    }
    await tools.slots.leave(job.id)
  }

  private func attempt() async throws(StoreError) {
    logDeath()
    do {
      guard job.attempts <= RetryRule.attemptLimit else {
        throw ScanFailure.attemptsUsed(by: job, at: tools.now())
      }
      try await story()
    } catch let failure as ScanFailure {
      if try await end(with: failure) == .queued { return }
    } catch let error as StoreError {
      throw error
    } catch is AttemptPostponed {
      return
    } catch {
      preconditionFailure("a story throws a ScanFailure or a StoreError, not \(error)")
    }
    deletePicture()
    try await deleteUpload()
  }

  private func story() async throws {
    switch job.request {
    case .scan:
      guard let run = ScanRun(tools: tools, job: job) else {
        throw StoreError.damaged("\(job.name) has no photo")
      }
      try await run.run()
    case .shelf:
      guard let run = ShelfRun(tools: tools, job: job) else {
        throw StoreError.damaged("\(job.name) has no photo")
      }
      try await run.run()
    case .album(let album): try await settle(on: album, as: Evidence(.person))
    case .musicBrainz(let reference): try await lookUp(reference)
    case .hint(let words): try await answerHint(words)
    case .back(let file): try await readBack(file)
    case .named(let album, let evidence, _): try await settle(on: album, as: evidence)
    case .review: try await review()
    case .artwork(let file): try await keepPicture(file)
    case .refill, .refreshArtwork: try await refill()
    case .importedReview: try await reviewImported()
    case .importFile(let order): try await importFile(order)
    case .export(let order): try await export(order)
    case .publish: try await publish()
    case .tracks(let album): try await fetchTracks(of: album)
    }
  }

  /// Logs that an earlier attempt killed the worker. The claim counts the attempt, so a second
  /// attempt means that the first attempt never ended.
  private func logDeath() {
    guard job.attempts > 1 else { return }
    let limit = RetryRule.attemptLimit
    let what =
      job.attempts > limit ? "given up" : "attempt \(job.attempts) of \(limit)"
    tools.log.write(
      tools.now().iso, "worker",
      "\(job.name): \(what); the worker died during the attempt before")
  }

  /// Returns `queued` if the job waits for its next attempt, which needs its files.
  private func end(with failure: ScanFailure) async throws(StoreError) -> JobState {
    let now = tools.now()
    switch RetryRule.ending(of: job, after: failure, at: now, random: Randomness.share()) {
    case .wait(let next):
      try await commit("waiting") { (store, now) throws(StoreError) in
        try store.wait(job, until: next, failure.failure, at: now)
      }
      return .queued
    case .fail(let failure):
      try await fail(failure)
      return .failed
    }
  }

  /// The page of a scan belongs to the person who sent the photo. Everybody in the household reads the
  /// failure of a later job.
  private func fail(_ failure: Failure) async throws(StoreError) {
    if job.request == .shelf {
      return try await commit("failed") { (store, now) throws(StoreError) in
        try store.failShelf(job, failure, at: now)
      }
    }
    let shown = job.request == .scan ? failure : failure.forHousehold
    guard job.request.kind.rules.writesReview else {
      return try await commit("failed") { (store, now) throws(StoreError) in
        try store.fail(job, shown, at: now)
      }
    }
    try await commit("failed") { (store, now) throws(StoreError) in
      try store.fail(job, shown.asReview, at: now)
      // The page shows the failure of a job only until the next job of the find, but a note in the
      // find stays. A used-up plan gives no note, because it is a fact about a person.
      if shown == failure, let find = job.find, try store.find(find)?.review == nil {
        try store.note(unreviewed: failure.asReview, of: find)
      }
    }
  }

  func done() async throws(StoreError) {
    try await commit("done") { (store, now) throws(StoreError) in try store.complete(job, at: now) }
  }

  /// Commits one transition; see `ScanTools.commit`.
  func commit(
    _ transition: String,
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await tools.commit(
      job.request == .scan ? transition : "job-\(transition)", change)
  }

  /// Deletes the upload. The picture is stored or refused, or the back is read by now, so the job needs the
  /// file no longer.
  private func deletePicture() {
    let file: String
    switch job.request {
    case .artwork(let name), .back(let name): file = name
    default: return
    }
    if file.isEmpty { return }
    do {
      try Files.remove("\(tools.configuration.photos)/\(file)")
    } catch {
      tools.log.write(tools.now().iso, "worker", "picture \(file): \(error)")
    }
  }
}
