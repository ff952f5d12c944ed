// The results of the doctor's checks of prices and services. Each check asks the service again.

import Albums
import HTTP
import Host
import Store
import Support
import Testing

@testable import Photos
@testable import Scanning

@Suite struct CheckupTests {
  let folder: TemporaryFolder
  let asked = Asked()

  init() throws { folder = try TemporaryFolder() }

  /// Services with a key for OpenAI. `answer` plays every service.
  private func services(
    _ settings: String,
    _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
  ) throws -> Services {
    let configuration = try configuration(settings)
    return Services(
      configuration: configuration,
      database: DatabaseActor(try Store.openUpgrading(configuration.database)),
      photoProgram: PhotoProgram(path: folder.file("none")), textReader: .missing,
      transport: asked.transport(answer),
      log: LogFile(path: folder.file("log")), now: { Timestamp(milliseconds: 1_795_000_000_000) })
  }

  private func configuration(_ settings: String) throws -> Configuration {
    let file = try folder.write(
      """
      data: data
      site: site
      prompts: \(Checkout.root)/prompts
      provider: openai
      musicbrainz-url: http://mb.test/ws/2
      open-library-url: http://ol.test
      open-library-covers-url: http://covers.test
      contact: host@records.example
      \(settings)
      """, to: "albumscan")
    try folder.write("sk-played\n", to: "data/keys/openai")
    return try Configuration(reading: file, installation: Checkout.root)
  }

  private func checkup(_ services: Services) async throws -> [CheckResult] {
    await services.checkup(
      picture: folder.file("none"), of: Album(artist: "Can", title: "Tago Mago"),
      configuration: try configuration(""),
      photoProgram: PhotoProgram(path: folder.file("none")),
      words: Phrasebook(language: "en", zone: .utc, phrases: [:]))
  }

  static let unpriced = "add gpt-5.1 INPUT OUTPUT to model-prices:"

  /// The settings, the models with a known price, and the models without a known price.
  static let prices: [(settings: String, known: [String], unknown: [String])] = [
    ("", ["gpt-6-luna"], []),
    ("review-model: gpt-5.1", ["gpt-6-luna"], ["gpt-5.1"]),
    ("search-model: gpt-5.1", ["gpt-6-luna"], ["gpt-5.1"]),
    ("review-search-model: gpt-5.1", ["gpt-6-luna"], ["gpt-5.1"]),
    ("identify-model: gpt-5.1", ["gpt-6-luna"], ["gpt-5.1"]),
    ("review-model: gpt-5.1\nmodel-prices: gpt-5.1 1.25 10", ["gpt-5.1", "gpt-6-luna"], []),
    // A model server of the host.
    ("review-model: gpt-5.1\nopenai-url: http://127.0.0.1:9/v1", [], []),
  ]

  @Test(arguments: prices)
  func `every public model needs a known price, whatever its purpose`(
    settings: String, known: [String], unknown: [String]
  ) async throws {
    let services = try services(settings) { (_) throws(HTTPError) in throw .connect }
    let results = try await checkup(services)
    for model in known { #expect(results.contains(CheckResult("price of \(model) is known"))) }
    let failing = results.filter { $0.remedy?.contains("model-prices:") == true }
    #expect(failing.map(\.subject) == unknown.map { "price of \($0)" })
    for one in failing {
      #expect(one.remedy?.contains(Self.unpriced) == true && !one.isWarning)
    }
    #expect(results.count { $0.subject.hasPrefix("price of") } == known.count + unknown.count)
  }

  @Test func `the cost of a review is unknown if the price is unknown`() throws {
    let unknown = try services("review-model: gpt-5.1") { (_) throws(HTTPError) in throw .connect }
    let reviewing = unknown.reviewing(isSearchOn: false)
    #expect(reviewing?.model == "gpt-5.1" && reviewing?.worstCase == nil)
    let known = try services("") { (_) throws(HTTPError) in throw .connect }
    let plain = try #require(known.reviewing(isSearchOn: false))
    let searched = try #require(known.reviewing(isSearchOn: true))
    #expect(plain.prompt != searched.prompt)
    #expect(try #require(plain.worstCase) > .zero)
    #expect(
      try #require(searched.worstCase) > #require(plain.worstCase), "searches are paid for, too")
  }

  @Test(arguments: [false, true])
  func `the cost of a review is that of the dearer prompt, if books are reviewed, too`(
    isSearchOn: Bool
  ) throws {
    let without = try services("") { (_) throws(HTTPError) in throw .connect }
    let with = try services("book-reviews: on") { (_) throws(HTTPError) in throw .connect }
    let (albums, all) = (
      try #require(without.reviewing(isSearchOn: isSearchOn)),
      try #require(with.reviewing(isSearchOn: isSearchOn))
    )
    #expect(albums.bookPrompt == nil && all.bookPrompt?.hasPrefix("book-review") == true)
    #expect(albums.prompt == all.prompt)
    #expect(try #require(all.worstCase) >= #require(albums.worstCase))
  }

  @Test func `each query goes to MusicBrainz, whatever is cached`() async throws {
    let groups = MusicBrainzTests.groups(MusicBrainzTests.group(1, "Tago Mago", "Can"))
    let isThere = Counter()
    let services = try services("") { (request) throws(HTTPError) in
      guard request.url.hasPrefix("http://mb.test/"), isThere.next() < 3 else { throw .connect }
      return MusicBrainzTests.ok(groups)
    }
    let subject = "MusicBrainz http://mb.test/ws/2"
    for _ in 0..<2 {
      #expect(try await checkup(services).contains(CheckResult("\(subject) knows Tago Mago")))
    }
    let failing = try #require(try await checkup(services).first { $0.subject == subject })
    #expect(failing.remedy?.contains("check the network") == true && !failing.isWarning)
  }
}
