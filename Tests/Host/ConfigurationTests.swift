// The control file: the meaning of its settings, and the line number in every error.

import Host
import Support
import Testing

@Suite struct ConfigurationTests {
  private func parse(_ text: String) throws(ConfigurationError) -> Configuration {
    try Configuration(
      Array(text.utf8), file: "/srv/albums/cgi-bin/albumscan", installation: "/usr/share/albumscan")
  }

  @Test func `a control file needs only data and site`() throws {
    let configuration = try parse("#!/usr/bin/albumscan-cgi\ndata: ../data\nsite: /srv/www\n")
    #expect(configuration.data == "/srv/albums/data")
    #expect(configuration.site == "/srv/www")
    #expect(configuration.templates == "/usr/share/albumscan/templates")
    #expect(configuration.baseURL == "http://127.0.0.1:8017")
    #expect(configuration.provider == nil)
    #expect(!configuration.isOpenToLAN)
    #expect(!configuration.usesHTTPS)
    #expect(configuration.certificatePort == 8018)
    #expect(configuration.services.monthlyCapMicrodollars == 10_000_000)
    #expect(configuration.services.modelTimeoutSeconds == 90)
    #expect(configuration.scansAtOnce == 4)
  }

  @Test func `every key is read`() throws {
    let configuration = try parse(
      """
      data: ../data
      site: ../site
      templates: t
      base-url: https://records.example/
      contact: host@example.org
      provider: anthropic
      monthly-cap: 2.50
      model-timeout: 30 s
      insecure-lan: on
      https: on
      certificate-port: 9018
      pages: protected
      scans-at-once: 32
      worker: systemd
      musicbrainz-url: http://127.0.0.1:9000/ws/2/
      identify-model: gpt-6-luna
      own-network: Box.example.org, .tail1234.ts.net 203.0.113.5
      """)
    #expect(configuration.templates == "/srv/albums/cgi-bin/t")
    #expect(configuration.baseURL == "https://records.example")
    #expect(configuration.contact == "host@example.org")
    #expect(configuration.provider == .anthropic)
    #expect(configuration.services.monthlyCapMicrodollars == 2_500_000)
    #expect(configuration.services.modelTimeoutSeconds == 30)
    #expect(configuration.isOpenToLAN)
    #expect(configuration.usesHTTPS)
    #expect(configuration.certificatePort == 9018)
    #expect(configuration.pages == .protected)
    #expect(configuration.scansAtOnce == 32)
    #expect(configuration.workerStart == .systemd)
    #expect(configuration.services.musicBrainzURL == "http://127.0.0.1:9000/ws/2")
    #expect(configuration.services.identifyModel == "gpt-6-luna")
    #expect(
      configuration.services.ownHosts == ["box.example.org", ".tail1234.ts.net", "203.0.113.5"])
  }

  @Test(arguments: [
    ("data: d\nsite: s\nscans-at-once: 0", 3, "a number from 1 to 64"),
    ("data: d\nsite: s\nworker: cron", 3, "\"worker\" is one of process, systemd, not \"cron\""),
    ("data: d\nsite: s\nshelf-call-limit: 101", 3, "a number from 0 to 100"),
    ("site: s", nil, "\"data: <folder>\" is missing"),
    ("data: d\nsite: s\nvolume: 11", 3, "\"volume\" is no key"),
    ("data: d\nsite: s\ninsecure-lan: yes", 3, "\"on\" or \"off\", not \"yes\""),
    (
      "data: d\nsite: s\nprovider: bard", 3,
      "one of openai, openai-compatible, anthropic, gemini, sample"
    ),
    ("data: d\ndata: e\nsite: s", 2, "set twice"),
    ("data: d\nnonsense\nsite: s", 2, "expected \"key: value\""),
    ("site: s\ndata: s/data", 2, "must not lie inside site"),
    ("data: d\nsite: d/site", 2, "must not lie inside data"),
    ("data: d\nsite: d", 1, "must not lie inside site"),
    ("data: d\nsite: s\nbase-url: records.example", 3, "the site's own address"),
    ("data: d\nsite: s\nbase-url: http://a/b", 3, "the site's own address"),
    ("data: d\nsite: s\nmonthly-cap: much", 3, "an amount such as 10"),
    ("data: d\nsite: s\nmonthly-cap: -1", 3, "an amount such as 10"),
    ("data: d\nsite: s\nmodel-timeout: 0", 3, "a number of seconds"),
    ("data: d\nsite: s\ncertificate-port: 0", 3, "a port from 1 to 65535"),
    ("data: d\nsite: s\ncertificate-port: 65536", 3, "a port from 1 to 65535"),
    ("data: d\nsite: s\nopenai-url: ftp://x", 3, "an address such as"),
    ("data: d\nsite: s\nown-network: http://x", 3, "a list of hosts such as"),
    ("data: d\nsite: s\nown-network: .", 3, "a list of hosts such as"),
    ("data: d\nsite: s\nown-network: 10.0.0.0/8", 3, "a list of hosts such as"),
    ("data: d\nsite: s\nbackup-to: backups", 3, "a place such as REMOTE:PATH"),
    ("data: d\nsite: s\nbackup-to: -v:x", 3, "a place such as REMOTE:PATH"),
    ("data: /d\nsite: /s\nbackup-to: /d", 3, "must not lie inside /d"),
    ("data: /d\nsite: /s\nbackup-to: /s/backups", 3, "must not lie inside /s"),
    ("data: /d\nsite: /s\nbackup-to: :local:/d/backups", 3, "must not lie inside /d"),
    ("data: /d\nsite: /s\nbackup-to: /x/../s/backups", 3, "must not lie inside /s"),
    ("data: /d\nsite: /s\nbackup-to: :local:backups", 3, "the absolute path of the folder"),
    ("data: /d\nsite: /", 1, "must not lie inside site"),
    ("data: /d\nsite: /s\nrclone-config: /d/rclone.conf", 3, "must not lie inside /d"),
    ("data: /d\nsite: /s\nrclone-config: /s/rclone.conf", 3, "put it beside the control file"),
    (
      "data: /d\nsite: /s\npublish-to: /p\nrclone-config: /p/rclone.conf", 4,
      "must not lie inside /p"
    ),
  ])
  func `a mistake names its line and the remedy`(text: String, line: Int?, message: String) {
    do throws(ConfigurationError) {
      _ = try parse(text)
      Issue.record("\(text) was accepted")
    } catch {
      #expect(error.line == line)
      #expect(error.message.contains(message), "\(error)")
    }
  }

  @Test func `a control file that does not exist is named once, with the option`() throws {
    do {
      _ = try Configuration(reading: "/none/albumscan", installation: "/usr/share/albumscan")
      Issue.record("it was read")
    } catch {
      #expect(
        "\(error)"
          == "/none/albumscan: there is no such file; --config FILE names the control file")
    }
  }

  @Test func `a language without a catalogue names its line and the languages`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "data: data\nsite: site\nwords: words\nlanguage: fr\n", to: "albumscan")
    for name in ["albumscan.pot", "de.po", "it.po"] { try folder.write("", to: "words/\(name)") }
    let configuration = try Configuration(reading: file, installation: "/usr/share/albumscan")
    do {
      try configuration.refuseMissingCatalogue()
      Issue.record("it was accepted")
    } catch {
      #expect(error.line == 4 && error.message.contains("the languages are de, en, it"), "\(error)")
    }
    try folder.write("", to: "words/fr.po")
    try configuration.refuseMissingCatalogue()
  }

  @Test func `data and site behind symbolic links are resolved once`() throws {
    let folder = try TemporaryFolder()
    for name in ["disk/data", "web"] { try Files.makeDirectories(folder.file(name)) }
    #expect(symlinkFolder(folder.file("disk/data"), folder.file("data")))
    #expect(symlinkFolder(folder.file("disk"), folder.file("elsewhere")))
    let file = try folder.write("data: data\nsite: elsewhere/site\n", to: "albumscan")
    let configuration = try Configuration(reading: file, installation: "/usr/share/albumscan")
    let root = try #require(Files.realPath(folder.path))
    #expect(configuration.data == "\(root)/disk/data")
    // The folder does not exist yet: only the existing part of its path is resolved.
    #expect(configuration.site == "\(root)/disk/site")
  }

  @Test func `a site inside the data folder is refused, also behind a link`() throws {
    let folder = try TemporaryFolder()
    try Files.makeDirectories(folder.file("data/site"))
    #expect(symlinkFolder(folder.file("data/site"), folder.file("site")))
    let file = try folder.write("data: data\nsite: site\n", to: "albumscan")
    #expect(throws: ConfigurationError.self) {
      try Configuration(reading: file, installation: "/usr/share/albumscan")
    }
  }

  @Test func `the installed patterns are used if the host's prompts have none`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("data: data\nsite: site\nprompts: mine\n", to: "albumscan")
    let configuration = try Configuration(reading: file, installation: folder.file("share"))
    #expect(configuration.moneyPatterns(of: "en") == folder.file("share/prompts/money/en.txt"))
    try folder.write("price\n", to: "mine/money/en.txt")
    #expect(configuration.moneyPatterns(of: "en") == folder.file("mine/money/en.txt"))
    #expect(configuration.moneyPatterns(of: "de") == folder.file("share/prompts/money/de.txt"))
  }

  @Test func `without patterns for the pages' language reviews are in English`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("data: data\nsite: site\nlanguage: fr\n", to: "albumscan")
    let configuration = try Configuration(reading: file, installation: folder.file("share"))
    #expect(configuration.language == "fr" && configuration.reviewLanguage == "en")
    try folder.write("prix\n", to: "share/prompts/money/fr.txt")
    #expect(configuration.reviewLanguage == "fr")
  }
}
