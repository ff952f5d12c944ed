// Pictures are decoded upright for every EXIF block, valid or not.

import Pictures
import Testing

@testable import JPEG

@Suite struct OrientationTests {
  typealias Hostile = HostileJPEG

  @Test(arguments: Orientation.allCases, [true, false])
  func `all eight orientations are read in both byte orders`(
    _ orientation: Orientation, isLittleEndian: Bool
  ) throws {
    let exif = Hostile.exif(orientation.rawValue, isLittleEndian: isLittleEndian)
    let bytes = try Hostile.corners(inserting: exif)
    #expect(try JPEG.decode(bytes, coveringSide: 1_000).orientation == orientation)
  }

  @Test(arguments: Orientation.allCases)
  func `a point of the upright picture maps to the stored one and back`(_ orientation: Orientation)
  {
    let point = Point(x: 3, y: 7)
    let stored = orientation.stored(point, width: 40, height: 30)
    #expect(orientation.upright(stored, width: 40, height: 30) == point)
  }

  struct Oddity: Sendable, CustomTestStringConvertible {
    let name: String
    let segments: [UInt8]
    var orientation = Orientation.upright
    var testDescription: String { name }
  }

  static let oddities: [Oddity] = [
    Oddity(name: "no EXIF", segments: []),
    Oddity(name: "value 0", segments: Hostile.exif(0)),
    Oddity(name: "value 9", segments: Hostile.exif(9)),
    Oddity(name: "value 65535", segments: Hostile.exif(65_535)),
    Oddity(name: "type LONG", segments: Hostile.exif(6, type: 4)),
    Oddity(name: "two values", segments: Hostile.exif(6, count: 2)),
    Oddity(name: "another tag", segments: Hostile.exif(6, tag: 0x0113)),
    Oddity(name: "directory beyond the end", segments: Hostile.exif(6, directory: 60_000)),
    Oddity(name: "directory at 4 GB", segments: Hostile.exif(6, directory: 0xFFFF_FFFF)),
    Oddity(name: "directory in the header", segments: Hostile.exif(6, directory: 0)),
    Oddity(
      name: "65,535 entries, ours first", segments: Hostile.exif(6, entries: 65_535),
      orientation: .turnedRight),
    Oddity(name: "65,535 entries, not ours", segments: Hostile.exif(6, tag: 1, entries: 65_535)),
    Oddity(
      name: "after other segments",
      segments: Hostile.segment(0xE0, [1, 2]) + Hostile.segment(0xE1, Array("http://".utf8))
        + Hostile.segment(0xED, []) + Hostile.exif(8), orientation: .turnedLeft),
    Oddity(
      name: "the first block counts", segments: Hostile.exif(3) + Hostile.exif(6),
      orientation: .turnedHalf),
    Oddity(name: "in APP2", segments: [0xFF, 0xE2] + Hostile.exif(6).dropFirst(2)),
  ]

  @Test(arguments: oddities)
  func `an unusual EXIF block gives its orientation or none`(_ oddity: Oddity) throws {
    let bytes = try Hostile.corners(inserting: oddity.segments)
    #expect(try MarkerScan(bytes).orientation == oddity.orientation)
  }

  /// The red, the green and the blue corner of the upright picture: 0 is the top left, 1 the top
  /// right, 2 the bottom right, 3 the bottom left. The numbers are derived by hand from the figure
  /// in CIPA DC-008.
  static let corners: [(Orientation, red: Int, green: Int, blue: Int)] = [
    (.upright, 0, 1, 3), (.mirrored, 1, 0, 2), (.turnedHalf, 2, 3, 1), (.flipped, 3, 2, 0),
    (.transposed, 0, 3, 1), (.turnedRight, 1, 2, 0), (.transversed, 2, 1, 3),
    (.turnedLeft, 3, 0, 2),
  ]

  @Test(arguments: corners)
  func `pixels are turned upright`(_ expected: (Orientation, red: Int, green: Int, blue: Int))
    throws
  {
    let bytes = try Hostile.corners(inserting: Hostile.exif(expected.0.rawValue))
    let photo = try JPEG.decode(bytes, coveringSide: 1_000)
    #expect(photo.pixels.width == photo.uprightWidth && photo.pixels.height == photo.uprightHeight)
    let (width, height) = (photo.pixels.width, photo.pixels.height)
    let places = [(4, 4), (width - 5, 4), (width - 5, height - 5), (4, height - 5)]
    for (channel, corner) in [expected.red, expected.green, expected.blue].enumerated() {
      let (x, y) = places[corner]
      let pixel = photo.pixels.rgb[3 * (y * width + x)..<3 * (y * width + x) + 3]
      #expect(Array(pixel).firstIndex { $0 > 200 } == channel && pixel.count { $0 > 200 } == 1)
    }
  }

  @Test(arguments: Orientation.allCases)
  func `a point of the upright picture is found again in the stored one`(
    _ orientation: Orientation
  ) throws {
    let bytes = try Hostile.corners(inserting: Hostile.exif(orientation.rawValue))
    let photo = try JPEG.decode(bytes, coveringSide: 1_000)
    let stored = try JPEG.decode(Hostile.corners(), coveringSide: 1_000).pixels
    for (x, y) in [(3, 5), (30, 40), (5, 44), (44, 12)]
    where x < photo.pixels.width && y < photo.pixels.height {
      let point = photo.stored(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
      let there = 3 * (Int(point.y) * stored.width + Int(point.x))
      let here = 3 * (y * photo.pixels.width + x)
      #expect(stored.rgb[there..<there + 3] == photo.pixels.rgb[here..<here + 3])
    }
  }
}
