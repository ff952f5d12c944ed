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
    // The name of the placeholder has a digest.
    #expect(page.contains("<button class=\"candidate\"><img class=\"placeholder\" src=\"/"))
    #expect(try sample.files()[picture] != nil)

    log.finds[0].candidates = []
    try sample.site.build(log.contents)
    #expect(try sample.files()[picture] == nil)
    #expect(try sample.files()["\(folder)/\(own.fileName(side: 200))"] != nil)
  }

  /// The status of the other find, the readers, and the sentence on the page.
  static let connections: [(status: FindStatus?, isPublic: Bool, text: String)] = [
    (.have, false, "The review names Odalys Verne: you have "),
    (.want, false, "The review names Odalys Verne: your log has "),
    (nil, false, "The review names Odalys Verne: your log has "),
    (.have, true, "The review names Odalys Verne: this log has "),
  ]

  @Test(arguments: connections)
  func `a review that names an artist leads to the artist's find`(
    status: FindStatus?, isPublic: Bool, text: String
  ) throws {
    let published = SiteSettings(publishing: Sample.appearance, words: Sample.words)
    let sample = try SampleSite(settings: isPublic ? published : Sample.settings)
    let review = try Sample.review(summary: "After *Odalys Verne*, a quiet record.")
    var other = Sample.made(2, daysBefore: 3, artist: "Odalys Verne", title: "Salt & Sea")
    other.details.status = status
    var log = SampleLog()
    log.finds = [Sample.made(1, review: review), other]
    try sample.site.build(log.contents)
    let page = try sample.text("album/\(Sample.find(1))/index.html")
    #expect(page.contains("\(text)<a href="))
    #expect(page.contains("album/\(Sample.find(2))/\"><cite><bdi>Salt &amp; Sea</bdi></cite></a>."))
    let back = try sample.text("album/\(Sample.find(2))/index.html")
    #expect(!back.contains("connections"))
  }

  @Test func `a connection by record label leads to another find than the finds below it`() throws {
    let sample = try SampleSite()
    var log = SampleLog()
    // The second find is of another decade and has no common genre, so "More in your log" does not
    // show it.
    log.finds = [Sample.made(1), Sample.made(31, daysBefore: 1, artist: "Kilo Kilo", title: "One")]
    log.finds[1].album.genres = []
    try sample.site.build(log.contents)
    let page = try sample.text("album/\(Sample.find(1))/index.html")
    #expect(page.contains("Also on Lantern Records: your log has <a href="))
    log.finds[1].album.genres = ["Dream Pop"]
    try sample.site.build(log.contents)
    let more = try sample.text("album/\(Sample.find(1))/index.html")
    #expect(more.contains("More in your log") && !more.contains("Also on"))
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
