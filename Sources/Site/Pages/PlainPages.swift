// The pages that do not depend on finds: privacy, errors, the server's 404, "You are offline", and the
// page that leads to the settings.

import Albums
import Host

/// `settingsLink.mustache`: `/settings/` leads to the page that the CGI fills.
struct SettingsLinkPage: FramedPage {
  static let template = "settingsLink"
  static let path = "settings/index.html"
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("settings.title"), summary: Sentence("settings.summary"), look: "plain",
      bar: .at(.settings), settings: settings)
  }
}

/// `shelfLink.mustache`: `/shelf/<id>/` leads to the page that the CGI fills for the person who sent the
/// photo. This page says nothing about the shelf.
struct ShelfLinkPage: Page {
  static let template = "shelfLink"
  static let path = "shelf/waiting/index.html"
  let view: View

  static func path(of id: ScanID) -> String { "shelf/\(id)/index.html" }

  /// `id` is the placeholder that the CGI replaces.
  init(_ id: ScanID, settings: SiteSettings) {
    let frame = Frame(
      settings.words("shelf.items.title-of-page"), summary: Sentence("shelf.items.summary-of-page"),
      look: "plain", bar: .below(.scan), settings: settings)
    view = [.view(.frame, frame.view), .text(.id, id.text)]
  }
}

/// `privacy.mustache`.
struct PrivacyPage: Page {
  static let template = "privacy"
  static let path = "privacy/index.html"
  let view: View

  init(settings: SiteSettings) {
    let words = settings.words
    let frame = Frame(
      words("privacy.title"), summary: Sentence("privacy.summary"), look: "plain",
      bar: .below(.settings), closing: .camera, settings: settings)
    let published = Self.sentences(settings).map { words.text($0) }.joined(separator: " ")
    view = [
      .view(.frame, frame.view),
      // The provider of the model and its address.
      .text(.model, settings.outside.model.map { words.text(Self.sentence($0)) }),
      // Scans search MusicBrainz for the words and codes on sleeves.
      .flag(.readsSleeves, settings.outside.readsSleeves),
      // The finds that everybody can read.
      .text(.published, published),
    ]
  }

  private static func sentence(_ model: OutsideServices.Model) -> Sentence {
    guard let name = model.name else {
      return Sentence("privacy.sent.server", ["address": .text(model.address)])
    }
    return Sentence(
      "privacy.sent.company", ["company": .text(name), "address": .text(model.address)])
  }

  /// Without `showsNotes`, everybody can open the pages of the household.
  private static func sentences(_ settings: SiteSettings) -> [Sentence] {
    let open = settings.showsNotes ? [] : [Sentence("privacy.public.open")]
    guard let publishing = settings.outside.publishing else {
      return open.isEmpty ? [Sentence("privacy.public.nothing")] : open
    }
    let finds =
      switch publishing.choice {
      case .chosen: Sentence("privacy.public.chosen")
      case .all: Sentence("privacy.public.all")
      case .tag(let tag): Sentence("privacy.public.tag", ["tag": .text(tag)])
      }
    return open + [finds]
      + (publishing.showsNotes ? [Sentence("privacy.public.notes")] : [])
      + (publishing.showsRatings ? [Sentence("privacy.public.ratings")] : [])
      + (publishing.address.map { [Sentence("privacy.public.at", ["address": .text($0)])] } ?? [])
  }
}

/// `offline.mustache`: the service worker shows this page in place of a page that it has not stored. The
/// offline page holds nothing personal, and its frame leads to no page.
struct OfflinePage: FramedPage {
  static let template = "offline"
  static let path = "offline/index.html"
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("offline.title"), summary: Sentence("offline.summary"), look: "plain",
      script: "offline-page", isPublic: true, settings: settings)
  }
}

/// `error.mustache`: the response to a request that the CGI refuses. The build writes the page, and
/// the CGI sends the file, so the CGI needs no template engine.
struct ErrorPage: Page {
  static let template = "error"
  let view: View

  init(_ refusal: Refusal, settings: SiteSettings) {
    let isCorrection = if case .correction = refusal { true } else { false }
    self.init(
      refusal.heading, refusal.advice, isCorrection: isCorrection,
      canTryAgain: refusal != .notYours && refusal != .ownersOnly,
      leadsToSignIn: refusal.leadsToSignIn, asksForPassphrase: refusal == .wrongPassphrase,
      settings: settings)
  }

  init(
    _ heading: Sentence, _ advice: Sentence, isCorrection: Bool = false,
    canTryAgain: Bool = true, leadsToSignIn: Bool = false, asksForPassphrase: Bool = false,
    settings: SiteSettings
  ) {
    let headline = settings.words.text(heading)
    let frame = Frame(headline, look: "plain", isPublic: leadsToSignIn, settings: settings)
    view = [
      .view(.frame, frame.view),
      .text(.headline, headline),
      .text(.message, settings.words.text(advice)),
      // The refused request was a correction: the page does not lead back to the camera.
      .flag(.isCorrection, isCorrection),
      // The person may send the same request again later, and it may succeed then.
      .flag(.canTryAgain, canTryAgain),
      // The reader has to sign in first: the page leads only to the sign-in page.
      .flag(.leadsToSignIn, leadsToSignIn),
      // The page has the form for a name and a passphrase.
      .flag(.asksForPassphrase, asksForPassphrase),
    ]
  }

  static func path(_ refusal: Refusal) -> String { "error/\(refusal.page)/index.html" }

  /// The refusals that have an error page.
  static func all(contact: String?) -> [Refusal] { Refusal.withPages + [.quota(contact: contact)] }
}

extension ErrorPage {
  /// The pages that lighttpd sends when it fails itself, for example because the disk is full while an upload
  /// arrives: lighttpd's setting `server.errorfile-prefix` names the folder of these pages.
  static let serverErrorPaths = ["500.html", "503.html"]

  /// The page that lighttpd sends for a body that is larger than its own limit.
  static let tooLargePath = "413.html"

  static func serverError(_ settings: SiteSettings) -> ErrorPage {
    ErrorPage(
      Sentence("server-error.title"), Sentence("server-error.text"), settings: settings)
  }
}

/// `notFound.mustache`, the web server's own 404.
struct NotFoundPage: FramedPage {
  static let template = "notFound"
  static let path = "404.html"
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(settings.words("not-found.title"), look: "plain", settings: settings)
  }
}
