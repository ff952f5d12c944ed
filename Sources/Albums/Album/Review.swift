// The review of an album: a rating, one of the labels, and the reasons for them. A review never
// mentions money.

/// A label; each belongs to a tier. The raw value is the code that is stored.
/// Source: docs/product.md "What a review is".
package enum Recommendation: String, CaseIterable, Hashable, Sendable {
  case essentialClassic, genreLandmark, culturalMonument
  case indieMasterpiece, cultEssential, criticsChoice
  case crowdFavorite, radioGold, crossoverSuccess
  case deepCut, surpriseExcellence, sceneFavorite
  case timeCapsule, influentialCurio, pioneeringEffort
  case reliableListen, fanEssential, genreStaple
  case ambitiousFailure, divisiveWork, unevenEffort
  case forgettableEntry, careerLow, avoidEntirely

  /// The table of the labels.
  private var row: (english: String, tier: Int) {
    switch self {
    case .essentialClassic: ("Essential Classic", 1)
    case .genreLandmark: ("Genre Landmark", 1)
    case .culturalMonument: ("Cultural Monument", 1)
    case .indieMasterpiece: ("Indie Masterpiece", 2)
    case .cultEssential: ("Cult Essential", 2)
    case .criticsChoice: ("Critics' Choice", 2)
    case .crowdFavorite: ("Crowd Favorite", 3)
    case .radioGold: ("Radio Gold", 3)
    case .crossoverSuccess: ("Crossover Success", 3)
    case .deepCut: ("Deep Cut", 4)
    case .surpriseExcellence: ("Surprise Excellence", 4)
    case .sceneFavorite: ("Scene Favorite", 4)
    case .timeCapsule: ("Time Capsule", 5)
    case .influentialCurio: ("Influential Curio", 5)
    case .pioneeringEffort: ("Pioneering Effort", 5)
    case .reliableListen: ("Reliable Listen", 6)
    case .fanEssential: ("Fan Essential", 6)
    case .genreStaple: ("Genre Staple", 6)
    case .ambitiousFailure: ("Ambitious Failure", 7)
    case .divisiveWork: ("Divisive Work", 7)
    case .unevenEffort: ("Uneven Effort", 7)
    case .forgettableEntry: ("Forgettable Entry", 8)
    case .careerLow: ("Career Low", 8)
    case .avoidEntirely: ("Avoid Entirely", 8)
    }
  }

  /// The English label, as models and catalogue files spell it.
  package var english: String { row.english }

  /// From 1 (own it) to 8 (leave it).
  package var tier: Int { row.tier }

  package static let tiers = 1...8

  /// The advice that the labels of these tiers give, the best first.
  package static let advice: [(tiers: ClosedRange<Int>, text: String)] = [
    (1...2, "Own it"), (3...6, "If you like this kind of thing"), (7...7, "Probably not"),
    (8...8, "Leave it"),
  ]

  /// The labels for the prompt of a review: `Own it: Essential Classic, Genre Landmark. Leave it: …`
  package static let inPrompt = advice.map { advice in
    let labels = allCases.filter { advice.tiers.contains($0.tier) }.map(\.english)
    return "\(advice.text): \(labels.joined(separator: ", "))."
  }.joined(separator: " ")

  /// Reads a stored code, or an English label from a catalogue file.
  package init?(stored: String) {
    guard let known = Self(rawValue: stored) ?? Self.allCases.first(where: { $0.english == stored })
    else { return nil }
    self = known
  }

  /// The label in the language of the page.
  package var label: Sentence { Sentence("label.\(rawValue)") }
}

/// A page that the provider cited as the source of a passage of a review.
package struct ReviewSource: Hashable, Sendable {
  /// The part of the review that the source supports.
  /// Source: docs/product.md "What a review is".
  package enum Passage: Hashable, Sendable {
    case summary
    /// A bullet, counted from 0.
    case bullet(Int)
  }

  package let passage: Passage

  /// `https`, at most 2,000 bytes. AlbumScan never requests it.
  package let address: String
  package let title: String

  package init(passage: Passage, address: String, title: String) {
    self.passage = passage
    self.address = address
    self.title = title
  }
}

/// The model that wrote a review, and the time at which it did so.
package struct ReviewWriter: Hashable, Sendable {
  /// The name of the model as the provider calls it.
  package let model: String
  package let written: Timestamp

  package init(model: String, written: Timestamp) {
    self.model = model
    self.written = written
  }
}

/// A valid review: it keeps every limit of docs/product.md "What a review is".
package struct Review: Hashable, Sendable {
  package static let bulletCounts = 3...5
  package static let trackCounts = 3...7

  /// Two or three sentences; Markdown emphasis is allowed.
  package let summary: String

  /// 3–5 pieces of evidence; Markdown emphasis is allowed.
  package let bullets: [String]
  package let rating: Rating
  package let recommendation: Recommendation

  /// 3–7 plain names.
  package let keyTracks: [String]

  /// Empty for a review written without search.
  package let sources: [ReviewSource]

  /// The language of the text: the name of a catalogue, `en`.
  package var language: String

  /// Whether a model wrote the review. A catalogue's review has no disclaimer.
  package var isByModel = true

  /// The writer of a stored review; nil for a catalogue's review, and for a review that is not stored
  /// yet.
  package var writer: ReviewWriter?

  package static let english = "en"

  /// Throws an error for the first limit that the review exceeds.
  package init(
    summary: String, bullets: [String], rating: Rating, recommendation: Recommendation,
    keyTracks: [String], sources: [ReviewSource] = [], language: String = Review.english
  ) throws(ReviewError) {
    guard !summary.isEmpty, summary.utf8.count <= 4000 else { throw .summary }
    guard Self.bulletCounts.contains(bullets.count) else { throw .bullets(bullets.count) }
    guard Self.trackCounts.contains(keyTracks.count) else { throw .keyTracks(keyTracks.count) }
    let isFilled = (bullets + keyTracks).allSatisfy { !$0.isEmpty && $0.utf8.count <= 2000 }
    guard isFilled else { throw .text }
    self.summary = summary
    self.bullets = bullets
    self.rating = rating
    self.recommendation = recommendation
    self.keyTracks = keyTracks
    self.sources = sources
    self.language = language
  }
}

/// The limit that a text breaks.
package enum ReviewError: Error, Equatable, Sendable {
  /// Empty, or over 4,000 bytes.
  case summary
  /// Fewer than 3 or more than 5 bullets; the value is their number.
  case bullets(Int)
  /// Fewer than 3 or more than 7 key tracks; the value is their number.
  case keyTracks(Int)
  /// A bullet or a track is empty or over 2,000 bytes.
  case text
}
