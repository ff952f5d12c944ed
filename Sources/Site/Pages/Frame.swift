// The common parts of all pages: title, colours, scripts, the warning about an open network.
// Templates use them as `{{frame.…}}`.

import Albums

/// The frame of one page, for `_head.mustache` and `_top.mustache`.
struct Frame: Equatable, Sendable, View {
  let title: String

  /// One sentence for search results and link previews.
  let summary: String

  /// CSS classes: `dark` or `light`, and the page's own class. The style sheet needs no other class
  /// of the page.
  let look: String

  /// The module that the page loads, without the first slash and `.js`: `camera`, or with its hashed
  /// name `assets/camera-0a1b2c3d4e5f`; nil for no script.
  let script: String?

  /// The addresses of the modules that the page's scripts import, so that a browser loads all of
  /// them at once.
  let modules: [String]

  /// The texts of the scripts as a JSON object, escaped for an attribute; nil for none.
  let words: String?

  /// The language in the form of `<html lang>`.
  let language: String
  let program: String
  let isOpenToLAN: Bool

  /// Whether strangers may open the page. Then its frame leads to no protected page.
  let isPublic: Bool

  /// Whether the page announces the feeds.
  let hasFeeds: Bool

  /// The logo for the background of this page, and the background colour.
  let logo: String
  let ground: String

  /// Whether the page follows the device's colours: light, or dark if the device asks for dark.
  let isLight: Bool

  /// Whether the page asks for the camera before its modules have arrived.
  let usesCamera: Bool

  /// The colours in the form of `<meta name="color-scheme">`. The browser uses them before it has
  /// the style sheet.
  let scheme: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .title: Field(title)
    case .summary: Field(summary)
    case .look: Field(look)
    case .script: Field(script)
    case .modules: Field(modules)
    case .words: Field(markup: words)
    case .language: Field(language)
    case .program: Field(program)
    case .isOpenToLAN: Field(isOpenToLAN)
    case .isPublic: Field(isPublic)
    case .hasFeeds: Field(hasFeeds)
    case .logo: Field(logo)
    case .ground: Field(ground)
    case .isLight: Field(isLight)
    case .usesCamera: Field(usesCamera)
    case .scheme: Field(scheme)
    default: .nothing
    }
  }

  /// The script that `_head.mustache` loads on every page.
  private static let scriptOfEveryPage = "offline"

  /// The frame of the camera page, whose title is the program's name.
  init(home settings: SiteSettings) {
    self.init(whole: "AlbumScan", look: "dark home", script: "camera", settings: settings)
  }

  init(
    _ title: String, summary: Sentence = Sentence("common.summary"), look: String,
    script: String? = nil, isPublic: Bool = false, settings: SiteSettings
  ) {
    self.init(
      whole: "\(title) · AlbumScan", summary: summary, look: look, script: script,
      isPublic: isPublic, settings: settings)
  }

  private init(
    whole title: String, summary: Sentence = Sentence("common.summary"), look: String,
    script: String?, isPublic: Bool = false, settings: SiteSettings
  ) {
    self.title = title
    self.summary = settings.words.text(summary)
    self.look = look
    let scripts = [Self.scriptOfEveryPage] + (script.map { [$0] } ?? [])
    self.script = script.map {
      String(settings.assets.address(of: "\($0).js").dropFirst().dropLast(3))
    }
    modules = settings.assets.modules(of: scripts)
    words = settings.scriptWords[scripts]
    language = settings.words.language
    program = settings.programPath
    isOpenToLAN = settings.isOpenToLAN
    self.isPublic = isPublic
    hasFeeds = !settings.isProtected && !isPublic
    usesCamera = script == "camera"
    isLight = look.hasPrefix("light")
    scheme = isLight ? "light dark" : "dark"
    logo = settings.assets.address(of: isLight ? "logo-black.svg" : "logo.svg")
    ground = isLight ? "#ffffff" : "#000000"
  }
}

/// A page whose only field is its frame.
protocol FramedPage: Page {
  var frame: Frame { get }
}

extension FramedPage {
  func field(_ name: FieldName) -> Field { name == .frame ? Field(frame) : .nothing }
}
