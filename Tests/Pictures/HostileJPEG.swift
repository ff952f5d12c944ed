// Valid and invalid JPEGs, built byte by byte.

import Pictures
import Support

@testable import JPEG

enum HostileJPEG {
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
  }

  /// A frame header; by default three components at 4:2:0.
  static func frame(
    _ marker: UInt8 = 0xC0, width: Int, height: Int, precision: UInt8 = 8,
    sampling: [UInt8] = [0x22, 0x11, 0x11]
  ) -> [UInt8] {
    let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
    var payload = [precision] + size + [UInt8(sampling.count)]
    for (index, factors) in sampling.enumerated() { payload += [UInt8(index + 1), factors, 0] }
    return segment(marker, payload)
  }

  static func scan(components: Int = 3) -> [UInt8] {
    var payload = [UInt8(components)]
    for index in 0..<components { payload += [UInt8(index + 1), 0] }
    return segment(0xDA, payload + [0, 63, 0])
  }

  /// A file of a start marker, the given segments and an end marker.
  static func file(_ segments: [UInt8]...) -> [UInt8] {
    [0xFF, 0xD8] + segments.flatMap { $0 } + [0xFF, 0xD9]
  }

  /// An EXIF block whose first directory (IFD0) has one entry with the given tag and type.
  static func exif(
    _ value: Int, tag: Int = 0x0112, type: Int = 3, count: Int = 1, isLittleEndian: Bool = false,
    entries: Int = 1, directory: Int = 8
  ) -> [UInt8] {
    func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
      let bytes = (0..<byteCount).map { UInt8(value >> (8 * $0) & 255) }
      return isLittleEndian ? bytes : bytes.reversed()
    }
    let header = isLittleEndian ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42] as [UInt8]
    let entry = number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 2) + [0, 0]
    let tiff = header + number(directory, 4) + number(entries, 2) + entry + [0, 0, 0, 8]
    return segment(0xE1, [0x45, 0x78, 0x69, 0x66, 0, 0] + tiff)
  }

  /// A real JPEG of 64 × 48 pixels. Its top left quarter is red, the top right is green, the bottom
  /// left is blue, and the bottom right is white.
  static func corners(inserting segments: [UInt8] = []) throws -> [UInt8] {
    var pixels = Pixels(
      width: 64, height: 48, rgb: [UInt8](repeating: 255, count: 64 * 48 * 3))
    for y in 0..<48 {
      for x in 0..<64 where !(x >= 32 && y >= 24) {
        let colour: [UInt8] =
          y < 24 ? (x < 32 ? [255, 0, 0] : [0, 255, 0]) : [0, 0, 255]
        for channel in 0..<3 { pixels.rgb[3 * (64 * y + x) + channel] = colour[channel] }
      }
    }
    let jpeg = try JPEG.encode(pixels, quality: 95, maximumBytes: 100_000)
    return jpeg[..<2] + segments + jpeg[2...]
  }
}
