// The scripts of a page: their addresses and their texts.

/// The scripts of a page, as its frame names them.
struct PageScripts: Sendable {
  /// The script that `_head.mustache` of the household loads on every page.
  private static let ofEveryPage = "offline"

  /// The address of the page's own script; nil without one.
  let address: String?

  /// The addresses of the modules that the scripts import.
  let modules: [String]

  /// The texts of the scripts as a JSON object, escaped for an attribute; nil without texts.
  let words: String?

  /// `own` is the page's own script, such as `camera`; nil for a page without one. The published log needs no
  /// script, so a script that a host's own public/ lacks is left out there.
  init(_ own: String?, in settings: SiteSettings) {
    let own = own.flatMap { name in
      settings.isPublished && !settings.assets.has("\(name).js") ? nil : name
    }
    let scripts = (settings.isPublished ? [] : [Self.ofEveryPage]) + (own.map { [$0] } ?? [])
    address = own.map { settings.assets.address(of: "\($0).js") }
    modules = settings.assets.modules(of: scripts)
    words = settings.scriptWords[scripts]
  }
}

extension SiteSettings {
  /// The scripts of a page with this own script.
  func scripts(of own: String?) -> PageScripts {
    preparedScripts[own] ?? PageScripts(own, in: self)
  }

  /// Prepares the scripts of all pages for a build: the pages of finds have the same ones, and merging their texts for
  /// each page took a twelfth of the time of a build.
  mutating func prepareScripts() {
    for own in scriptWords.roots.map(Optional.some) + [nil] {
      preparedScripts[own] = PageScripts(own, in: self)
    }
  }
}
