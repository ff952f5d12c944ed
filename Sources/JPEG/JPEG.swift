// Decodes untrusted JPEG bytes to upright pixels, and encodes pixels to JPEG without metadata. Refuses
// other formats, and files beyond `JPEGLimits`. No byte of the input reaches an output.

package import Pictures

/// The two operations of the module.
package enum JPEG {
  /// Upright pixels, decoded at the smallest sufficient scale.
  ///
  /// The scale is 1, 1/2, 1/4 or 1/8, because libjpeg-turbo has SIMD code for these scales. It is
  /// the smallest scale at which the picture's shorter side has at least `coveringSide` pixels,
  /// because a square cover is not larger than the shorter side. A picture with a smaller side is
  /// decoded at full size. A panorama of more than `JPEGLimits.decodedPixels` is decoded smaller.
  package static func decode(
    _ bytes: [UInt8], coveringSide: Int
  ) throws(JPEGError) -> DecodedPhoto {
    try decode(bytes) { width, height in
      8 / divisor(width: width, height: height, covering: coveringSide)
    }
  }

  /// Upright pixels, decoded at a scale at which the picture's longer side has at least
  /// `coveringLongerSide` pixels.
  ///
  /// The scale is 1, 1/2, 1/4 or 1/8, as above. If the picture at this scale had more than
  /// `JPEGLimits.decodedPixels`, the scale is the smallest sufficient number of eighths.
  package static func decode(
    _ bytes: [UInt8], coveringLongerSide: Int
  ) throws(JPEGError) -> DecodedPhoto {
    try decode(bytes) { width, height in
      eighths(width: width, height: height, coveringLonger: coveringLongerSide)
    }
  }

  /// `eighths` gives the scale for the width and the height of the stored picture: 1…8.
  private static func decode(
    _ bytes: [UInt8], eighths: (Int, Int) -> Int
  ) throws(JPEGError) -> DecodedPhoto {
    let scan = try MarkerScan(bytes)
    let eighths = eighths(scan.width, scan.height)
    let width = (scan.width * eighths + 7) / 8
    let height = (scan.height * eighths + 7) / 8
    let perPixel = scan.componentCount == 4 ? 4 : 3
    let decoded = try Decompressor().samples(
      of: bytes,
      .init(
        storedWidth: scan.width, storedHeight: scan.height, width: width, height: height,
        samplesPerPixel: perPixel, hasSeveralScans: scan.hasSeveralScans,
        isWholeDivision: 8 % eighths == 0))
    let isCutOff = decoded.isDamaged || !scan.hasEnd
    if isCutOff {
      try refuseMostlyMissing(decoded.samples, rowBytes: width * perPixel, rows: height)
    }
    let rgb = perPixel == 4 ? rgb(fromCMYK: decoded.samples) : decoded.samples
    let stored = Pixels(width: width, height: height, rgb: rgb)
    return DecodedPhoto(
      pixels: scan.orientation.upright(stored), storedWidth: scan.width,
      storedHeight: scan.height, orientation: scan.orientation, profile: scan.profile,
      eighths: eighths, isCutOff: isCutOff)
  }

  /// A clean JPEG of at most `maximumBytes`: JFIF, 4:2:0, no metadata.
  ///
  /// `quality` is libjpeg's number 1…100. The quality is lowered in steps of 8, but not below 30,
  /// until the picture fits. Throws `notEncoded` if the picture does not fit at the lowest quality.
  package static func encode(
    _ pixels: Pixels, quality: Int, maximumBytes: Int
  ) throws(JPEGError) -> [UInt8] {
    let compressor = try Compressor()
    for attempt in stride(from: min(max(quality, 1), 100), through: min(quality, 30), by: -8) {
      let jpeg = try compressor.jpeg(
        of: pixels.rgb, width: pixels.width, height: pixels.height, quality: max(attempt, 1))
      if jpeg.count <= maximumBytes { return jpeg }
    }
    throw .notEncoded
  }

  static func divisor(width: Int, height: Int, covering wanted: Int) -> Int {
    let serving = [8, 4, 2].first { min(width, height) / $0 >= wanted } ?? 1
    let fitting = [1, 2, 4, 8].first { width * height / ($0 * $0) <= JPEGLimits.decodedPixels }
    return max(serving, fitting ?? 8)
  }

  static func eighths(width: Int, height: Int, coveringLonger wanted: Int) -> Int {
    func isWithinMemory(_ eighths: Int) -> Bool {
      width * height * eighths * eighths <= 64 * JPEGLimits.decodedPixels
    }
    let serving = (1...8).filter { max(width, height) * $0 / 8 >= wanted }
    return [1, 2, 4, 8].first { serving.contains($0) && isWithinMemory($0) }
      ?? serving.first { isWithinMemory($0) } ?? (1...8).last { isWithinMemory($0) } ?? 1
  }

  /// Refuses a picture that has less than `JPEGLimits.leastShownShare` of its rows. The library
  /// fills missing blocks with middle grey, so grey rows at the end count as missing.
  private static func refuseMostlyMissing(
    _ samples: [UInt8], rowBytes: Int, rows: Int
  ) throws(JPEGError) {
    var shown = rows
    while shown > 0,
      samples[(shown - 1) * rowBytes..<shown * rowBytes].allSatisfy({ (127...129).contains($0) })
    { shown -= 1 }
    if Double(shown) < JPEGLimits.leastShownShare * Double(rows) { throw .unreadable(.cutOff) }
  }

  /// Converts CMYK to RGB without a colour profile. The inks are stored inverted (Adobe's
  /// convention, which all readers follow). Source: libjpeg-turbo 2.1.5 `cmyk.h`.
  private static func rgb(fromCMYK samples: [UInt8]) -> [UInt8] {
    let count = samples.count / 4
    return [UInt8](unsafeUninitializedCapacity: count * 3) { rgb, initialized in
      for pixel in 0..<count {
        let black = Int(samples[4 * pixel + 3])
        for ink in 0..<3 {
          let light = (Int(samples[4 * pixel + ink]) * black + 127) / 255
          rgb[3 * pixel + ink] = UInt8(truncatingIfNeeded: light)
        }
      }
      initialized = count * 3
    }
  }
}

