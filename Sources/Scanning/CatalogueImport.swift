// Makes the covers of a catalogue known: clean pictures into data/artwork, albums and reviews into the store.

package import Albums
import Host
package import Store

package struct CatalogueImport: Sendable {
  private let photoProgram: PhotoProgram

  /// The data folder's artwork.
  private let artworkFolder: String

  package init(photoProgram: PhotoProgram, artworkFolder: String) {
    self.photoProgram = photoProgram
    self.artworkFolder = artworkFolder
  }

  /// Imports one cover; a second import of the same picture replaces the first.
  ///
  /// Files before the row that names them, so that no album ever names artwork that is not there.
  package func run(
    _ entry: CatalogueEntry, into store: borrowing Store, at now: Timestamp
  ) throws(CatalogueError) {
    let clean = try cleaned(entry.picture)
    do {
      let kept = try ArtworkKeeping(photoProgram: photoProgram, folder: artworkFolder).keepClean(
        clean)
      var album = entry.album
      album.artwork = kept.artwork
      try store.importCover(
        of: album, review: entry.review, fingerprint: kept.fingerprint,
        source: "catalogue:\(entry.album.key.text)", at: now)
    } catch {
      throw CatalogueError(description: "\(entry.picture): \(error)")
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
