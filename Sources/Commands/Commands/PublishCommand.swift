// Writes the published log and sends it to its remote.

import Albums
import ArgumentParser
import Host
import Publishing
import Store

struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the published log, and send it.",
    discussion: """
      publish-to names the folder, publish the finds that strangers may see, and publish-remote the destination \
      to which rclone sends the changed files. The worker does the same after each change.

      Earlier versions did not tell a find that was kept private from one without a choice. If "publish" is \
      "all" or a tag, nothing is published after the upgrade until you have seen these finds with \
      --undecided and agreed with --confirm-undecided.
      """)

  @ParentCommand var program: AlbumScan
  @Flag(
    help: ArgumentHelp(
      "Write every page and the archive, compare all files, and repair the remote."))
  var all = false
  @Flag(
    help: ArgumentHelp(
      "With --all: use a folder or a remote that has files of another log. These files may be deleted."
    ))
  var takeOver = false
  @Flag(help: "Leave index pages and statistics for the next run.") var findsOnly = false
  @Flag(help: "Write the folder, and send nothing.") var noSend = false
  @Flag(
    help: "List the finds that are published only after --confirm-undecided, and publish nothing.")
  var undecided = false
  @Flag(help: "Agree that the finds which --undecided has listed are published, then publish.")
  var confirmUndecided = false
  @Flag(help: "Print one JSON document.") var json = false

  func validate() throws {
    if undecided && (all || takeOver || findsOnly || noSend || confirmUndecided) {
      throw ValidationError("--undecided has no other option than --json")
    }
    if all && findsOnly { throw ValidationError("--all and --finds-only exclude each other") }
    if takeOver && !all { throw ValidationError("--take-over needs --all") }
  }

  func run() async throws {
    let setup = try Setup(program)
    if undecided { return try printUnconfirmed(setup) }
    if confirmUndecided { try confirm(setup) }
    var options = PublishOptions()
    options.all = all
    options.takesOver = takeOver
    options.findsOnly = findsOnly
    options.sends = !noSend
    let report = try setup.publishAtTerminal(options)
    if json { return try Terminal.printJSON(Report(report, setup)) }
    report.sentences(setup.configuration).forEach { Terminal.print(setup.words.text($0)) }
  }

  private func printUnconfirmed(_ setup: Setup) throws {
    let store = try setup.openStore()
    let finds = try setup.unconfirmedFinds(store)
    try store.list(finds)
    if json {
      return try Terminal.printJSON(
        UnconfirmedReport(
          finds: finds.map { .init(id: $0.id.text, artist: $0.artist, title: $0.title) }))
    }
    for find in finds {
      Terminal.print("\(find.id)  \(oneLine(find.artist)) – \(oneLine(find.title))")
    }
    Terminal.print(setup.words("cli.publish.undecided", ["count": .count(finds.count)]))
  }

  /// Confirms the finds of the last list. The history or the rule may have changed since.
  private func confirm(_ setup: Setup) throws {
    let store = try setup.openStore()
    let finds = try setup.unconfirmedFinds(store)
    try store.confirm(finds.filter(\.isListed))
    try setup.refreshUnlessWorking(store, publishes: false)
    let unseen = finds.count { !$0.isListed }
    guard unseen == 0 else {
      throw Ending(.no, setup.words("cli.publish.unseen", ["count": .count(unseen)]))
    }
  }

  private struct UnconfirmedReport: Encodable {
    struct Item: Encodable {
      let id: String
      let artist: String
      let title: String
    }

    let version = 1
    let finds: [Item]
  }

  private struct Report: Encodable {
    let version = 1
    let folder: String
    let finds: Int
    let changed: Int
    let files: Int
    let remote: String?
    let sent: Int?
    let removed: Int?
    let bytes: Int?

    init(_ report: PublishReport, _ setup: Setup) {
      folder = setup.configuration.publishing?.folder ?? ""
      finds = report.finds
      changed = report.changed
      files = report.files
      remote = setup.configuration.publishing?.remote
      sent = report.sent?.sent
      removed = report.sent?.removed
      bytes = report.sent?.bytes
    }
  }
}

extension Setup {
  /// The time for which a command waits for another process that publishes.
  private static let patienceMilliseconds: Int64 = 600_000

  /// The finds of an earlier version that the present rule would publish. Throws without a published log.
  func unconfirmedFinds(_ store: borrowing Store) throws -> [UnconfirmedFind] {
    guard configuration.publishing != nil else {
      throw Ending(.usage, words("cli.publish.no-folder", ["file": .text(configuration.file)]))
    }
    return try PublishState(configuration).unconfirmedFinds(in: store)
  }

  /// Publishes the history, and shows the progress.
  func publishAtTerminal(_ options: PublishOptions) throws -> PublishReport {
    var options = options
    options.patienceMilliseconds = Self.patienceMilliseconds
    let words = words
    defer { Terminal.endProgress() }
    do throws(PublishError) {
      return try publish(options) { progress in
        switch progress {
        case .waiting: Terminal.note(words("cli.publish.waiting"))
        case .pages: Terminal.progress(words("cli.publish.pages"))
        case .archive: Terminal.progress(words("cli.publish.archive"))
        case .drawing(let done, let count):
          Terminal.progress(
            words("cli.publish.drawing", ["done": .count(done), "count": .count(count)]))
        case .sending(let done, let count):
          Terminal.progress(
            words("cli.publish.sending", ["done": .count(done), "count": .count(count)]))
        }
      }
    } catch {
      Terminal.endProgress()
      throw Ending(error)
    }
  }
}

extension PublishReport {
  /// The result, in one or two lines.
  func sentences(_ configuration: Configuration) -> [Sentence] {
    let done = Sentence(
      "cli.publish.done",
      [
        "count": .count(finds), "folder": .text(configuration.publishing?.folder ?? ""),
        "files": .count(files),
      ])
    guard let sent else { return [done] }
    return [
      done,
      Sentence(
        "cli.publish.sent",
        [
          "count": .count(sent.sent), "remote": .text(configuration.publishing?.remote ?? ""),
          "size": .text("\((sent.bytes + (1 << 20) - 1) >> 20)"), "removed": .count(sent.removed),
        ]),
    ]
  }
}
