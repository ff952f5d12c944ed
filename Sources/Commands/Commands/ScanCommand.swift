// Scans photos from the command line. The stages and the history are the same as for uploads.

import Albums
import ArgumentParser
import Host
import Pictures
import Scanning
import Store

struct ScanPhotos: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Identify the covers in photos and add them to the history.",
    discussion: """
      Of a folder, all JPEG photos are scanned, sorted by name. A second run with the folder scans only \
      new photos. Ctrl-C ends a folder after the running scans.
      """)

  @ParentCommand var program: AlbumScan

  @Flag(help: "Print one JSON document instead of lines.")
  var json = false

  @Option(help: "The framing square as fractions of the upright picture.")
  var guide: String?

  @Argument(help: ArgumentHelp("JPEG photos, or folders of them.", valueName: "photo"))
  var photos: [String]

  func validate() throws {
    if let guide, Guide(guide) == nil {
      throw ValidationError("--guide takes x,y,w,h as fractions, such as 0.1,0.2,0.8,0.6")
    }
  }

  func run() async throws {
    let setup = try Setup(program)
    let tools = try setup.scanTools()
    let host = try await setup.host(tools.database).id
    let intake = Intake(configuration: setup.configuration, database: tools.database)
    var outcomes: [Outcome] = []
    var isCutShort = false
    for photo in photos {
      if Files.isDirectory(photo) {
        let folder = FolderScan(
          folder: photo, guide: guide, person: host, intake: intake, tools: tools,
          words: setup.words, isQuiet: json)
        let report = try await folder.run()
        outcomes += report.outcomes
        isCutShort = isCutShort || report.isCutShort
      } else {
        outcomes.append(
          try await outcome(of: photo, by: host, intake: intake, tools: tools, setup.words))
      }
    }
    try await tools.publishInBackground()
    if json { try Terminal.printJSON(ScanReport(outcomes)) }
    let worst = outcomes.map(\.code.rawValue).max() ?? 0
    if let code = Ending.Code(rawValue: worst), code != .done { throw Ending(code) }
    if isCutShort { throw Ending(.no) }
  }

  private func outcome(
    of photo: String, by host: PersonID, intake: Intake, tools: ScanTools, _ words: Phrasebook
  ) async throws -> Outcome {
    func told(_ outcome: Outcome) -> Outcome {
      if !json { outcome.print(photo, site: tools.configuration, words) }
      return outcome
    }
    let scan: Scan
    do {
      let id = try await intake.accept(photo, guide: guide, by: host)
      scan = try await FollowedScan(
        id: id, name: photo, tools: tools, words: words
      ).result()
    } catch let refusal as Refusal {
      return told(Outcome(scan: nil, failure: refusal.code, message: words.text(refusal.line)))
    } catch let error as HostError {
      guard !error.isDiskFull else { throw error }
      return told(Outcome(scan: nil, failure: .noPhoto, message: "\(error)"))
    }
    return told(Outcome(of: scan, tools, words))
  }
}

/// The result of one photo.
struct Outcome {
  let scan: Scan?
  let failure: FailureCode?

  /// The reason why there is no find, in one line.
  let message: String?

  /// Whether the find is in the database, but its page could not be written.
  var isPageMissing = false

  /// Whether the photo was scanned before.
  var isKnown = false

  var code: Ending.Code {
    guard let failure, !isKnown else { return isPageMissing ? .no : .done }
    switch failure {
    case .notIdentified, .cap, .quota, .diskFull, .busy: return .no
    case .providerRefused, .providerFailed, .network: return .provider
    default: return .unusable
    }
  }

  /// Whether the photo led to a new find.
  var isNewFind: Bool { !isKnown && scan?.find != nil && failure == nil }

  /// Prints the find and the address of its page, or the failure.
  func print(_ photo: String, site: Configuration, _ words: Phrasebook) {
    if let album = scan?.album, let page = scan?.findPage {
      let year = album.year.map { " (\($0))" } ?? ""
      Terminal.print("\(album.artist) – \(album.title)\(year)")
      if isPageMissing {
        Terminal.note(
          Files.exists(site.log)
            ? words("cli.scan.no-page.log", ["log": .text(site.log)]) : words("cli.scan.no-page"))
      } else {
        Terminal.print("\(site.baseURL)\(page)")
      }
    } else if let message {
      Terminal.note("\(photo): \(message)")
    }
  }
}

extension Outcome {
  /// The result of a scan that has ended or waits.
  init(of scan: Scan, _ tools: ScanTools, _ words: Phrasebook) {
    self.init(
      scan: scan, failure: scan.failure?.code, message: scan.failure.map { words.text($0.line) },
      isPageMissing: !tools.configuration.isPageWritten(of: scan))
  }
}
