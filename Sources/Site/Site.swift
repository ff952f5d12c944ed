// The generated site: what the store knows, as files. `build` writes all of it, `publish` and
// `withdraw` the few files one find touches; both leave exactly the same bytes. Knows no database
// and no network. Only one writer may be at it at a time: the worker's lock is the caller's matter.

package import Albums
import Host

/// The web root, and everything its pages are made from.
package struct Site: Sendable {
  /// The id in `scan/waiting/index.html` that the CGI replaces with a real one; no scan has it.
  package static let placeholderID = ScanID(unchecked: String(repeating: "0", count: 26))

  /// The waiting page's path below the root.
  package static let waitingPath = "scan/waiting/index.html"

  let tree: Tree
  let templates: Templates
  let publicFiles: String
  let artworks: Artworks
  let settings: SiteSettings

  /// Reads the templates; `artwork` is the folder that holds `Artwork.fileName(side:)` files.
  package init(
    root: String, templates: String, publicFiles: String, artwork: String, settings: SiteSettings
  ) throws(SiteError) {
    tree = Tree(root: root)
    var settings = settings
    settings.scriptWords = try ScriptWords(directory: publicFiles, words: settings.words)
    self.templates = try Templates(directory: templates, words: settings.words)
    self.publicFiles = publicFiles
    artworks = Artworks(directory: artwork)
    self.settings = settings
  }

  /// The texts that the CGI answers with, as a file. Source: `Phrasebook.lines`.
  package var messages: [UInt8] { settings.words.lines }

  /// The waiting page of a scan, from the pattern's bytes.
  package static func waitingPage(of id: ScanID, pattern: String) -> String {
    pattern.split(separator: placeholderID.text, omittingEmptySubsequences: false)
      .joined(separator: id.text)
  }

  func write<P: Page>(_ page: P, at path: String, durably: Bool) throws(SiteError) -> [String] {
    try tree.write(templates.render(page), at: path, durably: durably)
  }
}
