// The common parts of all pages: title, colours, scripts, the warning about an open network.
// Templates use them as `{{frame.…}}`.

import Albums

/// The frame of one page, for `_head.mustache` and `_top.mustache`.
struct Frame: Sendable {
  /// The absolute addresses of the page and of its cover in 1,000 px. Nil if the page has no
  /// lasting address or no cover, or if the address of the published log is not known.
  let canonical: String?
  let picture: String?

  let view: View

  /// The frame of the camera page, whose title is the program's name.
  init(home settings: SiteSettings) {
    self.init(
      whole: settings.siteTitle, look: "dark home", script: "camera", preview: LinkPreview(),
      settings: settings)
  }

  /// The frame of the front page of the published log, whose title is the title of the published
  /// log.
  init(front settings: SiteSettings, share: SharedPicture? = nil) {
    self.init(
      whole: settings.siteTitle, look: "front", script: "published",
      preview: LinkPreview(address: "/", share: share), settings: settings)
  }

  init(
    _ title: String, summary: Sentence? = nil, look: String,
    script: String? = nil, isPublic: Bool = false, preview: LinkPreview = LinkPreview(),
    bar: BarPosition = .apart, closing: Closing? = nil, settings: SiteSettings
  ) {
    self.init(
      whole: "\(title) · \(settings.siteTitle)", summary: summary, look: look, script: script,
      isPublic: isPublic, preview: preview, bar: bar, closing: closing, settings: settings)
  }

  private init(
    whole title: String, summary: Sentence? = nil, look: String,
    script: String?, isPublic: Bool = false, preview: LinkPreview, bar: BarPosition = .apart,
    closing: Closing? = nil, settings: SiteSettings
  ) {
    let (published, assets) = (settings.appearance, settings.assets)
    let scripts = settings.scripts(of: script)
    let isLight = !look.hasPrefix("dark")
    let usesCamera = script.map(Self.scriptsWithCamera.contains) ?? false
    canonical = preview.address.flatMap(settings.absolute)
    picture = preview.picture.flatMap(settings.absolute)
    view = [
      .text(.title, title),
      // One sentence for search results and link previews.
      .text(.summary, settings.words.text(summary ?? Self.summary(in: settings))),
      // CSS classes: the page's own class, `dark` for a page that is always dark, and the tint of an album
      // page. The style sheet needs no other class of the page.
      .text(.look, look),
      // The module that the page loads, without the first slash and `.js`: `camera`, or with its hashed
      // name `assets/camera-0a1b2c3d4e5f`.
      .text(.script, scripts.address.map { String($0.dropFirst().dropLast(3)) }),
      // The addresses of the modules that the page's scripts import, so that a browser loads all of them
      // at once.
      .texts(.modules, scripts.modules),
      // The texts of the scripts as a JSON object, escaped for an attribute.
      .markup(.words, scripts.words),
      .text(.language, settings.words.language),
      .text(.program, settings.programPath),
      .flag(.isOpenToLAN, settings.isOpenToLAN),
      // Without a model, the page offers nothing that needs one.
      .flag(.hasModel, settings.hasModel),
      // Strangers may open the page, so its frame leads to no protected page.
      .flag(.isPublic, isPublic),
      .flag(.hasFeeds, Self.hasFeeds(isPublic: isPublic, settings)),
      .text(.logo, assets.address(of: "logo.svg")),
      .text(.ground, "#000000"),
      // The page is light or dark, as the device or the setting of the browser asks.
      .flag(.isLight, isLight),
      // The page asks for the camera before its modules have arrived.
      .flag(.usesCamera, usesCamera),
      // The bar with the four parts of the site. The pages with a camera have round buttons instead.
      .flag(.hasBar, !isPublic && !settings.isPublished && !usesCamera),
      .views(.bar, BarLink.allCases.map { $0.view(on: bar, settings) }),
      // The page that the close button leads to; empty without this button.
      .views(.closing, [closing].compactMap { $0?.view(settings) }),
      // The colours for `<meta name="color-scheme">`. The browser uses them before it has the style sheet.
      .text(.scheme, isLight ? "light dark" : "dark"),
      // The page belongs to the published log, which everybody reads.
      .flag(.isPublished, settings.isPublished),
      .text(.siteTitle, settings.siteTitle),
      .text(.siteAuthor, published?.author),
      .text(.canonical, canonical),
      .text(.picture, picture),
      // The picture to share, which previews of links show in place of the cover.
      .view(
        .share,
        preview.share.flatMap { share in
          settings.absolute(share.address).map { address in
            [
              .text(.address, address), .text(.width, String(share.width)),
              .text(.height, String(share.height)), .text(.alt, share.alt),
            ]
          }
        }),
      // The kind of page for previews of links.
      .text(.kind, preview.isArticle ? "article" : "website"),
      .flag(.isIndexed, published?.isIndexed ?? false),
      // The style sheet with the host's colours, and the published log as one file.
      .text(.colours, published.map { _ in assets.address(of: HostColours.path) }),
      .text(.archive, published.map { _ in "/\(ArchiveFile.path)" }),
    ]
  }

  /// The scripts of the pages with a live camera.
  private static let scriptsWithCamera: Set = ["camera", "shelf-camera"]

  /// Whether the page announces the feeds.
  private static func hasFeeds(isPublic: Bool, _ settings: SiteSettings) -> Bool {
    if let appearance = settings.appearance { return appearance.url != nil }
    return !settings.isProtected && !isPublic
  }

  /// The description of a page without one of its own.
  private static func summary(in settings: SiteSettings) -> Sentence {
    settings.isPublished ? Sentence("common.history.summary") : Sentence("common.summary")
  }
}

/// The lasting address of a page, and its pictures for previews of links.
struct LinkPreview: Equatable, Sendable {
  /// The address of the page from the root; nil for a page without a lasting address.
  var address: String?

  /// The address of the page's cover.
  var picture: String?

  /// The picture to share, if it is drawn.
  var share: SharedPicture?

  /// Whether the page is about one album.
  var isArticle = false
}

/// A drawn picture to share.
struct SharedPicture: Equatable, Sendable {
  /// The address from the root.
  let address: String

  /// The size in pixels.
  let width: Int
  let height: Int

  /// The text for readers who do not see the picture.
  let alt: String
}

/// The two pictures of a page; each is nil until it is drawn.
struct SharedPictures {
  var wide: SharedPicture?
  var tall: SharedPicture?
}

/// The archive with all files of the published log.
enum ArchiveFile {
  static let path = "archive.zip"
}

/// A page whose only field is its frame.
protocol FramedPage: Page {
  var frame: Frame { get }
}

extension FramedPage {
  var view: View { [.view(.frame, frame.view)] }
}
