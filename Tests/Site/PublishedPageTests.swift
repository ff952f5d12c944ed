// The pages of the published log: the data that strangers see, and the data that they never see.

import Albums
import Host
import Support
import Testing
import Text

@testable import Site

@Suite struct PublishedPageTests {
  /// A find with a text of its own in every field that is private.
  static func secretive() throws -> Find {
    let album = Album(
      artist: "The Night Ferries", title: "Paper Moon Motel", year: 1971, genres: ["Dream Pop"],
      recordLabel: "Lantern Records", artwork: try Sample.artwork(1))
    let other = Album(
      artist: "Canary Artist", title: "Canary Title", artwork: try Sample.artwork(2))
    return Find(
      id: Sample.find(1), scan: ScanID(unchecked: "canaryscancanaryscancanary"),
      found: Sample.moment(daysBefore: 0), isSure: true, album: album,
      review: try Sample.citedReview(), unreviewed: .priceUnknown(model: "canary-model"),
      evidence: Evidence(.model(.high, isSettled: true), picture: .different),
      candidates: [NamedCandidate(id: "7", album: other, reason: "canary reason")],
      job: JobNotice(topic: .review, isUnderWay: false, failure: .foreignLink(site: "canary.site")),
      hasOwnArtwork: true, feedID: "https://canary.private/album/1/",
      finder: PersonName(stored: "Canary Person"),
      details: FindDetails(
        status: .have, tags: [Albums.Tag(stored: "Sea")], note: "canary *note*", place: "Harbour",
        publicChoice: .yes))
  }

  private func files(
    _ appearance: PublishedAppearance, _ finds: [Find], like keep: [Int] = [1, 2]
  ) throws -> [String: String] {
    let sample = try SampleSite(publishing: appearance)
    for number in keep { try sample.keep(try Sample.artwork(number)) }
    var log = SampleLog()
    log.finds = finds
    try sample.site.build(log.contents)
    return try sample.files().mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `no private field of a find is in any file`() throws {
    let files = try files(Sample.appearance, [try Self.secretive()])
    for (path, text) in files {
      #expect(!text.lowercased().contains("canary"), "\(path)")
      #expect(!text.contains("cgi-bin") && !text.contains("/scan/"), "\(path)")
      #expect(!text.contains("<form") && !text.contains("<button"), "\(path)")
    }
    let candidate = try Sample.artwork(2).stem
    #expect(!files.keys.contains { $0.contains(candidate) }, "the picture of a candidate")
    #expect(!files.keys.contains { $0.hasPrefix("scan/") || $0.hasPrefix("error/") })
  }

  @Test func `a note is shown only if the host chose it`() throws {
    let appearance = PublishedAppearance(title: "T", author: "A", showsNotes: true)
    let page = "album/\(Sample.find(1))/index.html"
    #expect(
      try #require(try files(appearance, [Self.secretive()])[page]).contains("canary <em>note</em>")
    )
    #expect(
      try !#require(try files(Sample.appearance, [Self.secretive()])[page]).contains("canary"))
  }

  @Test(arguments: [false, true])
  func `an own rating is in pages and search only if the host chose it`(isShown: Bool) throws {
    var find = try Self.secretive()
    find.details.ownRating = Rating(tenths: 87)
    let appearance = PublishedAppearance(title: "T", author: "A", showsRatings: isShown)
    let sample = try SampleSite(settings: SiteSettings(publishing: appearance, words: Sample.words))
    var log = SampleLog()
    log.finds = [find, Sample.made(2, daysBefore: 3)]
    try sample.site.build(log.contents)
    let album = try sample.text("album/\(find.id)/index.html")
    #expect(album.contains(#"href="../../history/?own=8.5">8.7</a>"#) == isShown)
    let history = try sample.text("history/index.html")
    #expect(history.contains("Own rating: <span>8.7</span>") == isShown)
    let shards = try sample.files().filter { $0.key.hasPrefix("search/") }
      .map { String(decoding: $0.value, as: UTF8.self) }
    #expect(shards.contains { $0.contains("ownRatings") } == isShown)
    #expect([album, history].contains { $0.contains("8.7") } == isShown)
  }

