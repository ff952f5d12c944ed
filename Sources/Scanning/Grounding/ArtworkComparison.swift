// The artwork held against the crop: what it says of the pictures, and what follows for the find.

import Albums
import Covers

/// Decisions that comparing two pictures leads to; the comparison itself is `Fingerprint`'s.
enum ArtworkComparison {
  /// Whether two fingerprints are of one cover; nil when one of them is of another version.
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

  /// Whether the pictures of other editions are worth asking for: only when this one is clearly not
  /// the sleeve in the hand.
  static func wantsAnotherEdition(_ agreement: ArtworkMatch?) -> Bool { agreement == .different }

  /// Which of several albums' pictures speaks most for being the cover, the first of equals; and whether
  /// it alone does, so that it is decided.
  static func likeliest(_ agreements: [ArtworkMatch?]) -> (place: Int, isDecided: Bool) {
    let ranks = agreements.map { ($0 ?? .unclear).rank }
    guard let most = ranks.max(), let place = ranks.firstIndex(of: most) else { return (0, false) }
    return (place, most > ArtworkMatch.unclear.rank && ranks.count { $0 == most } == 1)
  }

  /// Whether another edition's picture takes the place of the one there is.
  static func isBetter(_ other: ArtworkMatch?, than present: ArtworkMatch?) -> Bool {
    guard let other else { return false }
    return other.rank > ArtworkMatch.unclear.rank && other.rank > (present ?? .unclear).rank
  }
}
