// What a model wrote, read into a review that may be shown, or refused with the reason.

import Albums

enum ReviewReader {
  static let schema: LooseJSON = object([
    "summary": ["type": "string"],
    "bullets": ["type": "array", "items": ["type": "string"]],
    "rating": ["type": "number"],
    "recommendation": [
      "type": "string", "enum": .array(Recommendation.allCases.map { .string($0.rawValue) }),
    ],
    "key_tracks": ["type": "array", "items": ["type": "string"]],
  ])

  /// Throws the first rule that does not hold. Source: PRODUCT "What a review is".
  static func review(in answer: String) throws(ReviewRefusal) -> Review {
    guard let json = LooseJSON(Array(withoutFence(answer).utf8)) else { throw .notJSON }
    guard let number = json["rating"].double, let tenths = Int(exactly: (number * 10).rounded()),
      let rating = Rating(tenths: tenths)
    else { throw .rating }
    guard let recommendation = json["recommendation"].text.flatMap(Recommendation.init) else {
      throw .recommendation
    }
    let bullets = Array(
      json["bullets"].items.compactMap(\.text).prefix(Review.bulletCounts.upperBound))
    let tracks = Array(
      json["key_tracks"].items.compactMap(\.text).prefix(Review.trackCounts.upperBound))
    let summary = json["summary"].text ?? ""
    if let word = ([summary] + bullets).lazy.compactMap(MoneyTalk.offence).first {
      throw .money(word)
    }
    do {
      return try Review(
        summary: summary, bullets: bullets, rating: rating, recommendation: recommendation,
        keyTracks: tracks)
    } catch {
      throw .limits(error)
    }
  }
}

/// Why an answer is not shown as a review.
enum ReviewRefusal: Error, Equatable, Sendable {
  case notJSON
  case rating
  case recommendation
  /// It talks of money or collecting; the words.
  case money(String)
  case limits(ReviewError)
}
