// The colours inside and around a candidate.

import Pictures

/// Measurements for `SpineClue`, which describes them.
struct Tones {
  private(set) var lettering = 0.0
  private(set) var crossings = 0.0
  private(set) var darkness = 0.0
  private(set) var variety = 0.0
  private(set) var topChange = 0.0
  private(set) var bottomChange = 0.0
  private(set) var sideChange = 0.0
  private(set) var betterSideChange = 0.0
  private(set) var halves = 0.0
  private(set) var spread = 0.0
  private(set) var spreadAbove = 0.0
  private(set) var spreadBelow = 0.0

  /// The number of points along the candidate at which colours are taken.
  private static let sampleCount = 16

  init(_ pixels: Pixels, _ edges: ShelfEdges, _ quad: Quad) {
    let length = max(1, (quad.corners[3] - quad.corners[0]).length)
    let width = max(1, (quad.corners[1] - quad.corners[0]).length)
    pixels.rgb.withUnsafeBufferPointer { rgb in
      let plane = TonePlane(rgb: rgb, quad: quad, width: pixels.width, height: pixels.height)
      measureInside(plane, width: width)
      let reach = max(3, 0.12 * width) / width
      let (one, other) = (plane.sideChange(0, reach), plane.sideChange(1, -reach))
      (sideChange, betterSideChange) = (min(one, other), max(one, other))
      let near = max(4, 0.25 * width) / length
      topChange = plane.endChange(0, -near)
      bottomChange = plane.endChange(1, near)
      measureLettering(plane, edges, length: length)
      measureHalves(plane)
      let away = max(5, 0.4 * width) / length
      spread = plane.spread([0.12, 0.3, 0.5, 0.7, 0.88])
      spreadAbove = plane.spread([-away, -0.6 * away])
      spreadBelow = plane.spread([1 + 0.6 * away, 1 + away])
    }
  }

  private mutating func measureInside(_ plane: TonePlane, width: Double) {
    var (inside, sum, squares) = (0.0, 0.0, 0.0)
    var (left, right) = (0.0, 0.0)
    let side = min(0.5, max(0.3, 6 / width))
    for position in 0..<Self.sampleCount {
      let v = (Double(position) + 0.5) / Double(Self.sampleCount)
      let middle = (plane.light(0.35, v) + plane.light(0.5, v) + plane.light(0.65, v)) / 3
      inside += (plane.light(0.25, v) + middle + plane.light(0.75, v)) / 3
      sum += middle
      squares += middle * middle
      left += plane.light(-side, v)
      right += plane.light(1 + side, v)
    }
    let count = Double(Self.sampleCount)
    darkness = (inside - min(left, right)) / count
    variety = max(0, squares / count - sum * sum / count / count).squareRoot()
  }

  /// Compares the mean colours of the left and the right half in each third of the length. The result
  /// is the mean of the three differences.
  private mutating func measureHalves(_ plane: TonePlane) {
    for third in 0..<3 {
      var difference = SIMD4<Double>()
      for position in 0..<6 {
        let v = (Double(third) + (Double(position) + 0.5) / 6) / 3
        difference += plane.colour(0.18, v) + plane.colour(0.32, v)
        difference -= plane.colour(0.68, v) + plane.colour(0.82, v)
      }
      halves += TonePlane.size(difference / 12) / 3
    }
  }

  private mutating func measureLettering(_ plane: TonePlane, _ edges: ShelfEdges, length: Double) {
    let steps = max(12, min(48, Int(length / 6)))
    var (marked, crossed) = (0, 0)
    for step in 0..<steps {
      let v = 0.04 + 0.92 * (Double(step) + 0.5) / Double(steps)
      var hits = 0
      for column in 2...8 {
        let index = plane.index(Double(column) / 10, v)
        if max(edges.across[index], edges.down[index]) >= edges.threshold { hits += 1 }
      }
      marked += hits
      if hits == 7 { crossed += 1 }
    }
    lettering = Double(marked) / Double(steps * 7)
    crossings = Double(crossed) / Double(steps)
  }
}

/// Colours at points of a quad: u runs from the left to the right side, v from the top to the bottom.
private struct TonePlane {
  let rgb: UnsafeBufferPointer<UInt8>
  private let start, right, down, skew: Point
  private let width, height: Int

  init(rgb: UnsafeBufferPointer<UInt8>, quad: Quad, width: Int, height: Int) {
    let c = quad.corners
    (start, right, down) = (c[0], c[1] - c[0], c[3] - c[0])
    skew = c[2] - c[3] - right
    self.rgb = rgb
    self.width = width
    self.height = height
  }

  /// The index of the pixel; the nearest one for a point outside the picture.
  @inline(__always)
  func index(_ u: Double, _ v: Double) -> Int {
    let x = start.x + right.x * u + (down.x + skew.x * u) * v
    let y = start.y + right.y * u + (down.y + skew.y * u) * v
    return min(max(0, Int(y)), height - 1) * width + min(max(0, Int(x)), width - 1)
  }

  @inline(__always)
  func colour(_ u: Double, _ v: Double) -> SIMD4<Double> {
    let first = 3 * index(u, v)
    return SIMD4(Double(rgb[first]), Double(rgb[first + 1]), Double(rgb[first + 2]), 0)
  }

  /// 0…1.
  @inline(__always)
  func light(_ u: Double, _ v: Double) -> Double {
    (colour(u, v) * SIMD4(0.3, 0.59, 0.11, 0)).sum() / 255
  }

  /// The difference between the mean colours inside and outside the left (u = 0) or the right side:
  /// 0…1.
  func sideChange(_ u: Double, _ inward: Double) -> Double {
    var difference = SIMD4<Double>()
    for position in 0..<16 {
      let v = (Double(position) + 0.5) / 16
      difference += colour(u + inward, v) + colour(u + inward * 1.6, v)
      difference -= colour(u - inward, v) + colour(u - inward * 1.6, v)
    }
    return Self.size(difference / 32)
  }

  /// The difference between the mean colours inside and outside the upper (v = 0) or the lower end:
  /// 0…1.
  func endChange(_ v: Double, _ outward: Double) -> Double {
    var difference = SIMD4<Double>()
    for position in 0..<5 {
      let u = 0.1 + 0.2 * Double(position)
      difference += colour(u, v + outward) + colour(u, v + outward * 0.6)
      difference -= colour(u, v - outward) + colour(u, v - outward * 0.6)
    }
    return Self.size(difference / 10)
  }

  /// The standard deviation of the lightness at some heights v: 0…1.
  func spread(_ heights: [Double]) -> Double {
    var (sum, squares, count) = (0.0, 0.0, 0.0)
    for v in heights {
      for position in 0..<5 {
        let light = light(0.12 + 0.19 * Double(position), v)
        sum += light
        squares += light * light
        count += 1
      }
    }
    return max(0, squares / count - sum * sum / count / count).squareRoot()
  }

  static func size(_ difference: SIMD4<Double>) -> Double {
    max(abs(difference.x), abs(difference.y), abs(difference.z)) / 255
  }
}
