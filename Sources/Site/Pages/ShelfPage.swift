// The camera page for a shelf, `/shelf/`: one photo of many books or records.

import Albums

/// `shelf.mustache`.
struct ShelfPage: FramedPage {
  static let template = "shelf"
  static let path = "shelf/index.html"
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("shelf.scan"), look: "dark shelf-camera", script: "shelf-camera",
      settings: settings)
  }
}
