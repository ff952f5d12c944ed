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

  /// Whether a model is set up; otherwise the page offers nothing that needs one.
  let hasModel: Bool

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

  /// Whether everybody reads the page: a page of the published log.
  let isPublished: Bool

  /// The name of the site, which stands in the titles of its pages.
  let siteTitle: String

  /// The author of the published log; nil for the household.
  let siteAuthor: String?

  /// The absolute addresses of the page and of its cover in 1000 px; nil without one, and if the
  /// address of the log is not known.
  let canonical: String?
  let picture: String?

  /// The kind of page for previews of links: `article` or `website`.
  let kind: String

  /// Whether search engines may index the page.
  let isIndexed: Bool

  /// The addresses of the style sheet with the host's colours, and of the log as one file; nil for
  /// the household.
  let colours: String?
  let archive: String?

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
    case .hasModel: Field(hasModel)
    case .isPublic: Field(isPublic)
    case .hasFeeds: Field(hasFeeds)
    case .logo: Field(logo)
    case .ground: Field(ground)
    case .isLight: Field(isLight)
    case .usesCamera: Field(usesCamera)
    case .scheme: Field(scheme)
    case .isPublished: Field(isPublished)
    case .siteTitle: Field(siteTitle)
    case .siteAuthor: Field(siteAuthor)
    case .canonical: Field(canonical)
    case .picture: Field(picture)
    case .kind: Field(kind)
    case .isIndexed: Field(isIndexed)
    case .colours: Field(colours)
    case .archive: Field(archive)
    default: .nothing
    }
  }

  /// The script that `_head.mustache` of the household loads on every page.
  private static let scriptOfEveryPage = "offline"

  /// The frame of the camera page, whose title is the program's name.
  init(home settings: SiteSettings) {
    self.init(
      whole: settings.siteTitle, look: "dark home", script: "camera", place: PagePlace(),
      settings: settings)
  }

  /// The frame of the front page of the published log, whose title is the title of the log.
  init(front settings: SiteSettings) {
    self.init(
      whole: settings.siteTitle, look: "dark front", script: "published",
      place: PagePlace(address: "/"), settings: settings)
  }

  init(
    _ title: String, summary: Sentence? = nil, look: String,
    script: String? = nil, isPublic: Bool = false, place: PagePlace = PagePlace(),
    settings: SiteSettings
  ) {
    self.init(
      whole: "\(title) · \(settings.siteTitle)", summary: summary, look: look, script: script,
      isPublic: isPublic, place: place, settings: settings)
  }

  private init(
    whole title: String, summary: Sentence? = nil, look: String,
    script: String?, isPublic: Bool = false, place: PagePlace, settings: SiteSettings
  ) {
    let published = settings.look
    self.title = title
    self.summary = settings.words.text(summary ?? Self.summary(in: settings))
    self.look = look
    let scripts = Self.scripts(script, in: settings)
    self.script =
      script.flatMap { name in
        scripts.contains(name)
          ? String(settings.assets.address(of: "\(name).js").dropFirst().dropLast(3)) : nil
      }
    modules = settings.assets.modules(of: scripts)
    words = settings.scriptWords[scripts]
    language = settings.words.language
    program = settings.programPath
    isOpenToLAN = settings.isOpenToLAN
    hasModel = settings.hasModel
    self.isPublic = isPublic
    hasFeeds = published.map { $0.url != nil } ?? (!settings.isProtected && !isPublic)
    usesCamera = script == "camera"
    isLight = look.hasPrefix("light")
    scheme = isLight ? "light dark" : "dark"
    logo = settings.assets.address(of: isLight ? "logo-black.svg" : "logo.svg")
    ground = isLight ? "#ffffff" : published?.background ?? "#000000"
    isPublished = published != nil
    siteTitle = settings.siteTitle
    siteAuthor = published?.author
    canonical = place.address.flatMap(settings.absolute)
    picture = place.picture.flatMap(settings.absolute)
    kind = place.isArticle ? "article" : "website"
    isIndexed = published?.isIndexed ?? false
    colours = published.map { _ in settings.assets.address(of: HostColours.path) }
    archive = published.map { _ in "/\(ArchiveFile.path)" }
  }

  /// The description of a page without one of its own.
  private static func summary(in settings: SiteSettings) -> Sentence {
    settings.isPublished ? Sentence("common.history.summary") : Sentence("common.summary")
  }

  /// The scripts that the page loads. The published log needs no script, so a script that a host's
  /// own public/ lacks is left out there.
  private static func scripts(_ own: String?, in settings: SiteSettings) -> [String] {
    let own = own.map { [$0] } ?? []
    guard settings.isPublished else { return [scriptOfEveryPage] + own }
    return own.filter { settings.assets.has("\($0).js") }
  }
}

/// The place of a page in the published log.
struct PagePlace: Equatable, Sendable {
  /// The address of the page from the root; nil for a page without a lasting address.
  var address: String?

  /// The address of its cover.
  var picture: String?

  /// Whether the page is about one album.
  var isArticle = false
}

/// The file with all files of the published log.
enum ArchiveFile {
  static let path = "archive.zip"
}

/// A page whose only field is its frame.
protocol FramedPage: Page {
  var frame: Frame { get }
}

extension FramedPage {
  func field(_ name: FieldName) -> Field { name == .frame ? Field(frame) : .nothing }
}
