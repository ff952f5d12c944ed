// A found quad's sides, looked at again in a larger picture: each moves to where the change across it
// really is. Also tells how much of each side has such a change, more strictly than the search did.

import Pictures

/// Looks at a picture of about 1,000 pixels; all numbers are its pixels.
struct Refinement {
  /// Places along a side.
  private static let placeCount = 40
  /// How far from the found side its true place is looked for.
  private static let reach = 8
  /// Slopes that are tried, as the offset at a side's end in pixels.
  private static let tilt = 6

  private let pixels: Pixels
  /// Squared change of colour that is half an edge.
  private let half: Float

  /// `halfStrength`: levels a pixel, of the edge map.
  init(_ pixels: Pixels, halfStrength: Float) {
    self.pixels = pixels
    half = 9 * halfStrength * halfStrength
  }

  /// The moved quad, and how much of each side is edge on a straight line, 0…1.
  func refined(_ quad: Quad) -> (quad: Quad, supports: SIMD4<Double>) {
    var supports = SIMD4<Double>()
    var sides: [(start: Point, end: Point)] = []
    for index in 0..<4 {
      let (start, end) = (quad.corners[index], quad.corners[(index + 1) % 4])
      let fit = fit(from: start, to: end)
      supports[index] = fit.support
      sides.append((start + fit.normal * fit.atStart, end + fit.normal * fit.atEnd))
    }
    let corners = (0..<4).map { Self.crossing(sides[($0 + 3) % 4], sides[$0]) }
    guard let a = corners[0], let b = corners[1], let c = corners[2], let d = corners[3] else {
      return (quad, supports)
    }
    let moved = Quad(a, b, c, d)
    let farthest = zip(moved.corners, quad.corners).map { ($0 - $1).length }.max() ?? 0
    return moved.isConvex && farthest < 3 * Double(Self.reach)
      ? (moved, supports) : (quad, supports)
  }

  /// A side's best line: offsets along the outward normal at both ends.
  private struct Fit {
    let normal: Point
    var atStart = 0.0
    var atEnd = 0.0
    var support = 0.0
  }

  private func fit(from start: Point, to end: Point) -> Fit {
    let side = end - start
    let length = max(side.length, 1)
    var fit = Fit(normal: Point(x: side.y / length, y: -side.x / length))
    let profiles = (0..<Self.placeCount).map { place in
      let share = 0.04 + 0.92 * Double(place) / Double(Self.placeCount - 1)
      return profile(at: start + side * share, along: side * (1 / length), fit.normal)
    }
    var best: Float = 0
    for middle in -Self.reach...Self.reach {
      for tilt in -Self.tilt...Self.tilt {
        let sum = Self.sum(profiles, middle: middle, tilt: tilt)
        if sum > best {
          best = sum
          fit.atStart = Double(middle - tilt)
          fit.atEnd = Double(middle + tilt)
        }
      }
    }
    fit.support = Double(best) / Double(Self.placeCount)
    return Self.sharpened(fit, profiles)
  }

  /// The strength of change at each offset, −reach…reach, across one place of a side.
  private func profile(at place: Point, along: Point, _ normal: Point) -> [Float] {
    let count = 2 * Self.reach + 1
    let colours = (0..<count + 4).map { step -> SIMD4<Float> in
      let offset = Double(step - Self.reach - 2)
      let here = place + normal * offset
      return colour(here) + colour(here + along * 1.5) + colour(here - along * 1.5)
    }
    return (0..<count).map { step in
      let outside = colours[step + 3] + colours[step + 4]
      let change = (outside - colours[step] - colours[step + 1]) / 6
      let squared = (change * change).sum()
      return squared / (squared + half)
    }
  }

  /// Nearest pixel, lightness and two colour differences as the edge map weighs them.
  private func colour(_ point: Point) -> SIMD4<Float> {
    let x = min(max(Int(point.x), 0), pixels.width - 1)
    let y = min(max(Int(point.y), 0), pixels.height - 1)
    let index = 3 * (y * pixels.width + x)
    let red = Float(pixels.rgb[index])
    let green = Float(pixels.rgb[index + 1])
    let blue = Float(pixels.rgb[index + 2])
    let light = 0.3 * red + 0.59 * green + 0.11 * blue
    return SIMD4(light, 0.7 * (red - green), 0.5 * ((red + green) / 2 - blue), 0)
  }

  /// Edge strength on the line that is `middle` off in the middle and `tilt` more at the end.
  private static func sum(_ profiles: [[Float]], middle: Int, tilt: Int) -> Float {
    var sum: Float = 0
    for (place, profile) in profiles.enumerated() {
      let offset = middle * (placeCount - 1) + tilt * (2 * place - (placeCount - 1))
      let index = (2 * offset + placeCount - 1).floored(by: 2 * (placeCount - 1)) + reach
      if index >= 0, index < profile.count { sum += profile[index] }
    }
    return sum
  }

  /// Straight line through the strongest offsets within a pixel and a half of the fit, by weight.
  private static func sharpened(_ fit: Fit, _ profiles: [[Float]]) -> Fit {
    var (weights, places, offsets, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (place, profile) in profiles.enumerated() {
      let share = Double(place) / Double(placeCount - 1)
      let expected = fit.atStart + (fit.atEnd - fit.atStart) * share
      let first = Int((expected - 1.5).rounded()) + reach
      for index in max(0, first)..<max(max(0, first), min(profile.count, first + 4)) {
        let weight = Double(profile[index] * profile[index])
        let offset = Double(index - reach)
        weights += weight
        places += weight * share
        offsets += weight * offset
        squares += weight * share * share
        products += weight * share * offset
      }
    }
    let determinant = weights * squares - places * places
    guard determinant > 1e-6 else { return fit }
    let slope = (weights * products - places * offsets) / determinant
    let start = (offsets - slope * places) / weights
    var sharpened = fit
    sharpened.atStart = start
    sharpened.atEnd = start + slope
    let moved = max((start - fit.atStart).magnitude, (start + slope - fit.atEnd).magnitude)
    return moved < 2.5 ? sharpened : fit
  }

  private static func crossing(
    _ one: (start: Point, end: Point), _ other: (start: Point, end: Point)
  ) -> Point? {
    let (a, b) = (one.end - one.start, other.end - other.start)
    let determinant = a.cross(b)
    guard determinant.magnitude > 1e-6 else { return nil }
    return one.start + a * ((other.start - one.start).cross(b) / determinant)
  }
}

extension Int {
  /// Division that rounds towards negative infinity.
  fileprivate func floored(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
