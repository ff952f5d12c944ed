// A small picture of a cover, stored beside its features: 32 × 32 cells of lightness, and 16 × 16
// cells of colour. The features show whether two pictures have the same artwork, and how to align
// the pictures. The miniature shows where the aligned pictures differ.

import Glibc
import Pictures

/// 1,537 bytes. A cover that is not square is scaled to a square; its shape is stored as one byte.
package struct Miniature: Hashable, Sendable {
  package static let side = 32
  static let cellCount = side * side
  package static let byteCount = 1 + cellCount + 2 * cellCount / 4

  /// Logarithm of width divided by height: 128 for a square, and 32 more for each doubling.
  let shape: UInt8
  /// Lightness, blueness and redness (BT.601, 128 neutral) of each cell, row-major. A group of 2 ×
  /// 2 cells has one colour.
  let planes: [[UInt8]]

  /// An even grey.
  package static let blank = Miniature(
    shape: 128, planes: Array(repeating: Array(repeating: 128, count: cellCount), count: 3))

  private init(shape: UInt8, planes: [[UInt8]]) {
    self.shape = shape
    self.planes = planes
  }

  /// `pixels`: a straightened cover of any size.
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
    return [planes[0]] + planes.dropFirst().map { shared(quarters(of: $0)) }
  }

  /// The means of groups of 2 × 2 cells.
  private static func quarters(of plane: [UInt8]) -> [UInt8] {
    (0..<cellCount / 4).map { quarter in
      let cell = quarter / (side / 2) * 2 * side + quarter % (side / 2) * 2
      let sum = [0, 1, side, side + 1].reduce(2) { $0 + Int(plane[cell + $1]) }
      return UInt8(truncatingIfNeeded: sum / 4)
    }
  }

  /// Repeats each value for 2 × 2 cells.
  private static func shared(_ quarters: some RandomAccessCollection<UInt8>) -> [UInt8] {
    let quarters = Array(quarters)
    return (0..<cellCount).map { cell in
      quarters[cell / side / 2 * (side / 2) + cell % side / 2]
    }
  }

  /// Reads the output of `bytes`; nil for another length.
  package init?(bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let rest = Array(bytes)[1...]
    let colours = rest.dropFirst(Self.cellCount)
    self.init(
      shape: bytes[bytes.startIndex],
      planes: [
        Array(rest.prefix(Self.cellCount)), Self.shared(colours.prefix(Self.cellCount / 4)),
        Self.shared(colours.dropFirst(Self.cellCount / 4)),
      ])
  }

  package var bytes: [UInt8] {
    planes.dropFirst().reduce([shape] + planes[0]) { $0 + Self.quarters(of: $1) }
  }

  /// Width divided by height.
  var aspect: Double { exp2((Double(shape) - 128) / 32) }
}
