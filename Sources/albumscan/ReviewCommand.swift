// Reviews written again: of some finds, or of all whose prompt has been improved since.

import Albums
import ArgumentParser
import Host
import Scanning
import Store

struct ReviewAgain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Write reviews again; each pays for a call.")

  @ParentCommand var program: AlbumScan

  @Argument(help: "The finds' ids, as in their pages' addresses.") var finds: [String] = []
  @Flag(help: "Every review in the log that another version of the prompt wrote.")
  var allButPrompt = false
  @Flag(help: "Do not ask whether the cost is all right.") var yes = false

  func validate() throws {
    if allButPrompt != finds.isEmpty { throw ValidationError("give finds, or --all-but-prompt") }
  }

  func run() async throws {
    let setup = try Setup(program)
    let tools = try setup.scanTools()
    let words = setup.words
    guard let writing = tools.services.reviewing else {
      throw Ending(.usage, tools.services.missingModel ?? words("cli.no-model"))
    }
    let ids = try await wanted(tools, writing, words)
    if ids.isEmpty {
      return Terminal.print(words("cli.review.none", ["prompt": .text(writing.prompt)]))
    }
    try confirm(ids.count, writing, words)
    var failures = 0
    for (place, id) in ids.enumerated() {
      Terminal.note(words("cli.index", ["index": .count(place + 1), "count": .count(ids.count)]))
      let isThere = try await tools.records.with { (store) throws(StoreError) in
        try store.enqueue(.review, for: id, by: .owner, at: Setup.now())
      }
      guard isThere else {
        throw Ending(.no, words("cli.no-find", ["find": .text(id.text)]))
      }
      do {
        try await FollowedJob(find: id, tools: tools, words: words).result()
      } catch let ending as Ending {
        failures += 1
        Terminal.note("\(id): \(ending.message ?? "")")
        if ending.code == .provider { throw ending }
      }
    }
    if failures > 0 {
      throw Ending(
        .no,
        words("cli.review.failed", ["failed": .count(failures), "count": .count(ids.count)]))
    }
  }

  private func wanted(
    _ tools: ScanTools, _ writing: Reviewing, _ words: Phrasebook
  ) async throws -> [FindID] {
    guard allButPrompt else { return try finds.map { try findID($0, words) } }
    return try await tools.records.with { (store) throws(StoreError) in
      try store.findsReviewed(otherThanBy: writing.prompt)
    }
  }

  /// Whoever is not at a terminal has to say --yes.
  private func confirm(_ count: Int, _ writing: Reviewing, _ words: Phrasebook) throws {
    guard let worstCase = writing.worstCase else {
      throw Ending(
        .usage,
        words("cli.review.no-price", ["model": .text(writing.model)]))
    }
    let most = Money(microdollars: worstCase.microdollars * Int64(count))
    Terminal.note(
      words(
        "cli.review.cost",
        [
          "count": .count(count), "model": .text(writing.model), "amount": .exactMoney(most),
        ]))
    if yes || !allButPrompt { return }
    guard StandardStreams.isTerminal(0) else { throw Ending(.usage, words("cli.say-yes")) }
    Terminal.write(words("cli.go-on") + " ", toError: true)
    guard words.isYes(readLine()) else { throw Ending(.no) }
  }
}
