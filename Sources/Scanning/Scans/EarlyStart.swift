// The early start of a scan: the work that begins with the first candidate of an identification that
// is still arriving. Only the whole answer decides about the album; if it names another album, this
// work is cancelled.
// Source: docs/decisions/075-early-start.md.

import Albums
import Store

/// The lookup and the review that began early, for one album.
struct EarlyWork: Sendable {
  /// The album as it is stored, or as the model named it if it is not stored.
  let album: Album
  let lookup: Task<LookedUp?, any Error>

  /// Nil without a model for reviews.
  let review: Task<Reviewed, Never>?
  let confirmation: Confirmation
}

/// Owns the early work of one attempt at a scan, and the provisional name on the scan's page. It
/// writes nothing to the database itself. The review stage and the lookup store the review and the
/// answers of MusicBrainz, as always.
actor EarlyStart {
  private let tools: ScanTools
  private let job: Job
  private let scan: ScanID

  /// The work that has begun. Cancelled work stays here, so that a scan starts at most one early review.
  private var work: EarlyWork?
  private var isCancelled = false

  init(tools: ScanTools, job: Job, scan: ScanID) {
    self.tools = tools
    self.job = job
    self.scan = scan
  }

  /// Shows the album as provisional. Starts the work for the first album, not for later ones.
  func begin(_ named: Album, crop: [UInt8]) async throws(StoreError) {
    let (id, album) = try await tools.database.with {
      (store) throws(StoreError) -> (Int64?, Album) in
      guard let id = try store.albumID(of: named) else { return (nil, named) }
      return (id, try store.album(id) ?? named)
    }
    await tools.showProvisional(album, of: scan)
    guard work == nil, !Task.isCancelled else { return }
    let confirmation = Confirmation()
    let (stage, name) = (tools.lookupStage, job.name)
    let lookup = Task<LookedUp?, any Error> {
      try await stage.lookedUp(id, as: [album], crop: crop, for: name)
    }
    let (owner, live) = (CallOwner(job), tools.liveText(of: scan))
    let review = tools.services.review.map { stage in
      Task {
        await stage.review(
          of: album, key: album.key, for: owner, scan: live, confirmation: confirmation)
      }
    }
    work = EarlyWork(album: album, lookup: lookup, review: review, confirmation: confirmation)
  }

  /// Removes the provisional name. The work continues: the next answer may name the same album.
  func withdraw() async { await tools.showProvisional(nil, of: scan) }

  /// The work for the album of the whole answer; nil if the work is about another album, or if a
  /// person or a known cover gave the album. The work is then cancelled, and has ended before this
  /// function returns.
  func work(for subject: Subject) async -> EarlyWork? {
    guard let work, !isCancelled, !subject.isRecognised, work.album.key == subject.album.key else {
      await cancel()
      return nil
    }
    // Several candidates or other facts need another lookup, so this one ends. The cache has its
    // answers, and no answered request is repeated.
    if !subject.isConfident || work.album != subject.album { await work.lookup.stop() }
    work.confirmation.confirm()
    return work
  }

  /// Cancels the work and waits until it has ended. A cancelled review keeps its maximum cost in the
  /// ledger.
  func cancel() async {
    guard let work, !isCancelled else { return }
    isCancelled = true
    work.lookup.cancel()
    work.review?.cancel()
    await work.lookup.stop()
    _ = await work.review?.value
    await tools.forgetLiveText(of: scan)
  }
}

extension Task where Success: Sendable {
  /// The result of the task. If the caller is cancelled, the task is, too.
  var joined: Result<Success, Failure> {
    get async {
      await withTaskCancellationHandler {
        await result
      } onCancel: {
        cancel()
      }
    }
  }

  /// Cancels the task and waits for its end.
  func stop() async {
    cancel()
    _ = await result
  }
}
