// Corrections from the command line, like “Not this one?” on an album's page. They give a find
// another album or another picture.

import Albums
import ArgumentParser
import Host
import Pictures
import Scanning
import Store

struct Correct: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say which album a find really is.")

  @ParentCommand var program: AlbumScan

  @Argument(help: "The find's id, as in its page's address.") var find: String
  @Option(help: "A link to a release or release group, its MBID, or a product code.")
  var musicbrainz: String?
  @Option(help: "The artist; with --title.") var artist: String?
  @Option(help: "The album; with --artist.") var title: String?
  @Option(help: "album or book; with --artist and --title. Without it, the kind stays.")
  var kind: String?
  @Option(help: "The id of one of its candidates, as “show find” lists them.")
  var candidate: String?
  @Option(help: "What is wrong, in words for the model; pays for a call.") var hint: String?
  @Flag(help: "Print one JSON document.") var json = false

  private func correction() throws -> Correction {
    do throws(CorrectionError) {
      return try Correction(
        candidate: candidate, musicBrainz: musicbrainz, artist: artist, title: title, kind: kind,
        hint: hint)
    } catch {
      throw ValidationError(error.rawValue)
    }
  }

  func validate() throws { _ = try correction() }

  func run() async throws {
    let setup = try Setup(program)
    let tools = try setup.scanTools()
    let (id, correction) = (try findID(find, setup.words), try correction())
    if case .hint = correction { try await tools.refuseBooks([id], setup.words) }
    let outcome = try await tools.database.with { (store) throws(StoreError) in
      try store.correct(id, correction, by: store.host(), at: Setup.now())
    }
    switch outcome {
    case .accepted: break
    case .notFound: throw Ending(.no, setup.words("cli.no-find", ["find": .text(find)]))
    case .enoughBacks: throw Ending(.no, setup.words.text(Refusal.enoughBacks.line))
    case .noCandidate:
      throw Ending(
        .no,
        setup.words(
          "cli.no-candidate", ["candidate": .text(candidate ?? ""), "find": .text(find)]))
    }
    try await FollowedJob(
      find: id, tools: tools, words: setup.words, isJSON: json
    ).result()
  }
}

extension ScanTools {
  /// Ends the command if one of the finds is a book: the request is for records only.
  func refuseBooks(_ finds: [FindID], _ words: Phrasebook) async throws {
    for find in finds {
      let kind = try await database.with { (store) throws(StoreError) in
        try store.kind(of: find)
      }
      if kind == .book { throw Ending(.no, "\(find): \(words.text(Refusal.onlyRecords.line))") }
    }
  }
}

