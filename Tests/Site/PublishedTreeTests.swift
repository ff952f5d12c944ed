// The files of the published log besides its pages and feeds: assets, files for crawlers and servers,
// and the paths that the caller sends.

import Albums
import Host
import Support
import Testing

@testable import Site

@Suite struct PublishedTreeTests {
  private func built(_ appearance: PublishedAppearance = Sample.appearance) throws -> SampleSite {
    let sample = try SampleSite(publishing: appearance)
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    var find = Sample.made(1, artwork: try Sample.artwork(1), review: try Sample.review())
    find.details.tags = [Albums.Tag(stored: "Sea")]
    log.finds = [find]
    try sample.site.build(log.contents)
    return sample
  }

  @Test func `the tree has only the files of public that its pages use`() throws {
    let files = try built().files()
    let assets = files.keys.filter { $0.hasPrefix("assets/") }
      .map { $0.replacing(#/-[0-9a-f]{12}\./#, with: ".").dropFirst("assets/".count) }
    #expect(
      assets.sorted() == [
        "colours.css", "history-view.js", "history.css", "icons-arrow.svg", "icons-book.svg",
        "icons-ground.svg", "icons-record.svg", "index.css", "late.js", "published-album.js",
        "published.js", "say.js", "statistics.css", "style.css", "year.css",
      ])
    #expect(files["faces/own.woff2"] == Array("a typeface".utf8))
    for path in ["sw.js", "manifest.webmanifest", "style.css", "camera.js", "logo.svg"] {
      #expect(files[path] == nil, "\(path)")
    }
  }

  @Test func `scripts and style sheets name other files relative to themselves`() throws {
    let files = try built().files()
    func path(_ name: String) throws -> String {
      try #require(
        files.keys.first { path in
          let rest = path.dropFirst("assets/\(name)-".count)
          return path.hasPrefix("assets/\(name)-") && rest.prefix(12).allSatisfy(\.isHexDigit)
            && rest.dropFirst(12).first == "."
        })
    }
    func text(_ name: String) throws -> String {
      String(decoding: try #require(files[try path(name)]), as: UTF8.self)
    }
    func name(_ name: String) throws -> String { String(try path(name).dropFirst(7)) }
    let script = try text("published")
    #expect(script.contains("from \"./\(try name("say"))\""))
    #expect(script.contains("import(\"./\(try name("late"))\")"))
    #expect(script.contains("say(\"/assets/\(try name("icons-arrow"))\")"))
    #expect(try text("style").contains("url(\"./\(try name("icons-ground"))\")"))
  }

  @Test func `the host's colours are a sheet, and only colours reach it`() throws {
    let sheet = HostColours(of: Sample.appearance).bytes
    #expect(
      String(decoding: sheet, as: UTF8.self)
        == ":root {\n  --host-accent: #c0ffee;\n  --host-ground: #102030;\n}\n")
    for colour in ["red", "#fff", "#12345g", "#123456; }", "url(//x)", ""] {
      let appearance = PublishedAppearance(
        title: "T", author: "A", colour: colour, background: "#000000")
      let text = String(decoding: HostColours(of: appearance).bytes, as: UTF8.self)
      #expect(text == ":root {\n  --host-ground: #000000;\n}\n", "\(colour)")
    }
    let page = try built().text("index.html")
    #expect(page.contains(#/<link rel="stylesheet" href="\./assets/colours-[0-9a-f]{12}\.css">/#))
  }

  @Test(arguments: [
    (
      true, "https://a.example/x",
      "User-agent: *\nAllow: /\n\nSitemap: https://a.example/x/sitemap.xml\n"
    ),
    (true, nil, "User-agent: *\nAllow: /\n"),
    (false, "https://a.example", "User-agent: *\nAllow: /\n"),
    (false, nil, "User-agent: *\nAllow: /\n"),
  ])
  func `crawlers may read every page, and each page says whether they may list it`(
    isIndexed: Bool, url: String?, robots: String
  ) throws {
    let appearance = PublishedAppearance(title: "T", author: "A", url: url, isIndexed: isIndexed)
    let sample = try built(appearance)
    #expect(try sample.text("robots.txt") == robots)
    #expect(try sample.text("_headers").contains("X-Robots-Tag: noindex") != isIndexed)
    for (path, bytes) in try sample.files() where path.hasSuffix(".html") {
      let page = String(decoding: bytes, as: UTF8.self)
      #expect(page.contains("name=\"robots\" content=\"noindex\"") != isIndexed, "\(path)")
    }
  }

