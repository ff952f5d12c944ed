// Whether an album's artwork shows the cover in the photo.

/// The result of comparing the artwork with the crop.
package enum ArtworkMatch: String, CaseIterable, Hashable, Sendable {
  /// Both pictures show the same cover.
  case same
  /// The pictures differ in a part: another edition, a banner, a sticker.
  case alike
  /// The pictures show two covers.
  case different
  /// One of the pictures has too little detail to compare.
  case unclear

  /// The sentence for pages; nil when the match tells the reader nothing.
  package var sentence: Sentence? {
    switch self {
    case .same: Sentence("album.picture.same")
    case .different: Sentence("album.picture.different")
    case .alike, .unclear: nil
    }
  }

  /// The order of matches: a higher rank is a better match. If several editions have pictures, the
  /// picture with the highest rank is kept.
  package var rank: Int {
    switch self {
    case .different: 0
    case .unclear: 1
    case .alike: 2
    case .same: 3
    }
  }
}
