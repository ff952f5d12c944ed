// Prints the contents of the database. For each hidden state there is a command that prints it.

import Albums
import ArgumentParser
import Host
import Publishing
import Store

struct Show: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what the database holds.",
    subcommands: [
      Queue.self, ShowScan.self, ShowFind.self, Finds.self, Covers.self, SpendingByMonth.self,
    ])

  struct Queue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The scans that are not finished, and the pages that are not written.")

    @ParentCommand var program: AlbumScan
    @Flag var json = false

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let scans = try store.queuedScans()
      let jobs = try store.queuedJobs()
      let unpublished = try store.stalePages().count
      let isWorking = Lock.isHeld(setup.configuration.workerLock)
      let publishing = try PublishingReport(store, setup)
      if json {
        return try Terminal.printJSON(
          QueueReport(
            worker: isWorking, unpublished: unpublished,
            scans: scans.map {
              .init(id: $0.id.text, state: $0.state.rawValue, created: $0.created.iso)
            }, errands: jobs.map(JobItem.init), publishing: publishing))
      }
      Terminal.print("worker: \(isWorking ? "running" : "none")")
      Terminal.print("pages to be written: \(unpublished)")
      Terminal.print("scans waiting: \(scans.count)")
      for scan in scans {
        Terminal.print("\(scan.id)  \(scan.state.rawValue)  \(scan.created.iso)")
      }
      Terminal.print("errands waiting: \(jobs.count)")
      for job in jobs {
        let subject = job.find?.text ?? job.scan?.text ?? job.upload?.upload.text ?? ""
        Terminal.print(
          "\(subject)  \(job.request.word)  not before \(job.nextAttempt.iso)")
      }
      publishing?.lines.forEach(Terminal.print)
    }
  }

  struct ShowFind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "find", abstract: "One entry of the history.")

    @ParentCommand var program: AlbumScan
    @Flag var json = false
    @Argument var id: String

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      guard let find = try store.find(try findID(id, setup.words)) else {
        throw Ending(.no, setup.words("cli.no-find", ["find": .text(id)]))
      }
      let report = FindReport(find, reviewedBy: try store.origin(ofReviewOf: find.album.key))
      if json { return try Terminal.printJSON(report) }
      report.lines.forEach(Terminal.print)
    }
  }

  struct Finds: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The log, newest first.")

    @ParentCommand var program: AlbumScan
    @Flag var json = false
    @Option(help: "How many at most; all where it is not given.") var limit: Int?
    @Flag(help: "The finds of the last 30 days that “undelete” restores, newest deletion first.")
    var deleted = false

    func run() async throws {
      let store = try Setup(program).openStore()
      if deleted { return try printDeleted(store) }
      var finds: [FindReport] = []
      for listed in try store.newestFinds(try count(store)) {
        if let find = try store.find(listed.id) { finds.append(FindReport(find)) }
      }
      if json { return try Terminal.printJSON(["finds": finds]) }
      for find in finds {
        Terminal.print(
          "\(find.id)  \(find.found)  \(oneLine(find.artist)) – \(oneLine(find.title))")
      }
    }

    private struct DeletedFind: Encodable {
      let id: String
      let artist: String
      let title: String
      let deleted: String
    }

    private func printDeleted(_ store: borrowing Store) throws {
      let finds = try store.deletedFinds(of: nil, at: Setup.now()).prefix(max(0, limit ?? .max))
        .map {
          DeletedFind(
            id: $0.find.id.text, artist: $0.find.album.artist, title: $0.find.album.title,
            deleted: $0.deleted.iso)
        }
      if json { return try Terminal.printJSON(["finds": finds]) }
      for find in finds {
        Terminal.print(
          "\(find.id)  \(find.deleted)  \(oneLine(find.artist)) – \(oneLine(find.title))")
      }
    }

    private func count(_ store: borrowing Store) throws(StoreError) -> Int {
      if let limit { return max(0, limit) }
      return try store.countFinds()
    }
  }

  struct Covers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The covers that are recognised.",
      discussion: "In brackets the name of an imported cover, as “catalogue remove” takes it.")

    @ParentCommand var program: AlbumScan
    @Flag var json = false

    struct Item: Encodable {
      let artist: String
      let title: String
      let imported: [String]
    }

    func run() async throws {
      let store = try Setup(program).openStore()
      let names = Dictionary(grouping: try store.importedCovers(), by: { $0.album })
      var items: [Item] = []
      for cover in try store.knownCovers() {
        guard let album = try store.album(cover.album) else { continue }
        items.append(
          Item(
            artist: album.artist, title: album.title,
            imported: names[cover.album]?.map { $0.name } ?? []))
      }
      if json { return try Terminal.printJSON(["covers": items]) }
      for item in items {
        let names = item.imported.isEmpty ? "" : " (\(item.imported.joined(separator: ", ")))"
        Terminal.print("\(oneLine(item.artist)) – \(oneLine(item.title))\(oneLine(names))")
      }
    }
  }
}

/// The text without line breaks. A line break in a name could make a part of the name look like
/// another line.
func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

private struct QueueReport: Encodable {
  struct Item: Encodable {
    let id: String
    let state: String
    let created: String
  }

  let worker: Bool
  let unpublished: Int
  let scans: [Item]
  let errands: [JobItem]
  let publishing: PublishingReport?
}

/// The published log; only with the setting publish-to.
private struct PublishingReport: Encodable {
  /// The number of files that wait to be sent.
  let waiting: Int

  /// The number of finds of an earlier version that the host has to confirm; until then nothing is
  /// published.
  let unconfirmed: Int

  /// The reason why the last job that published waits or ended, and its time.
  let failure: String?
  let failed: String?

  init?(_ store: borrowing Store, _ setup: Setup) throws {
    guard setup.configuration.publishing != nil else { return nil }
    waiting = PublishState(setup.configuration).waiting ?? 0
    unconfirmed = try PublishState(setup.configuration).unconfirmedFinds(in: store).count
    let last = try store.publishFailure()
    failure = last.map { setup.words.text($0.failure.reason) }
    failed = last?.time.iso
  }

  var lines: [String] {
    ["files of the published log to be sent: \(waiting)"]
      + (unconfirmed > 0
        ? ["publishing stopped: \(PublishError.unconfirmed(count: unconfirmed))"] : [])
      + (failure.map { ["publishing failed at \(failed ?? ""): \(oneLine($0))"] } ?? [])
  }
}

/// A job of the queue. The JSON interface calls jobs `errands`.
private struct JobItem: Encodable {
  let id: Int64
  let kind: String
  let scan: String?
  let find: String?

  /// The id of an uploaded file, and the step of its import.
  let upload: String?
  let step: String?
  let ready: String

  init(_ job: QueuedJob) {
    id = job.id
    kind = job.request.word
    scan = job.scan?.text
    find = job.find?.text
    upload = job.upload?.upload.text
    step = job.upload?.step.rawValue
    ready = job.nextAttempt.iso
  }
}

extension QueuedJob {
  /// The step of an import from the web; nil for any other job.
  fileprivate var upload: ImportOrder? {
    if case .importFile(let order) = request { order } else { nil }
  }
}
