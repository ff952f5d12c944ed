// The rows of a complete export, as plain values. They name albums by their keys, because the ids of
// rows differ from one database to the next.

package import Albums

/// An album with its sources and its known covers.
package struct AlbumRecord: Sendable {
  /// A known cover of the album. The crop of a find belongs to the find (`ItemRecord`).
  package struct Cover: Sendable {
    package enum Source: Sendable {
      /// An imported catalogue; the text after `catalogue:` in `covers.source`.
      case catalogue(String)
      case artwork(Artwork)
    }

    package let source: Source
    package let artwork: Artwork?

    /// SHA-256 of the catalogue's file: 32 bytes.
    package let picture: [UInt8]?
    package let fingerprint: [UInt8]

    package init(source: Source, artwork: Artwork?, picture: [UInt8]?, fingerprint: [UInt8]) {
      self.source = source
      self.artwork = artwork
      self.picture = picture
      self.fingerprint = fingerprint
    }
  }

  package var key: AlbumKey

  /// The version of the rules that made the key.
  package var keyRules: Int

  /// The facts. The artwork is not a person's own picture.
  package let album: Album

  /// An own picture of an unknown sender. Only the household sees it.
  package let unownedArtwork: Artwork?
  package let sources: AlbumSources
  package let covers: [Cover]

  /// Nil if the tracks are unknown.
  package let tracks: StoredTracks?

  package init(
    key: AlbumKey, keyRules: Int, album: Album, unownedArtwork: Artwork?, sources: AlbumSources,
    covers: [Cover], tracks: StoredTracks? = nil
  ) {
    self.tracks = tracks
    self.key = key
    self.keyRules = keyRules
    self.album = album
    self.unownedArtwork = unownedArtwork
    self.sources = sources
    self.covers = covers
  }
}

/// A review with its provenance.
package struct ReviewRecord: Sendable {
  package var key: AlbumKey
  package let review: Review

  /// `catalogue`, or the model that wrote the review.
  package let origin: String

  /// The version of the prompt; empty for a catalogue's review.
  package let prompt: String
  package let written: Timestamp

  package init(
    key: AlbumKey, review: Review, origin: String, prompt: String, written: Timestamp
  ) {
    self.key = key
    self.review = review
    self.origin = origin
    self.prompt = prompt
    self.written = written
  }
}

/// A find with its item, without its scan.
package struct FindRecord: Sendable {
  package struct Item: Sendable {
    package var isRecognised = false
    package var evidence: Evidence?
    package var advice: [PhotoAdvice] = []

    /// How the crop was made, and its corners in the photo (`Store.record(fingerprint:…)`).
    package var crop: String?
    package var quad: String?

    /// The product codes in the photo.
    package var codes: [ProductCode] = []
    package var observation: Observation?

    /// The fingerprint of the crop.
    package var fingerprint: [UInt8]?

    /// Whether the crop is a known cover of the album.
    package var isKnownCover = false

    package init() {}
  }

  /// Another album that the cover may show.
  package struct Candidate: Sendable {
    package var album: AlbumKey
    package let kind: CandidateKind
    package let similarity: Double
    package let reason: String

    package init(album: AlbumKey, kind: CandidateKind, similarity: Double, reason: String) {
      self.album = album
      self.kind = kind
      self.similarity = similarity
      self.reason = reason
    }
  }

  package let id: FindID
  package let person: PersonID
  package var album: AlbumKey
  package let found: Timestamp
  package var feedID: String?
  package var details: FindDetails

  /// Whether the find is undecided only because an earlier version did not store a "no"
  /// (`unconfirmed_finds`).
  package var isUnconfirmed = false

  /// The find's own picture.
  package var ownArtwork: Artwork?
  package var unreviewed: Failure?

  /// `Find.isMoved`.
  package var isMoved = false
  package var item: Item

  /// Best first.
  package var candidates: [Candidate] = []

  package init(
    id: FindID, person: PersonID, album: AlbumKey, found: Timestamp,
    details: FindDetails = FindDetails(), item: Item = Item()
  ) {
    self.id = id
    self.person = person
    self.album = album
    self.found = found
    self.details = details
    self.item = item
  }
}

/// The format of an imported file, as the database stores it.
package enum ImportFormat: String, CaseIterable, Hashable, Sendable {
  /// An export of AlbumScan.
  case albumscan
  case discogs, rateyourmusic, musicbrainz
}

/// An imported file, without its rows.
package struct ImportRecord: Sendable {
  package let person: PersonID
  package let format: ImportFormat

  /// The name of the file, without its folder.
  package let name: String

  /// SHA-256 of the file: 32 bytes.
  package let digest: [UInt8]

  /// The columns of the file; nil for a file that is no table.
  package let header: [String]?

  /// The number of rows that were imported so far.
  package let read: Int
  package let created: Timestamp

  /// Nil for an import that was interrupted.
  package let ended: Timestamp?
  package let undone: Timestamp?

  package init(
    person: PersonID, format: ImportFormat, name: String, digest: [UInt8], header: [String]?,
    read: Int, created: Timestamp, ended: Timestamp?, undone: Timestamp?
  ) {
    self.person = person
    self.format = format
    self.name = name
    self.digest = digest
    self.header = header
    self.read = read
    self.created = created
    self.ended = ended
    self.undone = undone
  }
}

/// A row of an imported file that became a find.
package struct ImportedRow: Sendable {
  /// The first line of the row; the header is line 1.
  package let line: Int

  /// Identifies the row: the same row has the same value in another file of this format.
  package let identity: String
  package let find: FindID

  /// The cells as the file has them.
  package let raw: [String]

  /// See `Store.importState(of:)`.
  package let state: String

  package init(line: Int, identity: String, find: FindID, raw: [String], state: String) {
    self.line = line
    self.identity = identity
    self.find = find
    self.raw = raw
    self.state = state
  }
}
