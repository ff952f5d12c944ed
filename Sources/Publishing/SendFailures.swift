// Decides which runs of rclone may follow a failed run. A find that became private must leave the
// remote, even if the remote refuses another file. No page may lead to a file that did not arrive.

import Exchange

/// The runs that failed while the published log was sent.
struct SendFailures {
  /// The number of failed runs after which the remote counts as down. Source: docs/limits.md.
  static let limit = 3

  /// The first error; it is thrown at the end.
  private(set) var first: PublishError?
  private var steps: Set<SendStep> = []
  private var count = 0

  /// Whether a run may begin. `isLate` says that the time for sending is over. After a failure,
  /// takedowns run even then, because the same failure could use up the time of every later
  /// attempt.
  func admits(_ run: SendPlan.Run, isLate: Bool) -> Bool {
    if run.isTakedown { return !isLate || first != nil }
    return !isLate && count < Self.limit && steps.allSatisfy { !run.step.needs($0) }
  }

  /// Records the failure of a run. Throws the error if the remote is not its cause.
  mutating func note(_ error: PublishError, in run: SendPlan.Run) throws(PublishError) {
    guard case .rclone(.ended) = error else { throw error }
    first = first ?? error
    steps.insert(run.step)
    count += 1
  }
}

extension SendStep {
  /// Whether this step must not run after `other` failed. No page needs a newer archive, and the
  /// archive leads to no other file.
  fileprivate func needs(_ other: SendStep) -> Bool {
    self != .archive && other != .archive && other < self
  }
}
