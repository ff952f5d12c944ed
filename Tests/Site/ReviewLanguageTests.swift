// Reviews in another language than the page. Pages and feeds mark them with their language;
// otherwise they look like all reviews.

import Albums
import Support
import Testing

@testable import Site

@Suite struct ReviewLanguageTests {
  /// The album page and both feeds of an installation with one find.
  private func pages(
    review language: String, in words: Phrasebook
  ) throws -> (album: String, atom: String, json: String) {
    let sample = try SampleSite(
      settings: SiteSettings(baseURL: "https://records.example", words: words))
    var log = SampleLog()
    var review = try Sample.citedReview()
    review.language = language
    log.finds = [Sample.made(1, review: review)]
    try sample.site.build(log.contents)
    return (
      try sample.text("album/\(Sample.find(1))/index.html"), try sample.text("feed.atom"),
      try sample.text("feed.json")
    )
  }

  @Test func `an English review on a German page is marked`() throws {
    let pages = try pages(review: "en", in: .german())
    #expect(pages.album.contains("<html data-albumscan lang=\"de\""))
    #expect(pages.album.contains(#"<div class="summary" lang="en">"#))
    #expect(pages.album.contains(#"<ul class="bullets" lang="en">"#))
    #expect(pages.album.ranges(of: " lang=\"en\"").count == 2, "the label and headings are German")
    #expect(pages.atom.contains("lang=&quot;en&quot;") || pages.atom.contains(#"<div lang="en">"#))
    #expect(pages.json.lowercased().contains(#"\u003cdiv lang=\"en\">"#))
  }

  @Test(arguments: ["de", "en"])
  func `a review in the language of the page has no mark`(language: String) throws {
    let words = try language == "de" ? Phrasebook.german() : .english()
    let pages = try pages(review: language, in: words)
    #expect(pages.album.ranges(of: " lang=\"").count == 1, "that of the page")
    #expect(!pages.json.contains("div lang"))
  }

  @Test(arguments: Recommendation.allCases)
  func `every label has a different text in German`(label: Recommendation) throws {
    let text = try Phrasebook.german().text(label.label)
    #expect(!text.isEmpty && text != label.label.key)
    #expect(try Phrasebook.english().text(label.label) == label.english)
    #expect(text != label.english, "\(text)")
  }
}
