// The cover as if it lay flat under the lens. Takes pixels from within the quad only.

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
      .sampled(pixels)
  }

  /// The whole picture in its own shape, its longer side at most `side` pixels.
  package static func scaled(_ pixels: Pixels, toLongerSide side: Int) -> Pixels {
    let longer = max(pixels.width, pixels.height)
    let whole = Quad(x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height))
    guard longer > side, let map = Homography(unitSquareTo: whole) else { return pixels }
    let sampler = Sampler(
      map: map, width: max(1, (pixels.width * side + longer / 2) / longer),
      height: max(1, (pixels.height * side + longer / 2) / longer),
      shrinking: Double(longer) / Double(side))
    return sampler.sampled(pixels)
  }

  /// Width and height of the straightened cover.
  static func size(of quad: Quad, in pixels: Pixels, side: Int) -> (width: Int, height: Int) {
    let shape = Shape(of: quad, inWidth: Double(pixels.width), height: Double(pixels.height))
    guard let shape, !shape.isSquare else { return (side, side) }
    let shorter = max(1, Int((Double(side) * max(shape.squareness, 0.1)).rounded()))
    return shape.aspect > 1 ? (side, shorter) : (shorter, side)
  }
}

/// Walks a homography row by row.
private struct Sampler {
  let map: Homography
  let width: Int
  let height: Int
  /// Places a side that are averaged for each pixel.
  let perPixel: Int

  /// `shrinking`: pixels of the picture a pixel of the result.
  init(map: Homography, width: Int, height: Int, shrinking: Double) {
    self.map = map
    self.width = width
    self.height = height
    perPixel = Int(min(8, max(1, shrinking.rounded())))
  }

  func sampled(_ pixels: Pixels) -> Pixels {
    let count = width * height * 3
    let rgb = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      pixels.rgb.withUnsafeBufferPointer { source in
        let picture = Source(bytes: source, width: pixels.width, height: pixels.height)
        for y in 0..<height { fill(target, row: y, from: picture) }
      }
      initialized = count
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }

  private func fill(_ target: UnsafeMutableBufferPointer<UInt8>, row: Int, from source: Source) {
    let step = 1 / Double(width * perPixel)
    let area = UInt64(perPixel * perPixel)
    var index = 3 * row * width
    let rows = (0..<perPixel).map { down in
      map.row((Double(row) + (Double(down) + 0.5) / Double(perPixel)) / Double(height))
    }
    for x in 0..<width {
      // A sum of at most 64 colours of 8 bits fits the 16 bits of each lane.
      var sum = (area / 2) &* 0x0001_0001_0001
      for row in rows {
        for right in 0..<perPixel {
          sum &+= source.colour(at: row.point((Double(x * perPixel + right) + 0.5) * step))
        }
      }
      for channel in 0..<3 {
        let lane = sum >> UInt64(16 * channel) & 0xFFFF
        target[index] = UInt8(truncatingIfNeeded: area == 1 ? lane : lane / area)
        index += 1
      }
    }
  }
}

/// A picture that answers for any point: outside it, its edge goes on.
private struct Source {
  let bytes: UnsafeBufferPointer<UInt8>
  let width: Int
  let height: Int

  /// Three colours in lanes of 16 bits each, so that one multiplication serves all three.
  private static let lanes: UInt64 = 0x00FF_00FF_00FF

  /// Bilinear between pixel centres, in 1/256 steps; red in the lowest lane.
  @inline(__always)
  func colour(at point: Point) -> UInt64 {
    let x = Self.fixed(point.x - 0.5, width)
    let y = Self.fixed(point.y - 0.5, height)
    let (left, top) = (x >> 8, y >> 8)
    let right = UInt64(truncatingIfNeeded: x & 255)
    let down = UInt64(truncatingIfNeeded: y & 255)
    let next = left &+ 1 < width ? 3 : 0
    let below = top &+ 1 < height ? 3 &* width : 0
    let index = 3 &* (top &* width &+ left)
    let upper = pixel(index) &* (256 &- right) &+ pixel(index &+ next) &* right
    let lower =
      pixel(index &+ below) &* (256 &- right) &+ pixel(index &+ below &+ next) &* right
    let between =
      (upper >> 8 & Self.lanes) &* (256 &- down) &+ (lower >> 8 & Self.lanes) &* down
    return between >> 8 & Self.lanes
  }

  @inline(__always)
  private func pixel(_ index: Int) -> UInt64 {
    UInt64(bytes[index]) | UInt64(bytes[index &+ 1]) << 16 | UInt64(bytes[index &+ 2]) << 32
  }

  /// In 1/256, within the centres of the first and last pixel; not-a-number becomes the first.
  @inline(__always)
  private static func fixed(_ value: Double, _ count: Int) -> Int {
    value > 0 ? Int(min(value, Double(count - 1)) * 256) : 0
  }
}
