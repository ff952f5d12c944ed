// A history of three albums and two books: the pages, lists, feeds and files of the search show the
// kind of each find.

import Albums
import Host
import Support
import Testing

@testable import Site

@Suite struct BookPageTests {
  /// Find 1 is an album, 2 and 3 are books of one author, 4 and 5 are albums; 5 has the names of 3.
  static func log() throws -> SampleLog {
    var log = SampleLog()
    log.finds = [
      Sample.made(1, artwork: try Sample.artwork(1), review: try Sample.review()),
      Sample.made(
        2, kind: .book, daysBefore: 1, artist: "Odalys Verne", title: "Salt",
        artwork: try Sample.artwork(2)),
      Sample.made(3, kind: .book, daysBefore: 2, artist: "Odalys Verne", title: "Letters"),
      Sample.made(4, daysBefore: 3, title: "Harbour Lights"),
      Sample.made(5, daysBefore: 4, artist: "Odalys Verne", title: "Letters"),
    ]
    log.finds[1].details = FindDetails(
      status: .heard, tags: [Albums.Tag(stored: "Sea")], note: "*Dry.*", place: "Kiosk",
      ownRating: Rating(tenths: 80))
    return log
  }

  private static func site(_ settings: SiteSettings = Sample.settings) throws -> SampleSite {
    let sample = try SampleSite(settings: settings)
    for number in [1, 2] { try sample.keep(try Sample.artwork(number)) }
    return sample
  }

  private static func page(_ number: Int) -> String { "book/\(Sample.find(number))/index.html" }

  @Test func `the page of a book has its facts, and nothing of a record`() throws {
    let sample = try Self.site()
    try sample.site.build(try Self.log().contents)
    let page = try sample.text(Self.page(2))
    for part in [
      "<dt>Publisher:</dt>", "<dt>First published:</dt>", "<dt>Pages:</dt> <dd>304</dd>",
      "<dt>ISBN:</dt> <dd>9780441478125</dd>", "href=\"/authors/odalys-verne/\"",
      "class=\"sleeve book\"", ">Read</button>", "href=\"/places/kiosk/\"", "href=\"/tags/sea/\"",
      "name=\"kind\" value=\"album\"", "Type the ISBN", "name=\"musicbrainz\"",
    ] { #expect(page.contains(part), "\(part)") }
    for part in [
      "review</", "MusicBrainz link", "name=\"hint\"", "key-tracks", "class=\"shops\"",
      ">Heard<",
      "Released:", "/labels/lantern", "value=\"refresh\"", "name=\"refresh\"",
    ] { #expect(!page.contains(part), "\(part)") }
    #expect(!Files.exists("\(sample.root)/album/\(Sample.find(2))"))
  }

  @Test(arguments: [true, false])
  func `the page of a book offers a review only if books are reviewed, and shows a stored one`(
    reviewsBooks: Bool
  ) throws {
    let sample = try Self.site(
      SiteSettings(
        baseURL: "https://records.example", reviewsBooks: reviewsBooks, words: Sample.words))
    var log = try Self.log()
    log.finds[2].review = try Sample.review()
    try sample.site.build(log.contents)
    let blank = try sample.text(Self.page(2))
    #expect(blank.contains("There is no review yet") == reviewsBooks)
    #expect(blank.contains("/review\"") == reviewsBooks)
    #expect(blank.contains("Change picture<"))
    let reviewed = try sample.text(Self.page(3))
    for part in ["class=\"badge\"", "Key Parts", "class=\"summary\""] {
      #expect(reviewed.contains(part), "\(part)")
    }
    #expect(!reviewed.contains("Key Tracks") && !reviewed.contains("class=\"shops\""))
    #expect(reviewed.contains("Write the review again") == reviewsBooks)
    #expect(reviewed.contains("Change picture or review") == reviewsBooks)
    #expect(try sample.text("feed.atom").contains("Key parts:"))
    #expect(brokenLinks(in: try sample.files()) == [])
  }

  @Test func `lists lead to each find by its kind, and say nothing about reviews of books`() throws
  {
    let sample = try Self.site()
    try sample.site.build(try Self.log().contents)
    let history = try sample.text("history/index.html")
    for number in 1...5 {
      let kind = [2, 3].contains(number) ? "book" : "album"
      #expect(history.contains("<a class=\"find\" href=\"/\(kind)/\(Sample.find(number))/\">"))
    }
    #expect(history.components(of: "class=\"unrated\"") == 2 + 1, "two albums, and the pattern")
    #expect(history.contains("<a href=\"/authors/\">"))
    #expect(history.contains("<span class=\"status\">Read</span>"))
    let authors = try sample.text("authors/index.html")
    #expect(authors.contains("href=\"/authors/odalys-verne/\""))
    let author = try sample.text("authors/odalys-verne/index.html")
    #expect(author.contains(Sample.find(2).text) && !author.contains(Sample.find(5).text))
    #expect(!(try sample.text("artists/index.html")).contains("(unknown"))
    let statistics = try sample.text("statistics/index.html")
    #expect(statistics.contains("<b>2</b> books") && statistics.contains("<b>3</b> albums"))
    // There are always four figures.
    #expect(statistics.matches(of: #/<li><a href="[^"]*"><b>/#).count == 4)
    #expect(brokenLinks(in: try sample.files()) == [])
  }

  @Test func `a history without books has no page about them`() throws {
    let sample = try Self.site()
    var log = try Self.log()
    try sample.site.build(log.contents)
    log.finds.removeAll { $0.album.kind == .book }
    try sample.site.build(log.contents)
    let files = try sample.files()
    #expect(!files.keys.contains { $0.hasPrefix("book/") || $0.hasPrefix("authors/") })
    for (path, bytes) in files where path.hasSuffix(".html") {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("href=\"/authors/"), "\(path)")
    }
    let manifest = try sample.text("search/index.json")
    #expect(!manifest.contains("kinds"))
    for (path, bytes) in files where path.hasPrefix("search/2") {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("kinds"), "\(path)")
    }
  }

