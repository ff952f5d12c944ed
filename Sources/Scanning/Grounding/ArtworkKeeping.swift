// Stores a picture from a service or a catalogue as artwork. `albumscan-photo` makes three sizes,
// and the digest of the largest names the files.

import Albums
import Host

/// A stored picture and the fingerprint that recognises it.
struct KeptArtwork: Equatable, Sendable {
  let artwork: Artwork
  let fingerprint: [UInt8]
}

struct ArtworkKeeping: Sendable {
  private let photoProgram: PhotoProgram
  private let folder: String

  init(photoProgram: PhotoProgram, folder: String) {
    self.photoProgram = photoProgram
    self.folder = folder
  }

  /// Stores a picture. Nil for bytes that are no readable picture, such as an HTML page with status
  /// 200, a PDF or a decompression bomb; nil also when a file cannot be written.
  func keep(_ bytes: [UInt8]) -> KeptArtwork? { clean(bytes).flatMap { try? keepClean($0) } }

  /// Checks and converts a picture without storing it.
  func clean(_ bytes: [UInt8]) -> CleanArtwork? {
    let temporary = Files.temporaryPath(for: "\(folder)/artwork")
    defer { _ = try? Files.remove(temporary) }
    do {
      try Files.replace(temporary, with: bytes, durably: false)
      return try photoProgram.artwork(temporary)
    } catch {
      return nil
    }
  }

  /// Writes the files of a converted picture. The row that names them is written afterwards.
  func keepClean(_ clean: CleanArtwork) throws(HostError) -> KeptArtwork {
    guard let large = clean.jpegs[1000],
      let artwork = Artwork(digest: hexadecimal(SHA256.digest(of: large)))
    else { preconditionFailure("PhotoProgram.artwork gives all sides") }
    for (side, jpeg) in clean.jpegs {
      try Files.replace("\(folder)/\(artwork.fileName(side: side))", with: jpeg, durably: true)
    }
    return KeptArtwork(artwork: artwork, fingerprint: clean.fingerprint)
  }
}
