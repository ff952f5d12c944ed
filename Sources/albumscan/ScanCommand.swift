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
      outcomes.append(try await outcome(of: photo, intake: intake, tools: tools, setup.words))
    }
    if json { try Terminal.printJSON(ScanReport(outcomes)) }
    let worst = outcomes.map(\.ending.rawValue).max() ?? 0
    if let code = Ending.Code(rawValue: worst), code != .done { throw Ending(code) }
  }

  private func outcome(
    of photo: String, intake: Intake, tools: ScanTools, _ words: Phrasebook
  ) async throws -> Outcome {
    let scan: Scan
    do {
      let id = try await intake.accept(photo, guide: guide, by: .owner)
      scan = try await FollowedScan(
        id: id, name: photo, tools: tools, words: words
      ).result()
    } catch let refusal as Refusal {
      let message = words.text(refusal.line)
      if !json { Terminal.note("\(photo): \(message)") }
      return Outcome(scan: nil, code: refusal.code, message: message)
    } catch let error as HostError {
      let message = "\(error)"
      if !json { Terminal.note("\(photo): \(message)") }
      return Outcome(scan: nil, code: .noPhoto, message: message)
    }
    let outcome = Outcome(scan: scan, code: scan.failure?.code, message: scan.message(words))
    if !json { outcome.print(photo, site: tools.configuration) }
    return outcome
  }
}

/// What became of one photo.
struct Outcome {
  let scan: Scan?

  /// Why there is no find; nil where there is one.
  let code: FailureCode?

  /// The same as a sentence.
  let message: String?

  var ending: Ending.Code {
    guard let code else { return .done }
    switch code {
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
    } else if let message {
      Terminal.note("\(photo): \(message)")
    }
  }
}

extension Scan {
  /// Why there is no find, as one line.
  func message(_ words: Phrasebook) -> String? {
    failure.map { words.text($0.line) }
  }
}
