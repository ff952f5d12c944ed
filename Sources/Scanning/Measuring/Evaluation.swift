// How good the configured model is: real photographs through the real stages, booked like any call.

package import Albums
import Host
import Models
import Store

/// What came of one case.
package struct EvaluationResult: Sendable {
  package let subject: EvaluationCase

  /// What call 1, and then both calls, thought best; nil where they named nothing.
  package let first: Candidate?
  package let best: Candidate?
  package let isFirstRight: Bool
  package let isRight: Bool

  /// Said to be sure of, before MusicBrainz or a picture agreed.
  package let isSure: Bool
  package let gate: String
  package let milliseconds: Int64
  package let cost: Money

  /// Why there is no answer; nil where there is one.
  package let failure: String?

  /// With and without the controversy; nil where that was not asked or could not be written.
  package let ratings: (plain: Rating, told: Rating)?

  package var isWrongButSure: Bool { isSure && !isRight }

  /// Half a point at most. Source: PRODUCT "Musical merit only".
  package var isFair: Bool? {
    ratings.map { abs($0.plain.tenths - $0.told.tenths) <= 5 }
  }
}

/// What is measured: a result means nothing without it.
package struct EvaluationSubject: Equatable, Sendable {
  package let provider: String
  package let models: [String]
  package let prompts: [String]
}

extension Services {
  /// Nil without a model; `missingModel` says why.
  package var evaluationSubject: EvaluationSubject? {
    identify.map { stage in
      EvaluationSubject(
        provider: stage.call.provider.name,
        models: [stage.models.look, stage.models.search] + (review.map { [$0.writer.model] } ?? []),
        prompts: [stage.prompts.look.version, stage.prompts.search.version]
          + (review.map { [$0.writer.prompt.version] } ?? []))
    }
  }

  /// One case through crop, call 1, gate and call 2, as a scan goes. Calls are booked under scan ids of
  /// their own: the cap holds, and what failed counts with what it took.
  package func evaluate(
    _ subject: EvaluationCase, photoProgram: PhotoProgram, words: Phrasebook
  ) async throws -> EvaluationResult {
    guard let identify else { preconditionFailure("asked without a model") }
    let (owner, plain, told) = (Self.anyone(), Self.anyone(), Self.anyone())
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
    let cost = try await identify.call.records.with { (store) throws(StoreError) in
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

  /// A scan id that no scan has.
  private static func anyone() -> CallOwner {
    CallOwner(ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount)), person: .owner)
  }

  /// The album reviewed without and with what one argues about; nil where that is not asked, or one of
  /// both could not be written.
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
