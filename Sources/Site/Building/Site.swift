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
  let settings: SiteSettings

  /// Reads the templates. `artwork` is the folder with the pictures, whose names are
  /// `Artwork.fileName(side:)`.
  package init(
    root: String, templates: String, publicFiles: String, artwork: String, settings: SiteSettings
  ) throws(SiteError) {
    tree = Tree(root: root)
    var settings = settings
    settings.scriptWords = try ScriptWords(directory: publicFiles, words: settings.words)
    settings.assets = try Self.assets(of: PublicFolder(path: publicFiles))
    self.templates = try Templates(
      directory: templates, words: settings.words, assets: settings.assets)
    self.publicFiles = PublicFolder(path: publicFiles)
    artworks = Artworks(directory: artwork)
    self.settings = settings
  }

  /// Whether only people may open the pages, so that they may show notes.
  package var isProtected: Bool { settings.isProtected }

  /// The content of the file with the messages of the CGI. Source: `Phrasebook.lines`.
  package var messages: [UInt8] { settings.words.lines }

  /// The waiting page of a scan: `pattern` with the scan's id in place of the placeholder.
  package static func waitingPage(of id: ScanID, pattern: String) -> String {
    pattern.split(separator: placeholderID.text, omittingEmptySubsequences: false)
      .joined(separator: id.text)
  }

  func write<P: Page>(_ page: P, at path: String, durably: Bool) throws(SiteError) -> [String] {
    try tree.write(templates.render(page), at: path, durably: durably)
  }
}
