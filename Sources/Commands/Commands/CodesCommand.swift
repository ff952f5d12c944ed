// The command that reads the product codes in a photo and stores nothing: `codes`.

import Albums
import ArgumentParser
import Photos
import Pictures

struct ReadCodes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codes",
    abstract: "Read every product code (EAN, UPC, ISBN) in a photo.",
    discussion: "Leaves out numbers that a shop made for its own use. Exits 1 when there is none.")

  @ParentCommand var program: AlbumScan

  @Flag(help: "Prints one JSON document.")
  var json = false

  @Argument(help: "A JPEG photo.")
  var photo: String

  func run() async throws {
    let photoProgram = PhotoProgram(path: "\(Surroundings.current.programs)/albumscan-photo")
    let codes = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try photoProgram.codes(photo)
    }
    if json {
      try Terminal.printJSON(["codes": codes.map(CodeReport.init)])
    } else {
      for code in codes { Terminal.printRow(CodeReport(code).cells) }
    }
    if codes.isEmpty { throw Ending(.no) }
  }
}

/// A code of the JSON document of `codes`. Source: docs/interface.md.
struct CodeReport: Encodable {
  let kind: String
  let digits: String
  let quad: [[Double]]

  init(_ code: PhotoCode) {
    kind = code.kind.rawValue
    digits = code.digits
    quad = code.quad.corners.map { [$0.x, $0.y] }
  }

  /// The cells of the code in its line: kind, digits and corners.
  var cells: [String] { [kind, digits, Terminal.corners(quad)] }
}
