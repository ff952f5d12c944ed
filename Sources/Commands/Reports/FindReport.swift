// A find as a JSON document, and as lines of text.

import Albums
import Store

/// A find in the output of `show find`, `correct` and `review`.
struct FindReport: Encodable {
  let id: String
  let scan: String?
  let found: String
  let sure: Bool

  /// `album` or `book`.
  let kind: String
  let artist: String
  let title: String
  let year: Int?
  let rating: Double?
  let recommendation: String?

  /// The model and the version of its prompt, or `catalogue`.
  let reviewedBy: String?

  struct Candidate: Encodable {
    let id: String
    let artist: String
    let title: String
    let reason: String
  }

  /// The candidates, with the ids that `correct --candidate` accepts.
  let candidates: [Candidate]

  init(_ find: Find, reviewedBy origin: (writer: String, prompt: String)? = nil) {
    reviewedBy = origin.map { $0.prompt.isEmpty ? $0.writer : "\($0.writer), \($0.prompt)" }
    id = find.id.text
    scan = find.scan?.text
    found = find.found.iso
    sure = find.isSure
    kind = find.album.kind.rawValue
    artist = find.album.artist
    title = find.album.title
    year = find.album.year
    rating = find.review.map { Double($0.rating.tenths) / 10 }
    recommendation = find.review?.recommendation.english
    candidates = find.candidates.map {
      Candidate(
        id: $0.id, artist: $0.album.artist, title: $0.album.title,
        reason: $0.kind == .named ? $0.reason : $0.kind.rawValue)
    }
  }

  var lines: [String] {
    [
      "id: \(id)", "scan: \(scan ?? "–")", "found: \(found)", "sure: \(sure)",
      "kind: \(kind)", "artist: \(oneLine(artist))",
      "title: \(oneLine(title))", "year: \(year.map(String.init) ?? "–")",
      "rating: \(rating.map { "\($0)" } ?? "–")", "recommendation: \(recommendation ?? "–")",
    ] + (reviewedBy.map { ["reviewed by: \($0)"] } ?? [])
      + candidates.map {
        "candidate \($0.id): \(oneLine($0.artist)) – \(oneLine($0.title))"
          + ($0.reason.isEmpty ? "" : " (\(oneLine($0.reason)))")
      }
  }
}
