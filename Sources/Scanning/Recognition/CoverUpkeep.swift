// Makes missing and outdated fingerprints, and missing tints, from the stored artwork. The albums of an
// older database thus become recognisable without a new scan. Only their artwork is left, because their
// photos and crops were deleted.

package import Albums
import Covers
import Host
package import Photos
package import Store

package struct CoverUpkeep: Sendable {
  private let photoProgram: PhotoProgram

  /// The artwork folder in the data folder.
  private let artworkFolder: String

  package init(photoProgram: PhotoProgram, artworkFolder: String) {
    self.photoProgram = photoProgram
    self.artworkFolder = artworkFolder
  }

  /// Pictures without a fingerprint of the present version, at most `most`, in random order.
  package func wanting(
    in store: borrowing Store, atMost most: Int
  ) throws(StoreError) -> [UnknownArtwork] {
    try store.unknownArtworks(version: Fingerprint.version, atMost: most)
  }

  /// The fingerprint of one picture; nil if the picture is missing or cannot be read.
  package func fingerprint(of unknown: UnknownArtwork) -> [UInt8]? {
    measured(unknown.artwork, side: Artwork.sides[0]) { try photoProgram.artwork($0).fingerprint }
  }

  /// The tint of one picture; nil if the picture is missing or cannot be read.
  package func tint(of untinted: UntintedArtwork) -> Tint? {
    measured(untinted.artwork, side: Artwork.smallestSide) { try photoProgram.tint($0) }
  }

  private func measured<Value>(
    _ artwork: Artwork, side: Int, _ measure: (String) throws -> Value
  ) -> Value? {
    let path = "\(artworkFolder)/\(artwork.fileName(side: side))"
    return Files.exists(path) ? try? measure(path) : nil
  }
}
