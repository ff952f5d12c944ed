// What a model answered, read leniently into an identification; nothing a model says can trap or pass unchecked.

import Albums
import Models

enum IdentificationReader {
  /// The strict schema the model has to follow. Source: PRODUCT step 4; CONTRACTS §1.2 on strict schemas.
  static let schema: LooseJSON = .strictObject([
    "status": .choice(["identified", "search_needed", "unresolved"]),
    "text_read": .text,
    "text_confidence": .choice(["high", "medium", "low"]),
    "description": .text,
    "candidates": .list(
      of: .strictObject([
        "artist": .text, "album": .text, "year": .optional("integer"),
        "confidence": .choice(["high", "medium", "low"]), "reason": .text,
      ])),
    "genres": .list(of: .text),
    "record_label": .optional("string"),
  ])

  static let candidateLimit = 4

  /// Nil when the answer is no JSON object with a known status.
  static func identification(in answer: String) -> Identification? {
    guard let json = LooseJSON.object(with: "status", in: answer),
      let status = json["status"].trimmed.flatMap(status)
    else { return nil }
    // Asked for a list, a model may put its answer beside it instead.
    let all = ([json] + json["candidates"].items).compactMap(candidate)
    let candidates = all.enumerated().filter { index, one in
      !all[..<index].contains { $0.artist == one.artist && $0.title == one.title }
    }.map(\.element).prefix(candidateLimit)
    let observation = Observation(
      text: json["text_read"].trimmed ?? "", description: json["description"].trimmed ?? "",
      textConfidence: confidence(json["text_confidence"]))
    // "Identified" without an album is not.
    return Identification(
      status: status == .identified && candidates.isEmpty ? .unresolved : status,
      candidates: Array(candidates), observation: observation,
      genres: Array(json["genres"].items.compactMap(\.trimmed).prefix(3)),
      recordLabel: json["record_label"].trimmed.map { String($0.prefix(nameLimit)) })
  }

  /// FAULTS D4: names are cut at 300 characters.
  static let nameLimit = 300

  private static func candidate(_ json: LooseJSON) -> Candidate? {
    guard let artist = json["artist"].trimmed,
      let title = json["album"].trimmed ?? json["title"].trimmed
    else { return nil }
    let year = json["year"].integer.flatMap { (1877...2999).contains($0) ? $0 : nil }
    return Candidate(
      artist: String(artist.prefix(nameLimit)), title: String(title.prefix(nameLimit)), year: year,
      confidence: confidence(json["confidence"]), reason: json["reason"].trimmed ?? "")
  }

  private static func confidence(_ json: LooseJSON) -> Confidence {
    json.trimmed.flatMap { Confidence(rawValue: $0.lowercased()) } ?? .low
  }

  private static func status(_ text: String) -> Identification.Status? {
    Identification.Status(rawValue: text.lowercased().replacing(" ", with: "_"))
  }
}
