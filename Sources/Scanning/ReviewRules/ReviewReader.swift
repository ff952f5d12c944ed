// Reads a model's answer into a review that pages may show, or refuses the answer with a reason.

package import Albums
package import Models
package import Text

package enum ReviewReader {
  /// The text comes first, because pages show it while the rest of the answer still arrives.
  package static let schema: JSON = .strictObject([
    "summary": .textSchema, "bullets": .list(of: .textSchema), "rating": ["type": "number"],
    "recommendation": .choice(Recommendation.allCases.map(\.english)),
    "key_tracks": .list(of: .textSchema),
  ])

  /// Throws the error for the first rule that the answer breaks. Source: docs/product.md "What a
  /// review is".
  package static func review(
    in answer: String, citing citations: [Citation] = [], money: MoneyTalk
  ) throws(ReviewRefusal) -> Review {
    let draft = try ReviewDraft(answer, repairing: false, money: money)
    let offences = draft.offences
    guard offences.isEmpty else { throw .money(offences) }
    return try draft.review(citing: citations, in: answer)
  }

  /// Reads the answer without its offending sentences. Throws if the rest is not a valid review.
  static func repaired(
    _ answer: String, citing citations: [Citation] = [], money: MoneyTalk
  ) throws(ReviewRefusal) -> Review {
    try ReviewDraft(answer, repairing: true, money: money).review(citing: citations, in: answer)
  }

  /// The first answer that is a valid review without changes, or else the first that becomes valid
  /// without its offending sentences.
  package static func best(of answers: [ModelAnswer], money: MoneyTalk) -> Review? {
    let whole = answers.lazy.map { answer in
      Result { () throws(ReviewRefusal) in
        try review(in: answer.text, citing: answer.citations, money: money)
      }
    }
    let mended = answers.lazy.map { answer in
      Result { () throws(ReviewRefusal) in
        try repaired(answer.text, citing: answer.citations, money: money)
      }
    }
    for case .success(let review) in whole { return review }
    for case .success(let review) in mended { return review }
    return nil
  }
}

/// The reason why an answer is not shown as a review.
package enum ReviewRefusal: Error, Equatable, Sendable {
  case notJSON
  case rating
  case recommendation
  /// The answer contains phrases about money or collecting. The value lists the phrases by
  /// sentence.
  case money([String])
  case limits(ReviewError)

  /// The reason in words for the model, in the second question.
  package var reproach: String {
    switch self {
    case .notJSON: "It was not one whole JSON object of the schema."
    case .rating: "\"rating\" was not a number from 0 to 10."
    case .recommendation: "\"recommendation\" was none of the labels offered."
    case .money(let words):
      "It talked of money, rarity or collecting, which never belongs here. These words offended: "
        + words.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ") + "."
    case .limits(.summary): "\"summary\" was empty or far too long: two or three sentences."
    case .limits(.bullets(let count)): "There were \(count) bullets: write three to five."
    case .limits(.keyTracks(let count)): "There were \(count) key tracks: name three to seven."
    case .limits(.text): "A bullet or a track was far too long."
    }
  }

  /// The reason why the album has no review.
  package var failure: Failure {
    switch self {
    case .notJSON, .rating, .recommendation, .limits: .reviewIncomplete
    case .money: .reviewAboutMoney
    }
  }
}
