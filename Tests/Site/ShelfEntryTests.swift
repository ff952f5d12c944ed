// A shelf in the feeds and in the history: one entry and one folded row, with all its finds that readers
// see.

import Albums
import Support
import Testing
import Text

@testable import Site

@Suite struct ShelfEntryTests {
  /// The history of the golden files: a shelf with two books, one of them twice, and a record; a shelf with one find;
  /// and two other records.
  static func log() throws -> SampleLog {
    var log = SampleLog()
    log.finds = [
      Sample.made(1, artwork: try Sample.artwork(1), review: try Sample.review()),
      Sample.shelved(2, on: "a", daysBefore: 1, title: "Salt", artwork: try Sample.artwork(2)),
      Sample.shelved(3, on: "a", daysBefore: 1, title: "Letters", isSure: false),
      Sample.shelved(
        4, on: "a", kind: .album, daysBefore: 1, artist: "The <Ferries> & Sons", title: "Lights",
        artwork: try Sample.artwork(1)),
      Sample.shelved(5, on: "a", daysBefore: 1, title: "Salt", artwork: try Sample.artwork(2)),
      Sample.shelved(6, on: "b", daysBefore: 2, title: "Harbours"),
      Sample.made(7, daysBefore: 41, title: "Harbour Lights"),
    ]
    return log
  }

  private enum Reader: CaseIterable { case household, published }

  private func built(
    _ reader: Reader, _ finds: [Find], _ words: Phrasebook = Sample.words
  ) throws -> SampleSite {
    let settings =
      switch reader {
      case .household: SiteSettings(baseURL: "https://records.example", words: words)
      case .published: SiteSettings(publishing: Sample.appearance, words: words)
      }
    let sample = try SampleSite(settings: settings)
    for number in [1, 2] { try sample.keep(try Sample.artwork(number)) }
    var log = SampleLog()
    log.finds = finds
    try sample.site.build(log.contents)
    return sample
  }

  private struct Entry {
    let id: String
    let title: String
    let address: String
    let updated: String
    let content: String
  }

