// The results of an evaluation as a table and as JSON.

import Albums
import Scanning

struct EvaluationReport: Encodable {
  let version = 1
  let provider: String
  let models: [String]
  let prompts: [String]
  let totals: Line
  let categories: [Line]
  let photos: [Item]

  init(_ subject: EvaluationSubject, _ results: [EvaluationResult]) {
    provider = subject.provider
    models = subject.models
    prompts = subject.prompts
    totals = Line("all", results)
    let names = results.map(\.subject.category)
    categories = Set(names).sorted().filter { $0 != "all" }.map { name in
      Line(name, results.filter { $0.subject.category == name })
    }
    photos = results.map(Item.init)
  }

  /// The totals of several results.
  struct Line: Encodable {
    let category: String
    let photos: Int
    let rightAtCall1: Int
    let right: Int
    let wrongButSure: Int
    let failed: Int
    let gates: [String: Int]
    let outcomes: [String: Int]
    let cost: Double
    let medianMilliseconds: Int64
    let unfair: Int

    init(_ category: String, _ results: [EvaluationResult]) {
      self.category = category
      photos = results.count
      rightAtCall1 = results.count { $0.isFirstRight }
      right = results.count { $0.isRight }
      wrongButSure = results.count { $0.isWrongButSure }
      failed = results.count { $0.failure != nil }
      outcomes = Dictionary(
        results.map { ($0.outcome.rawValue, 1) }, uniquingKeysWith: +)
      gates = Dictionary(results.map { ($0.gate, 1) }, uniquingKeysWith: +)
      cost = results.reduce(Money.zero) { $0 + $1.cost }.dollars
      let times = results.map(\.milliseconds).sorted()
      medianMilliseconds = times.isEmpty ? 0 : times[times.count / 2]
      unfair = results.count { $0.isFair == false }
    }
  }

  /// The result of one photograph.
  struct Item: Encodable {
    let file: String
    let category: String
    let outcome: String
    let expected: String
    let call1: String?
    let answer: String?
    let isRightAtCall1: Bool
    let isRight: Bool
    let isSure: Bool
    let gate: String
    let cost: Double
    let milliseconds: Int64
    let failure: String?
    let ratings: [String]?

    init(_ result: EvaluationResult) {
      file = result.subject.name
      category = result.subject.category
      outcome = result.outcome.rawValue
      expected = "\(result.subject.album.artist) – \(result.subject.album.title)"
      call1 = result.first.map { "\($0.artist) – \($0.title)" }
      answer = result.best.map { "\($0.artist) – \($0.title)" }
      isRightAtCall1 = result.isFirstRight
      isRight = result.isRight
      isSure = result.isSure
      gate = result.gate
      cost = result.cost.dollars
      milliseconds = result.milliseconds
      failure = result.failure
      ratings = result.ratings.map { [$0.plain.description, $0.told.description] }
    }
  }

  var table: String {
    let head = [
      "", "photos", "free", "model", "wrong", "right at call 1", "right", "sure but wrong",
      "failed", "cost", "median",
    ]
    let rows = ([totals] + categories).map(Self.cells)
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    let lines = ([head] + rows).map { cells in
      zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ")
    }
    let gates = totals.gates.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return """
      provider \(provider), models \(Set(models).sorted().joined(separator: ", ")), \
      prompts \(prompts.joined(separator: ", "))
      \(lines.joined(separator: "\n"))
      call 2: \(gates.joined(separator: ", "))
      \(wrong)
      """
  }

  private static func cells(_ line: Line) -> [String] {
    let cost = Money(microdollars: Int64((line.cost * 1_000_000).rounded()))
    let seconds = "\(line.medianMilliseconds / 1000).\(line.medianMilliseconds % 1000 / 100) s"
    return [
      line.category, "\(line.photos)", share(line.outcomes["free"] ?? 0, line),
      share(line.outcomes["model"] ?? 0, line), share(line.outcomes["wrong"] ?? 0, line),
      share(line.rightAtCall1, line), share(line.right, line),
      "\(line.wrongButSure)", "\(line.failed)", "\(cost)", seconds,
    ]
  }

  private static func share(_ count: Int, _ line: Line) -> String {
    "\(count) (\(line.photos == 0 ? 0 : 100 * count / line.photos) %)"
  }

  /// One line for each photograph with a wrong result, and one line for each photograph with two
  /// ratings: without and with a controversy.
  private var wrong: String {
    photos.filter { !$0.isRight && $0.outcome != EvaluationOutcome.free.rawValue }.map { one in
      "\(one.file): \(one.expected), not \(one.failure ?? one.answer ?? "anything")\n"
    }.joined()
      + photos.compactMap { one in
        one.ratings.map { "\(one.file): rated \($0[0]), and \($0[1]) with the controversy\n" }
      }.joined()
  }
}
