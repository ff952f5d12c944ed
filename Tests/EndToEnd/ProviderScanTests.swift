// The same scan with every provider. The played providers are as strict as the real servers. The
// scan makes call 1, call 2 if the provider can search, and the review. No request contains a field
// that the provider ignores.

import Albums
import Host
import Services
import Store
import Support
import Testing

@Suite(.serialized) struct ProviderScanTests {
  private func realm(
    _ provider: PlayedProvider, first: String, searched: String, settings: String = ""
  ) throws -> Realm {
    let album = Awkward.backInBlack
    var answers = ModelAnswers.knowing([album])
    answers.identify(
      sleeve: album.sleeve, as: ModelAnswer(first), searched: ModelAnswer(searched),
      subject: album.subject)
    return try Realm(provider: provider, answers, settings: settings)
  }

  private func expectFaultless(_ realm: Realm) {
    #expect(realm.model.log.refusals.isEmpty, "\(realm.model.log.refusals)")
    #expect(realm.model.log.privacyFaults.isEmpty, "\(realm.model.log.privacyFaults)")
    let ignored = realm.model.log.requests.flatMap(\.ignored)
    #expect(ignored.isEmpty, "passed over in silence: \(ignored)")
  }

  @Test(arguments: PlayedProvider.all)
  func `a readable cover becomes a complete find after two calls`(
    provider: PlayedProvider
  ) throws {
    let realm = try Realm(provider: provider)
    let answer = try realm.scan(Awkward.backInBlack)
    #expect(answer.exitCode == 0, "\(answer.json)")
    let find = try #require(try realm.find(titled: "Back in Black"))
    #expect(find.isSure && find.review != nil && find.album.artwork != nil)
    #expect(realm.model.log.charged(.identify) == 1)
    #expect(realm.model.log.charged(.review) == 1)
    let cost = try realm.installation.store().cost(of: try #require(find.scan))
    // A model on the host's own server has no price, and needs no key.
    #expect((cost > .zero) == (realm.model.key != nil))
    expectFaultless(realm)
  }

  @Test(arguments: PlayedProvider.searching)
  func `if call 1 asks for a search, the result of the search becomes the find`(
    provider: PlayedProvider
  ) throws {
    let album = Awkward.backInBlack
    let realm = try realm(
      provider, first: album.identification(status: "search_needed"),
      searched: album.identification)
    #expect(try realm.scan(album).exitCode == 0)
    let find = try #require(try realm.find(titled: "Back in Black"))
    #expect(find.isSure && find.review != nil)
    #expect(realm.model.log.charged(.identify) == 1)
    #expect(realm.model.log.charged(.identifySearched) == 1)
    let calls = try realm.installation.store().callRecords(of: try #require(find.scan))
    #expect(calls.map(\.stage) == ["identify", "search", "review"])
    let costs = calls.compactMap(\.cost)
    #expect(costs.count == 3 && costs[1] > costs[0], "searching costs more")
    expectFaultless(realm)
  }

  @Test(arguments: PlayedProvider.all.filter { !PlayedProvider.searching.contains($0) })
  func `without a search MusicBrainz decides among the named albums`(
    provider: PlayedProvider
  ) throws {
    let album = Awkward.backInBlack
    let realm = try realm(
      provider, first: album.identification(status: "search_needed"), searched: "")
    #expect(try realm.scan(album).exitCode == 0)
    #expect(try #require(try realm.find(titled: "Back in Black")).isSure, "the picture agrees")
    #expect(realm.model.log.charged(.identify) == 1)
    #expect(realm.model.log.charged(.identifySearched) == 0)
    expectFaultless(realm)
  }

  @Test func `a search without a result is reported, and both calls are charged`() throws {
    let nameless =
      #"{"status":"search_needed","text_read":"BACK IN","text_confidence":"medium","description":"black","candidates":[],"genres":[],"record_label":null}"#
    let nothing =
      #"{"status":"unresolved","text_read":"BACK IN","text_confidence":"medium","description":"black","candidates":[],"genres":[],"record_label":null}"#
    let realm = try realm(.openAI, first: nameless, searched: nothing)
    let answer = try realm.scan(Awkward.backInBlack)
    #expect(answer.exitCode == 1)
    #expect(answer.json.contains("A web search did not help either"))
    #expect(realm.model.log.charged(.identifySearched) == 1)
  }

  @Test(arguments: PlayedProvider.searching)
  func `with advanced search the review has sources beside the passages that they support`(
    provider: PlayedProvider
  ) throws {
    let album = Awkward.backInBlack
    let review = Awkward.review(of: album)
    let words = String(try #require(review.firstMatch(of: #/"summary":\s*"([^".]+)/#)).output.1)
    var answers = ModelAnswers.knowing([album])
    answers.review(
      artist: album.artist, title: album.title, as: ModelAnswer(review),
      searched: ModelAnswer(
        review,
        citations: [
          .init(words: words, url: "https://pitchfork.example/reviews/1", title: "A review"),
          .init(words: words, url: "http://plain.example/", title: "No TLS"),
        ]))
    let realm = try Realm(provider: provider, answers, settings: "advanced-search: on")
    #expect(try realm.scan(album).exitCode == 0)
    let find = try #require(try realm.find(titled: "Back in Black"))
    #expect(find.review?.sources.map(\.address) == ["https://pitchfork.example/reviews/1"])
    #expect(find.review?.sources.map(\.passage) == [.summary])
    let page = try realm.installation.text("album/\(find.id)/index.html")
    #expect(page.contains(#"href="https://pitchfork.example/reviews/1""#))
    #expect(!page.contains("plain.example"))
    #expect(realm.model.log.charged(.reviewSearched) == 1)
    expectFaultless(realm)
  }

  @Test(arguments: PlayedProvider.searching)
  func `one scan identifies, searches and writes a review with a search`(
    provider: PlayedProvider
  ) throws {
    let album = Awkward.backInBlack
    let review = Awkward.review(of: album)
    let words = String(try #require(review.firstMatch(of: #/"summary":\s*"([^".]+)/#)).output.1)
    let address = "https://pitchfork.example/reviews/albums/back-in-black/"
    var answers = ModelAnswers.knowing([album])
    answers.identify(
      sleeve: album.sleeve, as: ModelAnswer(album.identification(status: "search_needed")),
      searched: ModelAnswer(album.identification, searches: 3), subject: album.subject)
    answers.review(
      artist: album.artist, title: album.title, as: ModelAnswer(review),
      searched: ModelAnswer(
        review, citations: [.init(words: words, url: address, title: "pitchfork.example")],
        searches: 2))
    let realm = try Realm(provider: provider, answers, settings: "advanced-search: on")
    #expect(try realm.scan(album).exitCode == 0)
    let find = try #require(try realm.find(titled: "Back in Black"))
    #expect(find.isSure && find.review?.sources.map(\.address) == [address])
    let calls = try realm.installation.store().callRecords(of: try #require(find.scan))
    #expect(calls.map(\.stage) == ["identify", "search", "review"])
    #expect(calls.map(\.searches) == [0, 3, 2])
    #expect(realm.model.log.charged(.reviewSearched) == 1)
    expectFaultless(realm)
  }

  @Test(arguments: PlayedProvider.all)
  func `the doctor reads the list of models and sends one real cover`(
    provider: PlayedProvider
  ) throws {
    let realm = try Realm(provider: provider)
    try realm.installation.copySample()
    let output = try realm.installation.albumscan(["doctor"])
    let words = String(decoding: output.bytes, as: UTF8.self)
    #expect(output.exitCode == 0, "\(words)")
    #expect(words.contains("is listed") && words.contains("answered"), "\(words)")
    expectFaultless(realm)
  }
}
