// The settings of the published log: their defaults, their mistakes, and the folders that
// publishing must not touch.

import Support
import Testing

@testable import Host

@Suite struct PublishSettingsTests {
  private func parse(_ lines: String) throws(ConfigurationError) -> Configuration {
    try Configuration(
      Array("data: /srv/data\nsite: /srv/site\n\(lines)".utf8), file: "/srv/etc/albumscan",
      installation: "/usr/share/albumscan")
  }

  private func publishing(_ lines: String) throws -> PublishSettings {
    try #require(try parse("publish-to: /srv/log\n\(lines)").publishing)
  }

  private func expectRefusal(_ lines: String, line: Int?, _ message: String) {
    do throws(ConfigurationError) {
      _ = try parse(lines)
      Issue.record("\(lines) was accepted")
    } catch {
      #expect(error.line == line, "\(error)")
      #expect(error.message.contains(message), "\(error)")
    }
  }

  @Test func `without publish-to nothing is published`() throws {
    #expect(try parse("").publishing == nil)
    #expect(try parse("publish-to:\npublish-url:").publishing == nil, "an empty value is none")
  }

  @Test func `publish-to alone gives the defaults`() throws {
    let settings = try publishing("")
    #expect(settings.folder == "/srv/log")
    #expect(settings.url == nil && settings.remote == nil)
    #expect(settings.choice == .chosen)
    #expect(settings.title == "AlbumScan" && settings.author == "AlbumScan")
    #expect(settings.about == "/srv/etc/about.md")
    #expect(!settings.showsNotes && !settings.showsRatings && !settings.isIndexed)
    #expect(settings.colour == "#00de52" && settings.background == "#000000")
    #expect(settings.templates == ["/usr/share/albumscan/templates/published"])
  }

  @Test func `every key is read`() throws {
    let settings = try publishing(
      """
      publish-url: https://example.org/records/
      publish: tag:  Best   of 2026
      publish-title: Sarah's records
      publish-author: Sarah
      publish-about: ../texts/about.md
      publish-notes: on
      publish-ratings: on
      publish-indexing: on
      publish-colour: #FF8800
      publish-background: #fFfFfF
      publish-templates: ../mine
      publish-remote: nas:log
      """)
    #expect(settings.url == "https://example.org/records")
    #expect(settings.choice == .tag("Best of 2026"))
    #expect(settings.title == "Sarah's records" && settings.author == "Sarah")
    #expect(settings.about == "/srv/texts/about.md")
    #expect(settings.showsNotes && settings.isIndexed)
    #expect(settings.colour == "#ff8800" && settings.background == "#ffffff")
    #expect(settings.templates == ["/srv/mine"])
    #expect(settings.remote == "nas:log")
    #expect(try publishing("publish-title: Mine").author == "Mine")
  }

  @Test func `the files of publishing lie in the data folder`() throws {
    let configuration = try parse("")
    #expect(configuration.publishedDatabase == "/srv/data/published.db")
    #expect(configuration.publishingMarker == "/srv/data/publishing")
    #expect(configuration.unsentMarker == "/srv/data/published-unsent")
  }

  @Test func `the host's own templates come first, and the installed ones fill the gaps`() throws {
    let folder = try TemporaryFolder()
    let installation = folder.file("share")
    func folders(_ lines: String) throws -> [String]? {
      let text = "data: data\nsite: site\ntemplates: mine\npublish-to: log\n\(lines)"
      let file = try folder.write(text, to: "albumscan")
      return try Configuration(reading: file, installation: installation).publishing?.templates
    }
    let installed = folder.file("share/templates/published")
    #expect(try folders("") == [installed])
    #expect(try folders("publish-templates: few") == [folder.file("few")])
    try folder.write("", to: "share/templates/published/front.mustache")
    #expect(try folders("") == [installed])
    #expect(try folders("publish-templates: few") == [folder.file("few"), installed])
    try folder.write("", to: "mine/published/front.mustache")
    let own = folder.file("mine/published")
    #expect(try folders("") == [own, installed])
    #expect(try folders("publish-templates: few") == [folder.file("few"), own, installed])
    #expect(try folders("publish-templates: mine/published") == [own, installed])
  }

