// `albumscan spines --json`: the lines of each spine, and the spines that only their lettering shows.

import Albums
import FoundationEssentials
import Host
import JPEG
import Photos
import Pictures
import Support
import Testing

@Suite struct SpinesCommandTests {
  /// The document of the command.
  private struct Document: Decodable {
    struct Line: Decodable { let text: String }
    struct Spine: Decodable {
      let quad: [[Double]]
      let lines: [Line]?
    }
    let spines: [Spine]
  }

  private func spines(_ photo: [UInt8], programs: String) throws -> [Document.Spine] {
    let installation = try Installation(programs: programs)
    let file = installation.folder.file("shelf.jpg")
    try Files.replace(file, with: photo, durably: false)
    let output = try installation.albumscan(["spines", "--json", file])
    #expect(output.exitCode == 0)
    return try JSONDecoder().decode(Document.self, from: Data(output.bytes)).spines
  }

  @Test func `each spine has its lines, and no member without a reader`() throws {
    let texts = [["SALON IN ROME", "LEO MARSDEN"], ["NORA CINDERS", "SUNDIAL ROADS"]]
    let photo = try LetteredShelf.photo(texts)
    let read = try spines(photo, programs: Checkout.debugPrograms)
    let lines = read.map { spine in
      (spine.lines ?? []).map { $0.text.uppercased().filter { !$0.isWhitespace } }
    }
    #expect(lines.contains { Set($0) == ["SALONINROME", "LEOMARSDEN"] }, "\(lines)")
    #expect(lines.contains { $0.contains("SUNDIALROADS") }, "\(lines)")
    let reader = try PlayedReader()
    #expect(try spines(photo, programs: reader.programs).allSatisfy { $0.lines == nil })
    withExtendedLifetime(reader) {}
  }

  @Test func `a spine that only its lettering shows comes last`() throws {
    let reader = try PlayedReader()
    let (photo, lines) = try LetteredShelf.withHiddenSpines()
    let bare = try spines(photo, programs: reader.programs)
    try reader.read([:], on: photo, elsewhere: lines)
    let all = try spines(photo, programs: reader.programs)
    #expect(all.count == bare.count + 1 && all.prefix(bare.count).map(\.quad) == bare.map(\.quad))
    #expect(all.last?.lines?.map(\.text).sorted() == ["THE HOBBIT", "TOLKIEN"])
  }

  @Test(arguments: [false, true])
  func `lettering shows a box that is missing, also in a mirrored photo`(isMirrored: Bool) throws {
    let (photo, _) = try LetteredShelf.withHiddenSpines()
    let folder = try TemporaryFolder()
    let file = folder.file("shelf.jpg")
    try Files.replace(file, with: isMirrored ? Self.mirrored(photo) : photo, durably: false)
    let program = PhotoProgram(path: "\(Checkout.debugPrograms)/albumscan-photo")
    var known = try program.spines(file)
    let missing = known.remove(at: 3).quad
    let middle = missing.centre
    let line = missing.mapped { middle + ($0 - middle) * 0.5 }
    let lines = [ReadLine(text: "THE HOBBIT", confidence: 0.9, quad: line)]
    let shown = try program.letteredBoxes(file, lines: lines, beside: known).map(\.quad.clockwise)
    #expect(shown.contains { $0.overlap(with: missing.clockwise) >= 0.7 }, "\(shown)")
  }

  /// The photo with columns in the opposite order, and with the orientation that mirrors them back (TIFF 6.0, tag 274,
  /// value 2).
  private static func mirrored(_ photo: [UInt8]) throws -> [UInt8] {
    var pixels = try JPEG.decode(photo, coveringLongerSide: 2_000).pixels
    let width = pixels.width
    for y in 0..<pixels.height {
      for x in 0..<width / 2 {
        for channel in 0..<3 {
          let (one, other) = (3 * (y * width + x), 3 * (y * width + width - 1 - x))
          pixels.rgb.swapAt(one + channel, other + channel)
        }
      }
    }
    let jpeg = try JPEG.encode(pixels, quality: 92, maximumBytes: 8 << 20)
    let directory: [UInt8] = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0]
    let exif = Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8) + directory
    return jpeg.prefix(2) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2)
  }
}
