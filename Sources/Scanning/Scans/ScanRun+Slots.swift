// A scan that waits for a slot for its calls to models.

import Albums
import Store

extension ScanRun {
  /// Waits until the scan may call models. While it waits, no attempt counts, because a death of the
  /// worker is then not the photo's fault.
  func awaitModelSlot() async throws {
    let slots = tools.slots
    if await slots.takeModelSlot(job.id) { return }
    try await note { (store, now) throws(StoreError) in try store.pauseAttempt(of: job, at: now) }
    try await slots.awaitModelSlot(job.id)
    try await note { (store, now) throws(StoreError) in try store.noteProgress(of: job, at: now) }
  }

  /// Commits a change that no page shows.
  private func note(
    _ change: @Sendable (borrowing Store, Timestamp) throws(StoreError) -> Void
  ) async throws(StoreError) {
    let now = tools.now()
    try await tools.database.with { (store) throws(StoreError) in try change(store, now) }
  }
}
