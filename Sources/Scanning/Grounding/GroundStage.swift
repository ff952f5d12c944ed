// Grounding with the database: looks up a stored album and stores the results. Scans use this
// stage, and so do the jobs that follow them: corrections and refills.

import Albums
import MusicBrainz
import Store

/// A stored album after its grounding.
struct GroundedAlbum: Equatable, Sendable {
  /// The album's row from now on; it may differ from the row that was looked up.
  let id: Int64
  let album: Album

  /// MusicBrainz' answer about the album that was looked up.
  let registration: Evidence.Registration

  /// Other albums that the cover may show, the likeliest first.
  var others: [Album] = []

  /// Data that a later refill may still bring.
  var missing: Set<Refill> = []

  init(_ id: Int64, _ album: Album, _ registration: Evidence.Registration) {
    self.id = id
    self.album = album
    self.registration = registration
  }
}

struct GroundStage: Sendable {
  /// Value of `albums.artwork_source` for a picture from the archive.
  static let archive = "cover-art-archive"

  let grounding: Grounding
  let records: Records

  /// The services' answers about the first of `candidates`, or about another candidate that the
  /// picture favours. Nil when the album is known with its artwork: no service is asked again
  /// (docs/product.md step 6).
  ///
  /// An album with a known release group is looked up by that group.
  func grounded(
    _ id: Int64, as candidates: [Album], crop: [UInt8], for asker: String
  ) async throws(StoreError) -> Grounded? {
    let (group, hasArtwork) = try await records.with { (store) throws(StoreError) in
      (try store.sources(of: id)?.releaseGroup, try store.album(id)?.artwork != nil)
    }
    if group != nil, hasArtwork { return nil }
    if let group,
      let grounded = try? await grounding.grounded(.releaseGroup(group), crop: crop, for: asker)
    {
      return grounded
    }
    // Also the fallback of a failed look-up by group: the cache may hold answers to a search by
    // name.
    return await grounding.grounded(candidates, crop: crop, for: asker)
  }

  /// Stores the results with the album that they describe. `album` is the candidate at
  /// `grounded.place`, and `id` is its row.
  func keep(
    _ grounded: Grounded, about album: Album, as id: Int64
  ) async throws(StoreError) -> GroundedAlbum {
    let learned = try await records.with { (store) throws(StoreError) in
      let learning = grounded.learning(album, from: try store.sources(of: id))
      let known = try store.learn(
        learning.album, as: id, fingerprint: learning.fingerprint, from: learning.sources)
      return (id: known, album: try store.album(known) ?? learning.album)
    }
    var kept = GroundedAlbum(learned.id, learned.album, grounded.registration)
    kept.others = grounded.others.map(\.album)
    kept.missing = grounded.missing
    return kept
  }

  /// Retries the data that services did not give; nil when there is no such album.
  func refilled(
    _ id: Int64, crop: [UInt8], for asker: String
  ) async throws(StoreError) -> GroundedAlbum? {
    let known = try await records.with { (store) throws(StoreError) in try store.album(id) }
    guard let known else { return nil }
    guard let grounded = try await grounded(id, as: [known], crop: crop, for: asker) else {
      return GroundedAlbum(id, known, .agrees)
    }
    return try await keep(grounded, about: known, as: id)
  }

  /// The album of a pasted link or MBID; nil when MusicBrainz has no such album. The database
  /// stores the album from then on.
  func album(
    of reference: MusicBrainzReference, crop: [UInt8], for asker: String
  ) async throws -> GroundedAlbum? {
    guard let grounded = try await grounding.grounded(reference, crop: crop, for: asker),
      let group = grounded.group
    else { return nil }
    let album = group.album
    let id = try await records.with { (store) throws(StoreError) in
      if let known = try store.albumID(of: album.key) { known } else { try store.keep(album) }
    }
    let known = try await records.with { (store) throws(StoreError) in try store.album(id) }
    return try await keep(grounded, about: known ?? album, as: id)
  }
}

extension Grounded {
  /// The values for the album's row, and their sources.
  ///
  /// Known facts stay. Where only the year distinguishes the album from others, MusicBrainz' year
  /// counts. An ambiguous group is not stored with the album, so that the next look-up asks for the
  /// group again. Artwork from the archive is replaced when it came from another group, or from an
  /// ambiguous one.
  func learning(
    _ album: Album, from present: AlbumSources?
  ) -> (album: Album, fingerprint: [UInt8]?, sources: AlbumSources) {
    var learned = album
    if let group, AlbumKey(artist: group.artist, title: group.title) == album.plainKey {
      learned.artist = group.artist
      learned.title = group.title
    }
    learned.year = album.isToldByYear ? year ?? album.year : album.year ?? year
    learned.recordLabel = album.recordLabel ?? recordLabel
    if album.genres.isEmpty { learned.genres = genres }
    let isOther =
      present?.artwork == GroundStage.archive && present?.releaseGroup != group?.id && !isAmbiguous
    if album.artwork == nil || isOther { learned.artwork = artwork ?? album.artwork }
    let isShown = artwork != nil && learned.artwork == artwork
    let sources = AlbumSources(
      releaseGroup: isAmbiguous ? nil : group?.id, release: isAmbiguous ? nil : edition ?? release,
      artwork: isShown ? GroundStage.archive : nil)
    return (learned, isShown ? fingerprint : nil, sources)
  }
}

extension Album {
  /// The key of artist and title without the year, by the current rules for keys.
  fileprivate var plainKey: AlbumKey { AlbumKey(artist: artist, title: title) }
}
