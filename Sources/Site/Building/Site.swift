// The generated site. `build` writes all files; `refresh` and `withdraw` write the few files that
// one find affects. Both ways give exactly the same bytes. The module uses no database and no
// network. Only one process may write at a time: the caller holds the worker's lock.

package import Albums
import Host

/// The web root, and the inputs of its pages.
package struct Site: Sendable {
  /// The id in `scan/waiting/index.html` that the CGI replaces by the id of a scan. No scan has
  /// this id.
  package static let placeholderID = ScanID(unchecked: String(repeating: "0", count: 26))

  /// The waiting page's path below the root.
  package static let waitingPath = "scan/waiting/index.html"

  let tree: Tree
  let templates: Templates
  let publicFiles: PublicFolder
  let artworks: Artworks
  private(set) var settings: SiteSettings

  /// The files of public/ that the published log has under their own names, sorted. Nil for the
  /// household, which has all files.
  let plainFiles: [String]?

  /// `artwork` is the folder with the pictures, whose names are `Artwork.fileName(side:)`.
  package init(root: String, artwork: String, settings: SiteSettings, sources: SiteSources) {
    var settings = settings
    settings.assets = sources.assets
    settings.scriptWords = sources.scriptWords
    settings.prepareBadges()
    tree = Tree(root: root, changes: settings.isPublished ? ChangedPaths() : nil)
    templates = sources.templates
    publicFiles = sources.publicFiles
    plainFiles = sources.plainFiles
    artworks = Artworks(directory: artwork)
    self.settings = settings
  }

  /// Reads the sources of the site first; see `SiteSources`.
  package init(
    root: String, templates: String, publishedTemplates: [String] = [],
    installedTemplates: String? = nil, publicFiles: String, artwork: String, settings: SiteSettings
  ) throws(SiteError) {
    self.init(
      root: root, artwork: artwork, settings: settings,
      sources: try SiteSources(
        templates: templates, published: publishedTemplates, installed: installedTemplates,
        publicFiles: publicFiles, appearance: settings.appearance, words: settings.words))
  }

  /// The appearance of the published log; nil for the household.
  package var appearance: PublishedAppearance? { settings.appearance }

  /// The names in the templates that no page of this version has.
  package var unknownFields: [UnknownField] { templates.unknownFields }

  /// Whether only people may open the pages, so that they may show notes.
  package var showsNotes: Bool { settings.showsNotes }

  /// The content of the file with the messages of the CGI. Source: `Phrasebook.lines`.
  package var messages: [UInt8] { settings.words.lines }

  /// The waiting page of a scan: `pattern` with the scan's id in place of the placeholder.
  package static func waitingPage(of id: ScanID, pattern: String) -> String {
    pattern.split(separator: placeholderID.text, omittingEmptySubsequences: false)
      .joined(separator: id.text)
  }

  /// The site for a build, which writes many pages with the same scripts.
  func withPreparedScripts() -> Site {
    var site = self
    site.settings.prepareScripts()
    return site
  }

  func write<P: Page>(_ page: P, at path: String, durably: Bool) throws(SiteError) -> [String] {
    try tree.write(rendered(page, at: path), at: path, durably: durably)
  }

  /// The bytes of a page. In the published log, the addresses of a page are relative; those of a feed
  /// are absolute.
  private func rendered<P: Page>(_ page: P, at path: String) throws(SiteError) -> [UInt8] {
    let bytes = try templates.render(page)
    guard let appearance = settings.appearance, path.hasSuffix(".html") else { return bytes }
    // The addresses of the 404 page begin at the root of the server, because a server sends the
    // page for any address.
    let root = path == NotFoundPage.path ? appearance.rootPath : RelativeLinks.root(for: path)
    return RelativeLinks.rewritten(bytes, root: root)
  }
}
