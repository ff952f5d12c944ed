// The page that answers the deletion of a find without script. The CGI fills it, as the other pages of
// `FilledPage`.

import Albums

/// `deleted.mustache`. The fields are the marks, because a host may have copied the template of an
/// earlier version, which has fields in place of marks.
struct DeletedPage: Page {
  static let template = FilledPage.deleted.rawValue
  let frame: Frame
  let id = "[[id]]"
  let title = "[[title]]"
  let artist = "[[artist]]"

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
