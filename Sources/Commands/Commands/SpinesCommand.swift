// The command that finds the items of a shelf in a photo and stores nothing: `spines`.

import Albums
import ArgumentParser
import Host
import Photos

struct FindSpines: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spines",
    abstract: "Find every spine and cover in a photo of a shelf.",
    discussion: "Exits 1 when there is none.")

  @ParentCommand var program: AlbumScan

  @Option(
    help: "The folder the upright crops go to, as 1.jpg and so on; shelf.jpg has the boxes drawn.")
  var output: String?

  @Flag(help: "Prints one JSON document.")
  var json = false

  @Argument(help: "A JPEG photo.")
  var photo: String

  func run() async throws {
    let photoProgram = PhotoProgram(path: "\(Surroundings.current.programs)/albumscan-photo")
    let boxes = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try photoProgram.spines(photo)
    }
    if let output { try write(to: output, by: photoProgram) }
    if json {
      try Terminal.printJSON(["spines": boxes.map(SpineReport.init)])
    } else {
      for (index, box) in boxes.enumerated() { Terminal.printRow(["\(index + 1)"] + box.cells) }
    }
    if boxes.isEmpty { throw Ending(.no) }
  }

  private func write(to folder: String, by photoProgram: PhotoProgram) throws {
    let shelf = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try photoProgram.shelf(photo)
    }
    let path = "\(folder)/shelf.jpg"
    try Files.makeDirectories(folder)
    try Files.replace(path, with: shelf.jpeg, mode: Files.publicMode, durably: false)
    let numbered = shelf.boxes.enumerated().map { (number: $0.offset + 1, box: $0.element) }
    for (number, box) in numbered {
      let crop = try photoProgram.boxCrop(path, box)
      try Files.replace(
        "\(folder)/\(number).jpg", with: crop, mode: Files.publicMode, durably: false)
    }
    if numbered.isEmpty { return }
    let drawn = try photoProgram.outlines(path, of: numbered)
    try Files.replace(path, with: drawn, mode: Files.publicMode, durably: false)
  }
}

/// A box of the JSON document of `spines`. Source: docs/interface.md.
struct SpineReport: Encodable {
  let source: String
  let quad: [[Double]]
  let confidence: Double
  let rotation: Int

  init(_ box: ShelfBox) {
    source = box.source.rawValue
    quad = stride(from: 0, to: box.corners.count - 1, by: 2).map {
      [box.corners[$0], box.corners[$0 + 1]]
    }
    confidence = box.confidence
    rotation = box.rotation
  }
}

extension ShelfBox {
  /// The cells of the box in its line: source, confidence, rotation and corners.
  fileprivate var cells: [String] {
    let report = SpineReport(self)
    return [report.source, "\(confidence)", "\(rotation)", Terminal.corners(report.quad)]
  }
}
