// Call 1, the search gate and call 2: the questions, the number of calls, and the result if a call
// fails.

import Albums
import Host
import Models
import Pictures
import Store
import Support
import Testing

@testable import Photos
@testable import Scanning

@Suite struct IdentifyStageTests {
  static let can =
    #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","confidence":"high"}],"text_read":"CAN","text_confidence":"high"}"#
  static let wanted =
    #"{"status":"search_needed","candidates":[{"artist":"Can","album":"Future Days","confidence":"low"}],"text_read":"CAN TAGO","text_confidence":"medium","description":"a head"}"#
  static let nameless =
    #"{"status":"search_needed","candidates":[],"text_read":"CAN TAGO","text_confidence":"medium"}"#
  static let nothing =
    #"{"status":"unresolved","candidates":[],"text_read":"","text_confidence":"low"}"#

  private func stage(_ model: ScriptedModel, isAdvanced: Bool = false) throws -> (
    IdentifyStage, TemporaryFolder
  ) {
    let folder = try TemporaryFolder()
    _ = try Store.openUpgrading(folder.file("albums.db"))
    let prompts = "\(Checkout.root)/prompts"
    let call = ModelCall(
      provider: model, database: DatabaseActor(try Store.open(folder.file("albums.db"))),
      cap: Money(microdollars: 10_000_000),
      price: { _ in Price(input: 1_000_000, output: 1_000_000) },
      isPrivate: false, log: LogFile(path: "/dev/null"),
      now: { Timestamp(milliseconds: 1_800_000_000_000) })
    let stage = IdentifyStage(
      call: call, models: ("looker", "searcher"),
      prompts: (try Prompt("identify", in: prompts), try Prompt("search", in: prompts)),
      isAdvanced: isAdvanced, money: .english)
    return (stage, folder)
  }

  private static let asker = CallOwner(
    ScanID(unchecked: String(repeating: "a", count: 26)), person: .owner)

  private func identified(
    _ answers: [Result<String, ModelError>], canSearch: Bool = true
  ) async throws -> (Identified, [Question]) {
    let model = ScriptedModel(answers, canSearch: canSearch)
    let (stage, folder) = try stage(model)
    let identified = try await stage.identified(.drawn, for: Self.asker)
    extendLifetime(folder)
    return (identified, model.questions)
  }

  @Test func `an identified album takes one call, without search`() async throws {
    let (identified, questions) = try await identified([.success(Self.can)])
    #expect(identified.best.candidates.first?.title == "Tago Mago")
    #expect(identified.gate == .notAsked)
    #expect(questions.map(\.model) == ["looker"])
    #expect(questions.map(\.searches) == [0])
    #expect(questions[0].jpeg != nil)
  }

  @Test func `call 2 searches with the read text as quoted data, and its answer counts`()
    async throws
  {
    let (identified, questions) = try await identified([.success(Self.wanted), .success(Self.can)])
    #expect(identified.gate == .open)
    #expect(identified.best.status == .identified)
    #expect(identified.best.candidates.first?.title == "Tago Mago")
    #expect(identified.best.observation.text == "CAN TAGO", "the looking call's stays")
    #expect(questions.map(\.model) == ["looker", "searcher"])
    #expect(questions[1].searches == IdentifyStage.searches)
    #expect(questions[1].text.contains(#""text_read":"CAN TAGO","description":"a head""#))
    #expect(questions[1].text.contains("Can – Future Days"))
  }

  @Test func `a provider that cannot search gets no call 2`() async throws {
    let (identified, questions) = try await identified([.success(Self.wanted)], canSearch: false)
    #expect(identified.gate == .unavailable)
    #expect(identified.best.candidates.first?.title == "Future Days")
    #expect(questions.count == 1)
  }

