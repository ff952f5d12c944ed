// Reviews of books. Without the setting, the program refuses them. With the setting, the model gets
// a prompt for books, and its reviews must keep the rules for albums.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct BookReviewTests {
  private let realm: Realm
  private let program: String
  private let find: FindID

  /// An installation with one find, of the book *Dune*.
  private init(settings: String) throws {
    var answers = ModelAnswers.knowing([])
    answers.addReviews(of: [AwkwardBooks.dune])
    realm = try Realm(answers, settings: settings)
    let house = realm.installation
    program = try house.loneCGI()
    try house.copySampleFind()
    find = try #require(try house.store().newestFinds(1).first).id
    try realm.writeKey()
    let corrected = try house.albumscan([
      "correct", find.text, "--artist", "Frank Herbert", "--title", "Dune", "--kind", "book",
    ])
    #expect(corrected.exitCode == 0)
  }

  init() throws { try self.init(settings: "book-reviews: on") }

  private func post() throws -> CGIAnswer {
    let house = realm.installation
    return try house.runCGI(
      program,
      house.environment(
        "POST", "/finds/\(find)/review",
        ["HTTP_ORIGIN=\(house.origin)", "HTTP_ACCEPT=application/json", "CONTENT_LENGTH=0"]))
  }

  private func html() throws -> String {
    try realm.installation.text("book/\(find)/index.html")
  }

  @Test func `a book gets a review from its own prompt, and its page shows it like an album's`()
    throws
  {
    #expect(try html().contains("/finds/\(find)/review\""), "the page offers the review")
    #expect(try post().status == 202)
    try realm.installation.albumscan(["work"])
    let asked = try #require(realm.model.log.requests(of: .review).first)
    #expect(asked.text == "Author: Frank Herbert\nBook: Dune\nFirst published: 1965")
    let found = try #require(try realm.installation.store().find(find))
    #expect(found.review?.recommendation == .genreLandmark)
    let origin = try realm.installation.store().origin(ofReviewOf: found.album.key)
    #expect(origin?.prompt == "book-review-1")
    let page = try html()
    for part in ["Genre Landmark", "8.8", "<h2><span aria-hidden=\"true\">📖</span> Key Parts</h2>"]
    {
      #expect(page.contains(part), "\(part)")
    }
    #expect(page.contains("Change picture or review"))
    #expect(try realm.installation.text("feed.atom").contains("Key parts:"))
    #expect(try realm.installation.albumscan(["check"]).exitCode == 0)
  }

  @Test func `the command writes a review of a book, and again only after another prompt`() throws {
    let house = realm.installation
    #expect(try house.albumscan(["review", find.text]).exitCode == 0)
    #expect(realm.model.log.charged(.review) == 1)
    let none = try house.told(["review", "--all-but-prompt", "--yes"])
    #expect(none.code == 0 && none.text.contains("review-3, book-review-1"), "\(none.text)")
    try house.sql("UPDATE reviews SET prompt = 'book-review-0'")
    #expect(try house.albumscan(["review", "--all-but-prompt", "--yes"]).exitCode == 0)
    #expect(realm.model.log.charged(.review) == 2)
  }

  @Test func `talk of money is no part of a review of a book`() throws {
    realm.model.plan { plan in
      plan.review(
        artist: "Frank Herbert", title: "Dune",
        as: ModelAnswer(
          #"""
          {"summary":"Sand and power. Signed copies fetch a lot.","bullets":["It lasts.",
           "It argues.","First editions are out of reach.","If you love slow fires, read it."],
           "rating":8.8,"recommendation":"Genre Landmark","key_tracks":["Power","Fear","Spice"]}
          """#))
    }
    #expect(try realm.installation.albumscan(["review", find.text]).exitCode == 0)
    #expect(realm.model.log.charged(.review) == 2, "the question is repeated once")
    let found = try #require(try realm.installation.store().find(find))
    #expect(found.review?.summary == "Sand and power.")
    #expect(found.review?.bullets.count == 3)
  }

  @Test func `an exported review of a book is imported again`() throws {
    let house = realm.installation
    #expect(try house.albumscan(["review", find.text]).exitCode == 0)
    let file = house.folder.file("log.zip")
    #expect(try house.albumscan(["export", file]).exitCode == 0)
    let other = try Installation()
    #expect(try other.albumscan(["import", file]).exitCode == 0)
    #expect(try other.store().find(find)?.review?.recommendation == .genreLandmark)
  }

  @Test func `without the setting, a review of a book is refused, and its page offers none`() throws
  {
    let house = try BookReviewTests(settings: "")
    let refused = try house.post()
    #expect(refused.status == 409 && refused.body.contains("This is a book"))
    let installation = house.realm.installation
    let command = try installation.told(["review", house.find.text])
    #expect(command.code == 1 && command.text.contains("switched them on"), "\(command.text)")
    let page = try house.html()
    #expect(!page.contains("/review\"") && !page.contains("review yet"))
    try installation.albumscan(["work"])
    #expect(house.realm.model.log.requests.isEmpty)
  }

  @Test func `a review that was written stays after the setting is switched off`() throws {
    let house = realm.installation
    #expect(try house.albumscan(["review", find.text]).exitCode == 0)
    try house.set("book-reviews", to: nil)
    #expect(try house.albumscan(["build"]).exitCode == 0)
    #expect(try html().contains("Key Parts") && !html().contains("/review\""))
    #expect(try post().status == 409)
  }

  @Test func `doctor names a prompt for books that is missing, if the setting is on`() throws {
    let house = realm.installation
    let folder = house.folder.file("own-prompts")
    try Files.makeDirectories("\(folder)/money")
    for name in ["identify", "search", "review", "review-search", "book-review"] {
      try Files.replace(
        "\(folder)/\(name).md", with: try Files.read("\(Checkout.root)/prompts/\(name).md"),
        durably: false)
    }
    try house.set("prompts", to: folder)
    let told = try house.told(["doctor", "--offline"])
    #expect(told.code == 1 && told.text.contains("book-review-search.md"), "\(told.text)")
    try house.set("book-reviews", to: nil)
    #expect(try !house.told(["doctor", "--offline"]).text.contains("book-review"))
  }
}