  @Test func `the search has the kind of each find, and their numbers`() throws {
    let sample = try Self.site()
    try sample.site.build(try Self.log().contents)
    let manifest = try sample.text("search/index.json")
    #expect(manifest.contains("\"kinds\":{\"album\":3,\"book\":2}"))
    let read = try #require(SearchManifest(Array(manifest.utf8)))
    #expect(read.bytes == Array(manifest.utf8))
    let shard = try #require(
      try sample.files().first {
        $0.key.hasPrefix("search/2026-11-1.") && !$0.key.contains("words")
      })
    let text = String(decoding: shard.value, as: UTF8.self)
    #expect(text.contains("\"kinds\":\"aabba\""))
  }

  @Test func `the feeds name a book as a book`() throws {
    let sample = try Self.site()
    try sample.site.build(try Self.log().contents)
    let feed = try sample.text("feed.json")
    #expect(feed.contains("\"url\":\"https://records.example/book/\(Sample.find(2))/\""))
    #expect(feed.contains("\"tags\":[\"Book\"]"))
    #expect(feed.contains("Lantern Press • 1972"))
    let atom = try sample.text("feed.atom")
    #expect(atom.contains("<category term=\"Book\""))
    #expect(atom.components(of: "No review") == 2, "of the albums 4 and 5 only")
  }

  @Test func `the published log has books, with relative links and data for search engines`() throws
  {
    let sample = try Self.site(SiteSettings(publishing: Sample.appearance, words: Sample.words))
    try sample.site.build(try Self.log().contents)
    let files = try sample.files()
    #expect(brokenRelativeLinks(in: files, root: "/found/") == [])
    let page = try sample.text(Self.page(2))
    for part in [
      "\"@type\":\"Book\"", "\"author\":{\"@type\":\"Person\"", "\"isbn\":\"9780441478125\"",
      "\"numberOfPages\":304", "\"publisher\":", "<dt>Publisher:</dt>", "authors/odalys-verne/",
    ] { #expect(page.contains(part), "\(part)") }
    for part in ["no-review", "MusicAlbum", "class=\"shops-heading\""] {
      #expect(!page.contains(part), "\(part)")
    }
    let sitemap = try sample.text("sitemap.xml")
    #expect(sitemap.contains("/found/book/\(Sample.find(2))/</loc>"))
    #expect(sitemap.contains("/found/authors/odalys-verne/</loc>"))
    #expect(try sample.text("index.html").contains("authors/"))
  }

  @Test func `the former address of a find leads to its page`() throws {
    let sample = try Self.site()
    var log = try Self.log()
    try sample.site.build(log.contents)
    // Find 1 becomes a book: its page and pictures are in another folder.
    let former = log.finds[0]
    log.finds[0] = Sample.made(
      1, kind: .book, artist: former.album.artist, title: former.album.title,
      artwork: former.album.artwork)
    log.finds[0].isMoved = true
    try sample.site.build(log.contents)
    let names = try Files.entries(of: "\(sample.root)/album/\(Sample.find(1))")
    #expect(names == ["index.html"])
    let moved = try sample.text("album/\(Sample.find(1))/index.html")
    #expect(moved.contains("href=\"/book/\(Sample.find(1))/\""))
    #expect(brokenLinks(in: try sample.files()) == [])
    log.finds.removeFirst()
    try sample.site.follow(former, in: log)
    #expect(!Files.exists("\(sample.root)/album/\(Sample.find(1))"))
    #expect(!Files.exists("\(sample.root)/book/\(Sample.find(1))"))
  }
}

extension String {
  /// The number of places of `text`.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
