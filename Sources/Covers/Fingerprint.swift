// What we keep to recognise a cover again: its code, by which it is found among many, and its
// features, by which it is then held against the few that were found.

package import Pictures

/// Version 2: a version byte, the code, and as many features as the rest holds.
package struct Fingerprint: Hashable, Sendable {
  package static let version: UInt8 = 2

  /// At most 16 kB with the code.
  package static let mostFeatures = 400

  package let code: CoverCode
  package let features: [Feature]

  package init(code: CoverCode, features: [Feature]) {
    self.code = code
    self.features = features
  }

  /// Of a straightened cover of any size.
  package init(of pixels: Pixels) {
    self.init(code: CoverCode(of: pixels), features: [])
  }

  /// As written by `bytes`; nil for another version, or a length that no version 2 has.
  package init?(bytes: [UInt8]) {
    let start = 1 + CoverCode.byteCount
    guard bytes.count >= start, bytes[0] == Self.version,
      (bytes.count - start).isMultiple(of: Feature.byteCount),
      (bytes.count - start) / Feature.byteCount <= Self.mostFeatures,
      let code = CoverCode(bytes: bytes[1..<start])
    else { return nil }
    let features = stride(from: start, to: bytes.count, by: Feature.byteCount).compactMap {
      Feature(bytes: bytes[$0..<$0 + Feature.byteCount])
    }
    self.init(code: code, features: features)
  }

  package var bytes: [UInt8] {
    features.reduce(into: [Self.version] + code.bytes) { $0 += $1.bytes }
  }
}
