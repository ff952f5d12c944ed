// The services that jobs use, as four closures. Each closure calls one stage. Tests pass their own
// closures.

import Albums
import HTTP
import Host
import Models
import MusicBrainz
import Store
import Tracks

struct JobTools: Sendable {
  /// The id of the stored album or book that a link, an MBID or a product code names; nil if the services do
  /// not know it.
  let lookUp: @Sendable (_ reference: String, _ crop: [UInt8]) async throws(ScanFailure) -> Int64?

  /// Requests the missing data of an album or a book and stores the answers; nil if there is no such
  /// row.
  let metadata: @Sendable (_ album: Int64, _ crop: [UInt8]) async throws -> LookedUpAlbum?

  /// The tracks of an album; nil if MusicBrainz has none.
  let tracks: @Sendable (_ album: UntrackedAlbum) async throws(ScanFailure) -> TrackList?

  /// Writes and stores a new review, even if the album has a review. For the job of an import or a
  /// shelf, writes a review only if the album has none.
  let review: @Sendable (_ album: Album, _ owner: CallOwner) async throws(ScanFailure) -> Void

  let hint:
    @Sendable (_ cover: HintedCover, _ owner: CallOwner) async throws(ScanFailure) -> Identification
}

extension JobTools {
  /// Uses the services of this installation.
  init(_ tools: ScanTools, for job: Job) {
    let services = tools.services
    let name = job.name
    let asksAgain = job.request == .refreshArtwork
    let isImported = job.request == .importedReview
    let wait: @Sendable () -> Timestamp = {
      tools.now().advanced(byMilliseconds: RetryRule.hostMilliseconds)
    }
    let lookup = services.lookup.with(
      priority: .init(of: job.request.kind), asksAgain: asksAgain)
    let stage = LookupStage(lookup: lookup, database: tools.database)
    var books = tools.bookLookup(for: name)
    books.library.priority = .init(of: job.request.kind)
    let references = ReferenceLookup(stage: stage, books: books)
    lookUp = { (reference, crop) throws(ScanFailure) in
      try await references.id(of: reference, crop: crop)
    }
    tracks = { [musicBrainz = lookup.musicBrainz] (album) throws(ScanFailure) in
      do {
        return try await musicBrainz.tracks(of: album)
      } catch {
        tools.log.write(tools.now().iso, "musicbrainz", "\(name): \(error)", level: .warning)
        throw ScanFailure(.musicBrainzDown)
      }
    }
    metadata = { [books] (album, crop) in
      if let book = try await books.lookedUp(album) { return book }
      return try await stage.refilled(album, crop: crop, for: name, again: asksAgain)
    }
    review = { (album, owner) throws(ScanFailure) in
      guard let stage = isImported ? services.review?.forImports : services.review else {
        throw ScanFailure(services.modelFailure, notBefore: wait())
      }
      let reviewed = await stage.review(
        of: album, key: album.key, for: owner, again: !isImported)
      if case .none(let failure) = reviewed { throw failure }
    }
    hint = { (cover, owner) throws(ScanFailure) in
      guard let stage = services.hint else {
        throw ScanFailure(services.modelFailure, notBefore: wait())
      }
      return try await stage.identification(of: cover, for: owner)
    }
  }
}

extension Pace.Priority {
  /// The priority of a job's requests. A job for which no user waits gives way to other jobs.
  init(of kind: JobKind) {
    switch kind.lane {
    case .scan, .review: self = .foreground
    case .background: self = .background
    }
  }
}
