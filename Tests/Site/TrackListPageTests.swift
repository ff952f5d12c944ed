// The tracks on the page of a record, in the household and in the published log.

import Albums
import Testing
import Tracks

@testable import Site

@Suite struct TrackListPageTests {
  private typealias Track = TrackList.Track

  private static func list(_ media: [TrackList.Medium]) throws -> TrackList {
    try #require(TrackList(release: "r", media: media))
  }

  private static let record = [
    TrackList.Medium(tracks: [
      Track(number: "A1", title: "Paper Moon Motel", milliseconds: 245_400),
      Track(number: "A2", title: "[untitled]", milliseconds: 59_600),
      Track(number: "B1", title: "Night Ferry <II>"),
      Track(number: "B2", title: "العبّارة \u{202E}x", milliseconds: 3_723_000),
    ])
  ]

  /// The page of a find with these tracks.
  private func page(
    _ tracks: TrackList?, _ settings: SiteSettings = Sample.settings,
    review: Review? = nil
  ) throws -> String {
    let sample = try SampleSite(settings: settings)
    var log = SampleLog()
    log.finds = [Sample.made(1, review: review)]
    log.finds[0].tracks = tracks.map(StoredTracks.init)
    try sample.site.build(log.contents)
    return try sample.text("album/\(Sample.find(1))/index.html")
  }

  private static let published = SiteSettings(publishing: Sample.appearance, words: Sample.words)

  @Test(arguments: [Sample.settings, published])
  func `the tracks are on the page by sides, with their durations`(settings: SiteSettings) throws {
    let page = try page(try Self.list(Self.record), settings)
    #expect(page.contains("<h3><bdi>Side A</bdi> <time datetime=\"PT5M5S\">5:05</time></h3>"))
    #expect(page.contains("<h3><bdi>Side B</bdi></h3>"), "a length is unknown")
    #expect(page.contains("<span class=\"number\">A1</span>"))
    #expect(page.contains("<time datetime=\"PT4M5S\">4:05</time>"))
    #expect(page.contains("<time datetime=\"PT1H2M3S\">1:02:03</time>"))
    #expect(page.contains("<bdi>Untitled</bdi>"))
    #expect(page.contains("<bdi>Night Ferry &lt;II&gt;</bdi>"))
    #expect(!page.contains("\u{202E}"), "no title turns the text behind it")
    #expect(!page.contains("<details><summary>"), "a short list is open")
  }

  @Test func `without tracks the page has no empty list`() throws {
    #expect(try !page(nil).contains("track-list"))
  }

  @Test func `a box of many tracks is folded, and says how many they are`() throws {
    let disc = TrackList.Medium(
      title: nil, tracks: (1...100).map { Track(number: "\($0)", title: "Piece \($0)") })
    let page = try page(
      try Self.list([disc, TrackList.Medium(title: "Live", tracks: disc.tracks)]))
    #expect(page.contains("<details><summary>200 tracks</summary>"))
    #expect(page.contains("<bdi>Disc 1</bdi>") && page.contains("<bdi>Disc 2: Live</bdi>"))
    #expect(page.contains("id=\"track-200\""))
  }

  @Test func `feeds name only key tracks of the record, too`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    log.finds = [
      Sample.made(
        1, review: try Sample.review(tracks: ["paper moon motel", "#1 Exit", "Outside"])),
      Sample.made(2, review: try Sample.review(tracks: ["#1 Exit", "Outside", "Other"])),
    ]
    for index in log.finds.indices {
      log.finds[index].tracks = StoredTracks(try Self.list(Self.record))
    }
    try sample.site.build(log.contents)
    for path in ["feed.json", "feed.atom"] {
      let feed = try sample.text(path)
      #expect(feed.contains("Paper Moon Motel") && !feed.contains("#1 Exit"), "\(path)")
      #expect(feed.ranges(of: "Key tracks:").count == 1, "\(path): one of two finds")
    }
  }

  @Test func `key tracks are those of the record, in its spelling, and are marked in the list`()
    throws
  {
    let review = try Sample.review(tracks: ["paper moon motel", "#1 Exit", "Night Ferry"])
    let unknown = try page(nil, review: review)
    #expect(unknown.contains("#1 Exit") && unknown.contains("Key Tracks"))
    let known = try page(try Self.list(Self.record), review: review)
    #expect(known.contains("<a href=\"#track-1\"><bdi>Paper Moon Motel</bdi></a>"))
    #expect(!known.contains("#1 Exit"), "it is not on the record")
    #expect(!known.contains("#track-3"), "another title")
    #expect(known.contains("<li id=\"track-1\" class=\"key\">"))
    #expect(known.contains("<li id=\"track-2\">"))
    #expect(known.contains("youtube.com/results?search_query=The%20Night%20Ferries%20Paper%20Moon"))
    let none = try page(
      try Self.list([TrackList.Medium(tracks: [Track(number: "1", title: "Other")])]),
      review: review)
    #expect(!none.contains("Key Tracks"), "no heading without a track")
  }
}
