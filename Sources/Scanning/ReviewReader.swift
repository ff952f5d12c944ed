// What a model wrote, read into a review that may be shown, or refused with the reason.

import Albums
import Models

enum ReviewReader {
  /// The text first: it is shown while the rest is still being written.
  static let schema: LooseJSON = .strictObject([
    "summary": .text, "bullets": .list(of: .text), "rating": ["type": "number"],
    "recommendation": .choice(Recommendation.allCases.map(\.rawValue)),
    "key_tracks": .list(of: .text),
  ])

  /// Throws the first rule that does not hold. Source: PRODUCT "What a review is".
  static func review(in answer: String) throws(ReviewRefusal) -> Review {
    guard let json = LooseJSON.object(with: "rating", in: answer) else { throw .notJSON }
    guard let rating = rating(json["rating"]) else { throw .rating }
    guard let recommendation = json["recommendation"].trimmed.flatMap(recommendation) else {
      throw .recommendation
    }
    let bullets = Array(
      json["bullets"].items.compactMap(\.trimmed).prefix(Review.bulletCounts.upperBound))
    let tracks = Array(
      json["key_tracks"].items.compactMap(\.trimmed).prefix(Review.trackCounts.upperBound))
    let summary = json["summary"].trimmed ?? ""
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

  /// `8.5`, also as "8.5/10" or "8,5", in tenths.
  private static func rating(_ json: LooseJSON) -> Rating? {
    var text = json.trimmed?.replacing(",", with: ".") ?? ""
    if text.hasSuffix("/10") { text.removeLast(3) }
    guard let number = json.double ?? LooseJSON.string(text).double else { return nil }
    return Int(exactly: (number * 10).rounded()).flatMap(Rating.init)
  }

  /// A label by its letters: case and the kind of apostrophe are the model's own.
  private static func recommendation(_ text: String) -> Recommendation? {
    let wanted = text.lowercased().replacing("’", with: "'")
    return Recommendation.allCases.first { $0.rawValue.lowercased() == wanted }
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
