// The command that finds the items of a shelf in a photo and stores nothing: `spines`.

import Albums
import ArgumentParser
import Host
import Photos
import Pictures

struct FindSpines: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spines",
    abstract: "Find every spine and cover in a photo of a shelf.",
    discussion: """
      With --json and the text reader (albumscan reader install), each has its lines of lettering, and spines that \
      only their lettering shows come last. Exits 1 when there is none.
      """)

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
    var boxes = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try photoProgram.spines(photo)
    }
    if let output { try write(to: output, by: photoProgram) }
    if json {
      let lines: [[ReadLine]]?
      (boxes, lines) = try await lettered(boxes, by: photoProgram)
      let reports = boxes.indices.map { index in
        SpineReport(boxes[index], lines: lines.map { $0[index].map(ReadLineReport.init) })
      }
      try Terminal.printJSON(["spines": reports])
    } else {
      for (index, box) in boxes.enumerated() { Terminal.printRow(["\(index + 1)"] + box.cells) }
    }
    if boxes.isEmpty { throw Ending(.no) }
  }

  /// The boxes with those that only their lettering shows, and the lines of each; without the text reader, nil in
  /// place of the lines. A reader that fails costs only the lettering.
  private func lettered(
    _ boxes: [ShelfBox], by photoProgram: PhotoProgram
  ) async throws -> ([ShelfBox], [[ReadLine]]?) {
    let picture = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try photoProgram.pixels(photo, side: ReadOptions.shelfSide)
    }
    do {
      let read = try await ReaderProgram(programs: Surroundings.current.programs)
        .read(picture.pixels, .shelf).map(picture.stored)
      let further = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
        try photoProgram.letteredBoxes(photo, lines: read, beside: boxes)
      }
      return (boxes + further, ShelfBox.lines(of: boxes + further, among: read))
    } catch let error as ReaderError {
      if case .missing = error { return (boxes, nil) }
      Terminal.note("\(error)")
      return (boxes, nil)
    }
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

  /// Nil if the lettering was not read; the document then has no such member.
  let lines: [ReadLineReport]?

  init(_ box: ShelfBox, lines: [ReadLineReport]? = nil) {
    source = box.source.rawValue
    quad = stride(from: 0, to: box.corners.count - 1, by: 2).map {
      [box.corners[$0], box.corners[$0 + 1]]
    }
    confidence = box.confidence
    rotation = box.rotation
    self.lines = lines
  }
}

extension ShelfBox {
  /// The cells of the box in its line: source, confidence, rotation and corners.
  fileprivate var cells: [String] {
    let report = SpineReport(self)
    return [report.source, "\(confidence)", "\(rotation)", Terminal.corners(report.quad)]
  }
}
