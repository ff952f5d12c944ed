// Reading the sheets of a shelf: the number of calls, the order of items, and the effect of a
// failed sheet on the others.

import Albums
import Models
import Store
import Support
import Synchronization
import Testing

@testable import Scanning

@Suite struct ShelfReadingTests {
  @Test func `each item of each sheet is given once, and no sheet is paid for twice`() async throws
  {
    let house = try ShelfHouse()
    let model = SheetModel(gathering: ShelfReading.callsAtOnce)
    let sheets = ShelfHouse.sheets(6)
    let stage = try house.stage(model)
    let first = await house.read(stage, sheets)
    #expect(first.failures.isEmpty && first.retryable == nil)
    #expect(first.readings.count == 60)
    #expect(first.readings[37]?.title == "Title 37")
    #expect(house.givenNumbers.sorted() == Array(1...60))
    #expect(model.mostAtOnce == ShelfReading.callsAtOnce)
    let again = await house.read(stage, sheets)
    #expect(again == first)
    #expect(model.questionCount == 6)
    #expect(house.givenNumbers.count == 120, "stored answers give their items, too")
    #expect(try await house.states() == Array(repeating: "settled", count: 6))
  }

  @Test func `the question names the numbers, and its limits follow from the sheet`() throws {
    let sheet = try #require(ShelfHouse.sheets(2).last)
    let prompt = try Prompt("shelf", in: "\(Checkout.root)/prompts")
    let question = ShelfQuestion.question(about: sheet, model: "m", prompt: prompt)
    #expect(question.text.contains("11, 12, 13, 14, 15, 16, 17, 18, 19, 20"))
    #expect(question.maxOutputTokens == 3000 && question.searches == 0)
    #expect((6912...9000).contains(question.worstInputTokens))
    #expect(ShelfSheet(part: 1, jpeg: [], numbers: []) == nil)
    #expect(ShelfSheet(part: 1, jpeg: [], numbers: Array(1...11)) == nil)
  }

  @Test func `one failed sheet does not stop the others, and a later attempt reads it`()
    async throws
  {
    let house = try ShelfHouse()
    let model = SheetModel { number, asked in
      number == 21 && asked == 1 ? .failure(.unavailable("503", after: nil)) : nil
    }
    let stage = try house.stage(model)
    let sheets = ShelfHouse.sheets(5)
    let first = await house.read(stage, sheets)
    #expect(first.failures.keys.sorted() == [21] && first.readings.count == 40)
    #expect(first.retryable?.code == .providerFailed)
    let second = await house.read(stage, sheets)
    #expect(second.failures.isEmpty && second.readings.count == 50)
    #expect(model.questionCount == 6)
  }

  @Test func `a sheet of which nothing could be read is asked about once more`() async throws {
    let house = try ShelfHouse()
    let model = SheetModel { number, asked in
      number == 1 && asked == 1 ? .success("Sorry, what a nice shelf!") : nil
    }
    let result = await house.read(try house.stage(model), ShelfHouse.sheets(1))
    #expect(result.readings.count == 10 && result.failures.isEmpty)
    #expect(model.texts.last?.contains("could not be used") == true)
  }

  @Test func `two useless answers end the sheet`() async throws {
    let house = try ShelfHouse()
    let model = SheetModel { _, _ in .success("{}") }
    let stage = try house.stage(model)
    let result = await house.read(stage, ShelfHouse.sheets(1))
    #expect(result.readings.isEmpty && result.failures[1]?.failure == .nonsenseTwice)
    #expect(result.retryable == nil)
    _ = await house.read(stage, ShelfHouse.sheets(1))
    #expect(model.questionCount == 2, "both answers are kept")
  }

