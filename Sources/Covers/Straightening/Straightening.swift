// Straightens a cover: makes the picture that a camera directly above the cover would take. Uses
// only the pixels inside the quad.

import CPixels
package import Pictures

extension Covers {
  /// The content of the quad with its first corner at the top left; the longer side has `side` pixels.
  ///
  /// A cover that is not square (`Shape.isSquare`) keeps its shape. If the picture shrinks, each
  /// new pixel is the mean of up to 8 × 8 sampling points; otherwise, it is interpolated between
  /// four pixels.
  package static func straightened(_ pixels: Pixels, quad: Quad, side: Int) -> Pixels {
    let (width, height) = size(of: quad, in: pixels, side: side)
    guard let map = Homography(unitSquareTo: quad) else {
      return pixels.reduced(toWidth: width, height: height)
    }
    let longest = quad.sides.max() ?? 0
    return Sampler(map: map, width: width, height: height, shrinking: longest / Double(side))
      .sampled(pixels.atLeastTwoASide)
  }

  /// The content of the quad in the given size, with the quad's first corner at the top left.
  package static func straightened(
    _ pixels: Pixels, quad: Quad, width: Int, height: Int
  ) -> Pixels {
    guard let map = Homography(unitSquareTo: quad) else {
      return pixels.reduced(toWidth: width, height: height)
    }
    let sides = quad.sides
    let shrinking = max(
      max(sides[0], sides[2]) / Double(width), max(sides[1], sides[3]) / Double(height))
    return Sampler(map: map, width: width, height: height, shrinking: shrinking)
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
  /// Interpolation needs 2 × 2 pixels, so a single row or column is doubled.
  fileprivate var atLeastTwoASide: Pixels {
    if width >= 2, height >= 2 { return self }
    let wide = Pixels(width: max(2, width), height: height, rgb: width == 1 ? doubled : rgb)
    return Pixels(
      width: wide.width, height: max(2, height), rgb: height == 1 ? wide.rgb + wide.rgb : wide.rgb)
  }

  /// Each pixel twice.
  private var doubled: [UInt8] {
    stride(from: 0, to: rgb.count, by: 3).flatMap { [rgb[$0..<$0 + 3], rgb[$0..<$0 + 3]].joined() }
  }
}

/// Makes the straightened picture row by row. The homography gives the point of the photo for each
/// sampling point.
private struct Sampler {
  let map: Homography
  let width: Int
  let height: Int
  /// Number of sampling points for each new pixel, in each direction.
  let perPixel: Int
  /// Index of the first sampling point of each pixel in a row, and the number of points in the row.
  private let edges: [Int32]

  /// `shrinking`: pixels of the picture per pixel of the result. Up to 1.15, the interpolation between
  /// four pixels covers the area of a pixel.
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
    // The extra byte and the extra number are needed because the C loops write and read four numbers
    // for each sampling point.
    var samples = [UInt8](repeating: 0, count: lineBytes * perPixel + 1)
    var sums = [UInt32](repeating: 0, count: lineBytes * perPixel + 1)
    let rgb = [UInt8](unsafeUninitializedCapacity: lineBytes * height) { target, count in
      pixels.rgb.withUnsafeBufferPointer { source in
        var picture = albumscan_picture(
          rgb: source.baseAddress, width: Int32(pixels.width), height: Int32(pixels.height))
        for row in 0..<height {
          guard let line = target.baseAddress.map({ $0 + row * lineBytes }) else { break }
          if perPixel == 1 {
            fill(&samples, row: row, of: &picture)
            line.initialize(from: samples, count: lineBytes)
          } else {
            average(row, of: &picture, into: line, &samples, &sums)
          }
        }
      }
      count = lineBytes * height
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }

  private func average(
    _ row: Int, of picture: inout albumscan_picture, into line: UnsafeMutablePointer<UInt8>,
    _ samples: inout [UInt8], _ sums: inout [UInt32]
  ) {
    for index in sums.indices { sums[index] = 0 }
    for down in 0..<perPixel {
      fill(&samples, row: row * perPixel + down, of: &picture)
      albumscan_add_row(samples, &sums, sums.count)
    }
    albumscan_mean_columns(sums, edges, perPixel, line, width)
  }

  /// Number of neighbouring sampling points that are treated as evenly spaced in the photo. Within
  /// eight points, perspective changes the spacing by less than a hundredth of a pixel.
  private static let span = 8

  /// Fills `samples` with the colours at one row of sampling points. `row` counts rows of sampling
  /// points, not rows of pixels.
  private func fill(_ samples: inout [UInt8], row: Int, of picture: inout albumscan_picture) {
    let line = map.row((Double(row) + 0.5) / Double(height * perPixel))
    let count = width * perPixel
    let step = 1 / Double(count)
    samples.withUnsafeMutableBufferPointer { samples in
      guard let first = samples.baseAddress else { return }
      var start = Self.fixed(line.point(0.5 * step))
      for position in stride(from: 0, to: count, by: Self.span) {
        let end = Self.fixed(line.point((Double(position + Self.span) + 0.5) * step))
        albumscan_sample_line(
          &picture, start.x, start.y, (end.x - start.x) / Int64(Self.span),
          (end.y - start.y) / Int64(Self.span), min(Self.span, count - position),
          first + 3 * position)
        start = end
      }
    }
  }

  /// The point in 1/65536 of a pixel, from the middle of the first pixel. A coordinate that is NaN
  /// or too far outside becomes a fixed coordinate outside the picture.
  @inline(__always)
  private static func fixed(_ point: Point) -> (x: Int64, y: Int64) {
    func fixed(_ value: Double) -> Int64 {
      value > -1e6 ? Int64((min(value, 1e6) - 0.5) * 65_536) : -1 << 36
    }
    return (fixed(point.x), fixed(point.y))
  }
}
