// Moves the sides of a found quad to the exact edges in a larger picture. Then measures, more
// strictly than the search, which share of each side is edge.

import Pictures

/// Uses a picture of 1,000 to 2,000 pixels; all coordinates are pixels of this picture.
struct Refinement {
  /// Number of sampling points along a side.
  private static let positionCount = 40
  /// Share of a side that is left out at each end, because corners are round or worn.
  private static let margin = 0.04
  /// Largest distance in pixels between the found side and the exact edge.
  private static let reach = 8
  /// Number of offsets across a side that are measured, one pixel apart.
  private static let offsetCount = 2 * reach + 1
  /// Largest tilt of a side that is tried: the pixels by which one end moves outwards and the other
  /// end moves inwards.
  private static let tilt = 6
  /// For each tilt, the offset in pixels at each sampling point.
  private static let slopes: [[Int]] = (-tilt...tilt).map { tilt in
    (0..<positionCount).map { position -> Int in
      let share = Double(position) / Double(positionCount - 1)
      return Int((Double(tilt) * (2 * share - 1)).rounded())
    }
  }

  private let pixels: Pixels
  /// The squared change of tone that has the edge strength 0.5.
  private let half: Float

  /// `halfStrength`: see `EdgeMap.halfStrength`.
  init(_ pixels: Pixels, halfStrength: Float) {
    self.pixels = pixels
    half = 9 * halfStrength * halfStrength
  }

  /// The candidate with moved sides and measured fine supports. Sides on the picture's border do
  /// not move.
  func refined(_ candidate: QuadCandidate, quad: Quad) -> QuadCandidate {
    var refined = candidate
    refined.quad = quad
    refined.fineSupports = SIMD4(repeating: 0.7)
    refined.fineTips = SIMD8(repeating: 0.7)
    var sides: [(start: Point, end: Point)] = []
    for index in 0..<4 {
      let (start, end) = (quad.corners[index], quad.corners[(index + 1) % 4])
      guard !candidate.isBorder[index] else {
        sides.append((start, end))
        continue
      }
      let fit = fit(from: start, to: end)
      refined.fineSupports[index] = fit.support
      refined.fineTips[2 * index] = fit.atStartSupport
      refined.fineTips[2 * index + 1] = fit.atEndSupport
      refined.gaps[index] = fit.gap
      sides.append((start + fit.normal * fit.atStart, end + fit.normal * fit.atEnd))
    }
    let corners = (0..<4).map { Self.crossing(sides[($0 + 3) % 4], sides[$0]) }
    guard let a = corners[0], let b = corners[1], let c = corners[2], let d = corners[3] else {
      return refined
    }
    let moved = Quad(a, b, c, d)
    let farthest = zip(moved.corners, quad.corners).map { ($0 - $1).length }.max() ?? 0
    if moved.isConvex, farthest < 3 * Double(Self.reach) { refined.quad = moved }
    return refined
  }

  /// The best line for a side. `atStart` and `atEnd` are the distances in pixels by which the
  /// side's ends move outwards.
  private struct Fit {
    let normal: Point
    var atStart = 0.0
    var atEnd = 0.0
    /// The share that lies on an edge: of the whole side, of its first seventh and of its last seventh.
    var support = 0.0
    var atStartSupport = 0.0
    var atEndSupport = 0.0
    /// The longest part of the side without edge, as a share of the side.
    var gap = 0.0

    /// `strengths`: the edge strength at each sampling point of the line.
    mutating func note(_ strengths: [Float]) {
      support = mean(strengths)
      atStartSupport = mean(strengths.prefix(6))
      atEndSupport = mean(strengths.suffix(6))
      var run = 0
      for strength in strengths {
        run = strength < 0.3 ? run + 1 : 0
        gap = max(gap, Double(run) / Double(positionCount))
      }
    }
  }

  private static func mean(_ strengths: some Collection<Float>) -> Double {
    strengths.isEmpty ? 0 : Double(strengths.reduce(0, +)) / Double(strengths.count)
  }

