// The camera page, `/`: one guide, one button, and two links to other pages.

import Albums

/// `home.mustache`.
struct HomePage: Page {
  static let template = "home"
  static let path = "index.html"
  let frame: Frame

  /// Whether the history has finds. Without finds, the history button is hidden, and a script shows it
  /// with the first find.
  let hasFinds: Bool

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .hasFinds: Field(hasFinds)
    default: .nothing
    }
  }

  init(hasFinds: Bool, settings: SiteSettings) {
    frame = Frame(home: settings)
    self.hasFinds = hasFinds
  }
}
