// `albumscan read` and `albumscan reader check` on the command line.

import Host
import JPEG
import Photos
import Pictures
import Support
import Testing

@Suite struct ReadCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String]) throws -> Programs.Output {
    try Programs.run(
      "\(Checkout.debugPrograms)/albumscan", arguments, input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 120_000, errors: .kept)
  }

  private func photo(_ picture: Pixels) throws -> String {
    let path = folder.file("photo.jpg")
    let jpeg = try JPEG.encode(picture, quality: 90, maximumBytes: 1 << 20)
    try Files.replace(path, with: jpeg, durably: false)
    return path
  }

  @Test func `check reads the drawn sleeve and says its words`() throws {
    let output = try run(["reader", "check"])
    #expect(output.exitCode == 0, "\(String(decoding: output.errors, as: UTF8.self))")
    let words = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(
      String.init)
    #expect(words == ReaderSample.lines)
  }

  @Test func `read prints the lines with their corners in the photo`() throws {
    let output = try run(["read", photo(ReaderSample.sleeve), "--json"])
    #expect(output.exitCode == 0, "\(String(decoding: output.errors, as: UTF8.self))")
    let text = String(decoding: output.bytes, as: UTF8.self)
    for line in ReaderSample.lines { #expect(text.contains("\"text\":\"\(line)\"")) }
    #expect(text.hasPrefix("{\"lines\":[{\"confidence\":"))
  }

  @Test func `read with --shelf reads lines that run upwards and downwards`() throws {
    let sleeve = ReaderSample.sleeve.rgb
    let turned = Pixels(
      width: 480, height: 480,
      rgb: (0..<480 * 480).flatMap { index -> [UInt8] in
        // Turned by a quarter turn: row and column change places.
        let from = 3 * ((479 - index % 480) * 480 + index / 480)
        return Array(sleeve[from..<from + 3])
      })
    let output = try run(["read", photo(turned), "--shelf"])
    let text = String(decoding: output.bytes, as: UTF8.self)
    for line in ReaderSample.lines { #expect(text.contains(line), "\(text)") }
  }

  @Test func `a photo without lettering exits with 1, and no picture with 3`() throws {
    let grey = Pixels(width: 400, height: 300, rgb: [UInt8](repeating: 120, count: 360_000))
    let none = try run(["read", photo(grey), "--json"])
    #expect(none.exitCode == 1 && none.bytes == Array("{\"lines\":[]}\n".utf8))
    #expect(try run(["read", folder.write("no picture", to: "text.jpg")]).exitCode == 3)
  }

  @Test func `the pixels of a photo are upright and say where the photo has its corners`() throws {
    let program = PhotoProgram(path: "\(Checkout.debugPrograms)/albumscan-photo")
    let picture = try program.pixels(photo(ReaderSample.sleeve), side: 240)
    #expect(picture.pixels.width == 240 && picture.pixels.height == 240)
    #expect(picture.stored(Point(x: 120, y: 60)) == Point(x: 240, y: 120))
  }
}
