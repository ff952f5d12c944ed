// The pages of `FilledPage`. Their templates contain marks, which are plain text here: the CGI
// replaces the marks by the values of one reader.

import Albums

/// A filled page whose only field is its frame. Its template has the name of the page.
struct PlainFilledPage: View {
  let frame: Frame

  func field(_ name: FieldName) -> Field { name == .frame ? Field(frame) : .nothing }
}

/// `code.mustache`.
struct CodePage: Page {
  static let template = FilledPage.code.rawValue
  let frame: Frame

  /// The address at which a person types the code.
  let address: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .address: Field(address)
    default: .nothing
    }
  }

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("sign-in-code.title"), summary: Sentence("sign-in-code.summary"),
      look: "dark plain", script: "code", settings: settings)
    address = "\(settings.baseURL)/sign-in/"
  }
}
