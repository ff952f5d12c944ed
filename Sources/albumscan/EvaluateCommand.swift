// Measures the configured model with the host's own photographs and prints a table, or JSON for
// comparison.

import Albums
import ArgumentParser
import Exchange
import Host
import Measuring
import Scanning
import Store

struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the configured model with a set of photographs.",
    discussion: """
      A set is a folder with photographs and \(EvaluationSet.listName) (header \
      file,artist,title,year,genres,label,category,controversy; the first three must be there), or such \
      a CSV file. Every photograph goes through the real crop and the real calls; they cost, are booked \
      like any other, and the monthly cap holds. A line with words under controversy is also reviewed \
      twice, with and without them: the ratings may differ by half a point.
      """)

  @ParentCommand var program: AlbumScan

  @Flag(help: "One JSON document instead of the table.")
  var json = false

  @Flag(help: "Do not ask before calls that cost.")
  var yes = false

  @Argument(help: ArgumentHelp("A folder with set.csv, or a CSV file.", valueName: "set"))
  var source: String

  func run() async throws {
    let setup = try Setup(program)
    let set: EvaluationSet
    do {
      set = try EvaluationSet(at: source)
    } catch {
      throw Ending(.unusable, "\(error)")
    }
    for name in set.missing { Terminal.note("\(name) is not there; passed over") }
    guard !set.cases.isEmpty else { throw Ending(.unusable, "\(source): no photograph is there") }
    let database = DatabaseActor(try setup.openStore())
    let services = setup.services(database)
    guard let subject = services.evaluationSubject else {
      throw Ending(.usage, services.missingModel ?? "no model is configured")
    }
    try confirm(set.cases, subject)
    let results = try await results(of: set.cases, services, setup)
    let report = EvaluationReport(subject, results)
    if json { try Terminal.printJSON(report) } else { Terminal.write(report.table) }
    if results.allSatisfy({ $0.failure != nil }) {
      throw Ending(.provider, results.first?.failure)
    }
  }

  /// Asks for confirmation on a terminal; a script passes --yes.
  private func confirm(_ cases: [EvaluationCase], _ subject: EvaluationSubject) throws {
    guard !yes else { return }
    let most = cases.reduce(0) { $0 + $1.mostCalls }
    let question =
      "\(cases.count) photographs go to \(subject.provider) (\(subject.models[0])): one to four calls "
      + "each, up to eight where there is a controversy, \(most) at most."
    guard StandardStreams.isTerminal(0), StandardStreams.isTerminal(2) else {
      throw Ending(.usage, "\(question) Say --yes to go on.")
    }
    Terminal.write("\(question) Go on? [y/N] ", toError: true)
    guard let answer = readLine(), answer.lowercased().hasPrefix("y") else {
      throw Ending(.no, "nothing was asked")
    }
  }

  private func results(
    of cases: [EvaluationCase], _ services: Services, _ setup: Setup
  ) async throws -> [EvaluationResult] {
    var results: [EvaluationResult] = []
    for (place, one) in cases.enumerated() {
      Terminal.progress("\(place + 1) of \(cases.count): \(one.name)")
      results.append(
        try await services.evaluate(
          one, photoProgram: setup.photoProgram, words: setup.words))
    }
    Terminal.endProgress()
    return results
  }
}
