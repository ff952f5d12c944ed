// What the CGI answers without script once a find is deleted, `/deleted/`: prebuilt, with placeholders
// for the find's id and its album's names.

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
