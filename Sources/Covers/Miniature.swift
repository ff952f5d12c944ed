// A cover in little, kept beside its features: 32 × 32 places of lightness and colour. Features say that
// two pictures show the same thing and how it lies; this says where they nevertheless differ.

import Glibc
import Pictures

/// 3,073 bytes. A cover that is not square is squeezed into one, its shape kept as a byte.
package struct Miniature: Hashable, Sendable {
  package static let side = 32
  static let cellCount = side * side
  package static let byteCount = 1 + 3 * cellCount

  /// Width by height: 128 is square, 32 more for each doubling.
  let shape: UInt8
  /// Lightness, blueness, redness (BT.601, 128 neutral) of each cell, row-major.
  let planes: [[UInt8]]

  /// Of nothing: grey.
  package static let blank = Miniature(
    shape: 128, planes: Array(repeating: Array(repeating: 128, count: cellCount), count: 3))

  private init(shape: UInt8, planes: [[UInt8]]) {
    self.shape = shape
    self.planes = planes
  }

  /// Of a straightened cover of any size.
  init(of pixels: Pixels) {
    let doublings = log2(Double(pixels.width) / Double(pixels.height))
    self.init(
      shape: UInt8(max(0, min(255, 128 + (32 * doublings).rounded()))),
      planes: Self.planes(of: pixels.stretched(to: Self.side)))
  }

  private static func planes(of small: Pixels) -> [[UInt8]] {
    var planes = [[UInt8]](repeating: [], count: 3)
    for cell in 0..<cellCount {
      let red = Double(small.rgb[3 * cell])
      let green = Double(small.rgb[3 * cell + 1])
      let blue = Double(small.rgb[3 * cell + 2])
      let light = 0.299 * red + 0.587 * green + 0.114 * blue
      for (plane, value) in [light, 128 + 0.564 * (blue - light), 128 + 0.713 * (red - light)]
        .enumerated()
      { planes[plane].append(UInt8(max(0, min(255, value.rounded())))) }
    }
    return planes
  }

  /// As written by `bytes`; nil for another length.
  package init?(bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let bytes = Array(bytes)
    self.init(
      shape: bytes[0],
      planes: (0..<3).map { Array(bytes[1 + $0 * Self.cellCount..<1 + ($0 + 1) * Self.cellCount]) })
  }

  package var bytes: [UInt8] { planes.reduce([shape], +) }

  /// Width by height.
  var aspect: Double { exp2((Double(shape) - 128) / 32) }
}
