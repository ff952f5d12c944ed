// The page on which a device signs in. A web server also sends it in place of a protected page. Its
// text and its links therefore fit any address, and its frame leads to no protected page.

import Albums

/// `signIn.mustache`.
struct SignInPage: Page {
  static let template = "signIn"
  static let path = "sign-in/index.html"
  let view: View

  init(settings: SiteSettings) {
    let frame = Frame(
      settings.words("sign-in.title"), summary: Sentence("sign-in.summary"), look: "plain",
      script: "sign-in", isPublic: true, settings: settings)
    view = [
      .view(.frame, frame.view),
      // Other devices open the site over plain http, so that they cannot sign in.
      .flag(.needsHTTPS, settings.needsHTTPS),
    ]
  }
}
