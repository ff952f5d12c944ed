// The camera page, `/`: one guide, one button, and two links to other pages.

import Albums

/// `home.mustache`.
struct HomePage: Page {
  static let template = "home"
  static let path = "index.html"
  let view: View

  init(hasFinds: Bool, settings: SiteSettings) {
    view = [
      .view(.frame, Frame(home: settings).view),
      // Without finds, the history button is hidden. A script shows it after the first find.
      .flag(.hasFinds, hasFinds),
      // A photo that waits for a connection gets its backs, too.
      .flag(.readsSleeves, settings.outside.readsSleeves),
      .text(.mostBacks, "\(Correction.mostBacks)"),
    ]
  }
}
