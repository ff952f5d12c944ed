// The page `/deleted/`, which a reader without script sees after deleting a find. The build writes
// it with placeholders for the find's id and the album's names. The CGI replaces the placeholders.

import Albums

/// `deleted.mustache`.
struct DeletedPage: Page {
  static let template = "deleted"
  static let path = "deleted/index.html"
  let frame: Frame
  let id = PagePlaceholder.id
  let title = PagePlaceholder.title
  let artist = PagePlaceholder.artist

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .id: Field(id)
    case .title: Field(title)
    case .artist: Field(artist)
    default: .nothing
    }
  }

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("deleted.title"), summary: Sentence("deleted.summary"), look: "dark plain",
      settings: settings)
  }
}
