// The page after the deletion of a find without script, `/deleted/`. The build writes it with
// placeholders for the find's id and its album's names, and the CGI fills them in.

import Albums

/// `deleted.mustache`.
struct DeletedPage: Page {
  static let template = "deleted"
  static let path = "deleted/index.html"
  let frame: Frame
  let id = PagePlaceholder.id
  let title = PagePlaceholder.title
  let artist = PagePlaceholder.artist

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("deleted.title"), summary: Sentence("deleted.summary"), look: "dark plain",
      settings: settings)
  }
}
