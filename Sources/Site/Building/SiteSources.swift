// What a site reads before its first page: the templates, and the scripts, style sheets and pictures of public/.

package import Albums

/// The templates and the files of public/ for one language. Sites with different roots and settings may share them.
package struct SiteSources: Sendable {
  let templates: Templates
  let publicFiles: PublicFolder
  let assets: Assets
  let scriptWords: ScriptWords

  /// The files of public/ that the published log has under their own names, sorted. Nil for the
  /// household, which has all files.
  let plainFiles: [String]?

  /// Reads the templates, and the names and scripts of `publicFiles`: a file that is added or removed
  /// later counts for the next value. `published` are the folders with the templates of the
  /// published log. They have priority over `templates`. The household has no such folder. A template
  /// that none of these folders has comes from `installed`. `appearance` is that of the published log.
  package init(
    templates: String, published: [String] = [], installed: String? = nil, publicFiles: String,
    appearance: PublishedAppearance? = nil, words: Phrasebook
  ) throws(SiteError) {
    let publicFolder = try PublicFolder(path: publicFiles)
    let directories = published + [templates] + (installed.map { [$0] } ?? [])
    let hashable: [String: [UInt8]]
    if let appearance {
      // The hashed files of the published log are those that its templates use.
      let sources = try TemplateSources(directories: directories)
      let used = try sources.publicFiles(
        usedBy: Site.publishedTemplates, fields: Site.fieldFiles)
      hashable = try Site.hashable(
        publicFolder, from: used, [HostColours.path: HostColours(of: appearance).bytes])
      assets = Assets(hashable, form: .relative)
      plainFiles = Site.plainFiles(of: publicFolder, used, but: assets)
    } else {
      hashable = try Site.hashable(publicFolder)
      assets = Assets(hashable)
      plainFiles = nil
    }
    scriptWords = ScriptWords(hashable, words: words)
    self.templates = try Templates(directories: directories, words: words, assets: assets)
    self.publicFiles = publicFolder
  }
}
