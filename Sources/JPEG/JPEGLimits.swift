// The limits that are checked before the library reads a picture. TurboJPEG 2.1.5 itself limits
// only the number of scans (500).

/// Source: docs/limits.md, docs/faults.md C1–C3, C6. Each limit has a test on both sides.
package enum JPEGLimits {
  /// Pixels of a side. The format allows 65,535.
  package static let side = 20_000

  /// Pixels of a picture. The largest sensors of phones have 16,384 × 12,288 pixels.
  package static let pixels = 210_000_000

  /// Pixels of a decoded picture. A rotation needs six bytes for each pixel, which is well within
  /// the memory limit.
  package static let decodedPixels = 16_000_000

  /// Marker segments before the first scan, and after it. A phone writes about 20, or 64 for each
  /// 4 MB of metadata (depth, a second view, a film): a file of 32 MiB has at most 512 full segments.
  /// After the first scan, this is enough for tables between 100 scans.
  package static let segments = 1_000

  /// Bytes of a colour profile that are read.
  package static let profileBytes = 1 << 20

  /// Scans of a picture. The library needs 1.35 s for 24 kB with 2,000 scans.
  package static let scans = 100

  /// Bytes of coefficients (`MarkerScan.coefficientBytes`). If a picture has several scans, the
  /// library keeps all coefficients in memory.
  package static let coefficientBytes = 400 << 20

  /// The minimum share of rows that a cut-off picture must have.
  package static let leastShownShare = 0.95
}
