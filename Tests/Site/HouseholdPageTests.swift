// The sentences of the household's pages about the published log, and the controls of these pages
// without a model.

import Albums
import Testing

@testable import Site

@Suite struct HouseholdPageTests {
  /// The history and the album page of one find.
  private func pages(
    of find: Find, _ settings: SiteSettings
  ) throws -> (history: String, album: String) {
    let sample = try SampleSite(settings: settings)
    var log = SampleLog()
    log.finds = [find]
    try sample.site.build(log.contents)
    let history = try sample.text("history/index.html")
    let rows = try #require(history.split(separator: "<template").first)
    return (String(rows), try sample.text("album/\(find.id)/index.html"))
  }

  private func settings(
    publishing choice: PublishRule.Selection?, url: String? = "https://records.example/log"
  ) -> SiteSettings {
    let rule = choice.map { PublishRule(choice: $0, showsNotes: false) }
    return SiteSettings(
      baseURL: "https://home.example", publicLog: rule.map { PublicLog(rule: $0, url: url) },
      words: Sample.words)
  }

  /// The rule, the choice, whether the host has to confirm the find, the sentence on the album
  /// page, and whether the find is public.
  private static let publicities: [(PublishRule.Selection?, PublicChoice?, Bool, String?, Bool)] = [
    (.all, nil, false, "Public, because this log publishes all finds.", true),
    (.chosen, .yes, true, "Public, by choice.", true),
    (.all, .no, false, "Private, by choice.", false),
    (.chosen, nil, false, "Private, because it was not made public.", false),
    (.all, nil, true, "Not public yet: the host has to confirm", false),
    (nil, .yes, false, nil, false),
  ]

  @Test(arguments: publicities.indices)
  func `a public find has a link to its public page in its row's menu and on its page`(
    place: Int
  ) throws {
    let (choice, own, isUnconfirmed, sentence, isPublic) = Self.publicities[place]
    var find = Sample.made(1)
    find.details = FindDetails(publicChoice: own, isUnconfirmed: isUnconfirmed)
    let pages = try pages(of: find, settings(publishing: choice))
    let address = "https://records.example/log/album/\(find.id)/"
    let inMenu = "<a href=\"\(address)\" rel=\"external\">Public page</a>"
    // A script of the album page finds the address by this class.
    let onPage = "<a href=\"\(address)\" class=\"public-page\" rel=\"external\">Public page</a>"
    #expect(pages.history.contains(inMenu) == isPublic)
    #expect(pages.album.contains(onPage) == isPublic)
    #expect(pages.history.contains("<span class=\"public\">Public</span>") == isPublic)
    #expect(pages.album.contains("<dt>Public log:</dt>") == (sentence != nil))
    if let sentence { #expect(pages.album.contains("<dd>\(sentence)")) }
  }

  @Test func `without an address of the published log, a public find has only a word`() throws {
    let pages = try pages(of: Sample.made(1), settings(publishing: .all, url: nil))
    #expect(pages.history.contains("<span class=\"public\">Public</span>"))
    #expect(!pages.history.contains("Public page") && !pages.album.contains("Public page"))
  }

  @Test(arguments: [true, false])
  func `without a model, no page offers a review, a hint or another try`(hasModel: Bool) throws {
    let settings = SiteSettings(
      baseURL: "https://home.example", hasModel: hasModel, words: Sample.words)
    var failed = Sample.made(2)
    failed.unreviewed = .noReview(.network)
    let finds = [Sample.made(1), failed, Sample.made(3, review: try Sample.review())]
    let offers = ["Write the review", "Try again", "Write the review again"]
    for (find, offer) in zip(finds, offers) {
      let page = try pages(of: find, settings).album
      #expect(page.contains("/finds/\(find.id)/review\"") == hasModel, "\(offer)")
      #expect(page.contains("name=\"hint\"") == hasModel, "\(offer)")
      #expect(page.contains(">\(offer)</button>") == hasModel, "\(offer)")
    }
  }
}
