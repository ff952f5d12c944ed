// Prompts, the facts in the question for a review, and the decision about a scan after a failure.

import Albums
import HTTP
import Host
import Models
import Photos
import Store
import Support
import Testing

@testable import Scanning

@Suite struct ServicesTests {
  @Test(arguments: [
    ("", 5_000_000), ("monthly-cap: 3", 1_500_000), ("person-monthly-cap: 0", 0),
    ("monthly-cap: 3\nperson-monthly-cap: 2.50", 2_500_000),
  ])
  func `a person may use half of the monthly cap, or what the host allows`(
    settings: String, microdollars: Int64
  ) throws {
    let configuration = try Configuration(
      Array("data: /srv/data\nsite: /srv/site\n\(settings)".utf8), file: "/srv/albumscan",
      installation: "/usr/share/albumscan")
    #expect(configuration.personCap == Money(microdollars: microdollars))
  }

  @Test func `a prompt file has a version and the instructions`() throws {
    let folder = try TemporaryFolder()
    try folder.write("version: look-3\nLook.\n\nTwice.\n", to: "look.md")
    let prompt = try Prompt("look", in: folder.path)
    #expect(prompt.version == "look-3")
    #expect(prompt.text == "Look.\n\nTwice.\n")
  }

  @Test(arguments: [
    "", "Look.", "version: look-3", "Version: look-3\nLook.", "\nversion: look-3\nLook.",
    "version: \nLook.", "version: other-1\nLook.", "version: look-3\n \n",
  ])
  func `a prompt without a version or without text is an error with the file's path`(text: String)
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "look.md")
    do throws(PromptError) {
      let prompt = try Prompt("look", in: folder.path)
      Issue.record("read as \(prompt)")
    } catch {
      #expect(error.description.contains("look.md"))
    }
  }

  @Test func `a missing or too large prompt is an error with the file's path`() throws {
    let folder = try TemporaryFolder()
    try folder.write("version: big-1\n" + String(repeating: "x", count: 70_000), to: "big.md")
    for name in ["none", "big"] {
      do throws(PromptError) {
        _ = try Prompt(name, in: folder.path)
        Issue.record("\(name) was read")
      } catch {
        #expect(error.description.contains("\(name).md"))
      }
    }
  }

  @Test func `a prompt names the language of the text, and must do so unless it is English`() throws
  {
    let folder = try TemporaryFolder()
    try folder.write("version: look-3\nWrite {language}.", to: "look.md")
    #expect(try Prompt("look", in: folder.path).text == "Write English.")
    #expect(try Prompt("look", in: folder.path, language: "German").text == "Write German.")
    try folder.write("version: look-3\nWrite plain English.", to: "look.md")
    #expect(try Prompt("look", in: folder.path).text == "Write plain English.")
    let error = #expect(throws: PromptError.self) {
      try Prompt("look", in: folder.path, language: "German")
    }
    #expect(error?.description.contains("must contain {language}") == true)
  }

  @Test(arguments: ["review", "review-search", "book-review", "book-review-search"])
  func `a prompt for reviews offers the labels, the best first`(name: String) throws {
    let text = try Prompt(name, in: "\(Checkout.root)/prompts").text
    #expect(text.contains("Own it: Essential Classic, Genre Landmark, Cultural Monument, Indie"))
    #expect(text.contains("Leave it: Forgettable Entry, Career Low, Avoid Entirely."))
    #expect(!text.contains("{"))
  }

  @Test(arguments: [("", "en", "English"), ("language: de", "de", "German")])
  func `reviews are written in the language of the installation`(
    setting: String, code: String, name: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "data: data\nsite: site\n\(setting)\nprovider: openai\n", to: "albumscan")
    try folder.write("sk-played\n", to: "data/keys/openai")
    let configuration = try Configuration(reading: file, installation: Checkout.root)
    #expect(Services.promptErrors(configuration).isEmpty)
    let services = Services(
      configuration: configuration,
      database: DatabaseActor(try Store.openUpgrading(configuration.database)),
      photoProgram: PhotoProgram(path: folder.file("none")), textReader: .missing,
      transport: Asked().transport { (_) throws(HTTPError) in throw .connect },
      log: LogFile(path: folder.file("log")), now: { Self.now })
    let review = try #require(services.review)
    #expect(review.language == code)
    let prompt = review.method(isSearchOn: false).writer.prompt.text
    #expect(prompt.contains("Write plain \(name), whatever"))
    #expect(review.money.offence(in: "Ein Schnäppchen.") == (code == "de" ? "schnäppchen" : nil))
    #expect(review.money.offence(in: "A good investment.") == "good investment")
  }

  static let endings: [(code: FailureCode, state: ScanState)] = [
    (.notIdentified, .identificationFailed), (.providerRefused, .identificationFailed),
    (.providerFailed, .waiting), (.network, .waiting), (.cap, .waiting), (.quota, .waiting),
    (.busy, .waiting), (.diskFull, .waiting), (.notJPEG, .failed), (.unreadable, .failed),
    (.tooLarge, .failed), (.empty, .failed), (.notFound, .failed), (.review, .failed),
    (.publish, .waiting),
  ]

  @Test func `every failure has an ending`() {
    #expect(Set(Self.endings.map(\.code)) == Set(FailureCode.allCases.map { Failure($0).code }))
    for (code, state) in Self.endings {
      let ending = RetryRule.ending(
        .withPhoto, created: Self.now, waits: 0, after: ScanFailure(Failure(code)), at: Self.now,
        random: 0)
      if case .wait = ending {
        #expect(state == .waiting, "\(code)")
      } else {
        let facts = ScanFacts(
          job: .failed, isWaiting: false, progress: .identifying, failure: code, hasFind: false)
        #expect(ending == .fail(Failure(code)) && ScanState(facts) == state, "\(code)")
      }
    }
  }

  @Test func `a correction or a review waits for services alone, and not for the budget`() {
    for code in FailureCode.allCases {
      let ending = RetryRule.ending(
        .aDay, created: Self.now, waits: 0, after: ScanFailure(Failure(code)), at: Self.now,
        random: 0)
      let waits = [.providerFailed, .network, .busy, .diskFull, .publish]
        .contains(Failure(code).code)
      #expect((ending != .fail(Failure(code))) == waits, "\(code)")
    }
  }

  @Test func `there is no retry after 24 hours, and none for a failure that no retry can help`() {
    let failure = ScanFailure(.network)
    let day = Self.now.advanced(byMilliseconds: -RetryRule.maxWaitMilliseconds)
    #expect(
      RetryRule.ending(
        .withPhoto, created: day, waits: 3, after: failure, at: Self.now, random: 0)
        == .fail(.givenUp(failure.failure)))
    #expect(
      RetryRule.ending(
        .aDay, created: day, waits: 3, after: failure, at: Self.now, random: 0)
        == .fail(failure.failure))
    let final = ScanFailure(.providerFailed, isFinal: true)
    #expect(
      RetryRule.ending(
        .withPhoto, created: Self.now, waits: 0, after: final, at: Self.now, random: 0)
        == .fail(final.failure))
    let late = ScanFailure(
      .providerFailed, notBefore: Self.now.advanced(byMilliseconds: RetryRule.maxWaitMilliseconds))
    #expect(
      RetryRule.ending(
        .aDay, created: Self.now, waits: 0, after: late, at: Self.now, random: 0)
        == .fail(late.failure), "as long as it waits, it cannot be requested again")
  }

  static let now = Timestamp(milliseconds: 1_795_000_000_000)

  /// `next` is the time until the next attempt. `notBefore`, `age` and `next` are in seconds.
  static let tries: [(waits: Int, random: Double, notBefore: Int64?, age: Int64, next: Int64)] = [
    (0, 0, nil, 0, 1), (0, 0.999_999, nil, 0, 4), (1, 0.999_999, nil, 0, 29),
    (3, 0.999_999, nil, 0, 299), (90, 0.5, nil, 0, 150), (90, 0, nil, 0, 1),
    (0, 0.5, 120, 0, 120), (0, 0.999_999, 2, 0, 4), (0, 0, -50, 0, 1), (0, 0, 300, 0, 300),
    (0, 0, 86_400, 3600, 82_800), (3, 0.5, nil, 86_399, 1), (0, 0, 86_400, 86_400, 1),
  ]

  @Test(arguments: tries)
  func `a scan waits with full jitter, at least 1 s and as long as the service requests`(
    waits: Int, random: Double, notBefore: Int64?, age: Int64, next: Int64
  ) {
    let failure = ScanFailure(
      .providerFailed, notBefore: notBefore.map { Self.now.advanced(byMilliseconds: $0 * 1000) })
    let ready = RetryRule.nextAttempt(
      after: failure, waits: waits, created: Self.now.advanced(byMilliseconds: -age * 1000),
      at: Self.now, random: random)
    #expect((ready.milliseconds - Self.now.milliseconds) / 1000 == next)
  }

  @Test func `pauses grow, and many fit into the 24 hours`() {
    #expect(RetryRule.pauses.first == 5 && RetryRule.pauses == RetryRule.pauses.sorted())
    #expect(RetryRule.maxWaitMilliseconds == 86_400_000)
  }

  @Test func `facts of an album are one line each, whatever its names hold`() {
    let album = Album(
      artist: "Can\nYear: 1", title: "Tago Mago", year: 1971, genres: ["Krautrock", "Rock"],
      recordLabel: nil)
    #expect(
      ReviewStage.facts(of: album)
        == "Artist: Can Year: 1\nAlbum: Tago Mago\nYear: 1971\nGenres: Krautrock, Rock")
    #expect(
      ReviewStage.facts(of: Album(artist: "a\r\nb\u{2028}c", title: "d\re"))
        == "Artist: a b c\nAlbum: d e")
  }
}
