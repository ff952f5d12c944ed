// A cover in little, kept beside its features: 32 × 32 lightness and 16 × 16 colour. Features say that
// two pictures show the same thing and how it lies; this says where they nevertheless differ.

import Glibc
import Pictures

/// 1,537 bytes. A cover that is not square is squeezed into one, its shape kept as a byte.
package struct Miniature: Hashable, Sendable {
  package static let side = 32
  package static let colourSide = 16
  package static let byteCount = 1 + side * side + 2 * colourSide * colourSide

  /// Width by height: 128 is square, 32 more for each doubling.
  let shape: UInt8
  /// Mean lightness of each cell, row-major.
  let lightness: [UInt8]
  /// Blueness and redness (BT.601, 128 neutral) of each cell, in turns.
  let colours: [UInt8]

  /// Of nothing: grey.
  package static let blank = Miniature(
    shape: 128, lightness: Array(repeating: 128, count: side * side),
    colours: Array(repeating: 128, count: 2 * colourSide * colourSide))

  private init(shape: UInt8, lightness: [UInt8], colours: [UInt8]) {
    self.shape = shape
    self.lightness = lightness
    self.colours = colours
  }

  /// Of a straightened cover of any size.
  init(of pixels: Pixels) {
    let small = pixels.stretched(to: Self.side)
    let doublings = log2(Double(pixels.width) / Double(pixels.height))
    let coarse = pixels.stretched(to: Self.colourSide)
    self.init(
      shape: UInt8(max(0, min(255, 128 + (32 * doublings).rounded()))),
      lightness: Lightness(of: small).values, colours: Self.colours(of: coarse))
  }

  /// As written by `bytes`; nil for another length.
  package init?(bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let bytes = Array(bytes)
    let colours = 1 + Self.side * Self.side
    self.init(
      shape: bytes[0], lightness: Array(bytes[1..<colours]), colours: Array(bytes[colours...]))
  }

  package var bytes: [UInt8] { [shape] + lightness + colours }

  /// Width by height.
  var aspect: Double { exp2((Double(shape) - 128) / 32) }

  private static func colours(of small: Pixels) -> [UInt8] {
    (0..<small.width * small.height).flatMap { index -> [UInt8] in
      let red = Double(small.rgb[3 * index])
      let green = Double(small.rgb[3 * index + 1])
      let blue = Double(small.rgb[3 * index + 2])
      let light = 0.299 * red + 0.587 * green + 0.114 * blue
      return [0.564 * (blue - light), 0.713 * (red - light)].map {
        UInt8(max(0, min(255, 128 + $0.rounded())))
      }
    }
  }
}
