// The facts for a review's question, and the sentences about a missing review.

import Albums

extension ReviewStage {
  /// The metadata of an album. The model never sees text from the cover.
  /// Source: docs/product.md step 7.
  static func facts(of album: Album) -> String {
    let facts: [(String, String?)] = [
      ("Artist", album.artist), ("Album", album.title), ("Year", album.year.map { "\($0)" }),
      ("Genres", album.genres.isEmpty ? nil : album.genres.joined(separator: ", ")),
      ("Record label", album.recordLabel),
    ]
    return facts.compactMap { name, value in value.map { "\(name): \(oneLine($0))" } }
      .joined(separator: "\n")
  }

  /// Removes line breaks, so a name with a line break does not look like another fact.
  static func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  /// Rewords the failure of a call for a review. The original words are for the page of a
  /// scan and may promise a retry.
  static func words(for failure: ScanFailure) -> ScanFailure {
    switch failure.code {
    case .review: failure
    case .cap: ScanFailure(.review, failure.reason)
    case .network: ScanFailure(.review, "The network was down when the review was to be written.")
    case .providerRefused: ScanFailure(.review, "The model did not write about this album.")
    // A message about a photo does not help the reader of a review.
    case .providerFailed where failure.reason.ranges(ofText: "photo").isEmpty:
      ScanFailure(.review, failure.reason)
    default: ScanFailure(.review, "The model could not be reached, or its answer broke off.")
    }
  }
}

extension Review {
  /// The review in the same form as its live text.
  var plainText: String { ([summary] + bullets.map { "- \($0)" }).joined(separator: "\n") }
}
