// A month with more than 100 finds has further pages, which are numbered from the oldest find.
// Source: docs/decisions/090-parts-from-the-oldest.md.

import Albums
import Glibc
import Host
import Support
import Testing

@testable import Site

@Suite struct HistoryPartTests {
  /// The number of finds of a month, and the number of finds on each of its pages, from the oldest.
  @Test(arguments: [
    (1, [1]), (100, [100]), (101, [100, 1]), (200, [100, 100]), (201, [100, 100, 1]),
    (350, [100, 100, 100, 50]),
  ])
  func `a page of a month has at most 100 finds, and the newest ones keep the month's address`(
    count: Int, expected: [Int]
  ) throws {
    let sample = try SampleSite()
    let log = Self.log(count)
    try sample.site.build(log.contents)
    let counts = try expected.indices.map { part in
      let name = part == expected.count - 1 ? "" : "\(part + 1)/"
      let path = "history/2026-11/\(name)index.html"
      // The template of the search has rows, too.
      let rows = String(try sample.text(path).components("<template")[0])
      return rows.components("data-find=").count - 1
    }
    #expect(counts == expected)
    let pages = try sample.files().keys.filter {
      $0.hasPrefix("history/2026-11/") && $0.hasSuffix(".html")
    }
    #expect(pages.count == expected.count)
    #expect(brokenLinks(in: try sample.files()) == [])
  }

  @Test func `a full page has the oldest finds, and links to its neighbours only`() throws {
    let sample = try SampleSite()
    try sample.site.build(Self.log(250).contents)
    let (first, second, last) = (
      try sample.text("history/2026-11/1/index.html"),
      try sample.text("history/2026-11/2/index.html"),
      try sample.text("history/2026-11/index.html")
    )
    #expect(first.contains("\(Sample.find(0))") && !first.contains("\(Sample.find(100))"))
    #expect(second.contains("\(Sample.find(100))") && second.contains("\(Sample.find(199))"))
    #expect(last.contains("\(Sample.find(249))") && !last.contains("\(Sample.find(199))"))
    #expect(first.contains("November 2026, page 1") && !first.contains("Older finds"))
    #expect(first.contains(#"<a href="/history/2026-11/2/" rel="next">Newer finds"#))
    #expect(second.contains(#"<a href="/history/2026-11/1/" rel="prev">Older finds"#))
    #expect(second.contains(#"<a href="/history/2026-11/" rel="next">Newer finds"#))
    #expect(last.contains(#"<a href="/history/2026-11/2/" rel="prev">Older finds"#))
    #expect(!last.contains("Newer finds"))
  }

  @Test func `a newer find changes no full page`() throws {
    let sample = try SampleSite()
    var log = Self.log(250)
    try sample.site.build(log.contents)
    let find = Self.find(250)
    log.finds.append(find)
    let written = try sample.site.follow(find, in: log)
    #expect(written.contains("history/2026-11/index.html"))
    #expect(!written.contains { $0.hasPrefix("history/2026-11/1/") })
    #expect(!written.contains { $0.hasPrefix("history/2026-11/2/") })
    #expect(written.count <= 14, "\(written)")
  }

  /// With the next find, a page or a shard becomes full, or a new one begins.
  static let counts = [99, 100, 199, 200, 299, 999, 1000]

  @Test(arguments: sampled(counts, 3, of: "lengths of a log", name: \.description))
  func `the next find writes at most 14 files, also where a part begins`(count: Int) throws {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    var log = Self.log(count)
    try sample.site.build(log.contents)
    var find = Self.find(count)
    find.album.artwork = try Sample.artwork(1)
    find.review = try Sample.review()
    log.finds.append(find)
    let written = try sample.site.follow(find, in: log)
    #expect(written.count <= 14, "\(written)")
    #expect(Self.differences(try sample.files(), try cleanBuild(log, like: sample)) == [])
  }

  static let seeds: [UInt64] =
    getenv("SEED").flatMap { UInt64(String(cString: $0)) }.map { [$0] }
    ?? (Environment.isTorture ? [7] : []) + [UInt64.random(in: 0...UInt64.max)]

