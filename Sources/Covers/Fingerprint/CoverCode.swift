// Describes a cover in 36 bytes, so that a search among a million covers takes milliseconds. The
// bytes are the signs of low frequencies of lightness, and four colours.

/// 32 bytes of signs, 4 bytes of colour.
///
/// A cosine transform of 64 × 64 values of lightness gives an amplitude for each frequency. The
/// code keeps the signs of the 16 × 16 lowest frequencies (C. Zauner, Implementation and
/// Benchmarking of Perceptual Image Hash Functions, 2010, 3.2). Zauner compares the amplitudes with
/// their median. Signs have an advantage: a turn by 90° only exchanges and flips them. A colour is
/// the blueness and the redness of a quarter of the cover, four bits each.
package struct CoverCode: Hashable, Sendable {
  package static let byteCount = 36

  /// Bit 16·v + u is set if the amplitude of the frequency with u half waves across and v half
  /// waves down is positive.
  let signs: SIMD4<UInt64>
  /// The colours of the quarters, clockwise from the top left. The high four bits are the blueness,
  /// the low four bits are the redness; 8 is neutral.
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
  /// The turn exchanges across and down, and then mirrors the cover left to right. The mirroring
  /// changes the sign of every frequency with an odd number of half waves across.
  package var turnedRight: CoverCode {
    var turned = SIMD4<UInt64>()
    for v in 0..<16 {
      for u in 0..<16 {
        // The sign of the new frequency (u, v) is that of the old frequency (v, u), changed if u is
        // odd.
        let isPositive = signs[u >> 2] >> UInt64(16 * (u & 3) + v) & 1
        turned[v >> 2] |= (isPositive ^ UInt64(u & 1)) << UInt64(16 * (v & 3) + u)
      }
    }
    return CoverCode(
      signs: turned, colours: SIMD4(colours[3], colours[0], colours[1], colours[2]))
  }
}
