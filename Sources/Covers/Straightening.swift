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
    let scale = 1 / Double(perPixel)
    let area = Int32(perPixel * perPixel)
    for x in 0..<width {
      var sum = SIMD4<Int32>(repeating: area / 2)
      for down in 0..<perPixel {
        let v = (Double(row) + (Double(down) + 0.5) * scale) / Double(height)
        for right in 0..<perPixel {
          let u = (Double(x) + (Double(right) + 0.5) * scale) / Double(width)
          sum &+= source.colour(at: map.point(u, v))
        }
      }
      if area > 1 { sum = sum / area }
      let index = 3 * (row * width + x)
      target[index] = UInt8(truncatingIfNeeded: sum[0])
      target[index + 1] = UInt8(truncatingIfNeeded: sum[1])
      target[index + 2] = UInt8(truncatingIfNeeded: sum[2])
    }
  }
}

/// A picture that answers for any point: outside it, its edge goes on.
private struct Source {
  let bytes: UnsafeBufferPointer<UInt8>
  let width: Int
  let height: Int

  /// Bilinear between pixel centres, in 1/256 steps; red, green, blue, nothing.
  @inline(__always)
  func colour(at point: Point) -> SIMD4<Int32> {
    let x = Self.clamped(point.x - 0.5, width)
    let y = Self.clamped(point.y - 0.5, height)
    let (left, top) = (Int(x), Int(y))
    let right = Int32((x - Double(left)) * 256)
    let down = Int32((y - Double(top)) * 256)
    let next = left + 1 < width ? 3 : 0
    let below = top + 1 < height ? 3 * width : 0
    let index = 3 * (top * width + left)
    let upper = pixel(index) &* (256 &- right) &+ pixel(index + next) &* right
    let lower = pixel(index + below) &* (256 &- right) &+ pixel(index + below + next) &* right
    return (upper &* (256 &- down) &+ lower &* down &+ 32_768) &>> 16
  }

  @inline(__always)
  private func pixel(_ index: Int) -> SIMD4<Int32> {
    SIMD4(Int32(bytes[index]), Int32(bytes[index + 1]), Int32(bytes[index + 2]), 0)
  }

  /// Within the centres of the first and last pixel; not-a-number becomes the first.
  @inline(__always)
  private static func clamped(_ value: Double, _ count: Int) -> Double {
    value > 0 ? min(value, Double(count - 1)) : 0
  }
}
