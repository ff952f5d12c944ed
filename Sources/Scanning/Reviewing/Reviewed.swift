// The result of the review stage.

import Albums

/// What became of a review that was asked for.
enum Reviewed: Equatable, Sendable {
  /// It was there already: free, and nothing was streamed.
  case kept(Review)
  case written(Review)
  /// There is none, and nothing was stored.
  case none(ScanFailure)

  var review: Review? {
    switch self {
    case .kept(let review), .written(let review): review
    case .none: nil
    }
  }

  /// For `store.finish(unreviewed:)` and `store.note(unreviewed:)`.
  var unreviewed: Failure? {
    if case .none(let why) = self { return why.failure.asReview }
    return nil
  }
}
