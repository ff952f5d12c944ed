// Scans all photos of a folder, several at a time. A second run continues where the first one was
// stopped, because the key of each scan is made from its photo.

import Albums
import Host
import Scanning
import Store

struct FolderScan: Sendable {
  /// The maximum number of photos in the queue at a time, so that the queue has room for phones.
  static let mostUnderWay = 8

  let folder: String
  let guide: String?
  let person: PersonID
  let intake: Intake
  let tools: ScanTools
  let words: Phrasebook

  /// Whether the command prints a JSON document, and therefore no lines about finds.
  let isQuiet: Bool

  /// The results of a folder.
  struct Report {
    var outcomes: [Outcome] = []

    /// Whether photos are left, because of Ctrl-C or a full queue.
    var isCutShort = false
  }

  func run() async throws -> Report {
    let files = try Files.entries(of: folder).filter(Self.isPhoto).map { "\(folder)/\($0)" }
    guard !files.isEmpty else {
      throw Ending(.unusable, words("cli.scan.folder.empty", ["folder": .text(folder)]))
    }
    Interrupts.watch()
    let work = FolderWork()
    let worker = Task { [tools] in
      do {
        repeat {
          _ = try await Worker(tools: tools).drain { await work.isOver }
          try await Task.sleep(for: .milliseconds(100))
        } while await !work.isOver
      } catch {
        await work.end()
        throw error
      }
    }
    var progress = FolderProgress(files: files)
    do {
      try await feed(&progress, while: work)
    } catch {
      await work.end()
      _ = await worker.result
      throw error
    }
    await work.end()
    try await worker.value
    try await takeResults(&progress)
    tell(progress)
    return Report(outcomes: progress.outcomes, isCutShort: progress.left > 0)
  }

  /// `.jpg` and `.jpeg` in any case. Names that begin with a dot are files of the system.
  private static func isPhoto(_ name: String) -> Bool {
    let lower = name.lowercased()
    return !lower.hasPrefix(".") && (lower.hasSuffix(".jpg") || lower.hasSuffix(".jpeg"))
  }

  /// Adds photos to the queue until all are scanned, the queue is full, or Ctrl-C is pressed.
  private func feed(_ progress: inout FolderProgress, while work: FolderWork) async throws {
    while await !work.isOver, !progress.isOver {
      if Interrupts.happened {
        Terminal.endProgress()
        return Terminal.note(words("cli.scan.folder.stopping"))
      }
      try await takeResults(&progress)
      while progress.underWay.count < Self.mostUnderWay, !progress.isQueueFull,
        !Interrupts.happened, let file = progress.rest.first
      {
        try await accept(file, &progress)
      }
      Terminal.progress(line(of: progress))
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func accept(_ file: String, _ progress: inout FolderProgress) async throws {
    do {
      let accepted = try await intake.acceptOnce(file, guide: guide, by: person)
      progress.rest.removeFirst()
      progress.underWay.append(
        .init(file: file, id: accepted.id, isKnown: accepted.isKnown))
    } catch Refusal.queueFull {
      progress.isQueueFull = true
    } catch let refusal as Refusal {
      progress.rest.removeFirst()
      let outcome = Outcome(
        scan: nil, failure: refusal.code, message: words.text(refusal.line))
      tell(outcome, of: file, &progress)
    } catch let error as HostError {
      guard !error.isDiskFull else { throw error }
      progress.rest.removeFirst()
      tell(Outcome(scan: nil, failure: .noPhoto, message: "\(error)"), of: file, &progress)
    }
  }

  /// The number of checks for the page of a stored find, 0.1 s apart, before the page counts as
  /// missing.
  private static let mostChecks = 200

  /// Takes the results of scans that have ended or wait for a service.
  private func takeResults(_ progress: inout FolderProgress) async throws {
    for entry in progress.underWay {
      let (scan, hasStalePages) = try await tools.database.with { (store) throws(StoreError) in
        (try store.scan(entry.id), try store.hasStalePages())
      }
      guard let scan else {
        throw Ending(.no, words("cli.scan.gone", ["scan": .text(entry.id.text)]))
      }
      guard scan.state.isFinal || scan.state == .waiting else { continue }
      var outcome = Outcome(of: scan, tools, words)
      // The worker stores the find first and writes its page later.
      if outcome.isPageMissing, hasStalePages, entry.checks < Self.mostChecks {
        let index = progress.underWay.firstIndex { $0.id == entry.id }
        if let index { progress.underWay[index].checks += 1 }
        continue
      }
      progress.underWay.removeAll { $0.id == entry.id }
      outcome.isKnown = entry.isKnown && scan.state.isFinal && scan.failure == nil
      tell(outcome, of: entry.file, &progress)
    }
  }

  private func tell(_ outcome: Outcome, of file: String, _ progress: inout FolderProgress) {
    progress.outcomes.append(outcome)
    guard !isQuiet, !outcome.isKnown else { return }
    Terminal.endProgress()
    outcome.print(file, site: tools.configuration, words)
  }

  private func line(of progress: FolderProgress) -> String {
    words(
      "cli.scan.folder.progress",
      [
        "done": .count(progress.outcomes.count), "count": .count(progress.count),
        "new": .count(progress.newFinds), "known": .count(progress.known),
      ])
  }

  /// Prints the numbers of the folder.
  private func tell(_ progress: FolderProgress) {
    Terminal.endProgress()
    let done = progress.outcomes.count
    Terminal.note(
      words(
        "cli.scan.folder.done",
        [
          "count": .count(done), "new": .count(progress.newFinds),
          "known": .count(progress.known),
          "failed": .count(done - progress.newFinds - progress.known),
        ]))
    guard progress.left > 0 else { return }
    let key = progress.isQueueFull ? "cli.scan.folder.full" : "cli.scan.folder.stopped"
    Terminal.note(words(key, ["count": .count(progress.left)]))
  }
}

/// The photos of a folder: scanned, in the queue, and left.
private struct FolderProgress {
  /// A photo in the queue.
  struct Entry {
    let file: String
    let id: ScanID
    let isKnown: Bool
    var checks = 0
  }

  let count: Int
  var rest: ArraySlice<String>
  var underWay: [Entry] = []
  var outcomes: [Outcome] = []
  var isQueueFull = false

  init(files: [String]) {
    count = files.count
    rest = files[...]
  }

  var isOver: Bool { underWay.isEmpty && (rest.isEmpty || isQueueFull) }
  var left: Int { rest.count + underWay.count }
  var newFinds: Int { outcomes.count(where: \.isNewFind) }
  var known: Int { outcomes.count(where: \.isKnown) }
}

/// Tells the worker of a folder to begin no further scan.
private actor FolderWork {
  private(set) var isOver = false

  func end() { isOver = true }
}
