// Fingerprints that are missing or of an older version, made from the pictures we still have: what a
// database from before knows becomes recognisable without a scan. Photos and crops are long gone.

import Albums
import Covers
import Host
package import Store

package struct CoverUpkeep: Sendable {
  private let photoProgram: PhotoProgram

  /// The data folder's artwork.
  private let artworkFolder: String

  package init(photoProgram: PhotoProgram, artworkFolder: String) {
    self.photoProgram = photoProgram
    self.artworkFolder = artworkFolder
  }

  /// The pictures that want it, `most` of them, in no order.
  package func wanting(
    in store: borrowing Store, atMost most: Int
  ) throws(StoreError) -> [UnknownArtwork] {
    try store.unknownArtworks(version: Fingerprint.version, atMost: most)
  }

  /// The fingerprint of one picture; nil when it is gone or cannot be read.
  package func fingerprint(of unknown: UnknownArtwork) -> [UInt8]? {
    let largest = "\(artworkFolder)/\(unknown.artwork.fileName(side: Artwork.sides[0]))"
    guard Files.exists(largest) else { return nil }
    return try? photoProgram.artwork(largest).fingerprint
  }
}

extension ScanTools {
  /// So many in one run of the worker: about two seconds. `albumscan init` does all at once.
  static let upkeepLimit = 40

  /// Goes on where the last run stopped; `isNeeded` says that a scan waits, which comes first.
  func keepCoversUp(unless isNeeded: @Sendable () async throws -> Bool) async {
    let upkeep = CoverUpkeep(
      photoProgram: photoProgram, artworkFolder: configuration.artwork)
    do {
      let wanting = try await records.with { (store) throws(StoreError) in
        try upkeep.wanting(in: store, atMost: Self.upkeepLimit)
      }
      for unknown in wanting {
        if try await isNeeded() { return }
        guard let fingerprint = upkeep.fingerprint(of: unknown) else { continue }
        try await records.with { (store) throws(StoreError) in
          try store.keep(fingerprint: fingerprint, of: unknown)
        }
      }
    } catch {
      log.write(now().iso, "worker", "covers: \(error)")
    }
  }
}