  @Test(arguments: seeds)
  func `changes anywhere in a large month leave what a build makes`(seed: UInt64) throws {
    note("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let sample = try SampleSite()
    var log = Self.log(205)
    var next = 1000
    try sample.site.build(log.contents)
    for step in 1...6 {
      // Several changes wait for their refreshes. The refreshes run in a random order.
      var changed: [Find] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let find = Self.find(next, hours: Int.random(in: 0..<500, using: &random))
          next += 1
          log.finds.append(find)
          changed.append(find)
        case 1:
          guard let index = log.finds.indices.randomElement(using: &random) else { continue }
          log.finds[index].album.title = "Title \(next)"
          changed.append(log.finds[index])
        default:
          guard let find = log.finds.randomElement(using: &random) else { continue }
          log.finds.removeAll { $0.id == find.id }
          changed.append(find)
        }
      }
      for find in changed.shuffled(using: &random) { try sample.site.follow(find, in: log) }
      let files = try sample.files()
      #expect(Self.ofParts(brokenLinks(in: files)) == [], "seed \(seed), step \(step)")
      let clean = try cleanBuild(log, like: sample)
      #expect(Self.differences(files, clean) == [], "seed \(seed), step \(step)")
    }
  }

  @Test func `a refresh that was interrupted before its end is repeated as a whole`() throws {
    let sample = try SampleSite()
    var log = Self.log(250)
    try sample.site.build(log.contents)
    let before = try sample.files()
    log.finds.removeAll { $0.id == Sample.find(10) }
    let gone = Self.find(10)
    try sample.site.follow(gone, in: log)
    // A refresh writes the list of the parts last. If only the former list exists, all later parts
    // count as stale.
    let list = "history/2026-11/parts.txt"
    let second = "history/2026-11/2/index.html"
    for path in [list, second] {
      try Files.replace(
        "\(sample.root)/\(path)", with: try #require(before[path]), durably: false)
    }
    try sample.site.follow(gone, in: log)
    #expect(Self.differences(try sample.files(), try cleanBuild(log, like: sample)) == [])
  }

  @Test func `a month that shrinks to one page loses its further pages`() throws {
    let sample = try SampleSite()
    var log = Self.log(101)
    try sample.site.build(log.contents)
    log.finds.removeAll { $0.id == Sample.find(50) }
    try sample.site.follow(Self.find(50), in: log)
    let files = try sample.files()
    #expect(files["history/2026-11/1/index.html"] == nil)
    #expect(files["history/2026-11/parts.txt"] == nil)
    #expect(Self.differences(files, try cleanBuild(log, like: sample)) == [])
  }

  /// The differences between the pages of the history, the files of the search and the feeds. The
  /// summary pages are written later; RefreshLawTests compares them.
  private static func differences(
    _ files: [String: [UInt8]], _ clean: [String: [UInt8]]
  ) -> [String] {
    ofParts(Support.differences(files, clean))
  }

  private static func ofParts(_ paths: [String]) -> [String] {
    paths.filter { path in ["history/", "search/", "feed"].contains { path.hasPrefix($0) } }
  }

  /// Finds of November 2026, one every 20 minutes; a higher number is newer.
  private static func log(_ count: Int) -> SampleLog {
    var log = SampleLog()
    log.finds = (0..<count).map { find($0) }
    return log
  }

  /// A find `hours` after the beginning of the month; without `hours`, 20 minutes after its
  /// predecessor.
  private static func find(_ number: Int, hours: Int? = nil) -> Find {
    let minutes = Int64(hours.map { $0 * 60 } ?? number * 20)
    let start = Sample.moment(daysBefore: 20).advanced(byMilliseconds: -12 * 3_600_000)
    return Find(
      id: Sample.find(number), scan: nil, found: start.advanced(byMilliseconds: minutes * 60_000),
      isSure: true,
      album: Album(
        artist: "Artist \(number % 40)", title: "Album \(number)", year: 1960 + number % 60),
      review: nil)
  }
}

extension String {
  /// The parts of the text between the occurrences of `separator`.
  fileprivate func components(_ separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
