// What an errand may ask of the world, as four closures: each is one stage, made elsewhere.

import Albums
import Host
import Models
import Store

/// What grounding an album came to.
enum GroundOutcome: Equatable, Sendable {
  /// MusicBrainz has it, now or from before.
  case confirmed
  /// MusicBrainz was asked and has nothing like it.
  case unknown
  /// It could not be asked.
  case unreachable
}

struct ErrandTools: Sendable {
  /// The album a link or MBID names; nil when there is none. Throws when it could not be asked.
  let lookUp: @Sendable (_ reference: String) async throws(ScanFailure) -> LookedUp?

  /// Artwork, record label, year: what is missing is asked for and kept.
  let ground: @Sendable (_ album: Int64, _ crop: [UInt8], _ scan: ScanID) async -> GroundOutcome

  /// Writes a review anew, whatever there was, and keeps it.
  let review: @Sendable (_ album: Album, _ asker: Asker) async throws(ScanFailure) -> Void

  let hint:
    @Sendable (_ cover: HintedCover, _ asker: Asker) async throws(ScanFailure) -> Identification
}

extension ErrandTools {
  /// With the services there are.
  init(_ tools: ScanTools) {
    let services = tools.services
    lookUp = { (reference) throws(ScanFailure) in
      guard let link = MusicBrainzLink(reference) else { return nil }
      do {
        return try await services.grounding.musicBrainz.album(at: link)
      } catch {
        tools.log.write(tools.now().iso, "musicbrainz", "\(reference): \(error)")
        throw ScanFailure(.network, ErrandWords.musicBrainzIsDown)
      }
    }
    ground = { (album, crop, scan) in await services.ground(album, crop, scan, tools) }
    review = { (album, asker) throws(ScanFailure) in
      guard let stage = services.review else { throw ScanFailure(.review, ErrandWords.noModel) }
      try await stage.rewrite(album, for: asker)
    }
    hint = { (cover, asker) throws(ScanFailure) in
      guard let stage = services.hint else { throw ScanFailure(.review, ErrandWords.noModel) }
      return try await stage.identification(of: cover, for: asker)
    }
  }
}

/// Sentences of errands for a find's page, beside those of `FailureCode`.
enum ErrandWords {
  static let musicBrainzIsDown = "MusicBrainz could not be reached."
  static let noModel =
    "No model is configured on this server. Whoever runs it can configure one (albumscan doctor)."
  static let unknownLink =
    "MusicBrainz knows nothing by this link. Open the album at musicbrainz.org and copy the address of its page, or type the names in."
  static let gaveUp = "This was tried three times and did not come to an end. Ask for it once more."
  static let scanIsOver = "The scan ended without this album. Try once more."
}

extension Services {
  /// Nothing is asked for what is known. Source: PRODUCT step 6.
  fileprivate func ground(
    _ id: Int64, _ crop: [UInt8], _ scan: ScanID, _ tools: ScanTools
  ) async -> GroundOutcome {
    do {
      let known = try await tools.records.with { (store) throws(StoreError) in
        (album: try store.album(id), isGrounded: try store.releaseGroup(of: id) != nil)
      }
      guard var album = known.album else { return .unknown }
      if known.isGrounded, album.artwork != nil { return .confirmed }
      let grounded = await grounding.grounded(album, crop: crop, for: scan)
      album.year = album.year ?? grounded.year
      album.recordLabel = album.recordLabel ?? grounded.recordLabel
      album.artwork = album.artwork ?? grounded.artwork
      let learned = album
      let isShown = learned.artwork == grounded.artwork
      try await tools.records.with { (store) throws(StoreError) in
        _ = try store.keep(learned, fingerprint: isShown ? grounded.fingerprint : nil)
        try store.keepSource(
          of: id, for: scan, releaseGroup: grounded.group?.id,
          release: grounded.edition ?? grounded.release,
          artworkSource: grounded.artwork == nil ? nil : "cover-art-archive")
      }
      if grounded.group != nil { return .confirmed }
      return grounded.isUnknown == true ? .unknown : .unreachable
    } catch {
      tools.log.write(tools.now().iso, "errand", "\(error)")
      return .unreachable
    }
  }
}

extension ReviewStage {
  /// A review that takes the place of the one there is; the ledger's row is the errand's.
  func rewrite(_ album: Album, for asker: Asker) async throws(ScanFailure) {
    let question = Question(
      model: model, instructions: prompt.text, text: Self.facts(of: album), jpeg: nil,
      schemaName: "review", schema: ReviewReader.schema, maxOutputTokens: Self.maxOutputTokens)
    let answer = try await call.answer(question, for: asker, .review, prompt: prompt.version)
    do {
      let review = try ReviewReader.review(in: answer.text)
      let (key, now, model) = (album.key, call.now(), model)
      try await call.records.with { (store) throws(StoreError) in
        try store.keep(review, of: key, origin: model, at: now)
      }
    } catch {
      log.write(call.now().iso, "review", "\(album.title): \(error)")
      throw ScanFailure(.review, "The model’s answer was no review. Ask for it once more.")
    }
  }
}
