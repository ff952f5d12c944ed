// Photos from the command line: the same pipeline and the same log as from the web.

import Albums
import ArgumentParser
import Host
import Pictures
import Scanning
import Store

struct ScanPhotos: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Identify the covers in photos and add them to the log.")

  @ParentCommand var program: AlbumScan

  @Flag(help: "Print one JSON document instead of lines.")
  var json = false

  @Option(help: "The framing square as fractions of the upright picture.")
  var guide: String?

  @Argument(help: ArgumentHelp("JPEG photos.", valueName: "photo"))
  var photos: [String]

  func validate() throws {
    if let guide, Guide(guide) == nil {
      throw ValidationError("--guide takes x,y,w,h as fractions, such as 0.1,0.2,0.8,0.6")
    }
  }

  func run() async throws {
    let setup = try Setup(program)
    let tools = try setup.scanTools()
    let intake = Intake(configuration: setup.configuration, records: tools.records)
    var outcomes: [Outcome] = []
    for photo in photos {
      outcomes.append(try await outcome(of: photo, intake: intake, tools: tools))
    }
    if json { try Terminal.printJSON(ScanReport(outcomes)) }
    let worst = outcomes.map(\.code.rawValue).max() ?? 0
    if let code = Ending.Code(rawValue: worst), code != .done { throw Ending(code) }
  }

  private func outcome(
    of photo: String, intake: Intake, tools: ScanTools
  ) async throws -> Outcome {
    let scan: Scan
    do {
      let id = try await intake.accept(photo, guide: guide, by: .owner)
      scan = try await FollowedScan(id: id, name: photo, tools: tools).result()
    } catch let failure as ScanFailure {
      if !json { Terminal.note("\(photo): \(failure.code.headline). \(failure.message)") }
      return Outcome(scan: nil, failure: failure)
    }
    let outcome = Outcome(scan: scan, failure: scan.failure)
    if !json { outcome.print(photo, site: tools.configuration) }
    return outcome
  }
}

/// What became of one photo.
struct Outcome {
  let scan: Scan?
  let failure: ScanFailure?

  var code: Ending.Code {
    guard let failure else { return .done }
    switch failure.code {
    case .notIdentified, .cap, .quota: return .no
    case .providerRefused, .providerFailed, .network: return .provider
    default: return .unusable
    }
  }

  /// The find and its page, or why there is none.
  func print(_ photo: String, site: Configuration) {
    if let album = scan?.album, let find = scan?.find {
      let year = album.year.map { " (\($0))" } ?? ""
      Terminal.print("\(album.artist) – \(album.title)\(year)")
      Terminal.print("\(site.baseURL)/album/\(find)/")
    } else if let failure {
      Terminal.note("\(photo): \(failure.code.headline). \(failure.message)")
    }
  }
}
