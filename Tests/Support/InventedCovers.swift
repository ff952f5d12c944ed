// Random fingerprints of invented covers, and of other photos of the same covers. With them, tests
// can search among many thousands of covers. Drawing so many covers would take hours.

package import Covers

package enum InventedCovers {
  package static func code(_ generator: inout SeededGenerator) -> CoverCode {
    let bytes = (0..<CoverCode.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return CoverCode(bytes: bytes) ?? Fingerprint(of: DrawnSleeve(seed: 1, side: 64).pixels).code
  }

  private static func miniature(_ generator: inout SeededGenerator) -> Miniature {
    let bytes = (0..<Miniature.byteCount).map { index in
      // The first byte says that the cover is square.
      index == 0 ? 128 : UInt8.random(in: 40...215, using: &generator)
    }
    return Miniature(bytes: bytes) ?? .blank
  }

  package static func feature(_ generator: inout SeededGenerator) -> Feature {
    Feature(
      x: .random(in: 0...UInt16.max, using: &generator),
      y: .random(in: 0...UInt16.max, using: &generator),
      angle: .random(in: 0...255, using: &generator), level: .random(in: 0...7, using: &generator),
      descriptor: SIMD4<UInt64>.random(in: 0...UInt64.max, using: &generator))
  }

  package static func fingerprint(
    _ generator: inout SeededGenerator, features count: Int = 300
  ) -> Fingerprint {
    Fingerprint(
      code: code(&generator), miniature: miniature(&generator),
      features: (0..<count).map { _ in feature(&generator) })
  }

  /// The fingerprint of an invented cover with realistic features. The positions of its features
  /// come from one real cover, and their angles are random. The descriptors come from random covers
  /// of `real`, with a fifth of their bits changed.
  package static func fingerprint(
    like real: [Fingerprint], _ generator: inout SeededGenerator
  ) -> Fingerprint {
    guard let pattern = real.randomElement(using: &generator) else {
      return fingerprint(&generator)
    }
    let features = pattern.features.map { feature -> Feature in
      let other = real.randomElement(using: &generator)?.features.randomElement(using: &generator)
      return Feature(
        x: feature.x, y: feature.y, angle: .random(in: 0...255, using: &generator),
        level: feature.level,
        descriptor: (other ?? feature).descriptor ^ bits(0.2, &generator))
    }
    return Fingerprint(
      code: code(&generator), miniature: pattern.miniature, features: features)
  }

  /// The fingerprint of another photo of the same cover, rotated by `angle`/256 of a full turn. The
  /// share `kept` of the features stays; of their bits, the share `flipped` is changed. Random
  /// features replace the others. The code is that of a bad crop unless `isWellCropped`.
  package static func photographed(
    _ fingerprint: Fingerprint, angle: UInt8 = 0, kept: Double = 0.3, flipped: Double = 0.12,
    isWellCropped: Bool = false, _ generator: inout SeededGenerator
  ) -> Fingerprint {
    let features = fingerprint.features.map { known -> Feature in
      guard generator.number(in: 0...1) < kept else { return feature(&generator) }
      return Feature(
        x: known.x, y: known.y,
        angle: known.angle &+ angle &+ .random(in: 0...8, using: &generator) &- 4,
        level: known.level, descriptor: known.descriptor ^ bits(flipped, &generator))
    }
    let code =
      isWellCropped
      ? noisy(fingerprint.code, flipped: flipped, &generator) : code(&generator)
    return Fingerprint(code: code, miniature: fingerprint.miniature, features: features)
  }

  private static func noisy(
    _ code: CoverCode, flipped: Double, _ generator: inout SeededGenerator
  ) -> CoverCode {
    let noise = bits(flipped, &generator)
    var bytes = code.bytes
    for byte in 0..<32 {
      bytes[byte] ^= UInt8(truncatingIfNeeded: noise[byte / 8] >> UInt64(byte % 8 * 8))
    }
    return CoverCode(bytes: bytes) ?? code
  }

  /// 256 random bits; each is set with the probability `share`.
  private static func bits(
    _ share: Double, _ generator: inout SeededGenerator
  ) -> SIMD4<UInt64> {
    var bits = SIMD4<UInt64>()
    for index in 0..<256 where generator.number(in: 0...1) < share {
      bits[index >> 6] |= 1 << UInt64(index & 63)
    }
    return bits
  }
}
