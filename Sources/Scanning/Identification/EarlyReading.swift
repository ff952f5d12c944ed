// Follows the answer of call 1 while it arrives, and decides whether its first candidate is good
// enough for an early start. Source: docs/product.md step 4.

import Albums
import Models
import Store

/// The actions of a scan while the answer of call 1 still arrives.
package struct EarlyReading: Sendable {
  /// Called at most once for each answer, with its first candidate.
  let named: @Sendable (Album) async -> Void

  /// Called if the whole answer cannot be read.
  let withdrawn: @Sendable () async -> Void

  /// Reads the pieces of an answer until they end or the caller is cancelled.
  func follow(_ pieces: AsyncStream<String>) async {
    var reader = IdentificationSoFar()
    for await piece in pieces {
      guard let soFar = reader.hear(piece) else { continue }
      if let album = soFar.startingAlbum { await named(album) }
    }
  }
}

extension Identification {
  /// The album with which a scan may start early. Nil if the model is not confident, or if only the year
  /// distinguishes the album from others, because a review could then be about another album.
  var startingAlbum: Album? {
    guard isConfident, let album = albums.first?.album, !album.isToldByYear else { return nil }
    return album
  }
}

extension ModelCall {
  /// The answer to `question`; with `early`, the answer is followed while it arrives.
  func answer(
    _ question: Question, for owner: CallOwner, _ stage: CallStage, _ prompt: Prompt,
    attempt: Int = 1, early: EarlyReading?
  ) async throws(ScanFailure) -> ModelAnswer {
    guard let early else {
      return try await answer(
        question, for: owner, stage, prompt: prompt.version, attempt: attempt)
    }
    let (pieces, ear) = AsyncStream.makeStream(of: String.self)
    // This task is cancelled when the whole answer has arrived. It ends before this function does.
    async let _: Void = early.follow(pieces)
    return try await answer(
      question, for: owner, stage, prompt: prompt.version, attempt: attempt,
      onText: { ear.yield($0) })
  }
}
