// The stages of an album scan in their order: one photo becomes one find.

import Albums
import Host
import Store

/// One attempt at the job of an album scan.
struct ScanRun: Sendable {
  let tools: ScanTools
  let job: Job
  let scan: ScanID
  let item: Int64

  /// The work that begins before the identification has ended.
  let early: EarlyStart

  /// The reading of the sleeve, which goes on beside the stages.
  let sleeve = SleeveUnderWay()

  /// Nil for a job of another kind.
  init?(tools: ScanTools, job: Job) {
    guard job.request == .scan, let scan = job.scan, let item = job.item else { return nil }
    self.tools = tools
    self.job = job
    self.scan = scan
    self.item = item
    early = EarlyStart(tools: tools, job: job, scan: scan)
  }

  /// Runs the stages up to the find. Throws a `ScanFailure`, and `JobRun` then decides whether the
  /// job waits or ends.
  ///
  /// Every stage is committed before the next stage begins. After a crash, the next attempt
  /// continues from the stored state and does not pay for an answer twice.
  func run() async throws {
    do {
      try await runStages()
      await sleeve.cancel()
    } catch {
      await sleeve.cancel()
      await early.cancel()
      throw error
    }
  }

  private func runStages() async throws {
    try await commit("identifying") { (store, now) throws(StoreError) in
      try store.beginIdentifying(job, at: now)
    }
    let subject = try await subject()
    await tools.slots.endRecognition(job.id)
    // The page must not show the early review of another album.
    let begun = await early.work(for: subject)
    try await commit("identified") { (store, now) throws(StoreError) in
      try store.identify(job, as: subject.id, isRecognised: subject.isRecognised, at: now)
    }
    let outcome = try await outcome(of: subject, begun)
    let picture = try await tools.artworkMatch(
      of: outcome.subject.fingerprint, with: outcome.album.id)
    let evidence = await checked(outcome.evidence(picture: picture), of: outcome.album.album)
    let find = FindID(randomBytes: Randomness.bytes(FindID.randomByteCount))
    try await commit("complete") { (store, now) throws(StoreError) in
      try store.finish(
        job, as: find, evidence: evidence,
        unreviewed: outcome.unreviewed, isIncomplete: !outcome.album.missing.isEmpty, at: now)
    }
  }

  /// Commits one transition. The kill tests stop the process at the failpoints before and after it.
  func commit(
    _ transition: String,
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await tools.commit(transition, change)
  }
}
