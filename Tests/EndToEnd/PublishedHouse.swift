// The published log of the finds that the tour shows, as strangers get it: files below a path of a web
// server, without a program. Its texts are long, in several scripts and directions; its finds have tags,
// notes, places, sources, pictures of the host, and days of several years. One find is not public.

import Albums
import Host
import Store
import Support

final class PublishedHouse: Sendable {
  /// The path at the server.
  static let path = "/project"

  /// The setting `publish-url`. A test serves the files at another host, with the same path.
  static let url = "https://records.example\(path)"

  /// The title of the only find that is not public.
  static let secret = "Philosophy of the World"

  /// The folder of the files. Tests only read it.
  let files: String

  /// A folder for files of the test.
  let folder: TemporaryFolder
  private let server: StaticServer

  var origin: String { server.origin }

  /// The address of the front page, without the slash at its end.
  var address: String { "\(server.origin)\(Self.path)" }

  /// `language` is a language of `words`, or `qps`: English with texts that are 40 % longer.
  init(language: String = "en") throws {
    files = try Self.files(in: language)
    folder = try TemporaryFolder()
    server = try StaticServer(files: files, below: Self.path)
  }

  /// The folder with the files of the published log. `albumscan publish` writes it once in each run
  /// of the tests.
  static func files(in language: String) throws -> String {
    let made = try Fixtures.folder("published-\(language)") { folder in
      let words = try TemporaryFolder()
      let installation = try published(in: language, words: words)
      let output = try Programs.run(
        "/bin/cp", ["-R", installation.publicLog, "\(folder)/log"], input: "/dev/null",
        limit: 1 << 16, timeoutMilliseconds: 60_000)
      guard output.exitCode == 0 else { throw InstallationError.failed("cp: \(output.exitCode)") }
      withExtendedLifetime((installation, words)) {}
    }
    return "\(made)/log"
  }

  /// An installation with a published log.
  private static func published(
    in language: String, words: TemporaryFolder
  ) throws -> Installation {
    var settings =
      TourHouse.deadServices + [
        "language: \(language)", "publish-to: ../public-log", "publish: chosen",
        "publish-url: \(url)", "publish-title: Records & Ferries, found by the sea",
        "publish-author: Ada Ferry", "publish-notes: on",
      ]
    if language == "qps" {
      try PseudoLanguage.writeLongWords(to: words.path, name: language)
      settings.append("words: \(words.path)")
    }
    let installation = try Installation(settings: settings.joined(separator: "\n"))
    try installation.copyData("published-data") { try withPublicFinds() }
    try installation.folder.write(about, to: "cgi-bin/about.md")
    let told = try installation.told(["publish"])
    guard told.code == 0, Files.exists("\(installation.publicLog)/404.html") else {
      throw InstallationError.failed("publish: \(told.text)")
    }
    return installation
  }

  /// An installation with the finds of the tour. All of them but one are public, and one shows a picture
  /// of the host.
  private static func withPublicFinds() throws -> Installation {
    let installation = try Installation(
      settings: TourHouse.deadServices.joined(separator: "\n"))
    try TourHouse.copyLog(to: installation)
    let store = try installation.store()
    let finds = try store.newestFinds(100)
    let chosen = finds.filter { $0.album.title != secret }
    guard chosen.count < finds.count, let bare = chosen.first(where: { $0.scan == nil }) else {
      throw InstallationError.failed("the log of the tour has other finds than this file expects")
    }
    let picture = try installation.told(["artwork", bare.id.text, Sample.cover])
    guard picture.code == 0 else { throw InstallationError.failed("artwork: \(picture.text)") }
    var change = FindEdit()
    change.publicChoice = .set(.yes)
    let edit = EditID(randomBytes: Array(repeating: 93, count: EditID.randomByteCount))
    _ = try store.edit(chosen.map(\.id), change, as: edit, by: .owner, at: Household.now)
    return installation
  }

  /// The text of the front page.
  private static let about = """
    Records that were found **by the sea**, in the shops of three harbours, and now and then in the
    Schallplattenfachgeschäft of a railway station.

    - [The first shop](https://shop.example/) opens on Sundays
    - 海の見えるレコード店, and الميناء
    """
}

// MARK: Its pages

/// A page of the published log.
struct PublishedPage: Sendable {
  let name: String

  /// The path below the address of the published log: `/history/`.
  let path: String
}

/// An album page of the published log.
struct PublishedAlbum: Sendable {
  let title: String
  let path: String

  /// The source of the page.
  let page: String
}

extension PublishedHouse {
  /// The kinds of index pages.
  static let indexes = ["artists", "years", "tags", "tiers", "genres", "labels", "places"]

  /// Pages of each kind: the newest month, the newest year, the index pages with the longest and
  /// the shortest address, and all album pages.
  func pages() throws -> [PublishedPage] {
    let albums = try albums().enumerated().map { number, album in
      PublishedPage(name: "album-\(number)", path: album.path)
    }
    let indexes = try Self.indexes.flatMap { kind in
      let pages = try folders(in: kind).sorted { ($0.count, $0) < ($1.count, $1) }
      let ends = Set([pages.first, pages.last].compactMap(\.self)).sorted()
      return [PublishedPage(name: kind, path: "/\(kind)/")]
        + ends.enumerated().map {
          PublishedPage(name: "\(kind)-page-\($0)", path: "/\(kind)/\($1)/")
        }
    }
    let months = try folders(in: "history").sorted()
    let year = try folders(in: "statistics").max() ?? ""
    return [
      PublishedPage(name: "front", path: "/"), PublishedPage(name: "history", path: "/history/"),
      PublishedPage(name: "history-month", path: "/history/\(months.last ?? "")/"),
      PublishedPage(name: "history-first-month", path: "/history/\(months.first ?? "")/"),
      PublishedPage(name: "statistics", path: "/statistics/"),
      PublishedPage(name: "statistics-year", path: "/statistics/\(year)/"),
      PublishedPage(name: "not-found", path: "/404.html"),
    ] + indexes + albums
  }

  /// All albums, by their titles.
  func albums() throws -> [PublishedAlbum] {
    try folders(in: "album").map { id in
      let page = String(decoding: try Files.read("\(files)/album/\(id)/index.html"), as: UTF8.self)
      let title = page.firstMatch(of: #/<bdi class="title">([^<]*)<\/bdi>/#)?.output.1 ?? ""
      return PublishedAlbum(title: String(title), path: "/album/\(id)/", page: page)
    }.sorted { ($0.title, $0.path) < ($1.title, $1.path) }
  }

  /// The album page with this title, in the spelling of the page.
  func album(_ title: String) throws -> PublishedAlbum {
    guard let album = try albums().first(where: { $0.title == title }) else {
      throw InstallationError.failed("the published log has no \(title)")
    }
    return album
  }

  private func folders(in folder: String) throws -> [String] {
    try Files.entries(of: "\(files)/\(folder)").filter {
      Files.isDirectory("\(files)/\(folder)/\($0)")
    }
  }
}
