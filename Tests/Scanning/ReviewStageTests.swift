// The review stage: the cache, one or two calls, the text that the page shows during the calls, and
// the reason for a missing review. Source: docs/product.md step 7, "What a review is".

import Albums
import Models
import Store
import Testing

@testable import Scanning

@Suite struct ReviewStageTests {
  static let good = ReviewReaderTests.answer()
  static let worth = ReviewReaderTests.answer([
    "summary": #""It sings. It is worth $40. It lasts.""#
  ])

  @Test func `a stored review for the key is free`() async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.good), .text(Self.good)]))
    let written = try #require(await house.review(house.stage()).review)
    var stored = written
    stored.writer = ReviewWriter(model: "plain", written: ReviewHouse.now)
    #expect(try await house.review(house.stage()) == .kept(stored))
    #expect(house.model.questions.count == 1)
    #expect(try await house.review(house.stage(), again: true, job: 1) == .written(written))
    #expect(house.model.questions.count == 2)
  }

  @Test func `an early review asks its second question only after the confirmation`() async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.worth), .text(Self.good)]))
    let (stage, confirmation) = (try house.stage(), Confirmation())
    let review = Task {
      await stage.review(
        of: ReviewHouse.album, key: ReviewHouse.album.key,
        for: CallOwner(house.scan, person: .owner), confirmation: confirmation)
    }
    while house.model.questions.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(100))
    #expect(house.model.questions.count == 1)
    confirmation.confirm()
    #expect(await review.value.review != nil)
    #expect(house.model.questions.count == 2)
  }

  @Test func `an early review that is cancelled asks no second question`() async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.worth), .text(Self.good)]))
    let stage = try house.stage()
    let review = Task {
      await stage.review(
        of: ReviewHouse.album, key: ReviewHouse.album.key,
        for: CallOwner(house.scan, person: .owner), confirmation: Confirmation())
    }
    while house.model.questions.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    review.cancel()
    _ = await review.value
    #expect(house.model.questions.count == 1)
  }

  @Test func `an early review that is not admitted says so, and sends nothing`() async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.good)]))
    let stage = try house.stage(cap: 1)
    let reviewed = await stage.review(
      of: ReviewHouse.album, key: ReviewHouse.album.key,
      for: CallOwner(house.scan, person: .owner), confirmation: Confirmation())
    #expect(reviewed.isTooEarly && house.model.questions.isEmpty)
    #expect(!(await house.review(stage)).isTooEarly)
  }

  private static func album(_ year: Int?) -> Album {
    Album(artist: "The Night Ferries", title: "Paper Moon Motel", year: year)
  }

  private func review(
    _ year: Int?, _ house: ReviewHouse, _ stage: ReviewStage
  ) async throws -> Question? {
    let album = Self.album(year)
    let owner = CallOwner(house.scan, person: .owner)
    #expect(await stage.review(of: album, key: album.key, for: owner).review != nil)
    #expect(house.model.questions.count == 1)
    return house.model.questions.first
  }

  /// The year of an album, whether the provider can search, and whether the review searches in November 2026.
  static let years: [(Int?, Bool, Bool)] = [
    (2027, true, true), (2026, true, true), (2025, true, true), (2024, true, false),
    (nil, true, false), (2026, false, false),
  ]

  @Test(arguments: years)
  func `the review of a new album searches by itself`(
    year: Int?, canSearch: Bool, searches: Bool
  ) async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.good)], canSearch: canSearch))
    let question = try await review(year, house, try house.stage(searchesNewAlbums: true))
    #expect(question?.model == (searches ? "searched" : "plain"))
    let imported = try ReviewHouse(PlayedModel([.text(Self.good)], canSearch: canSearch))
    let stage = try imported.stage(searchesNewAlbums: true).forImports
    #expect(try await review(year, imported, stage)?.model == "plain", "an import")
  }

  @Test func `without room for a search, the review of a new album is written without one`()
    async throws
  {
    let first = try ReviewHouse(PlayedModel([.text(Self.good)], canSearch: true))
    let searched = try #require(
      try await review(2026, first, try first.stage(searchesNewAlbums: true)))
    let worst = ReviewHouse.price.cost(
      inputTokens: searched.worstInputTokens, outputTokens: searched.maxOutputTokens,
      searches: searched.searches)
    let house = try ReviewHouse(PlayedModel([.text(Self.good)], canSearch: true))
    let stage = try house.stage(cap: worst.microdollars - 1, searchesNewAlbums: true)
    #expect(try await review(2026, house, stage)?.model == "plain")
    let poor = try ReviewHouse(PlayedModel([.text(Self.good)], canSearch: true))
    let album = Self.album(2026)
    let none = await (try poor.stage(cap: 1, searchesNewAlbums: true)).review(
      of: album, key: album.key, for: CallOwner(poor.scan, person: .owner))
    #expect(none.review == nil && poor.model.questions.isEmpty)
  }

  @Test(arguments: [(false, "book-review-1"), (true, "book-review-search-1")])
  func `a book is reviewed by a prompt of its own, from its own facts`(
    isOn: Bool, prompt: String
  ) async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.good)]))
    let stage = try house.stage(isSearchOn: isOn, booksToo: true)
    let book = Album(
      kind: .book, artist: "Frank Herbert", title: "Dune", year: 1965, recordLabel: "Ace",
      isbn: "9780441013593", pages: 535)
    let reviewed = await stage.review(
      of: book, key: book.key, for: CallOwner(house.scan, person: .owner))
    #expect(reviewed.review != nil)
    let question = try #require(house.model.questions.first)
    #expect(
      question.text
        == "Author: Frank Herbert\nBook: Dune\nFirst published: 1965\nPublisher: Ace")
    #expect(question.instructions.contains("in front of a shelf"))
    #expect(stage.bookMethod(isSearchOn: isOn)?.writer.prompt.version == prompt)
    let kept = try await house.database.with { (store) throws(StoreError) in
      try store.origin(ofReviewOf: book.key)?.prompt
    }
    #expect(kept == prompt)
  }

  @Test func `without the setting, a book that is asked about gets no call`() async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.good)]))
    let book = Album(kind: .book, artist: "Frank Herbert", title: "Dune")
    let reviewed = await (try house.stage()).review(
      of: book, key: book.key, for: CallOwner(house.scan, person: .owner))
    #expect(reviewed.review == nil && house.model.questions.isEmpty)
  }

  static let writers:
    [(isOn: Bool, canSearch: Bool, model: String, searches: Int, prompt: String)] = [
      (false, true, "plain", 0, "review-3"), (true, false, "plain", 0, "review-3"),
      (false, false, "plain", 0, "review-3"), (true, true, "searched", 3, "review-search-2"),
    ]

  @Test(arguments: writers)
  func `a review searches only if search is on and the provider supports it`(
    isOn: Bool, canSearch: Bool, model: String, searches: Int, prompt: String
  ) async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.good)], canSearch: canSearch))
    let stage = try house.stage(isSearchOn: isOn)
    #expect(await house.review(stage).review != nil)
    let question = try #require(house.model.questions.first)
    #expect(question.model == model && question.searches == searches)
    #expect(stage.method(isSearchOn: isOn).writer.prompt.version == prompt && question.jpeg == nil)
    #expect(question.text == "Artist: The Night Ferries\nAlbum: Paper Moon Motel\nYear: 1979")
    let kept = try await house.database.with { (store) throws(StoreError) in
      try store.origin(
        ofReviewOf: AlbumKey(artist: "The Night Ferries", title: "Paper Moon Motel"))?.prompt
    }
    #expect(kept == prompt)
  }

  @Test func `citations of a searching model are stored with their passages`() async throws {
    let span = try ReviewSourcesTests.span("fine", in: Self.good)
    let citation = Citation(url: "https://a.example/", title: "A", passage: span)
    let house = try ReviewHouse(PlayedModel([.text(Self.good, citing: [citation])]))
    _ = try await house.review(house.stage(isSearchOn: true))
    let source = ReviewSource(passage: .summary, address: "https://a.example/", title: "A")
    #expect(try await house.stored()?.sources == [source])
  }

  @Test func `after an answer that breaks a rule the question is repeated once, with the phrase`()
    async throws
  {
    let house = try ReviewHouse(PlayedModel([.text(Self.worth), .text(Self.good)]))
    #expect(try await house.review(house.stage()).review?.summary == "A *fine* album.")
    #expect(house.model.questions.count == 2)
    let second = try #require(house.model.questions.last)
    #expect(second.text.hasPrefix("Artist: The Night Ferries\n"))
    #expect(second.text.contains("\"$40\""))
  }

  @Test(
    arguments: [
      [.text(worth), .failure(.network("down"))], [.text(worth), .text("no")],
      [.text(worth), .text(worth)], [.text(worth), .failure(.declined("no"))],
    ] as [[Result<ModelAnswer, ModelError>]])
  func `if the second answer is no better, the sentence is dropped`(
    answers: [Result<ModelAnswer, ModelError>]
  ) async throws {
    let house = try ReviewHouse(PlayedModel(answers))
    #expect(try await house.review(house.stage()).review?.summary == "It sings. It lasts.")
    #expect(house.model.questions.count == 2)
    #expect(try await house.stored()?.summary == "It sings. It lasts.")
  }

  @Test func `if the cap allows no second call, the first answer is repaired at once`()
    async throws
  {
    let asked = try ReviewHouse(PlayedModel([.text(Self.good)]))
    _ = try await asked.review(asked.stage())
    let question = try #require(asked.model.questions.first)
    let worst = ReviewHouse.price.cost(
      inputTokens: question.worstInputTokens, outputTokens: question.maxOutputTokens, searches: 0)
    let house = try ReviewHouse(PlayedModel([.text(Self.worth), .text(Self.good)]))
    let reviewed = try await house.review(house.stage(cap: worst.microdollars))
    #expect(reviewed.review?.summary == "It sings. It lasts.")
    #expect(house.model.questions.count == 1)
  }

  static let failures: [(answers: [Result<ModelAnswer, ModelError>], why: String, calls: Int)] = [
    ([.text("no"), .text("no")], "not a whole review", 2),
    ([.text("{\"rating\":\"high\"}"), .text("[]")], "not a whole review", 2),
    ([.text(ReviewReaderTests.answer(["summary": #""Worth $40.""#])), .text("no")], "money", 2),
    ([.failure(.network("down"))], "reach the service", 1),
    ([.failure(.declined("no"))], "did not write", 1),
    ([.failure(.unavailable("busy", after: nil))], "is overloaded", 1),
    ([.failure(.misconfigured("key"))], "does not accept this server's key", 1),
    ([.failure(.quota("none"))], "credit of this server's account", 1),
    ([.failure(.brokenOff("cut"))], "took too long to answer", 1),
    ([.failure(.nonsense("what"))], "made no sense", 1),
  ]

  @Test(arguments: failures)
  func `without a review nothing is stored, and the page gives the reason`(
    answers: [Result<ModelAnswer, ModelError>], why: String, calls: Int
  ) async throws {
    let house = try ReviewHouse(PlayedModel(answers))
    let reviewed = try await house.review(house.stage())
    #expect(reviewed.review == nil)
    let said = try Phrasebook.english().text(try #require(reviewed.unreviewed).reason)
    #expect(said.contains(why), "\(reviewed)")
    #expect(!said.contains("photo"), "there is nothing to take again")
    #expect(house.model.questions.count == calls)
    #expect(try await house.stored() == nil)
  }

  @Test func `two scans of one album at once pay for one review`() async throws {
    let house = try ReviewHouse(
      PlayedModel([.text(ReviewReaderTests.answer())], pause: .milliseconds(40)))
    let stage = try house.stage()
    async let first = house.review(stage, live: true)
    async let second = house.review(stage, live: true, job: 7)
    let reviews = await [first.review, second.review]
    #expect(reviews.allSatisfy { $0 != nil })
    #expect(house.model.questions.count == 1)
  }

  @Test func `a review in another language is written beside the one there is`() async throws {
    let german = ReviewReaderTests.answer(["summary": #""Ein *feines* Album.""#])
    let house = try ReviewHouse(PlayedModel([.text(Self.good), .text(german)]))
    var first = try #require(await house.review(house.stage()).review)
    #expect(first.language == "en")
    var second = try #require(await house.review(house.stage(language: "de"), job: 1).review)
    #expect(second.language == "de" && second.summary == "Ein *feines* Album.")
    #expect(house.model.questions[0].instructions.contains("Write plain English, "))
    #expect(house.model.questions[1].instructions.contains("Write plain German, "))
    first.writer = ReviewWriter(model: "plain", written: ReviewHouse.now)
    second.writer = first.writer
    #expect(try await house.review(house.stage()) == .kept(first))
    #expect(try await house.review(house.stage(language: "de"), job: 2) == .kept(second))
    #expect(house.model.questions.count == 2)
  }

  @Test(arguments: ["Ein Sammlerstück.", "Es ist 40 Euro wert.", "A good investment."])
  func `a German review is checked by German and English phrases`(sentence: String) async throws {
    let answer = ReviewReaderTests.answer([
      "summary": "\"Es singt. \(sentence) Es bleibt, z. B. Nr. 1.\""
    ])
    let house = try ReviewHouse(PlayedModel([.text(answer), .text(answer)]))
    let review = try await house.review(house.stage(language: "de")).review
    #expect(review?.summary == "Es singt. Es bleibt, z. B. Nr. 1.")
  }

  @Test func `a label is read as it is offered, in any case`() async throws {
    let answer = ReviewReaderTests.answer(["recommendation": #""CRITICS’ choice""#])
    #expect(try ReviewReader.review(in: answer).recommendation == .criticsChoice)
  }

  @Test func `a used-up month's budget is the reason on the page`() async throws {
    let house = try ReviewHouse(PlayedModel([.text(Self.good)]))
    let reviewed = try await house.review(house.stage(cap: 1))
    #expect(reviewed.unreviewed?.reason.key == "failure.cap.amount")
    #expect(house.model.questions.isEmpty)
  }
}
