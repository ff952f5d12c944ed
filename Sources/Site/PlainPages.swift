// The pages that do not depend on the log: settings, privacy, errors, and the server's 404.

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

/// `error.mustache`: the response to a request that the CGI refuses. The CGI sends the file's
/// bytes, so it needs no template engine.
struct ErrorPage: Page {
  static let template = "error"
  let frame: Frame
  let headline: String
  let message: String

  /// Whether the refused request was a correction, which does not come from the camera page.
  var isCorrection = false

  init(_ code: FailureCode, settings: SiteSettings) {
    self.init(headline: code.headline, message: code.advice, settings: settings)
  }

  /// The page for an upload of another format, which it names.
  init(notJPEG kind: PictureKind, settings: SiteSettings) {
    self.init(
      headline: "This is \(kind.inWords)", message: FailureCode.notJPEG.advice, settings: settings)
  }

  /// The page for an invalid correction.
  init(_ error: CorrectionError, settings: SiteSettings) {
    self.init(headline: error.headline, message: error.advice, settings: settings)
    isCorrection = true
  }

  /// The page for a refusal that has its own sentence.
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

  /// The kinds of pictures that have an error page: all kinds except JPEG.
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
