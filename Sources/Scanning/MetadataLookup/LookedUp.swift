// The results of a lookup of an album, and the data that is still missing.

import Albums
import MusicBrainz
import Photos

/// Data that a service did not give. A later request may bring it.
enum Refill: CaseIterable, Hashable, Sendable {
  /// MusicBrainz gave no answer; for a book, Open Library gave none.
  case musicBrainz
  /// The archive did not answer, or sent no readable picture.
  case artwork
}

/// The data of MusicBrainz and the archive about an album.
struct LookedUp: Equatable, Sendable {
  /// The index of the found album in the list of candidates.
  var index = 0
  var group: ReleaseGroup?

  /// Other albums of the same name that the cover may show, the likeliest first; at most
  /// `GroupChoice.mostOthers`.
  var others: [ReleaseGroup] = []

  /// Whether several albums have this name, and neither the year nor the picture distinguishes
  /// them.
  var isAmbiguous = false
  var recordLabel: String?
  var year: Int?
  var genres: [String] = []

  /// MBID of the earliest official edition, or of the edition that the user's link names.
  var release: String?

  /// MBID of the edition to which the artwork belongs; nil for artwork of the release group.
  var edition: String?
  var artwork: Artwork?

  /// Fingerprint of the artwork.
  var fingerprint: [UInt8]?

  /// How well the artwork matches the crop; nil when there was nothing to compare.
  var agreement: ArtworkMatch?

  /// Whether MusicBrainz answered that it knows no such album; nil when MusicBrainz gave no answer.
  var isUnknown: Bool?

  /// The data for which no answer has arrived yet. Each answer removes its case from the set. The
  /// cases that are left at the deadline are missing.
  var missing: Set<Refill> = Set(Refill.allCases)

  /// Whether a later retry may bring more data.
  var isIncomplete: Bool { !missing.isEmpty }

  /// MusicBrainz' answer about the first candidate of the lookup.
  var registration: Evidence.Registration {
    if isUnknown == true { return .unknown }
    guard group != nil else { return .notAsked }
    if isAmbiguous { return .ambiguous }
    return index == 0 ? .agrees : .differs
  }
}

extension LookedUp {
  /// Records that MusicBrainz answered all queries and knows no such album. Without a release
  /// group, no request to the archive is possible, so no data is missing.
  mutating func takeNothing() {
    isUnknown = true
    missing = []
  }

  /// Sets the release group. Data that was found for another group is discarded.
  mutating func take(_ group: ReleaseGroup, from choice: GroupChoice, at index: Int, decided: Bool)
  {
    if let present = self.group, present.id != group.id { self = LookedUp() }
    self.index = index
    self.group = group
    others = choice.others(than: group)
    isAmbiguous = !decided
    year = group.year
    isUnknown = false
    missing.remove(.musicBrainz)
  }

  /// Sets the artwork. `release` is the MBID of its edition; nil for the release group's own front.
  mutating func take(_ front: Front, of release: String?) {
    if front.isAnswered { missing.remove(.artwork) }
    guard let kept = front.kept else { return }
    artwork = kept.artwork
    fingerprint = kept.fingerprint
    agreement = front.agreement
    edition = release
  }
}

/// A downloaded front, stored and compared with the crop.
struct Front: Equatable, Sendable {
  let kept: KeptArtwork?
  let agreement: ArtworkMatch?

  /// Whether the archive sent a readable picture, or answered that it has no picture.
  let isAnswered: Bool
}
