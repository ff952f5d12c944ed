// The metadata lookup with the database: looks up a stored album and stores the results. Scans use
// this stage, and so do corrections and refills.

import Albums
import MusicBrainz
import Photos
import Store

/// A stored album after its metadata lookup.
struct LookedUpAlbum: Equatable, Sendable {
  /// The row that the caller uses from now on. It may differ from the row that was looked up.
  let id: Int64
  let album: Album

  /// The answer of MusicBrainz about the album that was looked up.
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

struct LookupStage: Sendable {
  /// Value of `albums.artwork_source` for a picture from the archive.
  static let archive = "cover-art-archive"

  let lookup: MetadataLookup
  let database: DatabaseActor

  init(lookup: MetadataLookup, database: DatabaseActor) {
    self.lookup = lookup
    self.database = database
  }

  /// The services' answers about the first of `candidates`, or about another candidate whose
  /// picture matches better. Nil if the album's release group and artwork are stored; then no
  /// service is asked again (docs/product.md step 6).
  ///
  /// If only the release group is stored, the lookup uses the release group. `id` is nil for an album
  /// that is not stored. With `again`, the services are asked in every case.
  func lookedUp(
    _ id: Int64?, as candidates: [Album], areYearsOfEditions: Bool = false, crop: [UInt8],
    for jobName: String, again: Bool = false
  ) async throws(StoreError) -> LookedUp? {
    guard let id else { return await lookup.lookedUp(candidates, crop: crop, for: jobName) }
    let (group, hasArtwork) = try await database.with { (store) throws(StoreError) in
      (try store.sources(of: id)?.releaseGroup, try store.album(id)?.artwork != nil)
    }
    if group != nil, hasArtwork, !again { return nil }
    if let group,
      let lookedUp = try? await lookup.lookedUp(.releaseGroup(group), crop: crop, for: jobName)
    {
      return lookedUp
    }
    // A failed lookup by group also continues here: the cache may hold the answers to a search by
    // name.
    return await lookup.lookedUp(
      candidates, areYearsOfEditions: areYearsOfEditions, crop: crop, for: jobName)
  }

  /// Stores the results in the album's row. `album` is the candidate at `lookedUp.index`, and `id`
  /// is the id of its row. With `again`, a new picture replaces a stored picture of the archive. `isNamed` says that
  /// a row of a table or a person named the album.
  func keep(
    _ lookedUp: LookedUp, about album: Album, as id: Int64, again: Bool = false,
    isNamed: Bool = false
  ) async throws(StoreError) -> LookedUpAlbum {
    let learned = try await database.with { (store) throws(StoreError) in
      let learning = lookedUp.learning(
        album, from: try store.sources(of: id), again: again, isNamed: isNamed)
      let known = try store.learn(
        learning.album, as: id, fingerprint: learning.fingerprint, from: learning.sources)
      return (id: known, album: try store.album(known) ?? learning.album)
    }
    var kept = LookedUpAlbum(learned.id, learned.album, lookedUp.registration)
    kept.others = lookedUp.others.map(\.album)
    kept.missing = lookedUp.missing
    return kept
  }

  /// Requests the data that services did not give. Nil if there is no such album, and for a book, which
  /// these services do not know.
  func refilled(
    _ id: Int64, crop: [UInt8], for jobName: String, again: Bool = false
  ) async throws(StoreError) -> LookedUpAlbum? {
    let (known, sources) = try await database.with { (store) throws(StoreError) in
      (try store.album(id), try store.sources(of: id))
    }
    guard let known, known.kind == .album else { return nil }
    var asked = known
    asked.year = known.year ?? known.key.editionYear
    guard
      let lookedUp = try await lookedUp(
        id, as: [asked], areYearsOfEditions: sources?.areFactsOfEdition == true, crop: crop,
        for: jobName, again: again)
    else { return LookedUpAlbum(id, known, .agrees) }
    return try await keep(lookedUp, about: known, as: id, again: again, isNamed: true)
  }

