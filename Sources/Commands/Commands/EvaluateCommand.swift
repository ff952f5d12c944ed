// Measures the configured model with the host's own photographs and prints a table, or JSON for
// comparison.

import Albums
import ArgumentParser
import Exchange
import Host
import Scanning
import Store

struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the identification with a set of photographs.",
    discussion: """
      A set is a folder with photographs and \(EvaluationSet.listName) (header \
      file,artist,title,year,genres,label,category,controversy; the first three must be there), or such \
      a CSV file. Every photograph goes through the real crop, the search by what stands on its sleeve, and the \
      real calls; they cost, are booked like any other, and the monthly cap holds. Without a model, only the \
      search is measured. A line with words under controversy is also reviewed \
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
    for name in set.missing {
      Terminal.note(setup.words("cli.evaluate.missing", ["name": .text(name)]))
    }
    guard !set.cases.isEmpty else {
      throw Ending(.unusable, setup.words("cli.evaluate.empty", ["source": .text(source)]))
    }
    let database = DatabaseActor(try setup.openStore())
    let services = setup.services(database)
    let rights = try await setup.host(database).rights
    guard let subject = services.evaluationSubject(isSearchOn: rights.isAdvanced) else {
      throw Ending(.usage, services.missingModel ?? setup.words("cli.no-model"))
    }
    try confirm(set.cases, subject, setup.words)
    let results = try await results(of: set.cases, services, setup, database)
    let report = EvaluationReport(subject, results)
    if json { try Terminal.printJSON(report) } else { Terminal.write(report.table) }
    if results.allSatisfy({ $0.failure != nil }) {
      throw Ending(.provider, results.first?.failure)
    }
  }

  /// Asks for confirmation on a terminal. A script passes --yes instead.
  private func confirm(
    _ cases: [EvaluationCase], _ subject: EvaluationSubject, _ words: Phrasebook
  ) throws {
    guard !yes, !subject.models.isEmpty else { return }
    let most = cases.reduce(0) { $0 + $1.mostCalls }
    let question = words(
      "cli.evaluate.cost",
      [
        "count": .count(cases.count), "provider": .text(subject.provider),
        "model": .text(subject.models[0]), "most": .count(most),
      ])
    guard Surroundings.current.isTerminal(0), Surroundings.current.isTerminal(2) else {
      throw Ending(.usage, "\(question) \(words("cli.say-yes"))")
    }
    Terminal.write("\(question) \(words("cli.go-on")) ", toError: true)
    guard words.isYes(readLine()) else { throw Ending(.no, words("cli.evaluate.not-asked")) }
  }

  private func results(
    of cases: [EvaluationCase], _ services: Services, _ setup: Setup, _ database: DatabaseActor
  ) async throws -> [EvaluationResult] {
    var results: [EvaluationResult] = []
    for (index, one) in cases.enumerated() {
      let progress = setup.words(
        "cli.index", ["index": .count(index + 1), "count": .count(cases.count)])
      Terminal.progress("\(progress): \(one.name)")
      results.append(
        try await services.evaluate(
          one, photoProgram: setup.photoProgram, words: setup.words, database: database))
    }
    Terminal.endProgress()
    return results
  }
}
