// The links of a page's frame: the bar with the four parts of the site, and the close button.

import Albums

/// A link of the bar.
enum BarLink: String, CaseIterable {
  case scan, history, statistics, settings

  func view(on position: BarPosition, _ settings: SiteSettings) -> View {
    let (address, word) =
      switch self {
      case .scan: ("/", "common.scan")
      case .history: ("/history/", "common.history")
      case .statistics: ("/statistics/", "statistics.title")
      case .settings: ("\(settings.programPath)/settings", "settings.title")
      }
    return [
      .text(.address, address), .text(.kind, rawValue), .text(.name, settings.words(word)),
      // The value of `aria-current`.
      .text(.current, position.current(self)),
    ]
  }
}

/// The position of a page in the bar: it is the page of a link, a page below it, or neither.
enum BarPosition {
  case at(BarLink)
  case below(BarLink)
  case apart

  fileprivate func current(_ link: BarLink) -> String? {
    switch self {
    case .at(link): "page"
    case .below(link): "true"
    default: nil
    }
  }
}

/// The page to which the close button leads.
enum Closing {
  case camera, history, settings

  func view(_ settings: SiteSettings) -> View {
    let (address, word) =
      switch self {
      case .camera: ("/", "common.close-to-camera")
      case .history: ("/history/", "common.close-to-history")
      case .settings: ("\(settings.programPath)/settings", "common.close-to-settings")
      }
    return [.text(.address, address), .text(.name, settings.words(word))]
  }
}