  private func entries(_ sample: SampleSite, _ path: String = "feed.atom") throws -> [Entry] {
    try sample.text(path).split(separator: "<entry>").dropFirst().map { text in
      func part(_ pattern: Regex<(Substring, Substring)>) -> String {
        text.firstMatch(of: pattern).map { String($0.output.1) } ?? ""
      }
      return Entry(
        id: part(#/<id>(.*?)</id>/#), title: part(#/<title>(.*?)</title>/#),
        address: part(#/rel="alternate" type="text/html" href="(.*?)"/#),
        updated: part(#/<updated>(.*?)</updated>/#),
        content: part(#/<content type="html">((?s).*?)</content>/#))
    }
  }

  // MARK: Feeds

  @Test(arguments: ["en", "de"])
  func `a shelf is one entry, and a single find of a shelf is an ordinary entry`(
    language: String
  ) throws {
    let words = language == "en" ? Sample.words : try Phrasebook.german()
    let title =
      language == "en" ? "A shelf: 3 books and 1 record" : "Ein Regal: 3 Bücher und 1 Platte"
    for reader in Reader.allCases {
      let entries = try entries(built(reader, try Self.log().finds, words))
      #expect(entries.map(\.title).contains(title), "\(entries.map(\.title))")
      #expect(entries.count == 4 && entries[2].title == "Odalys Verne – Harbours")
      let shelf = entries[1]
      for number in 2...5 {
        #expect(shelf.content.contains("/\(Sample.find(number))/"), "\(number)")
      }
      #expect(shelf.address.contains("/book/\(Sample.find(5))/"), "the first find of the list")
      #expect(shelf.content.contains("The &amp;lt;Ferries&amp;gt; &amp;amp; Sons"))
      #expect(!shelf.content.contains("review") && shelf.content.contains("em&gt;"), "not sure")
    }
  }

  @Test func `the id of a shelf stays when its finds change, and does not name the shelf`() throws {
    let all = try Self.log().finds
    let whole = try entries(built(.household, all))[1]
    let some = try entries(built(.published, all.filter { $0.id != Sample.find(5) }))[1]
    #expect(some.id == whole.id && some.title == "A shelf: 2 books and 1 record")
    let ids = try entries(built(.household, all)).map(\.id)
    #expect(whole.id.hasPrefix("urn:uuid:") && Set(ids).count == 4)
    #expect(!whole.id.contains("aaaa") && !whole.content.contains("aaaa"))
    let single = all.filter { ![3, 4, 5].map { Sample.find($0) }.contains($0.id) }
    let ordinary = try entries(built(.household, single))[1]
    #expect(ordinary.title == "Odalys Verne – Salt" && ordinary.id == FeedID.entry(of: all[1]))
  }

  @Test func `an added find, a correction and a review move the time of the entry`() throws {
    let at = Sample.moment(daysBefore: 0)
    let changes: [(inout Find) -> Void] = [
      { $0.added = at }, { $0.corrected = at },
      { find in
        find.review = try? Sample.review()
        find.review?.writer = ReviewWriter(model: "m", written: at)
      },
    ]
    for change in changes {
      var finds = try Self.log().finds
      #expect(
        try entries(built(.household, finds))[1].updated == Sample.moment(daysBefore: 1).iso)
      change(&finds[3])
      #expect(try entries(built(.household, finds))[1].updated == at.iso)
    }
  }

  @Test func `a feed has 50 entries, whatever the number of finds of a shelf`() throws {
    var finds = (0..<49).map { Sample.made($0, daysBefore: $0, title: "Title \($0)") }
    finds += (50..<170).map { Sample.shelved($0, on: "a", daysBefore: 60, title: "Book \($0)") }
    finds += (200..<210).map { Sample.made($0, daysBefore: 61, title: "Title \($0)") }
    for index in finds.indices { finds[index].details.tags = [Albums.Tag(stored: "Sea")] }
    let sample = try built(.published, finds)
    for path in ["feed.atom", "tags/sea/feed.atom"] {
      let entries = try entries(sample, path)
      #expect(entries.count == 50)
      #expect(entries.last?.title == "A shelf: 120 books")
    }
    let json = try #require(JSON(Array(try sample.text("feed.json").utf8)))
    #expect(json["items"].items.last?["title"].text == "A shelf: 120 books")
  }

  @Test func `the feed of a tag has the finds of a shelf with the tag, as an entry of its own`()
    throws
  {
    var finds = try Self.log().finds
    for index in [1, 2, 6] { finds[index].details.tags = [Albums.Tag(stored: "Sea")] }
    let sample = try built(.published, finds)
    let (all, sea) = (try entries(sample), try entries(sample, "tags/sea/feed.atom"))
    #expect(sea.map(\.title) == ["A shelf: 2 books", "The Night Ferries – Harbour Lights"])
    #expect(sea[0].id != all[1].id && sea[1].id == all[3].id)
  }

  // MARK: The history

  @Test func `a shelf is one folded row with the rows of its finds`() throws {
    for reader in Reader.allCases {
      let whole = try built(reader, try Self.log().finds).text("history/index.html")
      // The pattern for the results of the search has a row, too.
      let page = String(
        whole.prefix(upTo: whole.firstRange(of: "<template")?.lowerBound ?? whole.endIndex))
      let shelf = try #require(
        page.firstMatch(of: #/(?s)<li class="shelf">(.*?)<\/ol><\/details><\/li>/#))
      #expect(shelf.output.1.contains("<b>A shelf: 3 books and 1 record</b> · <time"))
      for number in 1...7 {
        let row = "data-find=\"\(Sample.find(number))\""
        #expect(page.components(of: row) == 1, "\(number)")
        #expect(shelf.output.1.contains(row) == (2...5).contains(number), "\(number)")
      }
      #expect(page.components(of: "class=\"shelf\"") == 1, "one find is no shelf")
    }
  }

  @Test func `a template that does not know shelves shows ordinary rows`() throws {
    let sample = try SampleSite(publishing: Sample.appearance)
    try sample.site.build(try Self.log().contents)
    let page = try sample.text("history/index.html")
    for number in 1...7 { #expect(page.contains("/\(Sample.find(number))/"), "\(number)") }
  }

  @Test func `each part of a month folds the finds of a shelf that it has`() throws {
    var finds = (0..<70).map { Sample.shelved($0, on: "a", daysBefore: 40, title: "Book \($0)") }
    finds += (70..<140).map { Sample.made($0, daysBefore: 41, title: "Title \($0)") }
    let sample = try built(.household, finds)
    #expect(try sample.text("history/2026-10/1/index.html").contains("A shelf: 30 books<"))
    #expect(try sample.text("history/2026-10/index.html").contains("A shelf: 40 books<"))
    #expect(try sample.text("history/index.html").contains("A shelf: 70 books<"))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