  /// The album that a pasted link or MBID names; nil if MusicBrainz has no such album. Stores the
  /// album in the database.
  func album(
    of reference: MusicBrainzReference, crop: [UInt8], for jobName: String
  ) async throws -> LookedUpAlbum? {
    guard let lookedUp = try await lookup.lookedUp(reference, crop: crop, for: jobName),
      let group = lookedUp.group
    else { return nil }
    let row = try await row(of: group)
    return try await keep(lookedUp, about: row.album, as: row.id)
  }

  /// The row of a release group. Makes the row if the database has none.
  func row(of group: ReleaseGroup) async throws(StoreError) -> (id: Int64, album: Album) {
    try await database.with { (store) throws(StoreError) in
      let (known, key) = try store.row(
        of: group.album, AlbumMarks(year: group.year, releaseGroup: group.id))
      if let known, let album = try store.album(known) { return (known, album) }
      var album = group.album
      album.storedKey = key
      return (try store.keep(album), album)
    }
  }

  /// Stores an album that a search by the words of a sleeve found, with its release group and its front.
  /// Facts and pictures that the row has already stay.
  func keep(
    _ group: ReleaseGroup, front: KeptArtwork? = nil
  ) async throws(StoreError) -> (id: Int64, album: Album) {
    let row = try await row(of: group)
    return try await database.with { (store) throws(StoreError) in
      var album = row.album
      let isNew = album.artwork == nil
      if let front, isNew { album.artwork = front.artwork }
      let id = try store.learn(
        album, as: row.id, fingerprint: isNew ? front?.fingerprint : nil,
        from: AlbumSources(
          releaseGroup: group.id, artwork: front != nil && isNew ? Self.archive : nil))
      return (id, try store.album(id) ?? album)
    }
  }
}

extension LookedUp {
  /// The new values for the album's row, and their sources.
  ///
  /// Known facts stay, with four exceptions. Year and record label of an edition in an imported file
  /// become those of the album. Names that differ only in their spelling become those of
  /// MusicBrainz. If only the year distinguishes the album from others, the year of MusicBrainz
  /// counts. New artwork replaces artwork from the archive if `again` is true, or if the stored
  /// artwork came from another group or from an ambiguous group.
  ///
  /// An ambiguous group is not stored with the album, so the next lookup asks for the group again. Its year is that of
  /// one possible album: a scan takes it, because it shows the likeliest album and offers the others. An album that was
  /// named (`isNamed`) gets no year from it, and the year of an edition goes.
  func learning(
    _ album: Album, from present: AlbumSources?, again: Bool = false, isNamed: Bool = false
  ) -> (album: Album, fingerprint: [UInt8]?, sources: AlbumSources) {
    var learned = album
    if let group, AlbumKey(artist: group.artist, title: group.title) == album.plainKey {
      learned.artist = group.artist
      learned.title = group.title
    }
    let isGrounded = present?.areFactsOfEdition == true && group != nil && !isAmbiguous
    let found = isAmbiguous && isNamed ? nil : year
    learned.year =
      album.isToldByYear || isGrounded ? found ?? album.year : album.year ?? found
    if isAmbiguous, present?.areFactsOfEdition == true { learned.year = nil }
    learned.recordLabel =
      isGrounded ? recordLabel ?? album.recordLabel : album.recordLabel ?? recordLabel
    if album.genres.isEmpty { learned.genres = genres }
    let isOther =
      present?.artwork == LookupStage.archive && present?.releaseGroup != group?.id && !isAmbiguous
    let isRefreshed = again && present?.artwork == LookupStage.archive
    if album.artwork == nil || isOther || isRefreshed { learned.artwork = artwork ?? album.artwork }
    let isShown = artwork != nil && learned.artwork == artwork
    var sources = AlbumSources(
      releaseGroup: isAmbiguous ? nil : group?.id, release: isAmbiguous ? nil : edition ?? release,
      artwork: isShown ? LookupStage.archive : nil)
    sources.isUndecided = isAmbiguous
    return (learned, isShown ? fingerprint : nil, sources)
  }
}

extension Album {
  /// The key of artist and title without the year, made by the present rules.
  fileprivate var plainKey: AlbumKey { AlbumKey(artist: artist, title: title) }
}
