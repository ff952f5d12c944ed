// The review: from the cache by album key, else written by the model from metadata only.
// It never fails a scan: without one the find is complete. Source: PRODUCT step 7.

import Albums
import Host
import Models
import Store

struct ReviewStage: Sendable {
  /// Five bullets, seven tracks, and room to think.
  static let maxOutputTokens = 4000

  let call: ModelCall
  let model: String
  let prompt: Prompt
  let log: LogFile

  /// Nil when there is none and none could be written; the log says why.
  func review(of album: Album, for scan: ScanID) async -> Review? {
    do {
      if let kept = try await kept(album.key) { return kept }
      return try await written(album, for: scan)
    } catch {
      log.write(call.now().iso, "review", "scan \(scan): \(error)")
      return nil
    }
  }

  private func kept(_ key: AlbumKey) async throws -> Review? {
    try await call.records.with { (store) throws(StoreError) in try store.review(of: key) }
  }

  private func written(_ album: Album, for scan: ScanID) async throws -> Review {
    let question = Question(
      model: model, instructions: prompt.text, text: Self.facts(of: album), jpeg: nil,
      schemaName: "review", schema: ReviewReader.schema, maxOutputTokens: Self.maxOutputTokens)
    let answer = try await call.answer(
      question, for: Asker(scan), .review, prompt: prompt.version)
    let review = try ReviewReader.review(in: answer.text)
    let (key, now, model) = (album.key, call.now(), model)
    try await call.records.with { (store) throws(StoreError) in
      try store.keep(review, of: key, origin: model, at: now)
    }
    return review
  }

  /// Metadata only; the model never sees what a sleeve says to it. Source: PRODUCT step 7.
  static func facts(of album: Album) -> String {
    let facts: [(String, String?)] = [
      ("Artist", album.artist), ("Album", album.title), ("Year", album.year.map { "\($0)" }),
      ("Genres", album.genres.isEmpty ? nil : album.genres.joined(separator: ", ")),
      ("Record label", album.recordLabel),
    ]
    return facts.compactMap { name, value in
      // A name with a line break in it must not look like another fact.
      value.map { "\(name): \(String($0.map { $0.isNewline ? " " : $0 }))" }
    }.joined(separator: "\n")
  }
}