  @Test(arguments: PublishSettings.keys)
  func `a key of the published log needs publish-to`(key: String) {
    let values = [
      "publish-url": "https://example.org", "publish": "all", "publish-notes": "on",
      "publish-ratings": "on", "publish-indexing": "off",
      "publish-pictures": "off", "publish-colour": "#000000",
      "publish-background": "#000000",
      "publish-remote": "nas:log",
    ]
    expectRefusal(
      "contact: me\n\(key): \(values[key] ?? "x")", line: 4,
      "\"\(key)\" needs \"publish-to: FOLDER\"")
  }

  /// Every key of the settings is in `PublishSettings.keys`, except `publish-to`.
  @Test func `the list of keys is complete`() throws {
    do throws(ConfigurationError) {
      _ = try parse("unknown: 1")
      Issue.record("an unknown key was accepted")
    } catch {
      let known = error.message.split { ", ".contains($0) }.filter { $0.hasPrefix("publish") }
      #expect(known.map(String.init) == (PublishSettings.keys + ["publish-to"]).sorted())
    }
  }

  @Test(arguments: [
    ("publish", "some", "is chosen, all, or tag:NAME"), ("publish", "ALL", "tag:NAME"),
    ("publish", "tag", "tag:NAME"), ("publish", "tag:", "names one tag"),
    ("publish", "tag: \u{A0}", "names one tag"), ("publish", "tag:a,b", "without a comma"),
    ("publish", "tag:a\u{7}b", "names one tag"),
    ("publish", "tag:" + String(repeating: "a", count: 51), "at most 50 characters"),
    ("publish-colour", "green", "a colour such as #00DE52"),
    ("publish-colour", "#0d5", "a colour such as"), ("publish-colour", "00de52", "a colour"),
    ("publish-background", "#00de5g", "a colour"), ("publish-background", "#00de5200", "a colour"),
    ("publish-background", "#0000é", "a colour"),
    ("publish-url", "example.org", "the address of the published log such as https://"),
    ("publish-url", "ftp://example.org", "the address"), ("publish-url", "https://", "the address"),
    ("publish-url", "https:///records", "the address"),
    ("publish-url", "https://example.org/?page=1", "without a query"),
    ("publish-url", "https://example.org/a#b", "the address"),
    ("publish-url", "https://me@example.org", "the address"),
    ("publish-url", "https://example.org/a b", "the address"),
    ("publish-url", "https://example.org/a//b", "the address"),
    ("publish-url", "https://example.org/a/../b", "the address"),
    ("publish-url", "https://example.org/\"", "the address"),
    ("publish-url", "https://example.org/100%", "the address"),
    ("publish-url", "https://example.org/%zz", "the address"),
    ("publish-url", "https://müsik.example", "the address"),
    ("publish-title", String(repeating: "t", count: 101), "at most 100 characters"),
    ("publish-author", "a\u{1B}b", "no control character"),
    ("publish-notes", "yes", "\"on\" or \"off\""), ("publish-ratings", "yes", "\"on\" or \"off\""),
    ("publish-indexing", "1", "\"on\" or \"off\""),
    ("publish-remote", "log", "a place such as REMOTE:PATH"),
    ("publish-remote", "-v:log", "a place such as REMOTE:PATH"),
    ("publish-remote", ":local:log", "the absolute path"),
  ])
  func `a mistake names its line and the remedy`(key: String, value: String, message: String) {
    expectRefusal("publish-to: /srv/log\n\(key): \(value)", line: 4, message)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("https://[::1]:1/a", "https://[::1]:1/a"),
    ("https://a.example//", "https://a.example"),
    ("https://a.example/~me/m%C3%BCsik", "https://a.example/~me/m%C3%BCsik"),
  ])
  func `an address may have a port and a path`(value: String, url: String) throws {
    #expect(try publishing("publish-url: \(value)").url == url)
  }

  @Test(arguments: [
    ("tag:Jazz", "Jazz"), ("tag:tag:x", "tag:x"), ("tag:e\u{301}t\u{e9}", "e\u{301}t\u{e9}"),
    ("tag:" + String(repeating: "ü", count: 50), String(repeating: "ü", count: 50)),
  ])
  func `a tag is any text that a find may have as a tag`(value: String, tag: String) throws {
    #expect(try publishing("publish: \(value)").choice == .tag(tag))
  }

  /// The lines, the line of the error, and a part of the message. `data` is /srv/data, `site` is
  /// /srv/site.
  static let overlaps: [(lines: String, line: Int?, message: String)] = [
    ("publish-to: /srv/data", 3, "must not overlap with data (/srv/data)"),
    ("publish-to: /srv/data/log", 3, "must not overlap with data"),
    ("publish-to: /srv/x/../data/log", 3, "must not overlap with data"),
    ("publish-to: ../site", 3, "must not overlap with site (/srv/site)"),
    ("publish-to: /srv/site/log", 3, "name a folder of its own"),
    ("publish-to: /srv", 3, "must not overlap with data"),
    ("publish-to: /", 3, "must not overlap with data"),
    ("publish-to: .", 3, "must not contain the control file"),
    ("publish-to: /srv/log\npublish-about: /srv/log/about.md", 4, "publish-about (/srv/log/"),
    ("publish-to: /srv/log\npublish-templates: /srv/log/mine", 4, "name another folder"),
    ("publish-to: /usr/share", 3, "publish-templates (/usr/share/albumscan/templates/published)"),
    ("templates: /srv/log/mine\npublish-to: /srv/log", 3, "templates (/srv/log/mine)"),
    ("public: /srv/p\npublish-to: /srv/p/log", 4, "must not lie inside public (/srv/p)"),
    ("templates: /srv/t\npublish-to: /srv/t/published/log", 4, "inside templates (/srv/t)"),
    ("prompts: /srv/p\npublish-to: /srv/p", 3, "prompts (/srv/p) must not lie inside publish-to"),
    ("prompts: /srv/p\npublish-to: /srv/p/log", 4, "must not lie inside prompts (/srv/p)"),
    ("words: /srv/w\npublish-to: /srv/w/log", 4, "must not lie inside words (/srv/w)"),
    ("publish-to: /usr/share/albumscan/public/log", 3, "must not lie inside public (/usr/share/"),
    ("publish-templates: /srv/m\npublish-to: /srv/m/log", 4, "inside publish-templates (/srv/m)"),
    (
      "public: /srv/p\npublish-to: /srv/log\npublish-remote: /srv/p/sent", 5,
      "must not overlap with public (/srv/p)"
    ),
    ("publish-to: /l\ntemplates: /t/own\npublish-remote: /t", 5, "overlap with templates (/t/own)"),
    ("publish-to: /l\nprompts: /p\npublish-remote: :local:/p", 5, "overlap with prompts (/p)"),
    ("publish-to: /l\nwords: /w\npublish-remote: /w/x", 5, "must not overlap with words (/w)"),
    ("publish-to: /l\npublish-about: /a/b.md\npublish-remote: /a", 5, "publish-about (/a/b.md)"),
    ("publish-to: /l\npublish-remote: /srv/etc", 4, "with publish-about (/srv/etc/about.md)"),
    ("publish-to: /l\npublish-about: /a.md\npublish-remote: /srv/etc", 5, "the control file"),
    ("backup-to: /srv/log\npublish-to: /srv/log", 3, "backup-to (/srv/log) must not lie inside"),
    ("backup-to: :local:/srv/log/b\npublish-to: /srv/log", 3, "which strangers read"),
    ("publish-to: /srv/log\npublish-remote: /srv/log", 4, "must not overlap with publish-to"),
    ("publish-to: /srv/log\npublish-remote: /srv/log/sent", 4, "name a folder of its own"),
    ("publish-to: /srv/log\npublish-remote: /srv/data/sent", 4, "must not overlap with data"),
    ("publish-to: /srv/log\npublish-remote: /srv/site", 4, "must not overlap with site"),
    ("publish-to: /srv/log\npublish-remote: /", 4, "must not overlap with data"),
    ("publish-to: /srv/log\npublish-remote: /srv/a/../site/x/", 4, "must not overlap with site"),
    ("publish-to: /srv/log\npublish-remote: :local:/srv/data", 4, "must not overlap with data"),
    (
      "publish-to: /srv/log\npublish-remote: :local,copy_links=true:/srv/data", 4,
      "must not overlap with data"
    ),
    (
      "publish-to: /srv/log\nbackup-to: nas:records/backups\npublish-remote: nas:records/", 5,
      "must not contain backup-to (nas:records/backups)"
    ),
    ("publish-to: /l\nbackup-to: nas:x\npublish-remote: nas:", 5, "must not contain backup-to"),
    ("publish-to: /l\nbackup-to: nas:x\npublish-remote: nas:x", 5, "must not contain backup-to"),
    ("publish-to: /l\nbackup-to: /b/c\npublish-remote: :local:/b", 5, "must not contain"),
  ]

  @Test(arguments: overlaps)
  func `publishing never deletes or reveals other files`(
    lines: String, line: Int?, message: String
  ) {
    expectRefusal(lines, line: line, message)
  }

  @Test(arguments: [
    "publish-to: /srv/data-log", "publish-to: /srv/sites", "publish-to: ../log",
    "publish-to: /srv/log\npublish-remote: /srv/log2",
    "publish-to: /srv/log\npublish-remote: nas:/srv/data",
    "publish-to: /srv/log\nbackup-to: nas:records2\npublish-remote: nas:records",
    "publish-to: /srv/log\nbackup-to: nas:\npublish-remote: nas:log",
    "publish-to: /srv/log\nbackup-to: other:log\npublish-remote: nas:log",
  ])
  func `places beside each other are accepted`(lines: String) throws {
    #expect(try parse(lines).publishing != nil)
  }

  /// The folder contains `data`, `site`, and links to them. The rows below have `publish-to` and
  /// `publish-remote`.
  @Test(arguments: [
    ("to-data", "away", "must not overlap with data"), ("to-site/log", "away", "overlap with site"),
    ("to-root", "away", "must not overlap with data"), ("log", "to-data/x", "overlap with data"),
    ("log", "to-site", "must not overlap with site"), ("log", "to-log", "overlap with publish-to"),
    ("log", "to-root", "must not overlap with data"),
  ])
  func `symbolic links hide no overlap`(to: String, remote: String, message: String) throws {
    let folder = try TemporaryFolder()
    for name in ["root/data", "root/site", "log"] { try Files.makeDirectories(folder.file(name)) }
    for (link, target) in [
      ("to-data", "root/data"), ("to-site", "root/site"), ("to-root", "root"), ("to-log", "log"),
    ] { #expect(symlinkFolder(folder.file(target), folder.file(link))) }
    let text = """
      data: root/data
      site: root/site
      publish-to: \(to)
      publish-remote: \(folder.file(remote))
      """
    let file = try folder.write(text, to: "albumscan")
    do throws(ConfigurationError) {
      _ = try Configuration(reading: file, installation: "/usr/share/albumscan")
      Issue.record("\(to) and \(remote) were accepted")
    } catch {
      #expect(error.message.contains(message), "\(error)")
    }
  }

  @Test func `a folder behind a link is named without the link`() throws {
    let folder = try TemporaryFolder()
    try Files.makeDirectories(folder.file("disk"))
    #expect(symlinkFolder(folder.file("disk"), folder.file("link")))
    let file = try folder.write("data: data\nsite: site\npublish-to: link/log\n", to: "albumscan")
    let settings = try Configuration(reading: file, installation: "/usr/share/albumscan").publishing
    let root = try #require(Files.realPath(folder.path))
    #expect(settings?.folder == "\(root)/disk/log")
  }
}
