// A stranger's picture becomes artwork of ours: through albumscan-photo into three sizes, named by content.

import Albums
import Host

/// A picture of ours, and what it is known again by.
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

  /// Nil for bytes that are no picture we read: an HTML page with status 200, a PDF, a bomb.
  func keep(_ bytes: [UInt8]) -> KeptArtwork? { clean(bytes).flatMap { try? keepClean($0) } }

  /// The same without keeping anything.
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

  /// The files of clean pictures, before any row that names them.
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
