// Declares a picture in memory, points and quads. The decoder and the cover detection share these
// types.

/// 8-bit sRGB, row-major, three bytes per pixel, no padding. The first byte is the red of the top
/// left pixel.
package struct Pixels: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package var rgb: [UInt8]

  package init(width: Int, height: Int, rgb: [UInt8]) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(rgb.count == width * height * 3, "three bytes a pixel, no padding")
    self.width = width
    self.height = height
    self.rgb = rgb
  }
}

/// A point in pixels. (0, 0) is the top-left corner of the top-left pixel; y grows downwards.
package struct Point: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The four corners of a cover: top-left, top-right, bottom-right, bottom-left of the upright cover.
package struct Quad: Hashable, Sendable {
  package var corners: [Point]

  package init(_ topLeft: Point, _ topRight: Point, _ bottomRight: Point, _ bottomLeft: Point) {
    corners = [topLeft, topRight, bottomRight, bottomLeft]
  }
}
