// Reads the markers of a JPEG before the library reads the file. Finds the format and the size, and
// checks the limits. Decodes nothing, and copies only a colour profile.

import Pictures

/// The facts in the markers of a JPEG. Source: ITU T.81 annex B.
package struct MarkerScan: Equatable, Sendable {
  /// Pixels as stored, before the orientation.
  package private(set) var width = 0
  package private(set) var height = 0
  /// 1 for grey, 3 for colour, 4 for CMYK or YCCK.
  package private(set) var componentCount = 0
  package private(set) var orientation = Orientation.upright
  package var profile: ColourProfile { profileParts.colours ?? .sRGB }
  package private(set) var scanCount = 0
  /// Whether the picture is progressive, or has a scan for each component. The library then keeps
  /// all coefficients in memory.
  package private(set) var hasSeveralScans = false
  /// Whether the file has an end-of-image marker. Data after the marker (a second picture, a ZIP)
  /// is ignored.
  package private(set) var hasEnd = false

  private var isProgressive = false
  private var sampling: [(horizontal: Int, vertical: Int)] = []
  private var hasExifOrientation = false
  private var profileParts = ICCProfileParts()
  private var segmentCount = 0

  /// Throws an error for an invalid file. Does not decode entropy-coded data.
  package init(_ bytes: [UInt8]) throws(JPEGError) {
    if bytes.isEmpty { throw .empty }
    let kind = PictureKind(firstBytes: Array(bytes.prefix(PictureKind.byteCount)))
    guard kind == .jpeg else { throw .notJPEG(kind) }
    var position = 2
    while let marker = Self.nextMarker(in: bytes, from: &position, skippingData: scanCount > 0) {
      if marker == 0xD9 {
        hasEnd = true
        break
      }
      // TEM and stray restart markers have no payload.
      if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
      guard let payload = Self.payload(in: bytes, at: position) else {
        // The file ends between two scans. The scans before may be enough.
        if scanCount > 0 { break }
        throw .unreadable(.brokenMarkers)
      }
      try take(marker, payload)
      position = payload.endIndex
    }
    if componentCount == 0 { throw .unreadable(.noFrame) }
    if scanCount == 0 { throw .unreadable(.noScan) }
  }

  private mutating func take(_ marker: UInt8, _ payload: ArraySlice<UInt8>) throws(JPEGError) {
    segmentCount += 1
    if segmentCount > JPEGLimits.segments { throw .unreadable(.segments) }
    switch marker {
    case 0xC0...0xC2: try takeFrame(payload, isProgressive: marker == 0xC2)
    case 0xC3: throw .unreadable(.lossless)
    case 0xC5...0xC7: throw .unreadable(.hierarchical)
    case 0xC9...0xCB, 0xCC, 0xCD...0xCF: throw .unreadable(.arithmetic)
    case 0xDA: try takeScan(payload)
    case 0xD8: throw .unreadable(.brokenMarkers)
    case 0xDC, 0xDE, 0xDF: throw .unreadable(.hierarchical)
    case 0xE1: takeExif(payload)
    case 0xE2: profileParts.take(applicationSegment: payload)
    default: break
    }
  }

  /// Source: T.81 B.2.2.
  private mutating func takeFrame(
    _ payload: ArraySlice<UInt8>, isProgressive: Bool
  ) throws(JPEGError) {
    if componentCount > 0 { throw .unreadable(.secondFrame) }
    let frame = Array(payload)
    guard frame.count >= 6, frame.count == 6 + 3 * Int(frame[5]) else {
      throw .unreadable(.brokenMarkers)
    }
    if frame[0] != 8 { throw .unreadable(.notEightBit) }
    guard [1, 3, 4].contains(frame[5]) else { throw .unreadable(.components) }
    height = Int(frame[1]) << 8 | Int(frame[2])
    width = Int(frame[3]) << 8 | Int(frame[4])
    if width == 0 || height == 0 { throw .unreadable(.noArea) }
    if max(width, height) > JPEGLimits.side || width * height > JPEGLimits.pixels { throw tooLarge }
    componentCount = Int(frame[5])
    self.isProgressive = isProgressive
    sampling = (0..<componentCount).map { index in
      (Int(frame[7 + 3 * index] >> 4), Int(frame[7 + 3 * index] & 15))
    }
    let factors = 1...4
    guard sampling.allSatisfy({ factors ~= $0.horizontal && factors ~= $0.vertical }) else {
      throw .unreadable(.components)
    }
  }

  /// Source: T.81 B.2.3. If a picture has several scans, the library keeps every coefficient in
  /// memory.
  private mutating func takeScan(_ payload: ArraySlice<UInt8>) throws(JPEGError) {
    guard componentCount > 0, let count = payload.first else { throw .unreadable(.noFrame) }
    scanCount += 1
    if scanCount > JPEGLimits.scans { throw .unreadable(.scans) }
    guard scanCount == 1 else { return }
    segmentCount = 0
    hasSeveralScans = isProgressive || count < componentCount
    if hasSeveralScans, coefficientBytes > JPEGLimits.coefficientBytes { throw tooLarge }
  }

  /// The first segment with an orientation counts.
  private mutating func takeExif(_ payload: ArraySlice<UInt8>) {
    guard !hasExifOrientation,
      let found = ExifOrientation(applicationSegment: payload)?.orientation
    else { return }
    hasExifOrientation = true
    orientation = found
  }

  private var tooLarge: JPEGError { .tooLarge(width: width, height: height) }

  /// Memory for the coefficients: the numbers that describe each block of 8 × 8 pixels. A block has
  /// 64 coefficients of two bytes. The count of blocks is rounded up to whole MCUs (T.81 A.2).
  package var coefficientBytes: Int {
    let widest = sampling.map(\.horizontal).max() ?? 1
    let tallest = sampling.map(\.vertical).max() ?? 1
    let across = (width + 8 * widest - 1) / (8 * widest)
    let down = (height + 8 * tallest - 1) / (8 * tallest)
    let blocks = sampling.map { $0.horizontal * $0.vertical }.reduce(0, +)
    return across * down * blocks * 64 * 2
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.width == other.width && one.height == other.height && one.hasEnd == other.hasEnd
      && one.componentCount == other.componentCount && one.scanCount == other.scanCount
      && one.orientation == other.orientation && one.profile == other.profile
  }
}
