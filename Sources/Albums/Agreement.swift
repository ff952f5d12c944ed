// Whether an album's artwork shows the cover in the photo: seen by comparing the two pictures.

/// What comparing the artwork with the crop said.
package enum Agreement: String, CaseIterable, Hashable, Sendable {
  /// One cover, photographed twice.
  case same
  /// Much in common, not all: another edition, a banner, a sticker.
  case alike
  /// Two covers.
  case different
  /// One of the pictures has too little in it to say.
  case unclear

  /// What pages say of it; nil where there is nothing worth saying.
  package var sentence: String? {
    switch self {
    case .same: "The artwork matches the photo."
    case .different:
      "The artwork looks different from the sleeve in the photo: it may be another edition or another album."
    case .alike, .unclear: nil
    }
  }

  /// How much it speaks for an edition's picture: the best of several is kept.
  package var rank: Int {
    switch self {
    case .different: 0
    case .unclear: 1
    case .alike: 2
    case .same: 3
    }
  }
}