  @Test func `an album page says what is public: status, tags, place, writer and earlier finds`()
    throws
  {
    var find = try Self.secretive()
    find.earlier = [
      EarlierFind(id: Sample.find(2), found: Sample.moment(daysBefore: 3), status: .have)
    ]
    let files = try files(Sample.appearance, [find, Sample.made(2, daysBefore: 3)])
    let page = try #require(files["album/\(find.id)/index.html"])
    for text in [
      "Have", ">Sea</a>", "Harbour", "model-5", "<title>Paper Moon Motel by The Night Ferries · ",
      "Records &amp; Ferries</title>", "Also found <a href=\"../../album/\(Sample.find(2))/\">",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("You "))
  }

  @Test func `a page has absolute addresses for previews, if the address of the log is known`()
    throws
  {
    let base = "https://records.example/found"
    let cover = try Sample.artwork(1).fileName(side: 1000)
    let known = try files(Sample.appearance, [try Self.secretive()])
    let address = "/album/\(Sample.find(1))/"
    let page = try #require(known["album/\(Sample.find(1))/index.html"])
    #expect(page.contains("<link rel=\"canonical\" href=\"\(base)\(address)\">"))
    #expect(page.contains("<meta property=\"og:image\" content=\"\(base)\(address)\(cover)\">"))
    #expect(page.contains("<meta property=\"og:type\" content=\"article\">"))
    #expect(page.contains("mailto:?subject=Paper%20Moon%20Motel%20by%20The%20Night%20Ferries&amp;"))
    for (path, address) in [
      ("index.html", "/"), ("history/index.html", "/history/"),
      ("history/2026-11/index.html", "/history/2026-11/"),
      ("years/1971/index.html", "/years/1971/"),
      ("artists/index.html", "/artists/"), ("statistics/2026/index.html", "/statistics/2026/"),
    ] {
      let page = try #require(known[path], "\(path)")
      #expect(page.contains("rel=\"canonical\" href=\"\(base)\(address)\""), "\(path)")
      #expect(page.contains("content=\"website\""), "\(path)")
    }
    #expect(known["404.html"]?.contains("canonical") == false)
    let unknown = try files(PublishedAppearance(title: "T", author: "A"), [try Self.secretive()])
    for (path, text) in unknown where path.hasSuffix(".html") {
      #expect(!text.contains("canonical") && !text.contains("og:image"), "\(path)")
      #expect(!text.contains("mailto:") && !text.contains("feed."), "\(path)")
    }
  }

  @Test func `the front page shows the host's text and the tags, and no album in two lists`()
    throws
  {
    let about = """
      # records

      Found *by the sea* <script>alert(1)</script> [link](javascript:x) [shop](https://shop.example/a)
      """
    let appearance = PublishedAppearance(title: "Records", author: "Ada", about: about)
    var finds: [Find] = []
    for number in 0..<30 {
      var find = Sample.made(
        number, daysBefore: number, artist: "Artist \(number)",
        review: number % 2 == 0 ? try Sample.review(tenths: 50 + number) : nil)
      find.details.tags = [Albums.Tag(stored: number < 20 ? "Sea" : "Tag \(number)")]
      find.details.isFavourite = [3, 28].contains(number)
      finds.append(find)
    }
    let page = try #require(try files(appearance, finds)["index.html"])
    #expect(page.contains("<title>Records</title>") && page.contains("<h1>Records</h1>"))
    #expect(page.contains("<em>by the sea</em>") && !page.contains("javascript"))
    #expect(page.contains("<a rel=\"noopener\" href=\"https://shop.example/a\">shop</a>"))
    #expect(page.contains("<p class=\"total\">30 finds</p>"))
    let newest = try part(of: page, "<div class=\"newest\">", "</div>")
    #expect(newest.matches(of: #/class="find"/#).count == 24)
    #expect(newest.contains("Artist 0 ") && !newest.contains("Artist 3 "))
    let favourites = try part(of: page, "<div class=\"favourites\">", "</div>")
    #expect(favourites.matches(of: #/class="find"/#).count == 2)
    #expect(favourites.contains("Artist 3 ") && favourites.contains("Artist 28 "))
    // The reviewed finds that are neither favourites nor among the newest.
    let best = try part(of: page, "<div class=\"best\">", "</div>")
    #expect(best.matches(of: #/class="find"/#).count == 1 && best.contains("Artist 26 "))
    #expect(!page.lowercased().contains("<h3>records"))
    let tags = try part(of: page, "<p class=\"tags\">", "</p>")
    #expect(tags.hasPrefix("<a href=\"./tags/sea/\">Sea</a>"))
    #expect(tags.matches(of: #/<a /#).count == FrontPage.mostCollages)
  }

