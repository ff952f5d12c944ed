// Prints all stored data of one scan: its columns, its calls, its candidates and the jobs that
// follow it.

import Albums
import ArgumentParser
import Store

extension Show {
  struct ShowScan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "scan", abstract: "All that is stored of a scan.")

    @ParentCommand var program: AlbumScan
    @Flag var json = false
    @Argument var id: String

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      guard let scan = ScanID(id), case let columns = try Self.columns(of: scan, store),
        !columns.isEmpty
      else {
        throw Ending(.no, setup.words("cli.no-scan", ["scan": .text(id)]))
      }
      let report = ScanRecordReport(
        columns: columns,
        calls: try store.callRecords(of: scan).map(CallItem.init),
        candidates: try store.candidateRecords(of: scan).map(CandidateItem.init),
        errands: try store.jobRecords(of: scan).map { JobItem($0, setup.words) })
      if json { return try Terminal.printJSON(report) }
      for line in report.lines { Terminal.print(line) }
    }

    private static func columns(
      of scan: ScanID, _ store: borrowing Store
    ) throws(StoreError) -> [(column: String, value: String)] {
      if let shelf = try store.shelf(scan) { return shelf.record }
      return try store.record(of: scan)
    }
  }
}

extension Shelf {
  /// The shelf, and a line for each of its items.
  fileprivate var record: [(column: String, value: String)] {
    let head = [
      (column: "id", value: id.text), ("kind", "shelf"), ("state", state.rawValue),
      ("person", person.text), ("created", created.iso), ("revision", "\(revision)"),
      ("failure_code", failure?.code.rawValue ?? ""),
    ].filter { !$0.1.isEmpty }
    return head + items.map { (column: "item-\($0.number)", value: $0.record) }
  }
}

extension ShelfItem {
  fileprivate var record: String {
    let names = names.map { "\($0.title) – \($0.creator ?? "?")" } ?? "not read"
    let confidence = (confidence * 100).rounded() / 100
    let find = find.map { ", find \($0)" } ?? ""
    return
      "\(box.source.rawValue), \(names), \(confidence)\(isDismissed ? ", dismissed" : "")\(find)"
  }
}

/// The JSON document of a scan: the columns of its row as members, and the lists.
private struct ScanRecordReport: Encodable {
  let columns: [(column: String, value: String)]
  let calls: [CallItem]
  let candidates: [CandidateItem]
  let errands: [JobItem]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (column, value) in columns { try container.encode(value, forKey: Key(column)) }
    try container.encode(calls, forKey: Key("calls"))
    try container.encode(candidates, forKey: Key("candidates"))
    try container.encode(errands, forKey: Key("errands"))
  }

  var lines: [String] {
    columns.map { "\($0.column): \($0.value)" } + candidates.map(\.line) + errands.map(\.line)
      + calls.flatMap(\.lines)
  }
}

private struct CallItem: Encodable {
  let id: Int64
  let errand: Int64?
  let stage: String
  let turn: Int64
  let person: String
  let provider: String
  let model: String
  let prompt: String
  let state: String
  let created: String
  let reserved: Double
  let cost: Double?
  let inputTokens: Int64?
  let outputTokens: Int64?
  let searches: Int64
  let answer: String?

  init(_ call: CallRecord) {
    id = call.id
    errand = call.job
    stage = call.stage
    turn = call.attempt
    person = call.person
    provider = call.provider
    model = call.model
    prompt = call.prompt
    state = call.state
    created = call.created.iso
    reserved = call.reserved.dollars
    cost = call.cost?.dollars
    inputTokens = call.inputTokens
    outputTokens = call.outputTokens
    searches = call.searches
    answer = call.answer
  }

  var lines: [String] {
    let asked = [
      "call \(id): \(stage)", turn > 1 ? "turn \(turn)" : nil, errand.map { "errand \($0)" },
      "\(provider) \(model)", prompt, created,
    ]
    let took = [
      state, cost.map { "$\($0)" } ?? "at most $\(reserved)",
      inputTokens.map { "\($0) tokens in" }, outputTokens.map { "\($0) out" },
      searches > 0 ? "\(searches) searches" : nil,
    ]
    return [
      asked.compactMap(\.self).joined(separator: ", "),
      "  " + took.compactMap(\.self).joined(separator: ", "),
    ] + (answer.map { ["  answer: \($0)"] } ?? [])
  }
}

private struct CandidateItem: Encodable {
  let kind: String
  let album: Int64
  let artist: String
  let title: String
  let similarity: Double
  let reason: String

  init(_ candidate: CandidateRecord) {
    kind = candidate.kind
    album = candidate.album
    artist = candidate.artist
    title = candidate.title
    similarity = candidate.similarity
    reason = candidate.reason
  }

  var line: String {
    let why = kind == "cover" ? "similarity \(similarity)" : reason
    return "candidate, \(kind): \(artist) – \(title)" + (why.isEmpty ? "" : " (\(why))")
  }
}

/// A job that follows the scan. The JSON interface calls jobs `errands`.
private struct JobItem: Encodable {
  let id: Int64
  let kind: String
  let state: String
  let text: String
  let album: Int64?
  let attempts: Int64
  let created: String
  let failureCode: String?
  let failureMessage: String?

  init(_ job: JobRecord, _ words: Phrasebook) {
    id = job.id
    kind = job.request.word
    state = job.state
    text = job.request.text
    album = job.request.album
    attempts = job.attempts
    created = job.created.iso
    failureCode = job.failure?.code.rawValue
    failureMessage = job.failure.map { words.text($0.reason) }
  }

  var line: String {
    "errand \(id): \(kind), \(state), \(created)" + (text.isEmpty ? "" : ", \(text)")
      + (failureMessage.map { ": \($0)" } ?? "")
  }
}

extension JobRequest {
  /// The word for the request in the JSON interface and on the command line.
  var word: String {
    if case .named(_, _, let hint) = self {
      return (hint == nil ? JobTopic.back : .hint).rawValue
    }
    return topic?.rawValue ?? kind.rawValue
  }

  /// The link, the text of the hint, or the name of the file in data/photos or of an import.
  fileprivate var text: String {
    switch self {
    case .musicBrainz(let text), .hint(let text), .artwork(let text), .back(let text): text
    case .named(_, _, let hint): hint ?? ""
    case .importFile(let order): order.name
    case .export(let order): order.content.rawValue
    case .scan, .shelf, .album, .review, .refill, .refreshArtwork, .tracks, .importedReview,
      .publish:
      ""
    }
  }

  fileprivate var album: Int64? {
    switch self {
    case .album(let album), .named(let album, _, _), .tracks(let album): album
    case .scan, .shelf, .musicBrainz, .hint, .back, .review, .artwork, .refill, .refreshArtwork,
      .importedReview,
      .importFile, .export, .publish:
      nil
    }
  }
}