/// A decoded photo, with the facts that are needed to map points to the stored picture.
package struct DecodedPhoto: Equatable, Sendable {
  /// Upright, scaled down to `eighths`.
  package let pixels: Pixels
  /// The size of the stored picture in pixels.
  package let storedWidth: Int
  package let storedHeight: Int
  package let orientation: Orientation
  /// The colour space of `pixels`. The crop or the artwork is converted to sRGB later.
  package let profile: ColourProfile
  /// The size of `pixels` in each direction, as eighths of the size of the stored picture: 1…8.
  package let eighths: Int
  /// Whether the file ends early or is damaged; at least 95 % of its rows are present.
  package let isCutOff: Bool

  /// Stored pixels per decoded pixel in each direction: 8, 4, 2 or 1, if `eighths` is 1, 2, 4 or 8.
  package var divisor: Int { 8 / eighths }

  /// The size of the upright picture in pixels, before the reduction to `eighths`.
  package var uprightWidth: Int { orientation.swapsSides ? storedHeight : storedWidth }
  package var uprightHeight: Int { orientation.swapsSides ? storedWidth : storedHeight }

  /// Maps a point from the stored picture to `pixels`.
  package func seen(_ point: Point) -> Point {
    let full = orientation.upright(
      point, width: Double(storedWidth), height: Double(storedHeight))
    return full * (Double(eighths) / 8)
  }

  /// Maps a point from `pixels` to the stored picture.
  package func stored(_ point: Point) -> Point {
    let width = Double(storedWidth)
    let height = Double(storedHeight)
    let full = point * (8 / Double(eighths))
    return orientation.stored(full, width: width, height: height)
  }
}