  @Test func `an answer that lacks some numbers is not asked for again`() async throws {
    let house = try ShelfHouse()
    let model = SheetModel { _, _ in
      .success(#"{"items":[{"number":3,"title":"Three","confidence":1}]}"#)
    }
    let result = await house.read(try house.stage(model), ShelfHouse.sheets(1))
    #expect(result.readings.keys.sorted() == [3] && result.failures.isEmpty)
    #expect(model.questionCount == 1)
  }

  /// One sheet books about 11,000 millionths of a dollar.
  static let limits: [(cap: Int64, calls: Int, sheets: [Int], code: FailureCode)] = [
    (40_000, 12, [1, 11, 21], .cap), (100_000_000, 2, [1, 11], .providerFailed),
    (0, 12, [], .cap), (100_000_000, 0, [], .providerFailed),
  ]

  @Test(arguments: limits)
  func `what cap and limit do not cover stays unread, and no attempt is wasted on it`(
    cap: Int64, calls: Int, sheets: [Int], code: FailureCode
  ) async throws {
    let house = try ShelfHouse()
    let model = SheetModel()
    let stage = try house.stage(model, cap: cap, shelfCalls: calls)
    let result = await house.read(stage, ShelfHouse.sheets(5))
    #expect(result.readings.count == sheets.count * 10)
    #expect(result.failures.keys.sorted() == [1, 11, 21, 31, 41].filter { !sheets.contains($0) })
    #expect(result.failures.values.allSatisfy { $0.code == code })
    #expect(result.retryable == nil)
    #expect(model.questionCount == sheets.count)
  }

  @Test func `after a refused key, the calls that were not sent are released`() async throws {
    let house = try ShelfHouse()
    let model = SheetModel { _, _ in .failure(.misconfigured("401")) }
    let result = await house.read(try house.stage(model), ShelfHouse.sheets(9))
    #expect(result.failures.count == 9 && result.readings.isEmpty)
    #expect(model.questionCount <= ShelfReading.callsAtOnce)
    let states = try await house.states()
    #expect(states.count { $0 == "refused" } == model.questionCount)
    #expect(states.count { $0 == "unsent" } == 9 - model.questionCount)
  }

  @Test func `a cancelled reading sends no further call and releases the rest`() async throws {
    let house = try ShelfHouse()
    let (started, begin) = AsyncStream.makeStream(of: Void.self)
    let model = SheetModel(delay: .seconds(60)) { _, _ in
      begin.yield()
      return nil
    }
    let (stage, sheets) = (try house.stage(model), ShelfHouse.sheets(9))
    let reading = Task { await house.read(stage, sheets) }
    for await _ in started { break }
    reading.cancel()
    _ = await reading.value
    #expect(model.questionCount <= ShelfReading.callsAtOnce)
    #expect(try await house.states().count { $0 == "unsent" } >= 5)
  }
}

/// A provider that reads "Title N" on the item N, in pieces of a stream. An `Exception` replaces an
/// answer. It gets the first number of the sheet and the count of questions about this sheet.
final class SheetModel: ModelProvider {
  typealias Exception =
    @Sendable (_ first: Int, _ asked: Int) -> Result<String, ModelError>?

  let name = "played"
  let canSearch = false
  private let delay: Duration
  private let gathered: Int
  private let exception: Exception
  private let state = Mutex(State())

  private struct State {
    var texts: [String] = []
    var asked: [Int: Int] = [:]
    var running = 0
    var mostAtOnce = 0
  }

  /// The first answer waits until `gathered` calls run at the same time, and every answer for `delay`.
  init(
    gathering gathered: Int = 1, delay: Duration = .zero,
    _ exception: @escaping Exception = { _, _ in nil }
  ) {
    self.gathered = gathered
    self.delay = delay
    self.exception = exception
  }

  var texts: [String] { state.withLock(\.texts) }
  var questionCount: Int { texts.count }
  var mostAtOnce: Int { state.withLock(\.mostAtOnce) }

  func answer(
    _ question: Question, onText: TextHandler?
  ) async throws(ModelError) -> ModelAnswer {
    let numbers = question.text.split { !$0.isNumber }.compactMap { Int($0) }
    let first = numbers.first ?? 0
    let asked = state.withLock { state in
      state.texts.append(question.text)
      state.asked[first, default: 0] += 1
      state.running += 1
      state.mostAtOnce = max(state.mostAtOnce, state.running)
      return state.asked[first, default: 0]
    }
    defer { state.withLock { $0.running -= 1 } }
    let exceptional = exception(first, asked)
    do {
      while mostAtOnce < gathered { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: delay)
    } catch {
      throw .brokenOff("cancelled")
    }
    let text = try exceptional?.get() ?? Self.answer(to: numbers)
    if let onText {
      var rest = text[...]
      while !rest.isEmpty {
        onText(String(rest.prefix(7)))
        rest = rest.dropFirst(7)
      }
    }
    return ModelAnswer(text: text, usage: Usage(inputTokens: 100, outputTokens: 100))
  }

  func models() async throws(ModelError) -> [ListedModel] { [] }

  private static func answer(to numbers: [Int]) -> String {
    let items = numbers.map {
      #"{"number":\#($0),"title":"Title \#($0)","creator":"C","publisher":null,"kind":"book","confidence":0.9}"#
    }
    return #"{"items":[\#(items.joined(separator: ","))]}"#
  }
}
