// The limits that the advice of a refusal names.

extension CorrectionError {
  /// The limit that the advice names.
  var limit: [String: SentenceArgument] {
    switch self {
    case .nothing, .link, .code, .kind: [:]
    case .names: ["count": .count(Correction.longestName)]
    case .hint: ["count": .count(Correction.longestHint)]
    }
  }
}

extension FindEditError {
  /// The limit that the advice names.
  var limit: [String: SentenceArgument] {
    switch self {
    case .nothing, .status, .publicChoice, .ownRating, .favourite: [:]
    case .favourites: ["count": .count(FindDetails.mostFavourites)]
    case .tags: ["count": .count(FindDetails.mostTags)]
    case .note: ["count": .count(FindDetails.longestNote)]
    case .place: ["count": .count(FindDetails.longestPlace)]
    }
  }
}
