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
      guard let link = MusicBrainz.reference(in: reference) else {
        guard let site = MusicBrainzReference.otherSite(in: reference) else { return nil }
        throw ScanFailure(.foreignLink(site: site))
      }
      if case .another(let kind) = link { throw ScanFailure(.linkOfOther(kind: kind)) }
      do {
        return try await stage.album(of: link, crop: crop, for: name)?.id
      } catch {
        tools.log.write(tools.now().iso, "musicbrainz", "\(name), \(reference): \(error)")
        throw ScanFailure(.musicBrainzDown)
      }
    }
    ground = { (album, crop) in try await stage.refilled(album, crop: crop, for: name) }
    review = { (album, asker) throws(ScanFailure) in
      guard let stage = services.review else { throw ScanFailure(.noModel) }
      let reviewed = await stage.review(of: album, key: album.key, for: asker, again: true)
      if case .none(let failure) = reviewed { throw failure }
    }
    hint = { (cover, asker) throws(ScanFailure) in
      guard let stage = services.hint else { throw ScanFailure(.noModel) }
      return try await stage.identification(of: cover, for: asker)
    }
  }
}
