// The result of the review stage.

import Albums

/// The result of a request for a review.
enum Reviewed: Equatable, Sendable {
  /// The cache contained the review: no call was made, and no live text was shown.
  case kept(Review)
  case written(Review)
  /// No review was written or stored.
  case none(ScanFailure)

  var review: Review? {
    switch self {
    case .kept(let review), .written(let review): review
    case .none: nil
    }
  }

  /// Whether the review was early and its call was not admitted.
  var isTooEarly: Bool {
    if case .none(let failure) = self { failure.isTooEarly } else { false }
  }

  /// The failure to store with `store.finish(unreviewed:)` or `store.note(unreviewed:)`; nil if there
  /// is a review. Also nil if one person's plan is used up, because another person may ask for the
  /// review.
  var unreviewed: Failure? {
    guard case .none(let why) = self, why.failure.forHousehold == why.failure else { return nil }
    return why.failure.asReview
  }
}
