// The files that a build keeps, the files that it removes, and the time of one new find in a large
// history.

import Albums
import Glibc
import Host
import Site
import Support
import Testing

@Suite struct BuildTests {
  @Test func `every link of a built site leads to a file`() throws {
    let (sample, log) = try stocked()
    try sample.site.build(log.contents)
    #expect(brokenLinks(in: try sample.files()) == [])
  }

  @Test func `building again changes no file`() throws {
    let (sample, log) = try stocked()
    try sample.site.build(log.contents)
    let before = try sample.files().keys.map { try inode("\(sample.root)/\($0)") }
    try sample.site.build(log.contents)
    let after = try sample.files().keys.map { try inode("\(sample.root)/\($0)") }
    #expect(before.sorted() == after.sorted())
  }

  @Test func `a build removes outdated files and nothing else`() throws {
    let (sample, log) = try stocked()
    try sample.site.build(log.contents)
    let strangers = [".well-known/x", "album/notes.txt", "history/about/index.html"]
    let leftovers = [
      "album/\(Sample.find(999))/index.html", "scan/\(Sample.scan(999))/index.html",
      "history/2001-01/index.html", "album/\(Sample.find(1))/old-500.jpg",
    ]
    for path in strangers + leftovers {
      try Files.makeDirectories(Files.parent(of: "\(sample.root)/\(path)"))
      try Files.replace("\(sample.root)/\(path)", with: [1], durably: false)
    }
    try sample.site.build(log.contents)
    let files = try sample.files()
    #expect(strangers.filter { files[$0] == nil } == [])
    #expect(leftovers.filter { files[$0] != nil } == [])
  }

  @Test func `no file of a built site has a placeholder that the CGI would fill`() throws {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    try sample.site.build(try SampleLog.whole().contents)
    for (path, bytes) in try sample.files() {
      let text = String(decoding: bytes, as: UTF8.self)
      let isPage = path.hasSuffix(".html")
      #expect(!isPage || !text.contains("[[") && !text.contains("<!--["), "\(path)")
      #expect(text.firstMatch(of: /\[\[[a-z-]+\]\]/) == nil, "\(path)")
    }
  }

  @Test func `a scan that arrives while a build runs keeps its page`() throws {
    let (sample, log) = try stocked()
    let late = Sample.scan(77)
    let known = HistoryContents(newest: log.newestFirst, months: log.months, feed: Sample.feed)
    try sample.site.build(
      known, findsIn: { month in log.newestFirst.filter { Zone.utc.month(of: $0.found) == month } },
      scans: {
        try sample.site.refresh(
          Scan(
            id: late, created: Sample.moment(daysBefore: 0),
            updated: Sample.moment(daysBefore: 0), state: .queued))
        return log.scans
      })
    #expect(try sample.files()["scan/\(late)/index.html"] != nil)
  }

  @Test func `a file that is removed from public is removed from the site, too`() throws {
    let folder = "\(TemporaryFolder.parent)/albumscan-site-public-\(getpid())"
    defer { try? Files.removeTree(folder) }
    let sample = try SampleSite()
    try Files.makeDirectories("\(folder)/sub")
    try Files.replace("\(folder)/sub/old.txt", with: [1], durably: false)
    for isThere in [true, false] {
      if !isThere { try Files.remove("\(folder)/sub/old.txt") }
      let site = try Site(
        root: sample.root, templates: "\(SampleSite.project)/templates", publicFiles: folder,
        artwork: "\(sample.folder)/artwork", settings: Sample.settings)
      try site.build(SampleLog().contents)
      #expect((try sample.files()["sub/old.txt"] != nil) == isThere)
    }
  }

  @Test func `artwork whose files are gone is shown as missing`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    log.finds = [Sample.made(1, artwork: try Sample.artwork(5))]
    try sample.site.build(log.contents)
    #expect(try sample.text("album/\(Sample.find(1))/index.html").contains("Album art unavailable"))
    #expect(brokenLinks(in: try sample.files()) == [])
  }

  @Test func `refreshing one find among ten thousand is quick`() throws {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    let review = try Sample.review()
    for number in 0..<10_000 {
      log.finds.append(
        Sample.made(number, daysBefore: number / 6, artwork: try Sample.artwork(1), review: review))
    }
    let find = log.finds[3]
    let around = log.surroundings(of: find)
    let finds = log.finds(in: around.month, 0..<HistoryContents.partSize)
    let entries = log.entries(in: around.month, 0..<1000)
    let refresh = {
      _ = try sample.site.refresh(
        find, amid: around, finds: { _ in finds }, entries: { _ in entries })
    }
    let first = try processorTime(refresh)
    let again = try processorTime(refresh)
    note("refreshing 1 of 10,000 finds: \(first), unchanged \(again)")
    #expect(first < .seconds(5))
  }

  /// `MANY=10000 swift test --filter BuildTests` prints the time of a build with 10,000 finds.
  @Test(.enabled(if: getenv("MANY") != nil)) func `a large log is built in bounded time`() throws {
    let count = getenv("MANY").flatMap { Int(String(cString: $0)) } ?? 0
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    let review = try Sample.review()
    for number in 0..<count {
      log.finds.append(
        Sample.made(number, daysBefore: number / 6, artwork: try Sample.artwork(1), review: review))
    }
    let clock = ContinuousClock()
    let contents = log.contents
    let first = try clock.measure { try sample.site.build(contents) }
    let again = try clock.measure { try sample.site.build(contents) }
    note("building \(count) finds: \(first), unchanged \(again)")
  }

  private func stocked() throws -> (SampleSite, SampleLog) {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    for number in 0..<130 {
      let artwork = number % 2 == 0 ? try Sample.artwork(1) : nil
      log.finds.append(Sample.made(number, daysBefore: number, artwork: artwork))
    }
    return (sample, log)
  }

  private func inode(_ path: String) throws -> UInt {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw SampleError.artwork }
    return UInt(facts.st_ino)
  }
}
