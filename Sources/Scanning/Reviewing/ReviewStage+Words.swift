// The words that go into a review's question, and those that say why there is none.

import Albums

extension ReviewStage {
  /// Metadata only; the model never sees what a sleeve says to it. Source: docs/product.md step 7.
  static func facts(of album: Album) -> String {
    let facts: [(String, String?)] = [
      ("Artist", album.artist), ("Album", album.title), ("Year", album.year.map { "\($0)" }),
      ("Genres", album.genres.isEmpty ? nil : album.genres.joined(separator: ", ")),
      ("Record label", album.recordLabel),
    ]
    return facts.compactMap { name, value in value.map { "\(name): \(oneLine($0))" } }
      .joined(separator: "\n")
  }

  /// A name with a line break in it must not look like another fact.
  static func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  /// A call's failure is told to a scan; a review waits for nothing and tries nothing again by itself.
  static func words(for failure: ScanFailure) -> ScanFailure {
    switch failure.code {
    case .review: failure
    case .cap: ScanFailure(.review, failure.reason)
    case .network: ScanFailure(.review, "The network was down when the review was to be written.")
    case .providerRefused: ScanFailure(.review, "The model did not write about this album.")
    // What it says of a photo helps nobody here.
    case .providerFailed where failure.reason.ranges(ofText: "photo").isEmpty:
      ScanFailure(.review, failure.reason)
    default: ScanFailure(.review, "The model could not be reached, or its answer broke off.")
    }
  }
}

extension Review {
  /// As it is shown while it is being written.
  var plainText: String { ([summary] + bullets.map { "- \($0)" }).joined(separator: "\n") }
}
