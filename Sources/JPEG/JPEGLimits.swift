// The bounds a picture must keep before the library sees a byte of it. TurboJPEG 2.1.5 has none of
// its own but a fixed limit of 500 scans.

/// Source: FAULTS §6 "JPEG", C1–C3, C6. Each has a test on both sides.
package enum JPEGLimits {
  /// Pixels a side. JPEG itself ends at 65,535.
  package static let side = 20_000

  /// Pixels in all.
  package static let pixels = 120_000_000

  /// Pixels of a decoded picture: six bytes each while it is turned, well within the decoder's memory.
  package static let decodedPixels = 16_000_000

  /// Marker segments before the first scan; a phone writes about 20.
  package static let segmentsBeforeScan = 500

  /// Marker segments after the first scan: tables between 100 scans, and room.
  package static let segmentsAfterScan = 1_000

  /// Bytes in APP0…APP15 and comments together.
  package static let applicationBytes = 4_000_000

  /// 24 kB with 2,000 scans cost the library 1.35 s.
  package static let scans = 100

  /// Bytes of coefficients the library holds for a picture in several scans, which cannot be
  /// decoded a row at a time.
  package static let coefficientBytes = 400 << 20

  /// Share of a cut-off picture's rows that must be there for it to be shown.
  package static let leastShownShare = 0.95
}
