// A cover in 36 bytes, so that a million covers are searched in milliseconds: the signs of its low
// frequencies of lightness, and four colours.

/// 32 bytes of signs, 4 bytes of colour.
///
/// The signs are those of the 16 × 16 lowest frequencies of a cosine transform of 64 × 64 lightness
/// (C. Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions, 2010, 3.2; signs
/// instead of "above the median", since a turn by 90° only exchanges and flips them). The colour
/// is each quarter's blueness and redness, four bits each.
package struct CoverCode: Hashable, Sendable {
  package static let byteCount = 36

  /// Bit 16·v + u: the coefficient with u half waves across and v down is positive.
  let signs: SIMD4<UInt64>
  /// Clockwise from the top left; high nibble blueness, low nibble redness, 8 neutral.
  let colours: SIMD4<UInt8>

  init(signs: SIMD4<UInt64>, colours: SIMD4<UInt8>) {
    self.signs = signs
    self.colours = colours
  }

  /// Reads the output of `bytes`; nil for another length.
  package init?(bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let bytes = Array(bytes)
    var signs = SIMD4<UInt64>()
    for word in 0..<4 {
      for byte in 0..<8 { signs[word] |= UInt64(bytes[8 * word + byte]) << UInt64(8 * byte) }
    }
    self.signs = signs
    colours = SIMD4(bytes[32], bytes[33], bytes[34], bytes[35])
  }

  /// 36 bytes, little-endian.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for word in 0..<4 {
      for byte in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: signs[word] >> UInt64(8 * byte)))
      }
    }
    return bytes + (0..<4).map { colours[$0] }
  }

  /// The code of the same cover turned a quarter clockwise.
  ///
  /// Turning maps the coefficient (u, v) to (v, u) and negates those odd in what runs down now to the left.
  package var turnedRight: CoverCode {
    var turned = SIMD4<UInt64>()
    for v in 0..<16 {
      for u in 0..<16 {
        // New (u, v) is old (v, u), mirrored left to right: negative for odd u.
        let isPositive = signs[u >> 2] >> UInt64(16 * (u & 3) + v) & 1
        turned[v >> 2] |= (isPositive ^ UInt64(u & 1)) << UInt64(16 * (v & 3) + u)
      }
    }
    return CoverCode(
      signs: turned, colours: SIMD4(colours[3], colours[0], colours[1], colours[2]))
  }
}
