// The output format of all commands: `key: value` lines, an empty line, then the announced bytes.

import Covers
import Pictures

/// Version 2. `fingerprint: <count>` and `picture: <side> <count>` announce bytes, which follow in the order of
/// their lines; `pixels: <width> <height>` announces three bytes for each pixel. `cover: <number>` starts the lines of one of
/// several covers, `code: <number>` those of a product code.
struct OutputText {
  private var header = "version: 2\n"
  private var announced: [[UInt8]] = []

  init() {}

  var bytes: [UInt8] {
    announced.reduce(into: Array(header.utf8) + [10]) { $0 += $1 }
  }

  mutating func add(_ key: String, _ value: some CustomStringConvertible) {
    header += "\(key): \(value)\n"
  }

  mutating func add(_ key: String, _ value: Double, decimals: Int) {
    add(key, Self.decimal(value, decimals))
  }

  mutating func announce(_ fingerprint: Fingerprint) {
    let bytes = fingerprint.bytes
    add("fingerprint", bytes.count)
    announced.append(bytes)
  }

  mutating func announce(_ jpeg: [UInt8], side: Int) {
    add("picture", "\(side) \(jpeg.count)")
    announced.append(jpeg)
  }

  /// The pixels of a picture: 8-bit RGB, row-major, no padding.
  mutating func announce(pixels picture: Pixels) {
    add("pixels", "\(picture.width) \(picture.height)")
    announced.append(picture.rgb)
  }

  /// Rounded to `decimals` decimals.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let whole = Int(exactly: (value * Double(factor)).rounded()) ?? 0
    let digits = String(whole.magnitude % UInt(factor) + UInt(factor)).dropFirst()
    return "\(whole < 0 ? "-" : "")\(whole.magnitude / UInt(factor)).\(digits)"
  }
}
