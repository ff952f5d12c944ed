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
    let scan = try MarkerScan(bytes)
    let divisor = divisor(width: scan.width, height: scan.height, covering: coveringSide)
    let width = (scan.width + divisor - 1) / divisor
    let height = (scan.height + divisor - 1) / divisor
    let perPixel = scan.componentCount == 4 ? 4 : 3
    let decoded = try Decompressor().samples(
      of: bytes,
      .init(
        storedWidth: scan.width, storedHeight: scan.height, width: width, height: height,
        samplesPerPixel: perPixel, hasSeveralScans: scan.hasSeveralScans))
    let isCutOff = decoded.isDamaged || !scan.hasEnd
    if isCutOff {
      try refuseMostlyMissing(decoded.samples, rowBytes: width * perPixel, rows: height)
    }
    let rgb = perPixel == 4 ? rgb(fromCMYK: decoded.samples) : decoded.samples
    let stored = Pixels(width: width, height: height, rgb: rgb)
    return DecodedPhoto(
      pixels: scan.orientation.upright(stored), storedWidth: scan.width,
      storedHeight: scan.height, orientation: scan.orientation, profile: scan.profile,
      divisor: divisor, isCutOff: isCutOff)
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
  /// Upright, scaled down by `divisor`.
  package let pixels: Pixels
  /// The size of the stored picture in pixels.
  package let storedWidth: Int
  package let storedHeight: Int
  package let orientation: Orientation
  /// The colour space of `pixels`. The crop or the artwork is converted to sRGB later.
  package let profile: ColourProfile
  /// 1, 2, 4 or 8: stored pixels per decoded pixel, in each direction.
  package let divisor: Int
  /// Whether the file ends early or is damaged; at least 95 % of its rows are present.
  package let isCutOff: Bool

  /// The size of the upright picture in pixels, before the reduction by `divisor`.
  package var uprightWidth: Int { orientation.swapsSides ? storedHeight : storedWidth }
  package var uprightHeight: Int { orientation.swapsSides ? storedWidth : storedHeight }

  /// Maps a point from the stored picture to `pixels`.
  package func seen(_ point: Point) -> Point {
    let full = orientation.upright(
      point, width: Double(storedWidth), height: Double(storedHeight))
    return full * (1 / Double(divisor))
  }

  /// Maps a point from `pixels` to the stored picture.
  package func stored(_ point: Point) -> Point {
    let width = Double(storedWidth)
    let height = Double(storedHeight)
    let full = Point(x: point.x * Double(divisor), y: point.y * Double(divisor))
    return orientation.stored(full, width: width, height: height)
  }
}
