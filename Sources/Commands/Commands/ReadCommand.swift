// The command that reads the lettering of a photo and stores nothing: `read`.

import ArgumentParser
import Host
import Photos
import Pictures

struct ReadPhoto: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Read the lettering in a photo.",
    discussion: """
      Prints one line of lettering in a line: text, confidence, corners. Needs the text reader (albumscan reader \
      install). Exits 1 when there is no lettering.
      """)

  @ParentCommand var program: AlbumScan

  @Flag(help: "A photo of a shelf: small lettering, turned by 0, 90 and 270 degrees.")
  var shelf = false

  @Flag(help: "Prints one JSON document.")
  var json = false

  @Argument(help: "A JPEG photo.")
  var photo: String

  /// Pixels of the longer side. The reader searches 640 px and reads the letters in these.
  private static let side = 1_600

  func run() async throws {
    let photoProgram = PhotoProgram(path: "\(Surroundings.current.programs)/albumscan-photo")
    let picture = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try photoProgram.pixels(photo, side: shelf ? ReadOptions.shelfSide : Self.side)
    }
    let lines = try await ReaderProgram(programs: Surroundings.current.programs).lines(
      picture.pixels, shelf ? .shelf : ReadOptions())
    let reports = lines.map { ReadLineReport(picture.stored($0)) }
    if json {
      try Terminal.printJSON(["lines": reports])
    } else {
      for report in reports { Terminal.printRow(report.cells) }
    }
    if lines.isEmpty { throw Ending(.no) }
  }
}

extension ReaderProgram {
  /// The lines of a picture. A missing reader ends the command with its remedy.
  func lines(_ picture: Pixels, _ options: ReadOptions) async throws -> [ReadLine] {
    do throws(ReaderError) {
      return try await read(picture, options)
    } catch {
      if case .missing = error {
        throw Ending(.no, "\(error); albumscan reader install")
      }
      throw Ending(.no, "\(error)")
    }
  }
}

/// A line of the JSON document of `read`. Source: docs/interface.md.
struct ReadLineReport: Encodable {
  let text: String
  let confidence: Double
  let quad: [[Double]]

  /// The corners of the line are in pixels of the stored picture.
  init(_ line: ReadLine) {
    text = line.text
    confidence = line.confidence
    quad = line.quad.corners.map { [$0.x, $0.y].map { ($0 * 10).rounded() / 10 } }
  }

  var cells: [String] {
    [text, "\(confidence)", Terminal.corners(quad)]
  }
}
