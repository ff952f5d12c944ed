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
    guard let large = clean.jpegs[1000],
      let artwork = Artwork(digest: hexadecimal(SHA256.digest(of: large)))
    else { throw CatalogueError(description: "\(entry.picture): no picture came back") }
    do {
      for (side, jpeg) in clean.jpegs {
        let path = "\(artworkFolder)/\(artwork.fileName(side: side))"
        try Files.replace(path, with: jpeg, durably: true)
      }
      var album = entry.album
      album.artwork = artwork
      try store.importCover(
        of: album, review: entry.review, fingerprint: clean.fingerprint,
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