  @Test func `headers: pictures and assets for ever, pages never without a question`() throws {
    let text = try built().text("_headers")
    var rules: [(pattern: String, headers: [String])] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") {
        rules[rules.count - 1].headers.append(String(line.dropFirst(2)))
      } else {
        rules.append((String(line), []))
      }
    }
    #expect(rules.count <= 100 && rules.allSatisfy { $0.pattern.count { $0 == "*" } <= 1 })
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 2000 })
    #expect(
      rules.first?.headers.contains("Content-Security-Policy: \(PublishedTemplates.policy)") == true
    )
    let forEver = "Cache-Control: public, max-age=31536000, immutable"
    #expect(
      rules.filter { $0.headers == [forEver] }.map(\.pattern)
        == ["/assets/*", "/album/:find/:picture", "/book/:find/:picture"])
    // Cloudflare joins the values of one header of all rules that match.
    let patterns = rules.filter { $0.headers.contains { $0.hasPrefix("Cache-Control") } }.map(
      \.pattern)
    #expect(Set(patterns).count == patterns.count && !patterns.contains("/*"))
    #expect(patterns.contains("/album/:find/") && patterns.contains("/history/*"))
  }

  @Test func `the header with the policy is left out if the pages have none`() {
    let bytes = HeadersFile(page: Array("<html>".utf8), appearance: Sample.appearance, folders: [])
      .bytes
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Content-Security-Policy"))
  }

  @Test func `what changes is listed once, sorted, and without the lists of a build`() throws {
    let sample = try built()
    let changes = sample.site.takeChanges()
    let files = try sample.files()
    #expect(changes == files.keys.filter { $0 != "assets.txt" && $0 != "public.txt" }.sorted())
    #expect(sample.site.takeChanges().isEmpty)
    try sample.site.build(SampleLog().contents)
    let removed = sample.site.takeChanges()
    let find = "album/\(Sample.find(1))"
    let pictures = try Artwork.sides.map { try "\(find)/\(Sample.artwork(1).fileName(side: $0))" }
    for path in pictures + ["\(find)/index.html", "tags/sea/feed.atom", "index.html"] {
      #expect(removed.contains(path), "\(path)")
    }
    #expect(try SampleSite().site.takeChanges().isEmpty)
  }

  @Test func `two paths with equal texts and different bytes are two changes`() {
    let changes = ChangedPaths()
    let paths = ["tags/\u{1100}\u{1161}/index.html", "tags/\u{AC00}/index.html"]
    for path in paths + paths { changes.add(path) }
    #expect(changes.take().map { Array($0.utf8) } == paths.map { Array($0.utf8) })
    #expect(changes.take().isEmpty)
  }

  @Test func `the archive has all files of the tree except itself and hidden files`() throws {
    let sample = try built()
    for path in ["archive.zip", ".albumscan", "album/.tmp-1-x", ".well-known/x", "CNAME"] {
      try Files.makeDirectories(Files.parent(of: "\(sample.root)/\(path)"))
      try Files.replace("\(sample.root)/\(path)", with: [1], durably: false)
    }
    let paths = try sample.site.archivePaths()
    #expect(paths.contains("CNAME") && paths.contains("index.html") && paths.contains("feed.atom"))
    let left = Set(try sample.files().keys).subtracting(paths)
    #expect(
      left == [
        "archive.zip", ".albumscan", "album/.tmp-1-x", ".well-known/x", "assets.txt", "public.txt",
      ])
    #expect(paths == paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test func `one find changes at most 14 files, and the rest waits for the summary pages`() throws
  {
    let sample = try SampleSite(publishing: Sample.appearance)
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    for number in 1...150 {
      log.finds.append(Sample.made(number, daysBefore: number / 10, review: try Sample.review()))
    }
    try sample.site.build(log.contents)
    _ = sample.site.takeChanges()
    var find = Sample.made(200, artwork: try Sample.artwork(1), review: try Sample.review())
    find.details.tags = [Albums.Tag(stored: "Sea")]
    log.finds.append(find)
    try sample.site.follow(find, in: log)
    let changes = sample.site.takeChanges()
    #expect(changes.count <= 14, "\(changes)")
    let kinds = Set(changes.map { $0.split(separator: "/")[0] })
    #expect(kinds == ["album", "feed.atom", "feed.json", "history", "search"], "\(changes)")
  }

  @Test func `each choice of the host, and each template, makes another digest`() throws {
    func digest(
      _ appearance: PublishedAppearance, _ change: (String) throws -> Void = { _ in }
    ) throws -> String {
      let sample = try SampleSite(publishing: appearance, change: change)
      return try withExtendedLifetime(sample) { try sample.site.inputsDigest(program: "1") }
    }
    let appearances = [
      PublishedAppearance(title: "T", author: "A"), PublishedAppearance(title: "U", author: "A"),
      PublishedAppearance(title: "T", author: "B"),
      PublishedAppearance(title: "T", author: "A", about: "x"),
      PublishedAppearance(title: "T", author: "A", url: "https://a.example"),
      PublishedAppearance(title: "T", author: "A", isIndexed: true),
      PublishedAppearance(title: "T", author: "A", colour: "#123456"),
      PublishedAppearance(title: "T", author: "A", background: "#123456"),
      PublishedAppearance(title: "T", author: "A", showsNotes: true),
    ]
    var digests = try appearances.map { try digest($0) }
    for path in ["published/front.mustache", "public/style.css", "public/faces/own.woff2"] {
      digests.append(
        try digest(appearances[0]) { folder in
          let bytes = try Files.read("\(folder)/\(path)")
          try Files.replace("\(folder)/\(path)", with: bytes + [10], durably: false)
        })
    }
    #expect(Set(digests).count == digests.count)
    #expect(try digest(appearances[0]) == digests[0])
    let unused = try digest(appearances[0]) { folder in
      try Files.replace("\(folder)/public/camera.js", with: [10], durably: false)
    }
    #expect(unused == digests[0], "no page uses the file")
  }

  @Test func `a host's folder with one template changes no other page`() throws {
    let plain = try SampleSite(publishing: Sample.appearance)
    let own = try SampleSite(
      publishing: Sample.appearance,
      change: { folder in
        try Files.makeDirectories("\(folder)/own")
        try Files.replace(
          "\(folder)/own/_foot.mustache", with: Array("<p>mine</p>".utf8), durably: false)
      })
    var log = SampleLog()
    log.finds = [Sample.made(1, review: try Sample.review())]
    for sample in [plain, own] { try sample.site.build(log.contents) }
    // These pages have a foot, and their templates are those of the household.
    let withFoot = ["artists/index.html", "statistics/index.html", "years/1971/index.html"]
    for path in withFoot { #expect(try own.text(path).contains("<p>mine</p>"), "\(path)") }
    for path in ["index.html", "history/index.html", "album/\(Sample.find(1))/index.html"] {
      #expect(try own.text(path) == plain.text(path), "\(path)")
    }
  }

  @Test func `a template of the published log comes before the household's`() throws {
    let folder = try TemporaryFolder()
    try folder.write("own {{words.common.skip}}", to: "own/page.mustache")
    try folder.write("shared", to: "shared/page.mustache")
    try folder.write("other {{> page}}", to: "shared/other.mustache")
    let templates = try Templates(
      directories: [folder.file("own"), folder.file("shared")], words: Sample.words)
    #expect(templates.has("page") && templates.has("other"))
    let sources = try TemplateSources(directories: [folder.file("own"), folder.file("shared")])
    #expect(try sources.text(of: "page").hasPrefix("own"))
    #expect(try sources.text(of: "other").hasPrefix("other"))
    #expect(sources.names == ["other", "page"])
    #expect(throws: SiteError.template("third", "there is no such template")) {
      try sources.text(of: "third")
    }
  }
}
