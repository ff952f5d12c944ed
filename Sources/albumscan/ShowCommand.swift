// Every hidden state has a command that prints it.

import Albums
import ArgumentParser
import Host
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
      if json {
        return try Terminal.printJSON(
          QueueReport(
            worker: isWorking, unpublished: unpublished,
            scans: scans.map {
              .init(id: $0.id.text, state: $0.state.rawValue, created: $0.created.iso)
            }, errands: jobs.map(JobItem.init)))
      }
      Terminal.print("worker: \(isWorking ? "at work" : "none")")
      Terminal.print("pages to be written: \(unpublished)")
      Terminal.print("scans waiting: \(scans.count)")
      for scan in scans {
        Terminal.print("\(scan.id)  \(scan.state.rawValue)  \(scan.created.iso)")
      }
      Terminal.print("errands waiting: \(jobs.count)")
      for job in jobs {
        let subject = job.find?.text ?? job.scan?.text ?? ""
        Terminal.print(
          "\(subject)  \(job.request.word)  not before \(job.nextAttempt.iso)")
      }
    }
  }

  struct ShowFind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "find", abstract: "One entry of the log.")

    @ParentCommand var program: AlbumScan
    @Flag var json = false
    @Argument var id: String

    func run() async throws {
      let store = try Setup(program).openStore()
      guard let wanted = FindID(id), let find = try store.find(wanted) else {
        throw Ending(.no, try Setup(program).words("cli.no-find", ["find": .text(id)]))
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
    @Option(help: "How many at most.") var limit = 100

    func run() async throws {
      let store = try Setup(program).openStore()
      let finds = try store.newestFinds(max(0, limit)).compactMap { try store.find($0.id) }
        .map { FindReport($0) }
      if json { return try Terminal.printJSON(["finds": finds]) }
      for find in finds {
        Terminal.print("\(find.id)  \(find.found)  \(find.artist) – \(find.title)")
      }
    }
  }

  struct Covers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The covers known here.")

    @ParentCommand var program: AlbumScan

    func run() async throws {
      let store = try Setup(program).openStore()
      for cover in try store.knownCovers() {
        guard let album = try store.album(cover.album) else { continue }
        Terminal.print("\(album.artist) – \(album.title)")
      }
    }
  }
}

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
}

/// A member of `errands`, as scripts know it.
private struct JobItem: Encodable {
  let id: Int64
  let kind: String
  let scan: String?
  let find: String?
  let ready: String

  init(_ job: QueuedJob) {
    id = job.id
    kind = job.request.word
    scan = job.scan?.text
    find = job.find?.text
    ready = job.nextAttempt.iso
  }
}

private struct FindReport: Encodable {
  let id: String
  let scan: String?
  let found: String
  let sure: Bool
  let artist: String
  let title: String
  let year: Int?
  let rating: Double?
  let recommendation: String?

  /// The model and its prompt's version, or `catalogue`.
  let reviewedBy: String?

  struct Candidate: Encodable {
    let id: String
    let artist: String
    let title: String
    let reason: String
  }

  /// What `correct --candidate` takes.
  let candidates: [Candidate]

  init(_ find: Find, reviewedBy origin: (writer: String, prompt: String)? = nil) {
    reviewedBy = origin.map { $0.prompt.isEmpty ? $0.writer : "\($0.writer), \($0.prompt)" }
    id = find.id.text
    scan = find.scan?.text
    found = find.found.iso
    sure = find.isSure
    artist = find.album.artist
    title = find.album.title
    year = find.album.year
    rating = find.review.map { Double($0.rating.tenths) / 10 }
    recommendation = find.review?.recommendation.rawValue
    candidates = find.candidates.map {
      Candidate(
        id: $0.id, artist: $0.album.artist, title: $0.album.title,
        reason: $0.kind == .named ? $0.reason : $0.kind.rawValue)
    }
  }

  var lines: [String] {
    [
      "id: \(id)", "scan: \(scan ?? "–")", "found: \(found)", "sure: \(sure)", "artist: \(artist)",
      "title: \(title)", "year: \(year.map(String.init) ?? "–")",
      "rating: \(rating.map { "\($0)" } ?? "–")", "recommendation: \(recommendation ?? "–")",
    ] + (reviewedBy.map { ["reviewed by: \($0)"] } ?? [])
      + candidates.map {
        "candidate \($0.id): \($0.artist) – \($0.title)"
          + ($0.reason.isEmpty ? "" : " (\($0.reason))")
      }
  }
}
