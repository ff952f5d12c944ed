// The camera page, `/`: one guide, one button, and the two ways out of it.

import Albums

/// `home.mustache`.
struct HomePage: Page {
  static let template = "home"
  static let path = "index.html"
  let frame: Frame

  /// Whether the history has anything to show; its button is there only then.
  let hasFinds: Bool

  init(hasFinds: Bool, settings: SiteSettings) {
    frame = Frame(home: settings)
    self.hasFinds = hasFinds
  }
}
