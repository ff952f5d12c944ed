// Is this cover known here? Free, offline, in milliseconds.

import Covers
package import Store

/// A cover known here that looks like a crop.
package struct CoverMatch: Equatable, Sendable {
  package let album: Int64

  /// 0 to 1.
  package let similarity: Double

  /// Certain, with a margin to the second best.
  package let isSure: Bool
}

package enum Recognition {
  /// The known albums whose covers look like `fingerprint`, best first.
  ///
  /// Covers of one album do not compete: a find's own crop beside its artwork makes it no less sure.
  /// A fingerprint of another version stays in the database and is simply not compared.
  package static func matches(
    for fingerprint: [UInt8], among covers: [KnownCover]
  ) -> [CoverMatch] {
    guard let wanted = Fingerprint(bytes: fingerprint) else { return [] }
    let index = CoverIndex(
      covers.compactMap { cover in
        Fingerprint(bytes: cover.fingerprint).map { (identifier: cover.album, fingerprint: $0) }
      })
    return index.matches(for: wanted).map { match in
      CoverMatch(album: match.identifier, similarity: match.similarity, isSure: match.isSure)
    }
  }
}
