// Overviews in parts: their addresses, their links, and the parts that are removed.

import Albums
import Host
import Support
import Testing

@testable import Site

@Suite struct OverviewTests {
  /// An index in which each find has another artist, and no other facet that has a page.
  private static func index(artists count: Int, named name: (Int) -> String = spelled)
    -> LoadedIndex
  {
    let finds = (0..<count).map { number in
      let minute = Timestamp(milliseconds: 1_795_000_000_000 + Int64(number) * 60_000)
      return Find(
        id: Sample.find(number), scan: nil, found: minute, isSure: true,
        album: Album(artist: name(number), title: "Title"), review: nil)
    }
    let summaries = finds.enumerated().map { FindSummary($1, album: Int64($0)) }
    return LoadedIndex(summaries, zone: .utc) { add in
      for find in finds { for facet in find.facets { add(find.id, facet) } }
    }
  }

  /// Names from A to Z: `Aa0007`, `Ab0007`.
  private static func spelled(_ number: Int) -> String {
    let letter = Unicode.Scalar(UInt8(65 + number % 26))
    return "\(letter)a\(String(10_000 + number).dropFirst())"
  }

  private func pages(_ sample: SampleSite) throws -> [String] {
    try Files.entries(of: "\(sample.root)/artists").filter { $0.hasPrefix("part--") }.sorted()
  }

  /// The number of artists, and the numbers of the entries of the parts.
  @Test(arguments: [
    (0, [0]), (1, [1]), (1000, [1000]), (1001, [1000, 1]), (2500, [1000, 1000, 500]),
  ])
  func `a part has at most 1,000 entries, and every artist is on one part`(
    count: Int, entries: [Int]
  ) throws {
    let parts = OverviewPage.all(
      .artist, Self.index(artists: count).counts(of: .artist), settings: Sample.settings)
    let lists = parts.map { views($0.view[.sections]).flatMap { views($0[.entries]) } }
    #expect(lists.map(\.count) == entries)
    let names = lists.joined().map { text($0[.name]) }
    #expect(names == (0..<count).map(Self.spelled).sorted())
    #expect(parts.allSatisfy { views($0.view[.parts]).isEmpty == (entries.count == 1) })
    #expect(
      parts.map { next($0) }
        == parts.indices.map { $0 + 1 < parts.count ? "\($0 + 2)" : nil })
  }

  /// The number of the next part, to which the page of a part leads.
  private func next(_ page: OverviewPage) -> String? {
    if case .view(let next) = page.view[.next] { text(next[.number]) } else { nil }
  }

  private func views(_ field: Field) -> [View] {
    if case .views(let views) = field { views } else { [] }
  }

  private func text(_ field: Field) -> String? {
    if case .text(let text) = field { text } else { nil }
  }

  @Test func `the parts link to each other, and name their letters`() throws {
    let sample = try SampleSite()
    try sample.site.writeOverviews(from: Self.index(artists: 2500), years: nil)
    let texts = try ["", "part--2/", "part--3/"].map {
      try sample.text("artists/\($0)index.html")
    }
    #expect(texts[0].contains("<h1>Artists</h1>"))
    #expect(texts[1].contains("<h1>Artists, part 2</h1>"))
    for (number, text) in texts.enumerated() {
      for (other, address) in ["/artists/", "/artists/part--2/", "/artists/part--3/"].enumerated() {
        #expect(text.contains("\"\(address)\">\(other + 1): ") == (other != number))
      }
    }
    #expect(texts[0].contains(#"<b aria-current="page">1: <bdi>A to K</bdi></b>"#))
    #expect(texts[2].contains(#"3: <bdi>U to Z</bdi></b>"#))
    #expect(texts[1].contains(#"<a href="/artists/part--3/" rel="next">"#))
  }

  @Test func `parts that an overview no longer has are removed`() throws {
    let sample = try SampleSite()
    for (count, expected) in [
      (3001, ["part--2", "part--3", "part--4"]), (1001, ["part--2"]),
      (2001, ["part--2", "part--3"]),
      (3, []),
    ] {
      let index = Self.index(artists: count)
      try sample.site.writeOverviews(from: index, years: nil)
      #expect(try pages(sample) == expected)
      let clean = try SampleSite()
      try clean.site.writeOverviews(from: index, years: nil)
      #expect(differences(try sample.files(), try clean.files()) == [], "\(count)")
    }
  }

  @Test func `a build leaves what a refresh leaves, also where an artist is called like a part`()
    throws
  {
    let index = Self.index(artists: 1001) { number in
      switch number {
      case 0: "Part"
      case 1: "part--2"
      case 2: "part--3"
      default: Self.spelled(number)
      }
    }
    let (built, refreshed) = (try SampleSite(), try SampleSite())
    try built.site.buildSummaries(index)
    try refreshed.site.writeOverviews(from: Self.index(artists: 2001), years: nil)
    for artist in index.counts(of: .artist) {
      let hasFinds = try refreshed.site.writeIndexPage(
        of: .artist, key: artist.key, since: Timestamp(milliseconds: 0), from: index)
      #expect(hasFinds)
    }
    try refreshed.site.writeOverviews(from: index, years: nil)
    #expect(differences(try built.files(), try refreshed.files()) == [])
    #expect(try pages(built) == ["part--2"])
    try Files.makeDirectories("\(built.root)/artists/part--3")
    try Files.replace("\(built.root)/artists/part--3/index.html", with: [1], durably: false)
    try built.site.buildSummaries(index)
    #expect(differences(try built.files(), try refreshed.files()) == [])
  }

  @Test func `all years are on one part, because charts link to their decades`() {
    let years = (0...OverviewAddress.entries).map {
      FacetCount(key: String(1000 + $0), name: String(1000 + $0), count: 1)
    }
    #expect(OverviewPage.all(.year, years, settings: Sample.settings).count == 1)
  }
}
