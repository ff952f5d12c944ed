// A refresh builds all pages when a setting, a text, a template, a file of public/ or the program
// changed after the last build, and only then.

import Albums
import Host
import Refresh
import Site
import Store
import Support
import Testing

@Suite struct RefreshInputsTests {
  let folder: TemporaryFolder
  let configuration: Configuration

  init() throws {
    folder = try TemporaryFolder()
    for name in ["templates", "public"] {
      try Files.makeDirectories(folder.file(name))
      for file in try Files.entries(of: "\(Checkout.root)/\(name)") {
        let path = "\(Checkout.root)/\(name)/\(file)"
        guard !Files.isDirectory(path) else { continue }
        try Files.replace(
          folder.file("\(name)/\(file)"), with: try Files.read(path), durably: false)
      }
    }
    let file = try folder.write(
      "data: data\nsite: site\ntemplates: templates\npublic: public\n", to: "albumscan")
    configuration = try Configuration(reading: file, installation: Checkout.root)
    for path in [configuration.artwork, configuration.site] { try Files.makeDirectories(path) }
  }

  private func refresher(
    isOpenToLAN: Bool = false, contact: String? = nil, program: String = "1"
  ) throws -> PageRefresher {
    try PageRefresher(
      site: try Site(
        root: configuration.site, templates: configuration.templates,
        publicFiles: configuration.publicFiles, artwork: configuration.artwork,
        settings: SiteSettings(
          baseURL: configuration.baseURL, isOpenToLAN: isOpenToLAN, contact: contact,
          words: try Phrasebook.english())),
      configuration: configuration, program: program)
  }

  /// Whether a refresh builds: a build writes the camera page, which no stale page asks for.
  private func builds(_ refresher: PageRefresher, _ store: borrowing Store) throws -> Bool {
    let page = "\(configuration.site)/index.html"
    try Files.remove(page)
    try refresher.refreshStalePages(in: store, at: Timestamp(milliseconds: 1_795_000_000_000))
    return Files.exists(page)
  }

  @Test func `a refresh builds once after each change of an input, and not without a change`()
    throws
  {
    let store = try Store.openUpgrading(configuration.database)
    #expect(try builds(refresher(), store), "a site that was never built")
    #expect(try !builds(refresher(), store))
    #expect(try builds(refresher(isOpenToLAN: true), store))
    #expect(try !builds(refresher(isOpenToLAN: true), store))
    #expect(try builds(refresher(contact: "host@example.org"), store))
    #expect(try builds(refresher(program: "2"), store))
    #expect(try !builds(refresher(program: "2"), store))
    try change("templates/home.mustache")
    #expect(try builds(refresher(program: "2"), store), "another template")
    try change("public/style.css")
    #expect(try builds(refresher(program: "2"), store), "another file of public/")
    #expect(try !builds(refresher(program: "2"), store))
  }

  private func change(_ name: String) throws {
    let path = folder.file(name)
    try Files.replace(path, with: try Files.read(path) + Array("\n".utf8), durably: false)
  }
}
