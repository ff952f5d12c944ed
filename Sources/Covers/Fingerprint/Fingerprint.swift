// The data that recognises a cover. The code and the features find a few candidates among many
// covers. The features and the miniature compare the candidates exactly.

package import Pictures

/// The bytes of version 2 are a version byte, the code, the miniature, and up to `mostFeatures`
/// features.
package struct Fingerprint: Hashable, Sendable {
  package static let version: UInt8 = 2

  /// With this number of features, a fingerprint has about 13,000 bytes.
  package static let mostFeatures = 300

  package let code: CoverCode
  package let miniature: Miniature
  package let features: [Feature]

  package init(code: CoverCode, miniature: Miniature = .blank, features: [Feature]) {
    self.code = code
    self.miniature = miniature
    self.features = features
  }

  /// `pixels`: a straightened cover. More than 384 pixels on the longer side do not improve the
  /// fingerprint.
  package init(of pixels: Pixels) {
    let small = pixels.reduced(toLongerSide: FeatureSearch.side)
    self.init(
      code: CoverCode(of: small), miniature: Miniature(of: small),
      features: FeatureSearch.features(of: Lightness(of: small), atMost: Self.mostFeatures))
  }

  /// Reads the output of `bytes`; nil for another version or an impossible length.
  package init?(bytes: [UInt8]) {
    let middle = 1 + CoverCode.byteCount
    let start = middle + Miniature.byteCount
    guard bytes.count >= start, bytes[0] == Self.version,
      (bytes.count - start).isMultiple(of: Feature.byteCount),
      (bytes.count - start) / Feature.byteCount <= Self.mostFeatures,
      let code = CoverCode(bytes: bytes[1..<middle]),
      let miniature = Miniature(bytes: bytes[middle..<start])
    else { return nil }
    let features = stride(from: start, to: bytes.count, by: Feature.byteCount).compactMap {
      Feature(bytes: bytes[$0..<$0 + Feature.byteCount])
    }
    self.init(code: code, miniature: miniature, features: features)
  }

  package var bytes: [UInt8] {
    features.reduce(into: [Self.version] + code.bytes + miniature.bytes) { $0 += $1.bytes }
  }
}
