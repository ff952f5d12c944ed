// The pictures of albums: kept by the worker in one folder, shown by each page from its own.
// A page's folder holds everything the page shows, so nothing counts references, and taking a
// page away takes its pictures with it. The files are second names of the kept ones, not copies.

import Albums
import Host

/// The folder the worker keeps artwork in, outside the web root.
struct Artworks: Sendable {
  let directory: String

  /// The artwork when its files really are there; a page shows the placeholder otherwise.
  func kept(_ artwork: Artwork?) -> Artwork? {
    guard let artwork else { return nil }
    let isWhole = Artwork.sides.allSatisfy { Files.exists(path(of: artwork, side: $0)) }
    return isWhole ? artwork : nil
  }

  func path(of artwork: Artwork, side: Int) -> String {
    "\(directory)/\(artwork.fileName(side: side))"
  }
}

/// Addresses of one picture's three sizes, as `srcset` wants them.
struct Cover: Equatable, Sendable, SpelledOut {
  let small: String
  let medium: String
  let large: String

  static let fields: [String: @Sendable (Cover) -> Any?] = [
    "small": { $0.small }, "medium": { $0.medium }, "large": { $0.large },
  ]

  /// `folder` is the address of the page that shows it, `/album/<id>/`.
  init(_ artwork: Artwork, in folder: String) {
    small = folder + artwork.fileName(side: 200)
    medium = folder + artwork.fileName(side: 500)
    large = folder + artwork.fileName(side: 1000)
  }
}
