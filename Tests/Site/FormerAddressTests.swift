// The pages at the former addresses of index pages.

import Albums
import Support
import Testing

@testable import Site

@Suite struct FormerAddressTests {
  private func former(_ kind: FacetKind, _ names: [String]) -> [String] {
    let facets = names.map { name in
      switch kind {
      case .tag: Facet(.tag, key: Tag(stored: name).key, name: name)
      case .artist: Facet(.artist, key: AlbumKey.creator(named: name), name: name)
      default: Facet(kind, named: name) ?? Facet(kind, key: name, name: name)
      }
    }
    let pages = Dictionary(grouping: facets, by: \.key)
      .map { FacetCount(key: $0.key, name: $0.value[0].name, count: $0.value.count) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return FormerAddresses(kind, pages, spellings: facets).pages.map {
      "\($0.address.slug.text) \($0.page.key)"
    }
  }

  @Test func `a name whose key has changed has a former address`() {
    #expect(former(.artist, ["Can", "The The"]) == ["the the the"])
    #expect(former(.tag, ["jazz", "Hip-Hop"]).count == 1)
    #expect(former(.tag, ["Hip-Hop"])[0].hasPrefix("hip-hop--"))
    #expect(former(.genre, ["Rock", "Rhythm & Blues", "AC/DC"]).isEmpty)
    #expect(former(.artist, ["и\u{306}", "й"]).count == 1, "only the decomposed spelling")
  }

  @Test func `a present page keeps its address, and two pages with one former address share it`() {
    #expect(former(.artist, ["The The", "The"]).isEmpty)
    #expect(former(.artist, ["C#", "C++"]) == ["c c plus plus"])
    #expect(former(.artist, ["C#", "C++", "C"]).isEmpty)
  }

  @Test(arguments: [false, true])
  func `the page leads to the present page, in both sites`(isPublished: Bool) throws {
    let sample =
      if isPublished { try SampleSite(publishing: Sample.appearance) } else { try SampleSite() }
    var log = SampleLog()
    var find = Sample.made(1, artist: "The The")
    find.details.tags = [Albums.Tag(stored: "Hip-Hop")]
    log.finds = [find]
    try sample.site.build(log.contents)
    let page = try sample.text("artists/the/index.html")
    #expect(page.contains("This page has a new address") && page.contains("The The"))
    #expect(
      page.contains(isPublished ? "href=\"../../artists/the-the/\"" : "href=\"/artists/the-the/\""))
    let former = IndexAddress(.tag, key: "hip-hop").folder
    #expect(try sample.text("\(former)/index.html").contains("tags/hip-hop/"))
    log.finds = []
    try sample.site.build(log.contents)
    #expect(
      try sample.files().keys.allSatisfy { !$0.hasPrefix("artists/the/") && !$0.hasPrefix(former) })
  }
}
