// Rewrites reviews: the reviews of given finds, or all reviews that another version of the prompt
// wrote.

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
    let (host, rights) = try await setup.host(tools.database)
    let writing = tools.services.reviewing(
      isSearchOn: rights.isAdvanced, includesNew: rights.includesCall2)
    guard let writing else {
      throw Ending(.usage, tools.services.missingModel ?? setup.words("cli.no-model"))
    }
    let ids = try await wanted(tools, writing, setup.words)
    if ids.isEmpty {
      let prompts = [writing.prompt, writing.newAlbumPrompt, writing.bookPrompt].compactMap(\.self)
        .joined(separator: ", ")
      let result = setup.words("cli.review.none", ["prompt": .text(prompts)])
      return json ? Terminal.note(result) : Terminal.print(result)
    }
    if !setup.configuration.services.reviewsBooks {
      try await tools.refuseBooks(ids, setup.words)
    }
    try confirm(ids.count, writing, setup.words)
    var failures = 0
    for (index, id) in ids.enumerated() {
      Terminal.note(
        setup.words("cli.index", ["index": .count(index + 1), "count": .count(ids.count)]))
      let isThere = try await tools.database.with { (store) throws(StoreError) in
        try store.enqueue(.review, for: id, by: host, at: Setup.now())
      }
      guard isThere else {
        throw Ending(.no, setup.words("cli.no-find", ["find": .text(id.text)]))
      }
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
    guard failures > 0 else { return }
    throw Ending(
      .no,
      setup.words("cli.review.failed", ["failed": .count(failures), "count": .count(ids.count)]))
  }

  private func wanted(
    _ tools: ScanTools, _ writing: Reviewing, _ words: Phrasebook
  ) async throws -> [FindID] {
    guard allButPrompt else { return try finds.map { try findID($0, words) } }
    return try await tools.database.with { (store) throws(StoreError) in
      try store.findsReviewed(
        otherThanBy: writing.prompt, newAlbums: writing.newAlbumPrompt, books: writing.bookPrompt)
    }
  }

  /// Asks for confirmation on a terminal. Without a terminal, --yes is required.
  private func confirm(_ count: Int, _ writing: Reviewing, _ words: Phrasebook) throws {
    guard let worstCase = writing.worstCase else {
      throw Ending(.usage, words("cli.review.no-price", ["model": .text(writing.model)]))
    }
    let most = Money(microdollars: worstCase.microdollars * Int64(count))
    Terminal.note(
      words(
        "cli.review.cost",
        ["count": .count(count), "model": .text(writing.model), "amount": .exactMoney(most)]))
    if yes || !allButPrompt { return }
    guard Surroundings.current.isTerminal(0) else { throw Ending(.usage, words("cli.say-yes")) }
    Terminal.write("\(words("cli.go-on")) ", toError: true)
    guard words.isYes(readLine()) else { throw Ending(.no) }
  }
}
