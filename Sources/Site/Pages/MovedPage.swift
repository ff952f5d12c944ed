// The page at the former address of a find whose kind of work was corrected, or at the former address of an index
// page. It leads to the present page.

import Albums

/// `moved.mustache`.
struct MovedPage: Page {
  static let template = "moved"
  static let fileName = "index.html"
  let view: View

  init(_ find: Find, settings: SiteSettings) {
    let album = AlbumNames(find.album, settings.words)
    let frame = Frame(
      settings.words.text(album.sentence("common.album-by")), summary: Sentence("moved.summary"),
      look: "plain", settings: settings)
    view = [
      .view(.frame, frame.view), .text(.heading, settings.words("moved.heading")),
      .text(.artist, album.artist), .text(.title, album.title), .text(.page, find.page),
    ]
  }

  /// The page at a former address of the index page `page`.
  init(_ page: FacetCount, _ kind: FacetKind, settings: SiteSettings) {
    let name = FacetName.heading(of: page, kind, settings.words)
    let frame = Frame(
      name, summary: Sentence("moved.index-summary"), look: "plain", settings: settings)
    view = [
      .view(.frame, frame.view), .text(.heading, settings.words("moved.index")),
      .text(.artist, nil), .text(.title, name),
      .text(.page, IndexAddress(kind, key: page.key).address),
    ]
  }
}

extension Find {
  /// The folder of the find's page below the web root.
  var folder: String { "\(album.kind.folder)/\(id)" }

  /// The folder of the page at the find's former address; nil if the kind of the work never changed.
  var formerFolder: String? { isMoved ? "\(album.kind.other.folder)/\(id)" : nil }

  var folders: [String] { [folder] + [formerFolder].compactMap(\.self) }
}
