// The cover as if it lay flat under the lens. Takes pixels from within the quad only.

import CPixels
package import Pictures

extension Covers {
  /// The quad's content, its first corner at the top left; the longer side is `side` pixels.
  ///
  /// A clearly non-square cover (`Shape.isSquare`) keeps its shape. Where the picture shrinks, each
  /// pixel is the mean of up to 8 × 8 places within its area; else the colour between four pixels.
  package static func straightened(_ pixels: Pixels, quad: Quad, side: Int) -> Pixels {
    let (width, height) = size(of: quad, in: pixels, side: side)
    guard let map = Homography(unitSquareTo: quad) else {
      return pixels.reduced(toWidth: width, height: height)
    }
    let longest = quad.sides.max() ?? 0
    return Sampler(map: map, width: width, height: height, shrinking: longest / Double(side))
      .sampled(pixels.atLeastTwoASide)
  }

  /// Width and height of the straightened cover.
  static func size(of quad: Quad, in pixels: Pixels, side: Int) -> (width: Int, height: Int) {
    let shape = Shape(of: quad, inWidth: Double(pixels.width), height: Double(pixels.height))
    guard let shape, !shape.isSquare else { return (side, side) }
    let shorter = max(1, Int((Double(side) * max(shape.squareness, 0.1)).rounded()))
    return shape.aspect > 1 ? (side, shorter) : (shorter, side)
  }
}

extension Pixels {
  /// Colours are taken from between four pixels; a single row or column is doubled.
  fileprivate var atLeastTwoASide: Pixels {
    if width >= 2, height >= 2 { return self }
    let wide = Pixels(width: max(2, width), height: height, rgb: width == 1 ? doubled : rgb)
    return Pixels(
      width: wide.width, height: max(2, height), rgb: height == 1 ? wide.rgb + wide.rgb : wide.rgb)
  }

  /// Every pixel twice.
  private var doubled: [UInt8] {
    stride(from: 0, to: rgb.count, by: 3).flatMap { [rgb[$0..<$0 + 3], rgb[$0..<$0 + 3]].joined() }
  }
}

/// Walks a homography row by row.
private struct Sampler {
  let map: Homography
  let width: Int
  let height: Int
  /// Places a side that are averaged for each pixel.
  let perPixel: Int
  /// Where each pixel's places begin in a line, and where the last one's end.
  private let edges: [Int32]

  /// `shrinking`: pixels of the picture a pixel of the result. Up to a seventh the four pixels
  /// around one place are area enough.
  init(map: Homography, width: Int, height: Int, shrinking: Double) {
    self.map = map
    self.width = width
    self.height = height
    let perPixel = shrinking > 1.15 ? Int(min(8, shrinking.rounded(.up))) : 1
    self.perPixel = perPixel
    edges = (0...width).map { Int32(clamping: $0 * perPixel) }
  }

  func sampled(_ pixels: Pixels) -> Pixels {
    let lineBytes = width * 3
    // One byte more than the places have: the loop writes four at a time.
    var places = [UInt8](repeating: 0, count: lineBytes * perPixel + 1)
    var sums = [UInt32](repeating: 0, count: lineBytes * perPixel)
    let rgb = [UInt8](unsafeUninitializedCapacity: lineBytes * height) { target, count in
      pixels.rgb.withUnsafeBufferPointer { source in
        var picture = albumscan_picture(
          rgb: source.baseAddress, width: Int32(pixels.width), height: Int32(pixels.height))
        for row in 0..<height {
          guard let line = target.baseAddress.map({ $0 + row * lineBytes }) else { break }
          if perPixel == 1 {
            fill(&places, row: row, of: &picture)
            line.initialize(from: places, count: lineBytes)
          } else {
            average(row, of: &picture, into: line, &places, &sums)
          }
        }
      }
      count = lineBytes * height
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }

  private func average(
    _ row: Int, of picture: inout albumscan_picture, into line: UnsafeMutablePointer<UInt8>,
    _ places: inout [UInt8], _ sums: inout [UInt32]
  ) {
    for index in sums.indices { sums[index] = 0 }
    for down in 0..<perPixel {
      fill(&places, row: row * perPixel + down, of: &picture)
      albumscan_add_row(places, &sums, sums.count)
    }
    albumscan_mean_columns(sums, edges, perPixel, line, width)
  }

  /// Places that are taken to lie evenly on a line: over eight, perspective bends it by less than
  /// a hundredth of a pixel.
  private static let span = 8

  /// One row of places; `row` counts those of all pixels.
  private func fill(_ places: inout [UInt8], row: Int, of picture: inout albumscan_picture) {
    let line = map.row((Double(row) + 0.5) / Double(height * perPixel))
    let count = width * perPixel
    let step = 1 / Double(count)
    places.withUnsafeMutableBufferPointer { places in
      guard let first = places.baseAddress else { return }
      var start = Self.fixed(line.point(0.5 * step))
      for place in stride(from: 0, to: count, by: Self.span) {
        let end = Self.fixed(line.point((Double(place + Self.span) + 0.5) * step))
        albumscan_sample_line(
          &picture, start.x, start.y, (end.x - start.x) / Int64(Self.span),
          (end.y - start.y) / Int64(Self.span), min(Self.span, count - place), first + 3 * place)
        start = end
      }
    }
  }

  /// In 1/65536 from the middle of the first pixel. What is far outside, or no number, is far outside.
  @inline(__always)
  private static func fixed(_ point: Point) -> (x: Int64, y: Int64) {
    func fixed(_ value: Double) -> Int64 {
      value > -1e6 ? Int64((min(value, 1e6) - 0.5) * 65_536) : -1 << 36
    }
    return (fixed(point.x), fixed(point.y))
  }
}
