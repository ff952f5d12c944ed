// Makes missing and outdated fingerprints from the stored artwork. The albums of an older database
// thus become recognisable without a new scan. Their photos and crops are deleted.

import Albums
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

  /// Pictures without a present fingerprint, at most `most`, in random order.
  package func wanting(
    in store: borrowing Store, atMost most: Int
  ) throws(StoreError) -> [UnknownArtwork] {
    try store.unknownArtworks(version: Fingerprint.version, atMost: most)
  }

  /// The fingerprint of one picture; nil if the picture is missing or cannot be read.
  package func fingerprint(of unknown: UnknownArtwork) -> [UInt8]? {
    let largest = "\(artworkFolder)/\(unknown.artwork.fileName(side: Artwork.sides[0]))"
    guard Files.exists(largest) else { return nil }
    return try? photoProgram.artwork(largest).fingerprint
  }
}