  private func fit(from start: Point, to end: Point) -> Fit {
    let side = end - start
    let length = max(side.length, 1)
    var fit = Fit(normal: Point(x: side.y / length, y: -side.x / length))
    var profiles: [Float] = []
    profiles.reserveCapacity(Self.positionCount * Self.offsetCount)
    pixels.rgb.withUnsafeBufferPointer { rgb in
      for position in 0..<Self.positionCount {
        let share =
          Self.margin + (1 - 2 * Self.margin) * Double(position) / Double(Self.positionCount - 1)
        addProfile(
          at: start + side * share, along: side * (1 / length), fit.normal, of: rgb, to: &profiles)
      }
    }
    var best: (sum: Float, middle: Int, tilt: Int) = (0, 0, Self.tilt)
    for middle in -Self.reach...Self.reach {
      for (tilt, slope) in Self.slopes.enumerated() {
        let sum = Self.sum(profiles, middle: middle, slope: slope)
        if sum > best.sum { best = (sum, middle, tilt) }
      }
    }
    fit.atStart = Double(best.middle - (best.tilt - Self.tilt))
    fit.atEnd = Double(best.middle + (best.tilt - Self.tilt))
    fit.note(
      Self.slopes[best.tilt].enumerated().map { position, turned in
        let index = best.middle + turned + Self.reach
        let isSeen = (0..<Self.offsetCount).contains(index)
        return isSeen ? profiles[position * Self.offsetCount + index] : 0
      })
    return Self.sharpened(fit, profiles)
  }

  /// Appends the edge strengths at the offsets −reach…reach from one sampling point of a side.
  private func addProfile(
    at position: Point, along: Point, _ normal: Point, of rgb: UnsafeBufferPointer<UInt8>,
    to profiles: inout [Float]
  ) {
    let aside = along * 1.5
    // The tones of the four previous steps. The change at a pixel compares the two pixels before it
    // with the two pixels after it.
    var last = (Tone.zero, Tone.zero, Tone.zero, Tone.zero)
    for step in 0..<Self.offsetCount + 4 {
      let here = position + normal * Double(step - Self.reach - 2)
      let tone = tone(here, rgb) + tone(here + aside, rgb) + tone(here - aside, rgb)
      if step >= 4 {
        let change = (tone + last.3 - last.1 - last.0) / 6
        let squared = (change * change).sum()
        profiles.append(squared / (squared + half))
      }
      last = (last.1, last.2, last.3, tone)
    }
  }

  /// The tone of the nearest pixel.
  @inline(__always)
  private func tone(_ point: Point, _ rgb: UnsafeBufferPointer<UInt8>) -> Tone {
    let x = Int(min(max(point.x, 0), Double(pixels.width - 1)))
    let y = Int(min(max(point.y, 0), Double(pixels.height - 1)))
    let index = 3 * (y * pixels.width + x)
    return Tone(red: rgb[index], green: rgb[index + 1], blue: rgb[index + 2])
  }

  /// Sum of the edge strengths on one line. The offset at each sampling point is `middle` plus the
  /// point's element of `slope`.
  private static func sum(_ profiles: [Float], middle: Int, slope: [Int]) -> Float {
    profiles.withUnsafeBufferPointer { profiles in
      var sum: Float = 0
      for (position, turned) in slope.enumerated() {
        let index = middle + turned + reach
        if index >= 0, index < offsetCount { sum += profiles[position * offsetCount + index] }
      }
      return sum
    }
  }

  /// Moves the line by fractions of a pixel: fits it by weighted least squares to the strong edge
  /// pixels within 1.5 pixels of it.
  private static func sharpened(_ fit: Fit, _ profiles: [Float]) -> Fit {
    var (weights, positions, offsets, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for position in 0..<positionCount {
      let share = Double(position) / Double(positionCount - 1)
      let expected = fit.atStart + (fit.atEnd - fit.atStart) * share
      let first = max(0, Int((expected - 1.5).rounded()) + reach)
      for index in first..<max(first, min(offsetCount, first + 4)) {
        let strength = Double(profiles[position * offsetCount + index])
        let weight = strength * strength
        let offset = Double(index - reach)
        weights += weight
        positions += weight * share
        offsets += weight * offset
        squares += weight * share * share
        products += weight * share * offset
      }
    }
    let determinant = weights * squares - positions * positions
    guard determinant > 1e-6 else { return fit }
    let slope = (weights * products - positions * offsets) / determinant
    let start = (offsets - slope * positions) / weights
    let moved = max((start - fit.atStart).magnitude, (start + slope - fit.atEnd).magnitude)
    guard moved < 2.5 else { return fit }
    let toCorner = slope * margin / (1 - 2 * margin)
    var sharpened = fit
    sharpened.atStart = start - toCorner
    sharpened.atEnd = start + slope + toCorner
    return sharpened
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
