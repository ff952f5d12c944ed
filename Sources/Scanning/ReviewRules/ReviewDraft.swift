// Parses a model's answer into the parts of a review, before the rules of a review are checked.

import Albums
import Models
import Text

struct ReviewDraft {
  /// The summary or a bullet.
  struct Text {
    /// The model's text, and the text for the page.
    let written: String
    var shown: String

    /// The position of the text in the model's answer.
    let passage: ReviewSource.Passage

    init(_ written: String, _ passage: ReviewSource.Passage) {
      self.written = written
      self.passage = passage
      shown = Sentences.trimmed(ReviewText.withoutLinks(written))
    }

    /// The forbidden phrase of each sentence that contains a forbidden phrase.
    func offences(_ money: MoneyTalk) -> [String] {
      let words = Sentences.of(shown, money.abbreviations).compactMap { money.offence(in: $0) }
      return words.isEmpty ? money.offence(in: shown).map { [$0] } ?? [] : words
    }

    /// The text without its offending sentences; empty if the rest still contains a forbidden
    /// phrase.
    func repaired(_ money: MoneyTalk) -> Text {
      guard !offences(money).isEmpty else { return self }
      var text = self
      text.shown = Sentences.of(shown, money.abbreviations).filter { money.offence(in: $0) == nil }
        .joined(separator: " ")
      if money.offence(in: text.shown) != nil { text.shown = "" }
      return text
    }
  }

  /// The maximum length of a text in bytes. It is twice the length that a page may show, because
  /// links are removed from the text.
  static let byteLimit = 8000

  /// The maximum number of bullets, and of tracks, that are read.
  private static let entryLimit = 16

  private let money: MoneyTalk
  var summary: Text
  var bullets: [Text]
  let rating: Rating
  let recommendation: Recommendation
  var tracks: [String]

  /// Throws the error for the first part that cannot be read. Drops bullets and tracks beyond the
  /// maximum of a review.
  init(_ answer: String, repairing: Bool, money: MoneyTalk) throws(ReviewRefusal) {
    self.money = money
    let read = AnswerText(answer).value { json in json["rating"] == .null ? Optional.none : json }
    guard let json = read else { throw .notJSON }
    guard let rating = Rating(in: json["rating"]) else { throw .rating }
    guard let label = json["recommendation"].trimmed.flatMap(Recommendation.init(spelled:)) else {
      throw .recommendation
    }
    let written = json["bullets"].items.prefix(Self.entryLimit).map(\.trimmed)
    guard written.allSatisfy({ ($0?.utf8.count ?? 0) <= Self.byteLimit }) else {
      throw .limits(.text)
    }
    let bullets = written.enumerated().compactMap { index, text in
      text.map { Text($0, .bullet(index)) }
    }
    let core = json["summary"].trimmed ?? ""
    guard core.utf8.count <= Self.byteLimit else { throw .limits(.summary) }
    let summary = Text(core, .summary)
    self.summary = repairing ? summary.repaired(money) : summary
    self.bullets = Array(
      (repairing ? bullets.map { $0.repaired(money) } : bullets).filter { !$0.shown.isEmpty }
        .prefix(Review.bulletCounts.upperBound))
    self.rating = rating
    recommendation = label
    tracks = json["key_tracks"].items.prefix(Self.entryLimit).compactMap(\.trimmed)
    guard tracks.allSatisfy({ $0.utf8.count <= Self.byteLimit }) else { throw .limits(.text) }
    if repairing { tracks.removeAll { money.offence(inTrack: $0) != nil } }
    tracks = Array(tracks.prefix(Review.trackCounts.upperBound))
  }

  var offences: [String] {
    ([summary] + bullets).flatMap { $0.offences(money) }
      + tracks.compactMap { money.offence(inTrack: $0) }
  }

  /// Makes the review. A passage that lost a sentence also loses its sources, because they may
  /// belong to the removed sentence.
  func review(citing citations: [Citation], in answer: String) throws(ReviewRefusal) -> Review {
    var shown: [ReviewSource.Passage: (text: String, passage: ReviewSource.Passage)] = [:]
    for (index, text) in ([summary] + bullets).enumerated()
    where text.shown == Text(text.written, text.passage).shown {
      shown[text.passage] = (text.written, index == 0 ? .summary : .bullet(index - 1))
    }
    do {
      return try Review(
        summary: summary.shown, bullets: bullets.map(\.shown), rating: rating,
        recommendation: recommendation, keyTracks: tracks,
        sources: ReviewSources.tied(citations, in: answer, to: shown, money))
    } catch {
      throw .limits(error)
    }
  }
}

extension Rating {
  /// Reads `8.5`, also as "8.5/10" or "8,5", in tenths.
  init?(in json: JSON) {
    var text = json.trimmed?.replacing(",", with: ".") ?? ""
    if text.hasSuffix("/10") { text.removeLast(3) }
    guard let number = json.double ?? JSON.string(text).double,
      let tenths = Int(exactly: (number * 10).rounded())
    else { return nil }
    self.init(tenths: tenths)
  }
}

extension Recommendation {
  /// Finds a label by its letters. Case and the kind of apostrophe do not matter.
  init?(spelled text: String) {
    let wanted = text.lowercased().replacing("’", with: "'")
    guard let label = Self.allCases.first(where: { $0.english.lowercased() == wanted }) else {
      return nil
    }
    self = label
  }
}
