// The step of the job that publishes the history.

import Albums
import Store

extension JobRun {
  /// The delay in milliseconds before the job continues. Meanwhile the worker ends if no other job is
  /// due, so that a command such as `build` gets the worker lock.
  static let publishPause: Int64 = 1000

  /// Publishes the history. If files or pictures still wait, or the history changed meanwhile, the
  /// job becomes due again. Without a published log, the job ends.
  func publish() async throws {
    guard let publishing = tools.publishing else { return try await done() }
    try await publishing.publish()
    try await commit("published") { (store, now) throws(StoreError) in
      if try publishing.isBehind(store) {
        let next = now.advanced(byMilliseconds: Self.publishPause)
        try store.continuePublishing(job, at: next, now: now)
      } else {
        try store.complete(job, at: now)
      }
    }
  }
}
