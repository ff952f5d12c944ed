// The pages of `FilledPage`. Their templates contain placeholders, which are plain text here: the
// CGI replaces the placeholders by the values of one reader.

import Albums

/// `code.mustache`.
struct CodePage: Page {
  static let template = FilledPage.code.rawValue
  let view: View

  init(settings: SiteSettings) {
    let frame = Frame(
      settings.words("sign-in-code.title"), summary: Sentence("sign-in-code.summary"),
      look: "plain", script: "code", bar: .below(.settings), closing: .settings,
      settings: settings)
    view = [
      .view(.frame, frame.view),
      // The address at which a person types the code.
      .text(.address, "\(settings.baseURL)/sign-in/"),
    ]
  }
}