struct OwnArtwork: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "artwork", abstract: "Show your own picture of an album, or no longer.")

  @ParentCommand var program: AlbumScan

  @Argument(help: "The find's id, as in its page's address.") var find: String
  @Argument(help: "A JPEG picture.") var picture: String?
  @Flag(help: "Remove your own picture.") var remove = false
  @Flag(help: "Ask MusicBrainz and the Cover Art Archive again for the album's picture.")
  var refresh = false
  @Flag(help: "Print one JSON document.") var json = false

  func validate() throws {
    guard [remove, refresh, picture != nil].count(where: \.self) == 1 else {
      throw ValidationError("give a picture, --remove or --refresh")
    }
  }

  func run() async throws {
    let setup = try Setup(program)
    let tools = try setup.scanTools()
    let id = try findID(find, setup.words)
    if refresh { return try await askAgain(id, tools, setup.words) }
    let file = try picture.map { try kept($0, setup) } ?? ""
    let acceptance = try await tools.database.with { (store) throws(StoreError) in
      try store.accept(picture: file, for: id, by: store.host(), at: Setup.now())
    }
    switch acceptance {
    case .accepted(let replaced): for file in replaced { try remove(file, setup) }
    case .notFound:
      try remove(file, setup)
      throw Ending(.no, setup.words("cli.no-find", ["find": .text(find)]))
    case .queueFull:
      try remove(file, setup)
      throw Ending(.no, setup.words.text(Refusal.queueFull.line))
    }
    try await FollowedJob(
      find: id, tools: tools, words: setup.words, isJSON: json
    ).result()
  }

  /// Queues the job, and waits until it ends or has to wait for a service.
  private func askAgain(_ id: FindID, _ tools: ScanTools, _ words: Phrasebook) async throws {
    try await tools.refuseBooks([id], words)
    let isQueued = try await tools.database.with { (store) throws(StoreError) in
      try store.enqueue(.refreshArtwork, for: id, by: store.host(), at: Setup.now())
    }
    guard isQueued else { throw Ending(.no, words("cli.no-find", ["find": .text(find)])) }
    if !json { Terminal.note(words("cli.artwork.refreshing")) }
    try await FollowedJob(find: id, tools: tools, words: words, isJSON: json).result()
  }

  private func remove(_ file: String, _ setup: Setup) throws {
    if !file.isEmpty { try Files.remove("\(setup.configuration.photos)/\(file)") }
  }

  /// Copies the picture into data/photos, where the CGI also stores uploads. Returns the name of
  /// the file.
  private func kept(_ picture: String, _ setup: Setup) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(picture, limit: Intake.photoByteLimit)
    } catch {
      throw Ending(.unusable, "\(error)")
    }
    let kind = PictureKind(firstBytes: Array(bytes.prefix(PictureKind.byteCount)))
    guard kind == .jpeg else {
      throw Ending(.unusable, setup.words("cli.not-jpeg", ["file": .text(picture)]))
    }
    let name = "\(FindID(randomBytes: Randomness.bytes(FindID.randomByteCount))).artwork"
    let folder = setup.configuration.photos
    try Files.replace("\(folder)/\(name)", with: bytes, durably: true)
    return name
  }
}

/// The id of a find. Ends the command if `text` is not an id.
func findID(_ text: String, _ words: Phrasebook) throws -> FindID {
  guard let id = FindID(text) else {
    throw Ending(.no, words("cli.no-find", ["find": .text(text)]))
  }
  return id
}

/// Waits for the end of a job about a find, and prints the find.
struct FollowedJob: Sendable {
  let find: FindID
  let tools: ScanTools
  let words: Phrasebook
  var isJSON = false

  func result() async throws {
    defer { Terminal.endProgress() }
    Terminal.progress(words("cli.at-work"))
    while try await isUnderWay() {
      _ = try await Worker(tools: tools).drain { (try? await isWanted()) != true }
      if try await isWaiting() { break }
      try await Task.sleep(for: .milliseconds(200))
    }
    try await report()
  }

  /// Prints the find, and ends the command if its job failed.
  func report() async throws {
    try await tools.publishInBackground()
    let found = try await tools.database.with { (store) throws(StoreError) in
      try store.find(find)
    }
    guard let found else {
      throw Ending(.no, words("cli.no-find", ["find": .text(find.text)]))
    }
    Terminal.endProgress()
    if isJSON { try Terminal.printJSON(FindReport(found)) }
    guard let job = found.job else {
      if !isJSON { Terminal.print("\(found.album.artist) – \(found.album.title)") }
      return
    }
    let reason = job.failure?.reason ?? Sentence("job.failed")
    if job.isUnderWay {
      throw Ending(.provider, words("job.waits", ["reason": .sentence(reason)]))
    }
    throw Ending(job.topic == .artwork ? .unusable : .no, words.text(reason))
  }

  private func notice() async throws -> JobNotice? {
    try await tools.database.with { (store) throws(StoreError) in try store.jobNotice(of: find) }
  }

  private func isUnderWay() async throws -> Bool { try await notice()?.isUnderWay == true }

  private func isWaiting() async throws -> Bool { try await notice()?.failure != nil }

  /// Whether the command waits for the job. False after a failure of a service, because the command
  /// does not wait for a retry.
  private func isWanted() async throws -> Bool {
    guard let notice = try await notice() else { return false }
    return notice.isUnderWay && notice.failure == nil
  }
}
