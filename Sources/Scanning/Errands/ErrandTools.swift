// What an errand may ask of the world, as four closures: each is one stage, made elsewhere.

import Albums
import Host
import Models
import Store

struct ErrandTools: Sendable {
  /// The album of ours that a link or MBID names; nil when MusicBrainz has none.
  let lookUp: @Sendable (_ reference: String, _ crop: [UInt8]) async throws(ScanFailure) -> Int64?

  /// What is missing of an album is asked for and kept; nil for an album that is not there.
  let ground: @Sendable (_ album: Int64, _ crop: [UInt8]) async throws -> GroundedAlbum?

  /// Writes a review anew, whatever there was, and keeps it.
  let review: @Sendable (_ album: Album, _ asker: Asker) async throws(ScanFailure) -> Void

  let hint:
    @Sendable (_ cover: HintedCover, _ asker: Asker) async throws(ScanFailure) -> Identification
}

extension ErrandTools {
  /// With the services there are. `name` is the errand's, for the log.
  init(_ tools: ScanTools, for name: String) {
    let services = tools.services
    let stage = GroundStage(grounding: services.grounding, records: tools.records)
    lookUp = { (reference, crop) throws(ScanFailure) in
      guard let link = MusicBrainz.reference(in: reference) else { return nil }
      if let words = link.refusal { throw ScanFailure(.notFound, words) }
      do {
        return try await stage.album(of: link, crop: crop, for: name)?.id
      } catch {
        tools.log.write(tools.now().iso, "musicbrainz", "\(name), \(reference): \(error)")
        throw ScanFailure(.network, ErrandWords.musicBrainzIsDown)
      }
    }
    ground = { (album, crop) in try await stage.refilled(album, crop: crop, for: name) }
    review = { (album, asker) throws(ScanFailure) in
      guard let stage = services.review else { throw ScanFailure(.review, ErrandWords.noModel) }
      let reviewed = await stage.review(of: album, key: album.key, for: asker, again: true)
      // What may pass lets the errand wait; what will not is said.
      if case .none(let why, let cause) = reviewed {
        throw ErrandRun.mayPass(cause.code) ? cause : why
      }
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
