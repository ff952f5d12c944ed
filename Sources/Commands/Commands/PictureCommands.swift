// Commands that examine a photo and store nothing: `crop`, `covers` and `recognise`.

import Albums
import ArgumentParser
import Host
import Photos
import Pictures
import Scanning
import Store

struct CropPhoto: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crop",
    abstract: "Find and straighten the cover in a photo.",
    discussion:
      "Exits 1 when it fell back to the guide or the centre; the quad is printed all the same.")

  @ParentCommand var program: AlbumScan

  @Option(help: "Where the straightened cover goes, as JPEG.")
  var output: String?

  @Option(help: "The framing square as fractions of the upright picture: x,y,w,h.")
  var guide: String?

  @Flag(help: "The output is always JSON; accepted like the flag of other commands.")
  var json = false

  @Argument(help: "A JPEG photo.")
  var photo: String

  func validate() throws {
    if let guide, Guide(guide) == nil {
      throw ValidationError("--guide takes x,y,w,h as fractions, such as 0.1,0.2,0.8,0.6")
    }
  }

  func run() async throws {
    let photoProgram = PhotoProgram(path: "\(Surroundings.current.programs)/albumscan-photo")
    let crop = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try photoProgram.crop(photo, guide: guide)
    }
    if let output {
      try Files.replace(output, with: crop.jpeg, mode: Files.publicMode, durably: false)
    }
    try Terminal.printJSON(CropReport(crop))
    if !crop.isQuad { throw Ending(.no) }
  }
}

struct FindCovers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "covers",
    abstract: "Find and straighten every cover in a photo: a wall, a table, a bin.",
    discussion: "Exits 1 when there is none.")

  @ParentCommand var program: AlbumScan

  @Option(help: "The folder the straightened covers go to, as 1.jpg, 2.jpg and so on.")
  var output: String?

  @Flag(help: "The output is always JSON; accepted like the flag of other commands.")
  var json = false

  @Argument(help: "A JPEG photo.")
  var photo: String

  func run() async throws {
    let photoProgram = PhotoProgram(path: "\(Surroundings.current.programs)/albumscan-photo")
    let covers = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try photoProgram.covers(photo)
    }
    if let output {
      try Files.makeDirectories(output)
      for (number, cover) in covers.enumerated() {
        let path = "\(output)/\(number + 1).jpg"
        try Files.replace(path, with: cover.jpeg, mode: Files.publicMode, durably: false)
      }
    }
    try Terminal.printJSON(["covers": covers.map(CropReport.init)])
    if !covers.contains(where: \.isQuad) { throw Ending(.no) }
  }
}

struct Recognise: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare the cover in a photo with the known covers.")

  @ParentCommand var program: AlbumScan

  @Flag(help: "The output is always JSON; accepted like the flag of other commands.")
  var json = false

  @Argument(help: "A JPEG photo.")
  var photo: String

  func run() async throws {
    let setup = try Setup(program)
    let crop = try unusableEnds(photo, program) { () throws(PhotoProgramError) in
      try setup.photoProgram.crop(photo, guide: nil)
    }
    let store = try setup.openStore()
    let known = KnownCovers(path: setup.configuration.coverIndex)
    let pass = RecognitionPass(at: photo, guide: nil, with: setup.photoProgram)
    let found = try await pass.matches(for: crop) { (crop) throws(StoreError) in
      try known.matches(for: crop.fingerprint, in: store)
    }
    let matches = try found.map { match in
      MatchReport.Match(match, album: try store.album(match.album))
    }
    try Terminal.printJSON(MatchReport(matches: matches))
    if matches.first?.sure != true { throw Ending(.no) }
  }
}

/// The JSON document of `crop`. Source: docs/interface.md.
struct CropReport: Encodable {
  struct Size: Encodable {
    let width: Int
    let height: Int
  }

  struct Quality: Encodable {
    let brightness: Double
    let sharpness: Double
    let glare: Double
  }

  let upright: Size
  let orientation: Int
  let method: String
  let quad: [[Double]]
  let confidence: Double
  let quality: Quality
  let fingerprint: String

  init(_ crop: Crop) {
    upright = Size(width: crop.width, height: crop.height)
    orientation = crop.orientation
    method = crop.method
    quad = crop.quad.corners.map { [$0.x, $0.y] }
    confidence = crop.confidence
    quality = Quality(
      brightness: crop.brightness, sharpness: crop.sharpness, glare: crop.glare)
    fingerprint = hexadecimal(crop.code ?? [])
  }
}

/// The JSON document of `recognise`, with the best match first.
struct MatchReport: Encodable {
  struct Match: Encodable {
    let artist: String
    let title: String
    let similarity: Double
    let sure: Bool

    init(_ match: CoverMatch, album: Album?) {
      artist = album?.artist ?? ""
      title = album?.title ?? ""
      similarity = match.similarity
      sure = match.isSure
    }
  }

  let matches: [Match]
}

/// Ends the command with exit code 3 and the reason if the picture cannot be used.
func unusableEnds<Result>(
  _ photo: String, _ command: AlbumScan, _ body: () throws(PhotoProgramError) -> Result
) throws -> Result {
  do {
    return try body()
  } catch .unusable(let failure) {
    // These commands also work without a control file. Without it there are no sentences, so the
    // message is only the code.
    let message = (try? Setup(command))?.words.text(failure.line) ?? failure.code.rawValue
    throw Ending(.unusable, "\(photo): \(message)")
  } catch {
    throw Ending(.unusable, "\(photo): \(error)")
  }
}
