// The photos that the bench decodes, and the speed of this machine, measured with one of them.

import Host
import JPEG
import Pictures
import Support

enum BenchPhoto {
  /// The path of a photo of 12 megapixels and 3 to 4 MB.
  static func twelveMegapixels(in folder: TemporaryFolder) throws -> String {
    try photo(enlarged: 2, bytes: 3_000_000...4_000_000, at: folder.file("12.jpg"))
  }

  /// The path of a photo of 48 megapixels and 9 to 16 MB.
  static func fortyEightMegapixels(in folder: TemporaryFolder) throws -> String {
    try photo(enlarged: 4, bytes: 9_000_000...16_000_000, at: folder.file("48.jpg"))
  }

  /// The path of a drawn photograph of 3 megapixels, enlarged, with a sensor's noise on every
  /// pixel. The file has about as many bytes as the photo of a phone.
  private static func photo(
    enlarged factor: Int, bytes: ClosedRange<Int>, at path: String
  ) throws -> String {
    try write(pixels(enlarged: factor, seed: 4), bytes: bytes, to: path)
  }

  /// The pixels of a photograph of 3 megapixels, enlarged; another seed draws another sleeve.
  static func pixels(enlarged factor: Int, seed: UInt64) -> Pixels {
    let drawn = DrawnPhotograph(
      of: DrawnSleeve(seed: seed), seed: seed, .perspective, width: 2_016, height: 1_512)
    return enlarged(drawn.pixels, by: factor)
  }

  /// Writes a JPEG whose size is in the range `bytes`, like that of a phone. Returns its path.
  static func write(_ pixels: Pixels, bytes: ClosedRange<Int>, to path: String) throws -> String {
    for quality in stride(from: 95, through: 30, by: -1) {
      let jpeg = try JPEG.encode(pixels, quality: quality, maximumBytes: .max)
      guard bytes.contains(jpeg.count) else { continue }
      try Files.replace(path, with: jpeg, durably: false)
      return path
    }
    throw BenchError.noPhoto
  }

  private static func enlarged(_ pixels: Pixels, by factor: Int) -> Pixels {
    var generator = SeededGenerator(seed: 12)
    let (width, height) = (pixels.width * factor, pixels.height * factor)
    var rgb = [UInt8](repeating: 0, count: width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let from = 3 * (y / factor * pixels.width + x / factor)
        let noise = generator.next()
        for channel in 0..<3 {
          let byte = Int(truncatingIfNeeded: noise >> UInt64(16 * channel)) & 15
          rgb[3 * (y * width + x) + channel] = UInt8(
            min(255, max(0, Int(pixels.rgb[from + channel]) + byte - 8)))
        }
      }
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }
}

/// The speed of this machine, in comparison with the machine for which the targets in milliseconds
/// hold.
struct MachineSpeed {
  /// The time in which djpeg decodes the photo of 12 megapixels on the machine for which the
  /// targets hold.
  static let expectedMilliseconds = 47.0

  /// The median time of djpeg on this machine; nil if djpeg is not installed.
  let milliseconds: Double?

  /// The factor by which a target in milliseconds is longer on this machine.
  var factor: Double { (milliseconds ?? Self.expectedMilliseconds) / Self.expectedMilliseconds }

  /// The speed, measured once in each run of the bench.
  static let here = MachineSpeed()

  private init() {
    guard Files.exists("/usr/bin/djpeg"), let folder = try? TemporaryFolder(),
      let photo = try? BenchPhoto.twelveMegapixels(in: folder)
    else {
      milliseconds = nil
      return
    }
    let runs = (0..<15).map { _ in
      Measure.run("/usr/bin/djpeg", ["-outfile", "/dev/null", photo], environment: ["LC_ALL=C"])
    }
    milliseconds = Measure.median(runs.map(\.milliseconds))
  }
}
