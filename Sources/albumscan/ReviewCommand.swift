// Rewrites reviews: those of given finds, or all reviews that an older version of the prompt wrote.

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
  @Flag(help: "Do not ask for confirmation of the cost.") var yes = false
  @Flag(help: "Print one JSON document for each review.") var json = false

  func validate() throws {
    if allButPrompt != finds.isEmpty { throw ValidationError("give finds, or --all-but-prompt") }
  }

  func run() async throws {
    let setup = try Setup(program)
    let tools = try setup.scanTools()
    guard let writing = tools.services.reviewing else {
      throw Ending(.usage, tools.services.missingModel ?? "no model is configured")
    }
    let ids = try await wanted(tools, writing)
    if ids.isEmpty {
      let result = "Every review was written by \(writing.prompt)."
      return json ? Terminal.note(result) : Terminal.print(result)
    }
    try confirm(ids.count, writing)
    var failures = 0
    for (index, id) in ids.enumerated() {
      Terminal.note("\(index + 1) of \(ids.count)")
      let isThere = try await tools.database.with { (store) throws(StoreError) in
        try store.enqueue(.review, for: id, by: .owner, at: Setup.now())
      }
      guard isThere else { throw Ending(.no, "there is no find \(id)") }
      do {
        try await FollowedJob(
          find: id, tools: tools, words: setup.words, isJSON: json
        ).result()
      } catch let ending as Ending {
        failures += 1
        Terminal.note("\(id): \(ending.message ?? "")")
        if ending.code == .provider { throw ending }
      }
    }
    if failures > 0 { throw Ending(.no, "\(failures) of \(ids.count) were not written") }
  }

  private func wanted(_ tools: ScanTools, _ writing: Reviewing) async throws -> [FindID] {
    guard allButPrompt else { return try finds.map(findID) }
    return try await tools.database.with { (store) throws(StoreError) in
      try store.findsReviewed(otherThanBy: writing.prompt)
    }
  }

  /// Asks for confirmation; without a terminal --yes is required.
  private func confirm(_ count: Int, _ writing: Reviewing) throws {
    guard let worstCase = writing.worstCase else {
      throw Ending(
        .usage,
        "the price of \(writing.model) is not known, so nothing can be written; add it to "
          + "model-prices: in the control file, or set another review-model:")
    }
    let most = Money(microdollars: worstCase.microdollars * Int64(count))
    Terminal.note("\(count.of("review")) by \(writing.model): \(most) at most.")
    if yes || !allButPrompt { return }
    guard StandardStreams.isTerminal(0) else { throw Ending(.usage, "say --yes to go on") }
    Terminal.write("Go on? [y/N] ", toError: true)
    guard readLine()?.lowercased().hasPrefix("y") == true else { throw Ending(.no) }
  }
}
