// Imports the covers of a catalogue: pictures go into data/artwork, albums and reviews into the
// store. An unchanged picture is not decoded again.

package import Albums
import Covers
import Host
package import Photos
package import Store

package struct CatalogueImport: Sendable {
  /// The result for one entry.
  package enum Outcome: CaseIterable, Sendable {
    case added, changed, asItWas
  }

  /// Source: docs/limits.md "upload body".
  private static let pictureByteLimit = 32 << 20

  private let photoProgram: PhotoProgram

  /// The artwork folder in the data folder.
  private let artworkFolder: String

  package init(photoProgram: PhotoProgram, artworkFolder: String) {
    self.photoProgram = photoProgram
    self.artworkFolder = artworkFolder
  }

  /// Imports one cover; a second import of the same file replaces the first.
  ///
  /// Writes the files before the row that names them, so that no album ever names missing artwork.
  package func run(
    _ entry: CatalogueEntry, into store: borrowing Store, at now: Timestamp
  ) throws(CatalogueError) -> Outcome {
    do {
      let digest = SHA256.digest(
        of: try Files.read(entry.picture, limit: Self.pictureByteLimit))
      let imported = try store.importedCover(entry.name, of: entry.album.key)
      let isKnown = imported.map { isWhole($0, picture: digest) } ?? false
      let kept = isKnown ? nil : try keeping.keepClean(try cleaned(entry.picture))
      var album = entry.album
      album.artwork = kept?.artwork
      try store.importCover(
        of: album, review: entry.review,
        fingerprint: kept?.fingerprint ?? imported?.fingerprint ?? [], name: entry.name,
        picture: digest, at: now)
      return isKnown ? .asItWas : imported == nil ? .added : .changed
    } catch let error as CatalogueError {
      throw error
    } catch {
      let isFull =
        (error as? HostError)?.isDiskFull ?? (error as? StoreError)?.isDiskFull ?? false
      throw CatalogueError(description: "\(entry.picture): \(error)", isDiskFull: isFull)
    }
  }

  private var keeping: ArtworkKeeping {
    ArtworkKeeping(photoProgram: photoProgram, folder: artworkFolder)
  }

  /// Whether the picture is the same file, and all data made from it still exists in this version.
  private func isWhole(_ imported: ImportedCover, picture: [UInt8]) -> Bool {
    guard imported.picture == picture, Fingerprint(bytes: imported.fingerprint) != nil,
      let artwork = imported.artwork
    else { return false }
    return Artwork.sides.allSatisfy {
      Files.exists("\(artworkFolder)/\(artwork.fileName(side: $0))")
    }
  }

  private func cleaned(_ picture: String) throws(CatalogueError) -> CleanArtwork {
    do {
      return try photoProgram.artwork(picture)
    } catch {
      throw CatalogueError(description: "\(picture): \(error.description)")
    }
  }
}
