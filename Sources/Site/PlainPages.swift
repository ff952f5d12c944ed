// The pages that say the same to everyone: settings, privacy, errors, and the server's 404.

import Albums
import Pictures

/// `settings.mustache`.
struct SettingsPage: Page {
  static let template = "settings"
  static let path = "settings/index.html"
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      "Settings · AlbumScan", summary: "Plan, scans left and spending.", look: "dark plain",
      script: "settings", settings: settings)
  }
}

/// `privacy.mustache`.
struct PrivacyPage: Page {
  static let template = "privacy"
  static let path = "privacy/index.html"
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      "Privacy · AlbumScan", summary: "What is sent to whom, and what is kept for how long.",
      look: "dark plain", settings: settings)
  }
}

/// `error.mustache`: what the CGI answers when it cannot do what was asked. The CGI sends the
/// file's bytes, so it needs no template engine.
struct ErrorPage: Page {
  static let template = "error"
  let frame: Frame
  let headline: String
  let message: String

  /// What was asked belongs to another page than the camera's.
  var isCorrection = false

  init(_ code: FailureCode, settings: SiteSettings) {
    self.init(headline: code.headline, message: code.advice, settings: settings)
  }

  /// An upload that is no JPEG, told what it is.
  init(notJPEG kind: PictureKind, settings: SiteSettings) {
    self.init(
      headline: "This is \(kind.inWords)", message: FailureCode.notJPEG.advice, settings: settings)
  }

  /// A correction that is none.
  init(_ error: CorrectionError, settings: SiteSettings) {
    self.init(headline: error.headline, message: error.advice, settings: settings)
    isCorrection = true
  }

  /// A refused request with a sentence of its own.
  init(_ detail: RefusalDetail, settings: SiteSettings) {
    self.init(headline: detail.headline, message: detail.advice, settings: settings)
  }

  private init(headline: String, message: String, settings: SiteSettings) {
    frame = Frame("\(headline) · AlbumScan", look: "dark plain", settings: settings)
    self.headline = headline
    self.message = message
  }

  static func path(_ code: FailureCode) -> String { "error/\(code.rawValue)/index.html" }
  static func path(notJPEG kind: PictureKind) -> String {
    "error/notJPEG/\(kind.rawValue)/index.html"
  }

  static func path(_ error: CorrectionError) -> String {
    "error/badRoute/\(error.rawValue)/index.html"
  }

  static func path(_ detail: RefusalDetail) -> String {
    "error/\(detail.code.rawValue)/\(detail.rawValue)/index.html"
  }

  /// The kinds that have a page: all that are refused.
  static var refusedKinds: [PictureKind] { PictureKind.allCases.filter { $0 != .jpeg } }
}

/// `notFound.mustache`, the web server's own 404.
struct NotFoundPage: Page {
  static let template = "notFound"
  static let path = "404.html"
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame("Not found · AlbumScan", look: "dark plain", settings: settings)
  }
}
