// Measures how good the configured model is: real photographs go through the production stages. The
// ledger records the calls as it does for scans.

package import Albums
import Host
import Models
package import Photos
import Store

/// The result of one case.
package struct EvaluationResult: Sendable {
  package let subject: EvaluationCase

  /// The best candidate of call 1, and of both calls; nil when no album was named.
  package let first: Candidate?
  package let best: Candidate?
  package let isFirstRight: Bool
  package let isRight: Bool

  /// Whether the model was sure, before a check by MusicBrainz or a picture.
  package let isSure: Bool
  package let gate: String
  package let milliseconds: Int64
  package let cost: Money

  /// The reason for a missing answer; nil if there is an answer.
  package let failure: String?

  /// Ratings without and with the controversy; nil when the case has no controversy, or when a
  /// review could not be written.
  package let ratings: (plain: Rating, told: Rating)?

  package var isWrongButSure: Bool { isSure && !isRight }

  /// Whether the ratings differ by half a point at most. Source: docs/product.md "Musical merit".
  package var isFair: Bool? {
    ratings.map { abs($0.plain.tenths - $0.told.tenths) <= 5 }
  }
}

/// The measured provider, models and prompts. A result has no meaning without them.
package struct EvaluationSubject: Equatable, Sendable {
  package let provider: String
  package let models: [String]
  package let prompts: [String]
}

extension Services {
  /// Nil without a model; `missingModel` gives the reason. `isSearchOn` says whether the host uses
  /// advanced search.
  package func evaluationSubject(isSearchOn: Bool) -> EvaluationSubject? {
    let writer = review?.method(isSearchOn: isSearchOn).writer
    return identify.map { stage in
      EvaluationSubject(
        provider: stage.call.provider.name,
        models: [stage.models.identify, stage.models.search] + (writer.map { [$0.model] } ?? []),
        prompts: [stage.prompts.identify.version, stage.prompts.search.version]
          + (writer.map { [$0.prompt.version] } ?? []))
    }
  }

  /// Runs one case through crop, call 1, gate and call 2, as a scan does. The ledger records the
  /// calls under new scan ids: the monthly cap holds, and failed cases count with their time and
  /// cost.
  package func evaluate(
    _ subject: EvaluationCase, photoProgram: PhotoProgram, words: Phrasebook
  ) async throws -> EvaluationResult {
    guard let identify else { preconditionFailure("asked without a model") }
    let host = try await identify.call.database.with { (store) throws(StoreError) in
      try store.host()
    }
    let (owner, plain, told) = (Self.owner(host), Self.owner(host), Self.owner(host))
    let start = Clock.bootMilliseconds()
    var (identified, failure): (Identified?, String?) = (nil, nil)
    do {
      let crop = try photoProgram.crop(subject.picture, guide: nil)
      identified = try await identify.identified(crop, for: owner)
    } catch let error as ScanFailure {
      failure = words.text(error.failure.reason)
    } catch {
      failure = "\(error)"
    }
    let milliseconds = Clock.bootMilliseconds() - start
    let ratings = failure == nil ? await ratings(of: subject, for: plain, told) : nil
    let cost = try await identify.call.database.with { (store) throws(StoreError) in
      var sum = Money.zero
      for owner in [owner, plain, told] {
        if let scan = owner.scan { sum = sum + (try store.cost(of: scan)) }
      }
      return sum
    }
    return EvaluationResult(
      subject: subject, first: identified?.first.candidates.first,
      best: identified?.best.candidates.first,
      isFirstRight: Self.isRight(identified?.first.candidates.first, subject.album),
      isRight: Self.isRight(identified?.best.candidates.first, subject.album),
      isSure: identified?.best.isConfident ?? false, gate: identified?.gate.rawValue ?? "-",
      milliseconds: milliseconds, cost: cost, failure: failure, ratings: ratings)
  }

  /// A call owner with a new scan id that belongs to no scan.
  private static func owner(_ host: PersonID) -> CallOwner {
    CallOwner(ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount)), person: host)
  }

  /// The ratings of the album without and with its controversy; nil when the case has no
  /// controversy, when there is no review stage, or when a review could not be written.
  private func ratings(
    of subject: EvaluationCase, for plain: CallOwner, _ told: CallOwner
  ) async -> (plain: Rating, told: Rating)? {
    guard let review, let controversy = subject.controversy else { return nil }
    do {
      return (
        try await review.rating(of: subject.album, context: nil, for: plain),
        try await review.rating(of: subject.album, context: controversy, for: told)
      )
    } catch {
      review.log.write(review.call.now().iso, "evaluate", "\(subject.name): \(error)")
      return nil
    }
  }

  private static func isRight(_ candidate: Candidate?, _ album: Album) -> Bool {
    guard let candidate else { return false }
    return TitleComparison.likeness(
      artist: candidate.artist, title: candidate.title, toArtist: album.artist,
      title: album.title) >= TitleComparison.threshold
  }
}
