// A keypoint of a cover: a point that can be found again in another picture of the cover.

/// Position, direction, size and description of a keypoint.
package struct Feature: Hashable, Sendable {
  /// In 1/65,536 of the cover's width and height, from the top left.
  package let x: UInt16
  package let y: UInt16
  /// Direction in 1/256 turns, 0 to the right, clockwise.
  package let angle: UInt8
  /// The level of `FeatureSearch` in which the keypoint was found; 0 is the largest picture.
  package let level: UInt8
  /// 256 comparisons of lightness, rotated by `angle`.
  package let descriptor: SIMD4<UInt64>

  package init(x: UInt16, y: UInt16, angle: UInt8, level: UInt8, descriptor: SIMD4<UInt64>) {
    self.x = x
    self.y = y
    self.angle = angle
    self.level = level
    self.descriptor = descriptor
  }

  package static let byteCount = 38

  /// Reads the output of `bytes`; nil for another length.
  package init?(bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let bytes = Array(bytes)
    x = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    y = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
    angle = bytes[4]
    level = bytes[5]
    var descriptor = SIMD4<UInt64>()
    for word in 0..<4 {
      for byte in 0..<8 {
        descriptor[word] |= UInt64(bytes[6 + 8 * word + byte]) << UInt64(8 * byte)
      }
    }
    self.descriptor = descriptor
  }

  /// Little-endian: x, y, angle, level, descriptor.
  package var bytes: [UInt8] {
    var bytes = [
      UInt8(truncatingIfNeeded: x), UInt8(x >> 8), UInt8(truncatingIfNeeded: y), UInt8(y >> 8),
      angle, level,
    ]
    for word in 0..<4 {
      for byte in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: descriptor[word] >> UInt64(8 * byte)))
      }
    }
    return bytes
  }
}
