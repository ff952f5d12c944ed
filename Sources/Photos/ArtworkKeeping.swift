// Stores a picture from a service or a catalogue as artwork. `albumscan-photo` makes three sizes,
// and the digest of the largest names the files.

package import Albums
package import Host

/// A stored picture and the fingerprint that recognises it.
package struct KeptArtwork: Equatable, Sendable {
  package let artwork: Artwork
  package let fingerprint: [UInt8]
}

package struct ArtworkKeeping: Sendable {
  private let photoProgram: PhotoProgram
  private let folder: String

  package init(photoProgram: PhotoProgram, folder: String) {
    self.photoProgram = photoProgram
    self.folder = folder
  }

  /// Stores a picture. Nil for bytes that are no readable picture, such as an HTML page with status
  /// 200, a PDF or a decompression bomb; nil also when a file cannot be written.
  package func keep(_ bytes: [UInt8]) -> KeptArtwork? {
    clean(bytes).flatMap { try? keepClean($0) }
  }

  /// Checks and converts a picture without storing it.
  package func clean(_ bytes: [UInt8]) -> CleanArtwork? {
    let temporary = Files.temporaryPath(for: "\(folder)/artwork")
    defer { Self.removeTemporary(temporary) }
    do {
      try Files.replace(temporary, with: bytes, durably: false)
      return try photoProgram.artwork(temporary)
    } catch {
      return nil
    }
  }

  /// The pictures of another history, by their sides in pixels, for data/artwork. They stay as they
  /// are if albumscan-photo wrote them; otherwise it makes all sides from the largest picture. Nil
  /// if the largest picture is not readable. Throws errors of the system, and `PhotoProgramError`
  /// if the program failed.
  package func cleaned(_ pictures: [Int: [UInt8]]) throws -> [Int: [UInt8]]? {
    let ordered = pictures.sorted { $0.key > $1.key }
    guard let largest = ordered.first else { return nil }
    let temporary = Files.temporaryPath(for: "\(folder)/artwork")
    defer { Self.removeTemporary(temporary) }
    do {
      try Files.replace(temporary, with: ordered.flatMap(\.value), durably: false)
      let parts = ordered.map { (side: $0.key, count: $0.value.count) }
      if try photoProgram.areOwn(parts, temporary) { return pictures }
      try Files.replace(temporary, with: largest.value, durably: false)
      return try photoProgram.artwork(temporary).jpegs
    } catch let error as PhotoProgramError where error.isAboutPicture {
      return nil
    }
  }

  /// Writes the files of a converted picture. The row that names them is written afterwards.
  package func keepClean(_ clean: CleanArtwork) throws(HostError) -> KeptArtwork {
    guard let large = clean.jpegs[1000],
      let artwork = Artwork(digest: hexadecimal(SHA256.digest(of: large)), tint: clean.tint)
    else { preconditionFailure("PhotoProgram.artwork gives all sides") }
    for (side, jpeg) in clean.jpegs {
      let path = "\(folder)/\(artwork.fileName(side: side))"
      try Files.replace(path, with: jpeg, mode: Files.publicMode, durably: true)
    }
    return KeptArtwork(artwork: artwork, fingerprint: clean.fingerprint)
  }

  /// If the file stays, the worker later removes it with other temporary files.
  private static func removeTemporary(_ path: String) { _ = try? Files.remove(path) }
}
