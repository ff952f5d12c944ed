// Measures how good the identification is: real photographs go through the production stages, first what
// stands on the sleeve, then the model. The ledger records the calls as it does for scans.

package import Albums
import Host
import Models
import MusicBrainz
package import Photos
import Store

/// The result of one case.
package struct EvaluationResult: Sendable {
  package let subject: EvaluationCase

  /// Whether the sleeve surely named the right album without a model; nil if it named none surely.
  package let isFreeRight: Bool?

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

  /// How the photograph ends with the setting `free-first`.
  package var outcome: EvaluationOutcome {
    switch isFreeRight {
    case true?: .free
    case false?: .wrong
    case nil: isRight ? .model : isWrongButSure ? .wrong : .unknown
    }
  }

  /// Whether the ratings differ by half a point at most. Source: docs/product.md "Musical merit".
  package var isFair: Bool? {
    ratings.map { abs($0.plain.tenths - $0.told.tenths) <= 5 }
  }
}

/// How a photograph is known.
package enum EvaluationOutcome: String, CaseIterable, Sendable {
  /// By what stands on the sleeve, at no cost.
  case free
  case model
  /// Surely taken for another album.
  case wrong
  case unknown
}

/// The measured provider, models and prompts. A result has no meaning without them.
package struct EvaluationSubject: Equatable, Sendable {
  package let provider: String
  package let models: [String]
  package let prompts: [String]
}

extension Services {
  /// Without a model, only what stands on the sleeves is measured; nil if the host has switched that off, too,
  /// and `missingModel` then gives the reason. `isSearchOn` says whether the host uses advanced search.
  package func evaluationSubject(isSearchOn: Bool) -> EvaluationSubject? {
    let writer = review?.method(isSearchOn: isSearchOn).writer
    let free = sleeve.map { _ in EvaluationSubject(provider: "sample", models: [], prompts: []) }
    return identify.map { stage in
      EvaluationSubject(
        provider: stage.call.provider.name,
        models: [stage.models.identify, stage.models.search] + (writer.map { [$0.model] } ?? []),
        prompts: [stage.prompts.identify.version, stage.prompts.search.version]
          + (writer.map { [$0.prompt.version] } ?? []))
    } ?? free
  }

  /// Runs one case through crop, search by the words of the sleeve, call 1, gate and call 2, as a scan does.
  /// The ledger records the calls under new scan ids: the monthly cap holds, and failed cases count with their
  /// time and cost. The time is that of the model.
  package func evaluate(
    _ subject: EvaluationCase, photoProgram: PhotoProgram, words: Phrasebook,
    database: DatabaseActor
  ) async throws -> EvaluationResult {
    let host = try await database.with { (store) throws(StoreError) in try store.host() }
    let (owner, plain, told) = (Self.owner(host), Self.owner(host), Self.owner(host))
    var start = Clock.bootMilliseconds()
    var (identified, failure): (Identified?, String?) = (nil, nil)
    var isFreeRight: Bool?
    do {
      let crop = try photoProgram.crop(subject.picture, guide: nil)
      isFreeRight = await isRightBySleeve(subject, crop)
      start = Clock.bootMilliseconds()
      identified = try await identify?.identified(crop, for: owner)
    } catch let error as ScanFailure {
      failure = words.text(error.failure.reason)
    } catch {
      failure = "\(error)"
    }
    let milliseconds = Clock.bootMilliseconds() - start
    let ratings = failure == nil ? await ratings(of: subject, for: plain, told) : nil
    let cost = try await database.with { (store) throws(StoreError) in
      var sum = Money.zero
      for owner in [owner, plain, told] {
        if let scan = owner.scan { sum = sum + (try store.cost(of: scan)) }
      }
      return sum
    }
    return EvaluationResult(
      subject: subject, isFreeRight: isFreeRight, first: identified?.first.candidates.first,
      best: identified?.best.candidates.first,
      isFirstRight: Self.isRight(identified?.first.candidates.first, subject.album),
      isRight: Self.isRight(identified?.best.candidates.first, subject.album),
      isSure: identified?.best.isConfident ?? false, gate: identified?.gate.rawValue ?? "-",
      milliseconds: milliseconds, cost: cost, failure: failure, ratings: ratings)
  }

  /// Whether the sleeve surely names the right album; nil if it names none surely.
  private func isRightBySleeve(_ subject: EvaluationCase, _ crop: Crop) async -> Bool? {
    guard let sleeve else { return nil }
    let read = await sleeve.reader.reading(of: subject.picture, crop, [], for: subject.name)
    guard let reading = read else { return nil }
    let finding = await sleeve.finding(reading, sleeve.comparison(with: crop.fingerprint))
    return finding.sure.map { sure in
      Self.isRight(artist: sure.work.names.artist, title: sure.work.names.title, subject.album)
    }
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
    return isRight(artist: candidate.artist, title: candidate.title, album)
  }

  private static func isRight(artist: String, title: String, _ album: Album) -> Bool {
    TitleComparison.likeness(
      artist: artist, title: title, toArtist: album.artist, title: album.title)
      >= TitleComparison.threshold
  }
}
