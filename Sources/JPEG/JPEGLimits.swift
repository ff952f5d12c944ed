// The limits that are checked before the library reads a picture. TurboJPEG 2.1.5 itself limits
// only the number of scans (500).

/// Source: docs/limits.md, docs/faults.md C1–C3, C6. Each limit has a test on both sides.
package enum JPEGLimits {
  /// Pixels of a side. The format allows 65,535.
  package static let side = 20_000

  /// Pixels of a picture.
  package static let pixels = 120_000_000

  /// Pixels of a decoded picture. A rotation needs six bytes for each pixel, which is well within
  /// the memory limit.
  package static let decodedPixels = 16_000_000

  /// Marker segments before the first scan; a phone writes about 20.
  package static let segmentsBeforeScan = 500

  /// Marker segments after the first scan. This is enough for tables between 100 scans.
  package static let segmentsAfterScan = 1_000

  /// Bytes in APP0…APP15 and comments together.
  package static let applicationBytes = 4_000_000

  /// Scans of a picture. The library needs 1.35 s for 24 kB with 2,000 scans.
  package static let scans = 100

  /// Bytes of coefficients (`MarkerScan.coefficientBytes`). If a picture has several scans, the
  /// library keeps all coefficients in memory.
  package static let coefficientBytes = 400 << 20

  /// The minimum share of rows that a cut-off picture must have.
  package static let leastShownShare = 0.95
}
