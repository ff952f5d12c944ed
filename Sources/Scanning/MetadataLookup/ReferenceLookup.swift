// Looks up the work that a person names by a link, an MBID or a product code. Corrections and typed codes use it.

import Albums
import Host
import MusicBrainz

struct ReferenceLookup: Sendable {
  let stage: LookupStage
  let books: BookLookup

  /// The id of the stored album or book; nil if the services do not know it. An ISBN is looked up at Open Library
  /// first. `crop` is the fingerprint of the photographed cover; empty without one.
  func id(of reference: String, crop: [UInt8]) async throws(ScanFailure) -> Int64? {
    if let isbn = ISBN(reference), let book = try await books.id(of: isbn) { return book }
    guard let link = MusicBrainz.reference(in: reference) else {
      guard let site = MusicBrainzReference.otherSite(in: reference) else { return nil }
      throw ScanFailure(.foreignLink(site: site))
    }
    if case .another(let kind) = link { throw ScanFailure(.linkOfOther(kind: kind)) }
    do {
      return try await stage.album(of: link, crop: crop, for: books.jobName)?.id
    } catch {
      books.log.write(
        books.now().iso, "musicbrainz", "\(books.jobName), \(reference): \(error)", level: .warning)
      throw ScanFailure(.musicBrainzDown)
    }
  }
}
