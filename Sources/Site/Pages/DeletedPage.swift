// The page that answers the deletion of a find without script. The CGI fills this page and the other
// pages of `FilledPage`.

import Albums

/// `deleted.mustache`. The fields have the placeholders as their values. A host may have copied the
/// template of an earlier version, which has fields in place of placeholders.
struct DeletedPage: Page {
  static let template = FilledPage.deleted.rawValue
  let view: View

  init(settings: SiteSettings) {
    let frame = Frame(
      settings.words("deleted.title"), summary: Sentence("deleted.summary"), look: "plain",
      bar: .below(.history), settings: settings)
    view = [
      .view(.frame, frame.view), .text(.id, "[[id]]"), .text(.title, "[[title]]"),
      .text(.artist, "[[artist]]"),
    ]
  }
}