  @Test func `no page speaks to a reader as to the owner of the log`() throws {
    let files = try files(Sample.appearance, [try Self.secretive()])
    for (path, text) in files where path.hasSuffix(".html") {
      #expect(!text.contains(#/\b[Yy]our\b/#), "\(path)")
    }
    #expect(try #require(files["history/index.html"]).contains("<title>All finds · "))
    #expect(try #require(files["statistics/2026/index.html"]).contains("<title>2026 in records · "))
  }

  @Test func `the front page of an empty log has no part without content`() throws {
    let page = try #require(
      try files(PublishedAppearance(title: "Records", author: "Ada", about: " \n"), [])[
        "index.html"])
    #expect(page.contains("<p class=\"total\">0 finds</p>"))
    for text in ["<p></p>", "class=\"best\"", "class=\"tags\"", ">history<"] {
      #expect(!page.contains(text), "\(text)")
    }
  }

  @Test func `a long text about the log is cut at its limit`() throws {
    let line = "A plain line of words.\n\n"
    let about = String(
      repeating: line, count: PublishedAppearance.aboutLimit / line.utf8.count + 100)
    let appearance = PublishedAppearance(title: "T", author: "A", about: about)
    let page = try #require(try files(appearance, [])["index.html"])
    let count = page.matches(of: #/of words\.</p>/#).count
    #expect(count == PublishedAppearance.aboutLimit / line.utf8.count)
  }

  /// The files of a published log with the installed templates.
  private func installed(
    _ finds: [Find], _ words: Phrasebook = Sample.words,
    _ appearance: PublishedAppearance = Sample.appearance
  ) throws -> [String: String] {
    let sample = try SampleSite(settings: SiteSettings(publishing: appearance, words: words))
    var log = SampleLog()
    log.finds = finds
    try sample.site.build(log.contents)
    return try sample.files().mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `no page has the time of a find, only its day`() throws {
    var find = try Self.secretive()
    find.earlier = [
      EarlierFind(id: Sample.find(2), found: Sample.moment(daysBefore: 3), status: .have)
    ]
    let files = try installed([find, Sample.made(2, daysBefore: 3, review: Sample.review())])
    let page = try #require(files["album/\(find.id)/index.html"])
    #expect(page.contains("<time datetime=\"2026-11-18\">"))
    for (path, text) in files
    where path.hasSuffix(".html") || path.hasSuffix(".xml") || path.hasPrefix("search/") {
      #expect(!text.contains(#/\d\d:\d\d|\dT\d/#), "\(path)")
    }
  }

  @Test func `programs get a rating with a point, readers with the sign of their language`() throws
  {
    let files = try installed([Sample.made(1, review: Sample.review(tenths: 85))], .german())
    let page = try #require(files["album/\(Sample.find(1))/index.html"])
    #expect(page.contains("<data class=\"p-rating\" value=\"8.5\">8,5</data>"))
  }

  @Test func `the 404 page names its files by the path of the log`() throws {
    for (url, root) in [("https://records.example/found", "/found/"), (nil, "/")] {
      let appearance = PublishedAppearance(title: "T", author: "A", url: url)
      let page = try #require(try files(appearance, [])["404.html"])
      #expect(page.contains("data-root=\"\(root)\""))
      #expect(page.contains("href=\"\(root)history/\"") && page.contains("\"\(root)assets/style-"))
    }
  }

  @Test func `the household keeps the fields that it had`() throws {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    let settings = sample.site.settings
    let page = AlbumPage(
      try Self.secretive(), artworks: sample.site.artworks, settings: settings)
    for name in [FieldName.structuredData, .mailAddress] { #expect(isMissing(page.view[name])) }
    guard case .view(let frame) = page.view[.frame],
      case .views(let statuses) = page.view[.statuses],
      case .text(let finder) = page.view[.finder]
    else {
      Issue.record("\(page.view)")
      return
    }
    #expect(statuses.count == 3 && finder == "Canary Person" && !isMissing(page.view[.correct]))
    for name in [FieldName.colours, .archive, .canonical, .picture, .siteAuthor] {
      #expect(isMissing(frame[name]), "\(name)")
    }
    guard case .flag(false) = frame[.isPublished], case .text("AlbumScan") = frame[.siteTitle]
    else {
      Issue.record("\(frame)")
      return
    }
  }

  private func isMissing(_ field: Field) -> Bool {
    if case .nothing = field { true } else { false }
  }

  private func part(of page: String, _ start: String, _ end: String) throws -> String {
    let rest = page[try #require(page.firstRange(of: start)).upperBound...]
    return String(rest[..<(try #require(rest.firstRange(of: end))).lowerBound])
  }
}

/// The data of album pages for search engines.
@Suite struct StructuredDataTests {
  /// The JSON in the script element of a find's page.
  private func data(of find: Find, _ appearance: PublishedAppearance = Sample.appearance) throws
    -> JSON
  {
    let sample = try SampleSite(publishing: appearance)
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    log.finds = [find]
    try sample.site.build(log.contents)
    let page = try sample.text("album/\(find.id)/index.html")
    let start = try #require(page.firstRange(of: "<script type=\"application/ld+json\">"))
    let rest = page[start.upperBound...]
    let text = rest[..<(try #require(rest.firstRange(of: "</script>"))).lowerBound]
    #expect(!text.utf8.contains { "<>&".utf8.contains($0) })
    return try #require(JSON(Array(text.utf8)))
  }

  @Test func `an album and its review are described`() throws {
    let find = Sample.made(
      6, artwork: try Sample.artwork(1), review: try Sample.citedReview())
    let album = try data(of: find)
    let base = "https://records.example/found/album/\(find.id)/"
    #expect(album["@type"].text == "MusicAlbum" && album["name"].text == "Paper Moon Motel")
    #expect(album["byArtist"]["name"].text == "The Night Ferries")
    #expect(album["datePublished"].text == "1976" && album["url"].text == base)
    #expect(album["image"].text == base + (try Sample.artwork(1).fileName(side: 1000)))
    #expect(album["genre"].items.map(\.text) == ["Dream Pop", "Art Rock"])
    #expect(album["albumRelease"]["recordLabel"]["name"].text == "Lantern Records")
    let review = album["review"]
    #expect(review["author"]["name"].text == "model-5")
    #expect(review["author"]["@type"].text == "Organization")
    #expect(review["datePublished"].text == "2026-10-11")
    #expect(review["reviewRating"]["ratingValue"].text == "9.2")
    #expect(review["reviewRating"]["bestRating"].text == "10")
    #expect(review["reviewRating"]["worstRating"].text == "0")
    let body = try #require(review["reviewBody"].text)
    #expect(body.hasPrefix("A patient record that turns one borrowed drum machine"))
    #expect(!body.contains("*") && !body.contains("&"))
  }

  @Test func `a model's review without the name of the model is not the host's`() throws {
    var review = try Sample.review()
    review.writer = nil
    let author = try data(of: Sample.made(1, review: review))["review"]["author"]
    #expect(author["name"].text == "AlbumScan" && author["@type"].text == "Organization")
  }

  @Test func `a review that no model wrote has the author of the log`() throws {
    var review = try Sample.review()
    review.isByModel = false
    let person = try data(of: Sample.made(1, review: review))
    #expect(person["review"]["author"]["name"].text == "Ada Ferry")
    #expect(person["review"]["author"]["@type"].text == "Person")
    let appearance = PublishedAppearance(title: "Records", author: "Records")
    let own = try data(of: Sample.made(1, review: review), appearance)
    #expect(own["review"]["author"]["@type"].text == "Organization")
    #expect(own["url"] == .null && own["image"] == .null)
    #expect(try data(of: Sample.made(1))["review"] == .null)
  }

  @Test(arguments: CanaryTests.canaries + ["</script><script>alert(1)</script>", "<!--<script>"])
  func `hostile names stay texts`(text: String) throws {
    let review = try Sample.review(summary: text, tracks: [text, text, text])
    let album = try data(of: Sample.made(1, artist: text, title: text, review: review))
    #expect(album["name"].text == PlainText.name(text, otherwise: "(untitled)"))
    #expect(album["byArtist"]["name"].text == PlainText.name(text, otherwise: "(unknown artist)"))
    #expect(album["review"]["reviewRating"]["ratingValue"].text == "9.2")
  }

  @Test(arguments: [
    ("{{{structuredData}}}", false),
    ("<p title=\"{{{structuredData}}}\">", false),
    ("<script type=\"application/ld+json\">{{{structuredData}}}</script>", true),
    ("<script>{{{structuredData}}}</script>", false),
    ("{{structuredData}}", true), ("{{{aboutHTML}}}", true), ("{{{about}}}", false),
  ])
  func `JSON may stand unescaped only in its own element`(template: String, isAllowed: Bool) {
    #expect((Templates.objection(to: template) == nil) == isAllowed)
  }
}
