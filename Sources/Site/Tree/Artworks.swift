// The pictures of albums. The worker keeps them in one folder, and each page has hard links to them
// in its own folder. No reference count is necessary, because the removal of a page's folder
// removes its links.

import Albums
import Host

/// The folder in which the worker keeps artwork, outside the web root.
struct Artworks: Sendable {
  let directory: String

  /// The artwork if all its files exist, else nil. Without artwork a page shows a drawing of a record or
  /// of a book.
  func kept(_ artwork: Artwork?) -> Artwork? {
    guard let artwork else { return nil }
    let isWhole = Artwork.sides.allSatisfy { Files.exists(path(of: artwork, side: $0)) }
    return isWhole ? artwork : nil
  }

  func path(of artwork: Artwork, side: Int) -> String {
    "\(directory)/\(artwork.fileName(side: side))"
  }
}

/// The addresses of a picture's three sizes, for `srcset`.
struct Cover: Sendable {
  let small: String
  let medium: String
  let large: String

  var view: View { [.text(.small, small), .text(.medium, medium), .text(.large, large)] }

  /// `folder` is the address of the page that shows the picture, `/album/<id>/`.
  init(_ artwork: Artwork, in folder: String) {
    small = folder + artwork.fileName(side: 200)
    medium = folder + artwork.fileName(side: 500)
    large = folder + artwork.fileName(side: 1000)
  }
}
