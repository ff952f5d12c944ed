// Which runs of rclone may follow a run that failed. One file that a remote does not accept must not
// keep a find public that its host took back, and no page may lead to a file that did not arrive.

import Exchange

/// The runs that failed while the published log was sent.
struct SendFailures {
  /// After so many failed runs, the remote counts as down. Source: docs/limits.md.
  static let limit = 3

  /// The first error; it is thrown at the end.
  private(set) var first: PublishError?
  private var steps: Set<SendStep> = []
  private var count = 0

  /// Whether a run may begin. `isLate` says that the time for sending is over. After a failure,
  /// takedowns run in any case: the same failure could use up the time of each later attempt.
  func admits(_ run: SendPlan.Run, isLate: Bool) -> Bool {
    if run.isTakedown { return !isLate || first != nil }
    return !isLate && count < Self.limit && steps.allSatisfy { !run.step.needs($0) }
  }

  /// Notes the failure of a run. Throws the error if it is not one of the remote.
  mutating func note(_ error: PublishError, in run: SendPlan.Run) throws(PublishError) {
    guard case .rclone(.ended) = error else { throw error }
    first = first ?? error
    steps.insert(run.step)
    count += 1
  }
}

extension SendStep {
  /// Whether this step must not run after `other` failed. Nothing needs a newer archive than the remote
  /// has, and the archive itself leads to nothing.
  fileprivate func needs(_ other: SendStep) -> Bool {
    self != .archive && other != .archive && other < self
  }
}
