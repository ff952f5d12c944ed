// The grounding with the database around it: an album of ours is looked up, and what was learned is kept.
// Used by scans and by the jobs that follow them: corrections and refills.

import Albums
import Store

/// An album of ours after its grounding.
struct GroundedAlbum: Equatable, Sendable {
  /// What it is to be called by from now on: perhaps another one than was asked for.
  let id: Int64
  let album: Album

  /// The answer of MusicBrainz about the album that was asked for.
  let registration: Evidence.Registration

  /// Albums it may be as well, the likeliest first.
  var others: [Album] = []

  /// What a later refill may bring.
  var missing: Set<Refill> = []

  init(_ id: Int64, _ album: Album, _ registration: Evidence.Registration) {
    self.id = id
    self.album = album
    self.registration = registration
  }
}

struct GroundStage: Sendable {
  /// So a picture from the archive is marked (`albums.artwork_source`).
  static let archive = "cover-art-archive"

  let grounding: Grounding
  let records: Records

  /// What services say of the first of `candidates`, or of another one that the picture speaks for; nil
  /// where the album is known with its artwork and nothing is asked again (PRODUCT step 6). One whose
  /// release group is known is asked for by that.
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
    // Where MusicBrainz is away, what it once said of the name may be kept.
    return await grounding.grounded(candidates, crop: crop, for: asker)
  }

  /// What was learned goes into the album it is about. `album` is the candidate of `grounded.place`, and
  /// `id` is its row.
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

  /// One more try at what services did not give; nil where there is no such album.
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

  /// The album somebody pasted a link or an MBID of; nil when MusicBrainz has none. It is an album of
  /// ours from then on.
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
  /// What the album's row is to learn, and what from.
  ///
  /// Facts that are known stay. Where only the year says which album it is, MusicBrainz' year counts.
  /// A group nothing could choose is not noted as the album's, so that it is asked for again; and the
  /// archive's picture of another group, or of one nothing had chosen, gives way to the right one's.
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
  /// Without the year, and by today's rules.
  fileprivate var plainKey: AlbumKey { AlbumKey(artist: artist, title: title) }
}
