// Ids of feeds and entries: a feed reader must not show a known entry as a new one.

import Albums
import Testing

@testable import Site

@Suite struct FeedIDTests {
  /// The ids of the entries of both feeds, and the id of the Atom feed, for a base URL.
  private static func ids(_ baseURL: String) throws -> (atom: [String], json: [String]) {
    let sample = try SampleSite(settings: SiteSettings(baseURL: baseURL, words: Sample.words))
    var log = SampleLog()
    log.finds = [
      Sample.made(1),
      Sample.made(2, daysBefore: 1, feedID: "https://before.example/album/\(Sample.find(2))/"),
    ]
    try sample.site.build(log.contents)
    let atom = try sample.text("feed.atom").matches(of: #/<id>(.*?)</id>/#).map { String($0.1) }
    let json = try sample.text("feed.json").matches(of: #/"id":\s*"(.*?)"/#).map {
      String($0.1.replacing("\\/", with: "/"))
    }
    return (atom, json)
  }

  @Test func `no id depends on the base URL, and published ids stay`() throws {
    let (here, there) = (
      try Self.ids("https://records.example"), try Self.ids("https://moved.example")
    )
    #expect(here == there)
    #expect(here.atom.first == Sample.feedID)
    #expect(here.atom.dropFirst() == here.json[...])
    #expect(here.json[1] == "https://before.example/album/\(Sample.find(2))/")
  }

  @Test func `a new entry has a UUID of version 8 that its find alone decides`() throws {
    let form = #/urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    let urns = (1...200).map { FeedID.entry(of: Sample.made($0)) }
    #expect(Set(urns).count == 200)
    #expect(try urns.allSatisfy { try form.wholeMatch(in: $0) != nil })
    // An id that was published once stays for ever.
    #expect(FeedID.entry(of: Sample.made(1)) == "urn:uuid:e33a94e9-f742-866a-ac8d-61635f439003")
  }
}
