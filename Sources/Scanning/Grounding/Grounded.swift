// What the grounding learned of an album, and what it could not learn.

import Albums

/// What a service did not give though it may have it: worth asking for again, later.
enum Refill: CaseIterable, Hashable, Sendable {
  /// MusicBrainz could not be asked.
  case musicBrainz
  /// The archive did not answer, or what it sent was no picture.
  case artwork
}

/// What MusicBrainz and the archive know of an album.
struct Grounded: Equatable, Sendable {
  /// Which of the albums that were asked for this is about.
  var place = 0
  var group: ReleaseGroup?

  /// Albums of the same name that it may be as well, the likeliest first; at most `GroupChoice.mostOthers`.
  var others: [ReleaseGroup] = []

  /// Whether neither year nor picture could choose among albums of one name.
  var isAmbiguous = false
  var recordLabel: String?
  var year: Int?
  var genres: [String] = []

  /// MBID of the earliest official edition, or of the one that was pasted.
  var release: String?

  /// The edition whose picture was taken, where the release group's was clearly another one.
  var edition: String?
  var artwork: Artwork?

  /// Of the artwork.
  var fingerprint: [UInt8]?

  /// The artwork against the crop; nil where there was nothing to compare.
  var agreement: ArtworkMatch?

  /// Whether MusicBrainz was asked and knows no such album; nil when it could not be asked.
  var isUnknown: Bool?

  /// Shrinks as services answer; what is left when the deadline comes is missing.
  var missing: Set<Refill> = Set(Refill.allCases)

  /// Whether asking again later may bring more.
  var isIncomplete: Bool { !missing.isEmpty }

  /// The answer of MusicBrainz about the first album that was asked for.
  var registration: Evidence.Registration {
    if isUnknown == true { return .unknown }
    guard group != nil else { return .notAsked }
    if isAmbiguous { return .ambiguous }
    return place == 0 ? .agrees : .differs
  }
}

extension Grounded {
  /// MusicBrainz was asked everything and knows none: then there is nothing to ask the archive for.
  mutating func takeNothing() {
    isUnknown = true
    missing = []
  }

  /// What was known of another group is forgotten with it.
  mutating func take(_ group: ReleaseGroup, from choice: GroupChoice, at place: Int, decided: Bool)
  {
    if let present = self.group, present.id != group.id { self = Grounded() }
    self.place = place
    self.group = group
    others = choice.others(than: group)
    isAmbiguous = !decided
    year = group.year
    isUnknown = false
    missing.remove(.musicBrainz)
  }

  /// `release`: the edition it is of; nil for the release group's own.
  mutating func take(_ front: Front, of release: String?) {
    if front.isAnswered { missing.remove(.artwork) }
    guard let kept = front.kept else { return }
    artwork = kept.artwork
    fingerprint = kept.fingerprint
    agreement = front.agreement
    edition = release
  }
}

/// A front as it came, kept and held against the crop.
struct Front: Equatable, Sendable {
  let kept: KeptArtwork?
  let agreement: ArtworkMatch?

  /// Whether the archive sent a picture, or said that there is none.
  let isAnswered: Bool
}
