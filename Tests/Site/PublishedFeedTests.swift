// The feeds and the sitemap of the published log.

import Albums
import Foundation
import Host
import Support
import Testing
import Text

@testable import Site

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct PublishedFeedTests {
  private static let base = "https://records.example/found"

  /// A published log with 60 finds, most of them tagged "Sea", one tagged "Ü & Söhne".
  private static func log() throws -> SampleLog {
    var log = SampleLog()
    for number in 0..<60 {
      var find = Sample.made(
        number, daysBefore: number, title: "Title \(number)", review: try Sample.review(),
        feedID: "https://private.example/album/\(number)/")
      if number < 55 { find.details.tags = [Albums.Tag(stored: "Sea")] }
      if number == 58 { find.details.tags = [Albums.Tag(stored: "Ü & Söhne")] }
      log.finds.append(find)
    }
    return log
  }

  private func built(
    _ appearance: PublishedAppearance = Sample.appearance, _ log: SampleLog? = nil
  ) throws -> SampleSite {
    let sample = try SampleSite(publishing: appearance)
    try sample.site.build((log ?? Self.log()).contents)
    return sample
  }

  @Test func `the feeds have the title and the author of the log, and its address`() throws {
    let sample = try built()
    let atom = try sample.text("feed.atom")
    for text in [
      "<title>Records &amp; Ferries</title>", "<author><name>Ada Ferry</name></author>",
      "href=\"\(Self.base)/feed.atom\"", "href=\"\(Self.base)/\"", "<id>\(Sample.feedID)</id>",
      "href=\"\(Self.base)/album/\(Sample.find(0))/\"",
    ] {
      #expect(atom.contains(text), "\(text)")
    }
    #expect(atom.matches(of: #/<entry>/#).count == 50 && !atom.contains("private.example"))
    let json = try #require(JSON(Array(try sample.text("feed.json").utf8)))
    #expect(json["title"].text == "Records & Ferries")
    #expect(json["authors"].items.first?["name"].text == "Ada Ferry")
    #expect(json["home_page_url"].text == "\(Self.base)/")
    #expect(json["feed_url"].text == "\(Self.base)/feed.json")
    #expect(json["items"].items.count == 50)
  }

  @Test func `each tag has a feed of its newest finds beside its index page`() throws {
    let sample = try built()
    let indexAddress = IndexAddress(.tag, key: "u and sohne")
    let former = IndexAddress(.tag, key: "ü & söhne").slug.text
    let folders = try Files.entries(of: "\(sample.root)/tags").filter { $0 != "index.html" }
    #expect(folders == ["sea", indexAddress.slug.text, former].sorted())
    let sea = try sample.text("tags/sea/feed.atom")
    #expect(sea.contains("<title>Sea · Records &amp; Ferries</title>"))
    #expect(sea.contains("href=\"\(Self.base)/tags/sea/feed.atom\""))
    #expect(sea.contains("href=\"\(Self.base)/tags/sea/\""))
    #expect(sea.matches(of: #/<entry>/#).count == 50)
    #expect(sea.contains("Title 0<") && !sea.contains("Title 50<"))
    let other = try sample.text("\(indexAddress.folder)/feed.atom")
    #expect(other.matches(of: #/<entry>/#).count == 1 && other.contains("Title 58<"))
    let index = try sample.text("tags/sea/index.html")
    #expect(index.contains("type=\"application/atom+xml\" title=\"Sea\""))
    #expect(index.contains("href=\"../../tags/sea/feed.atom\""))
    #expect(try !sample.text("years/1970/index.html").contains("/feed.atom\">Atom"))
    let ids = try ["feed.atom", "tags/sea/feed.atom", "\(indexAddress.folder)/feed.atom"].map {
      path in
      let text = try sample.text(path)
      #expect(XMLParser(data: Data(text.utf8)).parse(), "\(path)")
      return try #require(text.firstMatch(of: #/<id>([^<]+)</id>/#)).output.1
    }
    #expect(Set(ids).count == 3)
  }

  /// The feeds of a published log with the installed templates.
  private func feeds(_ find: Find, showsNotes: Bool) throws -> [String] {
    let appearance = PublishedAppearance(
      title: "Records", author: "Ada", url: Self.base, showsNotes: showsNotes)
    let sample = try SampleSite(settings: SiteSettings(publishing: appearance, words: Sample.words))
    var log = SampleLog()
    log.finds = [find]
    try sample.site.build(log.contents)
    let json = try #require(JSON(Array(try sample.text("feed.json").utf8)))
    let content = try ["feed.atom", "tags/sea/feed.atom"].map { path in
      let text = try sample.text(path)
      #expect(XMLParser(data: Data(text.utf8)).parse(), "\(path)")
      return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    }
    return content + [try #require(json["items"].items.first?["content_html"].text)]
  }

  @Test func `an entry says who wrote its review, when, and from which pages`() throws {
    for content in try feeds(PublishedPageTests.secretive(), showsNotes: false) {
      #expect(content.contains("<p>Review written by model-5 on 11 October 2026.</p>"))
      let link = "<a href=\"https://www.press.example/lantern\">Lanterns &amp; &lt;Ferries&gt;</a>"
      #expect(content.contains("<li>\(link) press.example</li>"), "\(content)")
    }
    var find = Sample.made(1, review: try Sample.review())
    find.details.tags = [Albums.Tag(stored: "Sea")]
    for content in try feeds(find, showsNotes: false) {
      #expect(content.contains("An AI model wrote this review."))
      #expect(!content.contains("Sources"))
    }
  }

  @Test(arguments: [true, false])
  func `an entry has the note only if the host chose it`(showsNotes: Bool) throws {
    for content in try feeds(PublishedPageTests.secretive(), showsNotes: showsNotes) {
      #expect(content.contains("canary <em>note</em>") == showsNotes)
      #expect(!content.lowercased().replacing("canary <em>note</em>", with: "").contains("canary"))
    }
  }

  @Test(arguments: CanaryTests.sample)
  func `feeds and sitemap stay well-formed with any name`(text: String) throws {
    let appearance = PublishedAppearance(
      title: text, author: text, url: "https://records.example/a'b&c", isIndexed: true)
    var find = Sample.made(1, artist: text, title: text, review: try Sample.review())
    find.details.tags = [Albums.Tag(stored: text)]
    var log = SampleLog()
    log.finds = [find]
    let sample = try built(appearance, log)
    let files = try sample.files()
    var count = 0
    for (path, bytes) in files where path.hasSuffix(".atom") || path.hasSuffix(".xml") {
      let parser = XMLParser(data: Data(bytes))
      #expect(parser.parse(), "\(path): \(String(describing: parser.parserError))")
      count += 1
    }
    #expect(count == 3)
    for (path, bytes) in files where path.hasSuffix(".json") {
      #expect(throws: Never.self, "\(path)") {
        try JSONSerialization.jsonObject(with: Data(bytes))
      }
    }
  }

  @Test func `without the address of the log there are no feeds and no sitemap, also later`() throws
  {
    let sample = try built()
    let log = try Self.log()
    let with = Set(try sample.files().keys)
    let silent = try SampleSite(
      publishing: PublishedAppearance(title: "T", author: "A"), in: sample.folder)
    try silent.site.build(log.contents)
    let gone = with.subtracting(try silent.files().keys).filter { !$0.hasPrefix("assets/") }
    let indexAddress = IndexAddress(.tag, key: "u and sohne")
    #expect(
      gone == [
        "feed.atom", "feed.json", "sitemap.xml", "tags/sea/feed.atom",
        "\(indexAddress.folder)/feed.atom",
      ])
    #expect(Set(silent.site.takeChanges()).isSuperset(of: gone))
  }

  @Test func `the sitemap names every page once, and no other file`() throws {
    let sample = try built()
    let files = try sample.files()
    let text = try sample.text("sitemap.xml")
    let found = text.matches(of: #/<loc>([^<]+)</loc>/#).map { String($0.output.1) }
    let former = IndexAddress(.tag, key: "ü & söhne").folder + "/index.html"
    #expect(files[former] != nil)
    let pages = files.keys.filter { $0.hasSuffix("/index.html") || $0 == "index.html" }
      .filter { $0 != former }
      .map { page in
        let folder = page.dropLast("index.html".count).split(separator: "/")
        return Self.base + "/" + folder.map { $0.percentEncoded + "/" }.joined()
      }
    #expect(found.sorted() == pages.sorted())
    #expect(Set(found).count == found.count)
  }

  @Test func `a large sitemap is an index of numbered files`() {
    let addresses = (1...7).map { "/\($0)/" }
    let small = Sitemap(addresses, base: "https://a.example/x&y", mostAddresses: 7)
    #expect(small.files.map(\.path) == ["sitemap.xml"])
    let large = Sitemap(addresses, base: "https://a.example/x&y", mostAddresses: 3)
    #expect(
      large.files.map(\.path) == [
        "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml",
      ])
    let texts = large.files.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts.map { $0.matches(of: #/<url>/#).count } == [3, 3, 1, 0])
    #expect(texts[3].contains("<loc>https://a.example/x&amp;y/sitemap-3.xml</loc>"))
    #expect(texts[2].contains("<loc>https://a.example/x&amp;y/7/</loc>"))
    #expect(Sitemap.mostAddresses == 50_000)
    #expect(Sitemap.isNumbered("sitemap-12.xml") && !Sitemap.isNumbered("sitemap-x.xml"))
  }
}
