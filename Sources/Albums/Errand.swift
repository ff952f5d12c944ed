// What somebody asks for once a scan is over: another album, another review, another picture.

/// Something the worker does for a find, or for a scan that ended without one.
package enum Wish: Hashable, Sendable {
  /// It is this album of ours: a candidate, or what was typed in. Free.
  case album(Int64)

  /// It is what this MusicBrainz link or MBID says. Free.
  case musicBrainz(String)

  /// What is wrong with it, in words for the model: the one correction that pays for a call.
  case hint(String)

  /// What a model named when it was given a hint, as an album of ours: nobody has said that it is it. Free.
  case hinted(Int64)

  /// The review again, or for the first time; pays for a call.
  case review

  /// The owner's own picture: a file in data/photos, deleted once it is kept. It wins over all others.
  case artwork(file: String)

  /// What a service did not give at the time of the scan. Free; tried by itself.
  case refill
}

/// Where an errand stands.
package enum ErrandState: String, CaseIterable, Hashable, Sendable {
  case queued, done, failed
}

/// A wish without what goes with it, as the database spells it.
package enum ErrandKind: String, CaseIterable, Hashable, Sendable {
  case album, musicbrainz, hint, review, artwork, refill

  /// Whether it says which album it is: a later one takes its place.
  package var isCorrection: Bool { self == .album || self == .musicbrainz || self == .hint }
}

extension Wish {
  package var kind: ErrandKind {
    switch self {
    case .album: .album
    case .musicBrainz: .musicbrainz
    case .hint, .hinted: .hint
    case .review: .review
    case .artwork: .artwork
    case .refill: .refill
    }
  }
}

/// An errand as a page tells of it.
package struct ErrandNotice: Hashable, Sendable {
  package let kind: ErrandKind

  /// Whether it is still to be done; else it failed.
  package let isUnderWay: Bool

  /// Why it failed, or why it waits.
  package let failure: Failure?

  package init(kind: ErrandKind, isUnderWay: Bool, failure: Failure? = nil) {
    self.kind = kind
    self.isUnderWay = isUnderWay
    self.failure = failure
  }
}
