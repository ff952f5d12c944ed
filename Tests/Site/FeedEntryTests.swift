// Entries of the feeds: their time follows the changes that a reader of a feed should notice, and
// their verdict is the verdict of the page.

import Albums
import Support
import Testing
import Text

@testable import Site

@Suite struct FeedEntryTests {
  private static let (found, before, later, latest) = (
    Sample.moment(daysBefore: 5), Sample.moment(daysBefore: 9), Sample.moment(daysBefore: 3),
    Sample.moment(daysBefore: 1)
  )

  private enum Log: CaseIterable { case household, published, withNotes }

  private func built(_ log: Log, _ finds: [Find]) throws -> SampleSite {
    let (appearance, address) = (Sample.appearance, "https://records.example/found")
    let sample =
      switch log {
      case .household: try SampleSite()
      case .published: try SampleSite(publishing: appearance)
      case .withNotes:
        try SampleSite(
          publishing: PublishedAppearance(
            title: appearance.title, author: appearance.author, url: address, showsNotes: true))
      }
    var history = SampleLog()
    history.finds = finds
    try sample.site.build(history.contents)
    return sample
  }

  /// A find, and the time of its entry in each log.
  private static func cases() throws -> [(Find, household: Timestamp, withNotes: Timestamp)] {
    func find(_ change: (inout Find) -> Void = { (_) in }) throws -> Find {
      var find = Sample.made(1, daysBefore: 5, review: try Sample.review())
      change(&find)
      return find
    }
    func written(_ time: Timestamp) -> (inout Find) -> Void {
      { $0.review?.writer = ReviewWriter(model: "model-5", written: time) }
    }
    return [
      (try find(), found, found),
      (try find(written(before)), found, found),
      (try find(written(later)), later, later),
      (try find { $0.corrected = later }, later, later),
      (
        try find {
          written(latest)(&$0)
          $0.corrected = later
        }, latest, latest
      ),
      (try find { $0.noted = later }, found, later),
    ]
  }

  @Test func `the time of an entry moves with a correction, a review and a public note`() throws {
    for (find, household, withNotes) in try Self.cases() {
      for log in Log.allCases {
        let sample = try built(log, [find, Sample.made(2, daysBefore: 7)])
        let time = (log == .withNotes ? withNotes : household).iso
        let atom = try sample.text("feed.atom")
        let times = atom.matches(of: #/<updated>(.*?)</updated>/#).map { String($0.1) }
        #expect(times == [time, time, Sample.moment(daysBefore: 7).iso], "\(log)")
        #expect(atom.contains("<published>\(Self.found.iso)</published>"))
        let json = try #require(JSON(Array(try sample.text("feed.json").utf8)))
        #expect(json["items"].items.first?["date_modified"].text == time, "\(log)")
        #expect(json["items"].items.first?["date_published"].text == Self.found.iso)
      }
    }
  }

  @Test func `a corrected find that is not the newest moves the time of the feed`() throws {
    var old = Sample.made(1, daysBefore: 40)
    old.corrected = Self.latest
    let atom = try built(.household, [Sample.made(2, daysBefore: 5), old]).text("feed.atom")
    #expect(atom.firstMatch(of: #/<updated>(.*?)</updated>/#)?.1 == Self.latest.iso[...])
  }

  @Test func `the verdict of an entry is the label of the page, without signs`() throws {
    for log in Log.allCases {
      let sample = try built(log, [Sample.made(1, review: try Sample.review())])
      let json = try #require(JSON(Array(try sample.text("feed.json").utf8)))
      let verdict = try #require(json["items"].items.first?["summary"].text)
      let label = Sample.words.text(try Sample.review().recommendation.label)
      #expect(verdict.hasPrefix("\(label) "))
      let isPlain = verdict.unicodeScalars.allSatisfy { $0.isASCII }
      #expect(isPlain, "\(verdict)")
      #expect(try sample.text("feed.atom").contains("<summary>\(verdict)</summary>"))
    }
  }
}
