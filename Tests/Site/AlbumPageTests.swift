// The page of a find: the covers of its candidates, and the disclaimer.

import Albums
import Testing

@testable import Site

@Suite struct AlbumPageTests {
  @Test func `a candidate has its cover in the page's folder, until it is no candidate`() throws {
    let sample = try SampleSite()
    let (own, other) = (try Sample.artwork(1), try Sample.artwork(2))
    try sample.keep(own)
    try sample.keep(other)
    var log = SampleLog()
    log.finds = [Sample.made(1, artwork: own, review: try Sample.review())]
    let album = Album(artist: "Odalys Verne", title: "Salt", artwork: other)
    log.finds[0].candidates = [
      NamedCandidate(id: "7", album: album, reason: ""),
      NamedCandidate(id: "8", album: Album(artist: "Kilo Kilo", title: "1. Outside"), reason: ""),
    ]
    try sample.site.build(log.contents)
    let folder = "album/\(Sample.find(1))"
    let picture = "\(folder)/\(other.fileName(side: 200))"
    let page = try sample.text("\(folder)/index.html")
    #expect(page.contains("<img src=\"/\(picture)\" alt=\"\" width=\"64\""))
    #expect(
      page.contains("<img class=\"placeholder\" src=\"/icons/record.svg\" alt=\"\" width=\"64\""))
    #expect(try sample.files()[picture] != nil)

    log.finds[0].candidates = []
    try sample.site.build(log.contents)
    #expect(try sample.files()[picture] == nil)
    #expect(try sample.files()["\(folder)/\(own.fileName(side: 200))"] != nil)
  }

  @Test(arguments: [true, false])
  func `only a model's review has the disclaimer`(isByModel: Bool) throws {
    let sample = try SampleSite()
    var log = SampleLog()
    var review = try Sample.review()
    review.isByModel = isByModel
    log.finds = [Sample.made(1, review: review)]
    try sample.site.build(log.contents)
    let page = try sample.text("album/\(Sample.find(1))/index.html")
    #expect(page.contains("class=\"disclaimer\"") == isByModel)
  }
}
