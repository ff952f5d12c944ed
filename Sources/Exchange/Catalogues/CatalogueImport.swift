// Imports the covers of a catalogue: pictures go into data/artwork, albums and reviews into the
// store. An unchanged picture is not decoded again.

package import Albums
import Covers
import Host
package import Photos
package import Store

package struct CatalogueImport: Sendable {
  /// The result for one entry.
  package enum Outcome: Equatable, Sendable {
    case added, changed, asItWas

    /// Nothing changed, because the picture is known as the cover of another album.
    case samePicture(SamePicture)
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
  /// A picture is the cover of only one album. If the picture is known under another name, it keeps
  /// its album. With `joins`, that album gets the facts and the review of the entry.
  ///
  /// Writes the files before the row that names them, so that no album ever names missing artwork.
  package func run(
    _ entry: CatalogueEntry, into store: borrowing Store, joins: Bool = false, at now: Timestamp
  ) throws(CatalogueError) -> Outcome {
    do {
      let digest = SHA256.digest(
        of: try Files.read(entry.picture, limit: Self.pictureByteLimit))
      var (name, album) = (entry.name, entry.album)
      if let same = try store.samePicture(as: digest, named: name, of: album.key),
        !same.isCorrected(by: entry)
      {
        guard joins || same.hasNames(of: album) else { return .samePicture(same) }
        // If the name of the file is unchanged, but the album has other names, these names come
        // from a table and stay.
        let isRenamed = entry.isNamedByFile && same.name == entry.name
        if isRenamed || !same.hasNames(of: album) {
          (album.artist, album.title) = (same.artist, same.title)
        }
        (name, album.storedKey) = (same.name, same.key)
      }
      let imported = try store.importedCover(name, of: album.key)
      let isKnown = imported.map { isWhole($0, picture: digest) } ?? false
      let kept = isKnown ? nil : try keeping.keepClean(try cleaned(entry.picture))
      album.artwork = kept?.artwork
      try store.importCover(
        of: album, review: entry.review,
        fingerprint: kept?.fingerprint ?? imported?.fingerprint ?? [], name: name,
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

  /// Whether the picture is the same file, and all data made from the file exist in the present
  /// version.
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

extension SamePicture {
  /// Whether the entry is a correction of this cover: the same line of a CSV file with other names. If
  /// the album has finds, nothing is corrected, because the crops of these finds are covers of the
  /// album, too.
  fileprivate func isCorrected(by entry: CatalogueEntry) -> Bool {
    name == entry.name && !entry.isNamedByFile && !hasFinds
  }

  /// Whether the names are those of the album, apart from their spelling. The year does not count,
  /// because a file name has no year.
  fileprivate func hasNames(of album: Album) -> Bool {
    AlbumKey(artist: artist, title: title) == AlbumKey(artist: album.artist, title: album.title)
  }
}
