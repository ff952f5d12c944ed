// Index pages in parts: a refresh of the changed parts gives the same files as a build.

import Albums
import Host
import Support
import Testing

@testable import Site

@Suite struct IndexPageTests {
  /// Adds or removes finds around the borders of the parts.
  @Test(arguments: [1, 2026, UInt64.random(in: 0...UInt64.max)])
  func `parts that changed are enough`(seed: UInt64) throws {
    note("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let sample = try SampleSite()
    var log = SampleLog()
    log.finds = (0..<Int.random(in: 95...205, using: &random)).map(Self.find)
    try refresh(sample.site, log, since: 0)
    for step in 0..<12 {
      let isRemoval = Bool.random(using: &random) && !log.finds.isEmpty
      let count = Int.random(in: 1...3, using: &random)
      var since = Int64.max
      for _ in 0..<count {
        let next = Int.random(in: 0..<1000, using: &random)
        let find: Find
        if isRemoval {
          guard let index = log.finds.indices.suffix(120).randomElement(using: &random) else {
            continue
          }
          find = log.finds.remove(at: index)
        } else {
          find = Self.find(next)
          guard !log.finds.contains(where: { $0.id == find.id }) else { continue }
          log.finds.append(find)
        }
        since = min(since, find.found.milliseconds)
      }
      try refresh(sample.site, log, since: since)
      let clean = try SampleSite()
      try refresh(clean.site, log, since: 0)
      #expect(
        differences(try sample.files(), try clean.files()) == [], "seed \(seed), step \(step)")
    }
  }

  @Test func `a part has at most 100 finds, and the oldest part is number 1`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    log.finds = (0..<201).map(Self.find)
    try sample.site.build(log.contents)
    let parts = ["", "1/", "2/"].map { "artists/night-ferries/\($0)index.html" }
    let texts = try parts.map(sample.text)
    #expect(texts.map { $0.matches(of: /<li data-find=/).count } == [1, 100, 100])
    #expect(texts[1].contains(Self.find(0).id.text) && texts[0].contains(Self.find(200).id.text))
    #expect(texts[1].contains(#"href="/artists/night-ferries/2/" rel="prev""#))
    #expect(texts[2].contains(#"href="/artists/night-ferries/" rel="prev""#))
    #expect(texts[0].contains(#"href="/artists/night-ferries/2/" rel="next""#))
    #expect(brokenLinks(in: try sample.files()) == [])
    #expect(!Files.exists("\(sample.root)/artists/night-ferries/3/index.html"))
  }

  @Test func `repeats of an album are one entry`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    log.finds = [0, 50, 100].map { Sample.made($0, daysBefore: $0) }
    try sample.site.build(log.contents)
    let page = try sample.text("artists/night-ferries/index.html")
    #expect(page.matches(of: /<details class="fold">/).count == 1)
    #expect(page.contains("3 finds"))
  }

  @Test func `names of artists keep their pages apart`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    let names = ["宇多田ヒカル", "AC/DC", "..", "!!!", "The Night Ferries", "Night, Ferries", "🎸"]
    log.finds = names.enumerated().map { Sample.made($0, daysBefore: $0, artist: $1, title: $1) }
    try sample.site.build(log.contents)
    let pages = try sample.files().keys.filter {
      $0.hasPrefix("artists/") && $0 != "artists/index.html"
    }
    // "The" and the comma make no difference; the two names have one page.
    #expect(pages.count == names.count - 1, "\(pages.sorted())")
    #expect(brokenLinks(in: try sample.files()) == [])
  }

  @Test func `the sections of an overview are A to Z, then other writing systems`() {
    let sections = ["abba", "zappa", "1975", "宇多田", "ヒカル", "пикник", "עמית", "!!!", ""].map {
      Initial.section(of: $0)
    }
    #expect(sections == ["A", "Z", "0–9", "漢", "あ–ん", "А–Я", "א–ת", "#", "#"])
  }

  @Test func `an album page shows five other albums, those of the artist first`() throws {
    var log = SampleLog()
    log.finds =
      (0..<4).map { Sample.made($0, daysBefore: $0, title: "Title \($0)") }
      + (4..<9).map { Sample.made($0, daysBefore: $0, artist: "Other \($0)", title: "T \($0)") }
    let more = log.index.neighbours(of: log.finds[0].id).more
    #expect(more.count == MoreInLog.most)
    #expect(more.prefix(3).allSatisfy { $0.artist == "The Night Ferries" })
    #expect(!more.contains { $0.id == log.finds[0].id })
  }

  /// Finds of one artist, each of another album, a minute apart.
  private static func find(_ number: Int) -> Find {
    let find = Sample.made(number, title: "Title \(number)")
    return Find(
      id: find.id, scan: nil,
      found: Timestamp(milliseconds: 1_795_000_000_000 + Int64(number) * 60_000), isSure: true,
      album: find.album, review: nil)
  }

  private func refresh(_ site: Site, _ log: SampleLog, since: Int64) throws {
    let hasFinds = try site.writeIndexPage(
      of: .artist, key: "night ferries", since: Timestamp(milliseconds: since), from: log.index)
    #expect(hasFinds == !log.finds.isEmpty)
  }
}
