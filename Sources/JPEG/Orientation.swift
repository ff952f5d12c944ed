// Maps points and pictures between the stored and the upright picture, for each EXIF orientation.

import CPixels
package import Pictures

/// EXIF's orientation. Source: CIPA DC-008 (Exif 2.32) 4.6.4 A, tag 0x0112.
package enum Orientation: Int, CaseIterable, Sendable {
  case upright = 1
  case mirrored, turnedHalf, flipped, transposed, turnedRight, transversed, turnedLeft

  /// Whether width and height are exchanged.
  package var swapsSides: Bool { rawValue >= 5 }

  /// Maps a point from the upright picture to the stored picture of `width` × `height`.
  package func stored(_ point: Point, width: Double, height: Double) -> Point {
    switch self {
    case .upright: point
    case .mirrored: Point(x: width - point.x, y: point.y)
    case .turnedHalf: Point(x: width - point.x, y: height - point.y)
    case .flipped: Point(x: point.x, y: height - point.y)
    case .transposed: Point(x: point.y, y: point.x)
    case .turnedRight: Point(x: point.y, y: height - point.x)
    case .transversed: Point(x: width - point.y, y: height - point.x)
    case .turnedLeft: Point(x: width - point.y, y: point.x)
    }
  }

  /// Maps a point from the stored picture of `width` × `height` to the upright picture.
  package func upright(_ point: Point, width: Double, height: Double) -> Point {
    let back: Orientation =
      switch self {
      case .turnedRight: .turnedLeft
      case .turnedLeft: .turnedRight
      default: self
      }
    return back.stored(
      point, width: swapsSides ? height : width, height: swapsSides ? width : height)
  }

  /// The upright picture.
  package func upright(_ pixels: Pixels) -> Pixels {
    if self == .upright { return pixels }
    let width = swapsSides ? pixels.height : pixels.width
    let height = swapsSides ? pixels.width : pixels.height
    let rgb = [UInt8](unsafeUninitializedCapacity: pixels.rgb.count) { target, count in
      pixels.rgb.withUnsafeBufferPointer { source in
        turn(source, storedWidth: pixels.width, into: target, width: width, height: height)
      }
      count = pixels.rgb.count
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }

  /// Copies in blocks, so that columns of the source and rows of the target stay in the cache.
  private func turn(
    _ source: UnsafeBufferPointer<UInt8>, storedWidth: Int,
    into target: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int
  ) {
    let path = path(storedWidth: storedWidth, storedHeight: swapsSides ? width : height)
    guard let first = source.baseAddress, let result = target.baseAddress else { return }
    let block = 32
    for top in stride(from: 0, to: height, by: block) {
      for left in stride(from: 0, to: width, by: block) {
        let count = min(block, width - left)
        for y in top..<min(top + block, height) {
          albumscan_pick_pixels(
            first + 3 * (path.start + y * path.down + left * path.right), 3 * path.right,
            result + 3 * (y * width + left), count)
        }
      }
    }
  }

  /// The positions of the upright picture's pixels in the stored picture: the index of the first
  /// pixel, and the differences of the index to the next pixel on the right and below.
  private func path(storedWidth: Int, storedHeight: Int) -> (start: Int, right: Int, down: Int) {
    let width = Double(storedWidth)
    let height = Double(storedHeight)
    func index(_ x: Double, _ y: Double) -> Int {
      let centre = stored(Point(x: x + 0.5, y: y + 0.5), width: width, height: height)
      return Int(centre.y) * storedWidth + Int(centre.x)
    }
    let start = index(0, 0)
    return (start, index(1, 0) - start, index(0, 1) - start)
  }
}
