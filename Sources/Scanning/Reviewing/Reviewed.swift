// The result of the review stage.

import Albums

/// What became of a review that was asked for.
enum Reviewed: Equatable, Sendable {
  /// It was there already: free, and nothing was streamed.
  case kept(Review)
  case written(Review)
  /// There is none, and nothing was stored: in words for the album's page, and what really failed.
  case none(why: ScanFailure, cause: ScanFailure)

  var review: Review? {
    switch self {
    case .kept(let review), .written(let review): review
    case .none: nil
    }
  }

  /// For `store.finish(unreviewed:)` and `store.note(unreviewed:)`.
  var unreviewed: ScanFailure? {
    if case .none(let why, _) = self { return why }
    return nil
  }
}
