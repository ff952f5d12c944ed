// Reviews from end to end: the real programs, a played model that mentions money, and the written
// pages.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ReviewTests {
  static let album = Awkward.backInBlack

  /// An installation whose model knows the album's sleeve and answers with this review.
  private func realm(saying review: String) throws -> Realm {
    var answers = ModelAnswers()
    answers.identify(
      sleeve: Self.album.sleeve, as: ModelAnswer(Self.album.identification),
      subject: Self.album.subject)
    answers.review(
      artist: Self.album.artist, title: Self.album.title, as: ModelAnswer(review))
    return try Realm(answers)
  }

  @Test func `after talk of money the question is repeated once, then the sentence is dropped`()
    throws
  {
    let realm = try realm(
      saying: #"""
        {"summary":"Riffs like doors. Originals are worth $40. It went to No. 1.",
         "bullets":["It rings.","A rare pressing.","It sold 25 million copies.","It lasts."],
         "rating":9.1,"recommendation":"Essential Classic","key_tracks":["One","Two","Three"]}
        """#)
    #expect(try realm.scan(Self.album).exitCode == 0)
    let find = try #require(try realm.installation.store().newestFinds(1).first)
    #expect(find.review?.summary == "Riffs like doors. It went to No. 1.")
    #expect(find.review?.bullets == ["It rings.", "It sold 25 million copies.", "It lasts."])
    let asked = realm.model.log.requests(of: .review)
    #expect(asked.count == 2)
    #expect(asked.last?.text.contains("\"$40\", \"rare pressing\"") == true)
    for page in ["album/\(find.id)/index.html", "feed.json", "feed.atom"] {
      let text = try realm.installation.text(page)
      #expect(!text.contains("$40") && !text.contains("rare pressing"), "\(page)")
    }
    // A second scan of the album costs nothing.
    #expect(try realm.scan(Self.album).exitCode == 0)
    #expect(realm.model.log.requests(of: .review).count == 2)
    let origin = try realm.installation.store().origin(ofReviewOf: find.album.key)
    #expect(origin?.prompt == "review-3")
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `an unusable answer gives no review, and nothing of it is stored`() throws {
    let realm = try realm(saying: #"{"summary":"Fine.","bullets":[],"rating":"high"}"#)
    #expect(try realm.scan(Self.album).exitCode == 0)
    let find = try #require(try realm.installation.store().newestFinds(1).first)
    #expect(find.review == nil)
    #expect(realm.model.log.requests(of: .review).count == 2)
    #expect(try !realm.installation.text("album/\(find.id)/index.html").contains("class=\"badge\""))
  }

  @Test func `pages with sources and without a review pass the accessibility checks`() throws {
    let realm = try realm(saying: "no")
    #expect(try realm.scan(Self.album).exitCode == 0)
    let find = try #require(try realm.installation.store().newestFinds(1).first)
    let server = try WebServer(realm.installation)
    let page = "\(realm.installation.origin)/album/\(find.id)/"
    try realm.installation.store().note(
      unreviewed: .noReview(.network), of: find.id)
    try expectAccessible(page, realm, "Review Temporarily Unavailable")
    try realm.installation.store().keep(
      Self.cited(), of: find.album.key, origin: "m", prompt: "review-search-1", at: find.found)
    try expectAccessible(page, realm, "a-very-long-name-of-a-paper.example")
    try realm.installation.store().note(unreviewed: nil, of: find.id)
    _ = server
  }

  private func expectAccessible(_ page: String, _ realm: Realm, _ words: String) throws {
    #expect(try realm.installation.albumscan(["refresh"]).exitCode == 0)
    let browser = try Browser(width: 320, height: 568)
    try browser.open(page)
    #expect(try browser.text("main").contains(words))
    for size in ["100%", "200%"] {
      try browser.run("document.documentElement.style.fontSize = arguments[0]", [.text(size)])
      let problems = try PageAudit.problems(in: browser)
      #expect(problems.isEmpty, "\(words), text \(size): \(problems)")
    }
  }

  private static func cited() throws -> Review {
    let rating = try #require(Rating(tenths: 91))
    let (one, two) = ("https://a-very-long-name-of-a-paper.example/x", "https://weekly.example/y")
    return try Review(
      summary: "Riffs like doors.", bullets: ["It rings.", "It sold.", "It lasts."], rating: rating,
      recommendation: .essentialClassic, keyTracks: ["One", "Two", "Three"],
      sources: [
        ReviewSource(passage: .summary, address: one, title: "Riffs & Doors"),
        ReviewSource(passage: .bullet(1), address: two, title: ""),
      ])
  }
}