  @Test(arguments: [
    Result<String, ModelError>.success(nothing), .failure(.unavailable("503", after: nil)),
    .failure(.brokenOff("cut")),
  ])
  func `the album of call 1 is kept if call 2 has no result`(
    second: Result<String, ModelError>
  ) async throws {
    let (identified, questions) = try await identified([.success(Self.wanted), second])
    #expect(identified.best.candidates.first?.title == "Future Days")
    #expect(identified.best.status == .searchNeeded)
    #expect(questions.count == 2)
  }

  @Test func `if call 1 named no album, a failed call 2 is the scan's failure, and the scan waits`()
    async throws
  {
    let failure = await #expect(throws: ScanFailure.self) {
      _ = try await identified([.success(Self.nameless), .failure(.network("gone"))])
    }
    #expect(failure?.code == .network)
  }

  @Test(
    arguments: [
      (.declined("No.", usage: Usage(inputTokens: 30, outputTokens: 12)), 42),
      (.nonsense("cut off", usage: Usage(inputTokens: 30, outputTokens: 12)), 42),
      (.unavailable("503", after: nil), 0),
    ] as [(ModelError, Int64)])
  func `a failed call has the cost that the service reports`(
    failure: ModelError, microdollars: Int64
  ) async throws {
    let (stage, folder) = try stage(ScriptedModel([.failure(failure)]))
    await #expect(throws: ScanFailure.self) {
      _ = try await stage.identified(.drawn, for: Self.asker)
    }
    let store = try Store.open(folder.file("albums.db"))
    let scan = try #require(Self.asker.scan)
    #expect(try store.cost(of: scan).microdollars == microdollars)
  }

  @Test func `after an unreadable answer the question is repeated once, with the reason`()
    async throws
  {
    let (identified, questions) = try await identified([
      .success("I think it is Can."), .success(Self.can),
    ])
    #expect(identified.best.candidates.first?.title == "Tago Mago")
    #expect(questions.count == 2)
    #expect(questions[1].text.contains("no whole JSON object"))
    #expect(!questions[1].text.contains("I think it is Can"), "what it said is not said back")
  }

  @Test func `two unreadable answers end with a plain message`() async throws {
    let model = ScriptedModel([.success("Can?"), .success("Can!"), .success(Self.can)])
    let (stage, folder) = try stage(model)
    let failure = await #expect(throws: ScanFailure.self) {
      _ = try await stage.identified(.drawn, for: Self.asker)
    }
    extendLifetime(folder)
    #expect(failure?.code == .notIdentified)
    #expect(failure?.failure == .nonsenseTwice)
    #expect(model.questions.count == 2)
  }

  @Test func `after a kill between the calls no call is repeated`() async throws {
    let model = ScriptedModel([.success(Self.wanted), .success(Self.can)])
    let (stage, folder) = try stage(model)
    let first = try await stage.identified(.drawn, for: Self.asker)
    let again = try await stage.identified(.drawn, for: Self.asker)
    extendLifetime(folder)
    #expect(first == again)
    #expect(model.questions.count == 2)
  }

  @Test func `advanced search ignores the gate, but not call 1's decision`() async throws {
    let unreadable =
      #"{"status":"search_needed","candidates":[],"text_read":"U2","text_confidence":"low"}"#
    let model = ScriptedModel([.success(unreadable), .success(Self.can)])
    let (stage, folder) = try stage(model, isAdvanced: true)
    let identified = try await stage.identified(.drawn, for: Self.asker)
    extendLifetime(folder)
    #expect(identified.gate == .bypassed)
    #expect(model.questions.count == 2)
  }
}

extension Crop {
  /// A crop with an empty picture, because the played model does not read the picture.
  fileprivate static var drawn: Crop {
    Crop(
      width: 1000, height: 1000, orientation: 1, method: "quad",
      quad: Quad(
        Point(x: 0, y: 0), Point(x: 1000, y: 0),
        Point(x: 1000, y: 1000), Point(x: 0, y: 1000)),
      confidence: 1, brightness: 0.5, sharpness: 1, glare: 0, fingerprint: [], isCutOff: false,
      jpeg: [0xFF, 0xD8, 0xFF, 0xD9])
  }
}
