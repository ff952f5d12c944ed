// Compares fetched artwork with the crop of the photo, to choose among albums and among editions.

import Albums
import Covers

/// Decisions that follow from the comparison of two pictures. `Fingerprint` compares the pictures.
enum ArtworkComparison {
  /// How well two fingerprints match; nil if one of them is missing or has another version.
  static func agreement(_ crop: [UInt8], _ artwork: [UInt8]) -> ArtworkMatch? {
    guard let seen = Fingerprint(bytes: crop), let known = Fingerprint(bytes: artwork) else {
      return nil
    }
    return switch seen.likeness(to: known).level {
    case .same: .same
    case .alike: .alike
    case .unclear: .unclear
    case .different: .different
    }
  }

  /// Whether the lookup requests the pictures of other editions. It does so only if this picture
  /// clearly differs from the photographed sleeve.
  static func wantsAnotherEdition(_ agreement: ArtworkMatch?) -> Bool { agreement == .different }

  /// The index of the picture that matches the cover best; the first of equally good pictures.
  /// `isDecided` is true if this match is better than `unclear` and no other picture matches as
  /// well.
  static func likeliest(_ agreements: [ArtworkMatch?]) -> (index: Int, isDecided: Bool) {
    let ranks = agreements.map { ($0 ?? .unclear).rank }
    guard let most = ranks.max(), let index = ranks.firstIndex(of: most) else { return (0, false) }
    return (index, most > ArtworkMatch.unclear.rank && ranks.count { $0 == most } == 1)
  }

  /// Whether the picture of another edition replaces the present picture.
  static func isBetter(_ other: ArtworkMatch?, than present: ArtworkMatch?) -> Bool {
    guard let other else { return false }
    return other.rank > ArtworkMatch.unclear.rank && other.rank > (present ?? .unclear).rank
  }
}
