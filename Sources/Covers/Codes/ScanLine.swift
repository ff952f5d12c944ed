// The brightness along a line across a picture, averaged over a narrow band.

import Pictures

/// A line with equal steps between its samples.
struct ScanLine: Sendable {
  /// The samples, 0…255.
  private(set) var values: [Float]
  /// The place of the first sample and the step to the next one, in pixels of the picture that was
  /// sampled.
  private(set) var start: Point
  private(set) var step: Point

  /// The most samples of a line.
  static let mostSamples = 4000

  /// Samples at `count` points from `start`. Each sample is the mean of `thickness` points across
  /// the line, one pixel apart. The line ends at the border of the picture. Returns nil if less
  /// than 40 samples stay.
  init?(
    of picture: Lightness, from start: Point, step: Point, count: Int, thickness: Int
  ) {
    let across = Point(x: -step.y, y: step.x) * (1 / max(step.length, .leastNonzeroMagnitude))
    let inside = Self.inside(
      picture, start, step, min(count, Self.mostSamples), margin: Double(thickness) / 2 + 1)
    guard inside.count >= 40 else { return nil }
    self.start = start + step * Double(inside.lowerBound)
    self.step = step
    values = [Float](repeating: 0, count: inside.count)
    let weight = 1 / Float(thickness)
    for row in 0..<thickness {
      let offset = across * (Double(row) - Double(thickness - 1) / 2)
      Self.add(picture, from: self.start + offset, step, weight, to: &values)
    }
  }

  /// The same line from its last sample to its first one.
  var reversed: ScanLine {
    var line = self
    line.values.reverse()
    line.start = start + step * Double(values.count - 1)
    line.step = step * -1
    return line
  }

  func point(at index: Float) -> Point { start + step * Double(index) }

  /// The steps from `start` whose points are inside the picture by at least `margin` pixels.
  private static func inside(
    _ picture: Lightness, _ start: Point, _ step: Point, _ count: Int, margin: Double
  ) -> Range<Int> {
    var (first, last) = (0.0, Double(count - 1))
    for (origin, change, side) in [
      (start.x, step.x, Double(picture.width)), (start.y, step.y, Double(picture.height)),
    ] {
      let (low, high) = (margin, side - 1 - margin)
      if abs(change) < 1e-9 {
        if origin < low || origin > high { return 0..<0 }
        continue
      }
      let one = (low - origin) / change
      let other = (high - origin) / change
      first = max(first, min(one, other))
      last = min(last, max(one, other))
    }
    guard first <= last else { return 0..<0 }
    return Int(first.rounded(.up))..<Int(last.rounded(.down)) + 1
  }

  /// Interpolates (bilinear) at each point. All points are at least one pixel inside the picture.
  private static func add(
    _ picture: Lightness, from start: Point, _ step: Point, _ weight: Float,
    to values: inout [Float]
  ) {
    let unit = Double(1 << 16)
    // The centre of the first pixel is at (0.5, 0.5).
    var x = Int((start.x - 0.5) * unit)
    var y = Int((start.y - 0.5) * unit)
    let (right, down) = (Int(step.x * unit), Int(step.y * unit))
    let (width, height) = (picture.width, picture.height)
    let scale = weight / Float(1 << 16)
    picture.values.withUnsafeBufferPointer { pixels in
      values.withUnsafeMutableBufferPointer { values in
        for index in values.indices {
          let column = min(max(x >> 16, 0), width - 2)
          let row = min(max(y >> 16, 0), height - 2)
          let (across, along) = ((x >> 8) & 255, (y >> 8) & 255)
          let corner = row &* width &+ column
          let above = Int(pixels[corner]) &* (256 &- across) &+ Int(pixels[corner &+ 1]) &* across
          let below =
            Int(pixels[corner &+ width]) &* (256 &- across)
            &+ Int(pixels[corner &+ width &+ 1]) &* across
          values[index] += Float(above &* (256 &- along) &+ below &* along) * scale
          x &+= right
          y &+= down
        }
      }
    }
  }
}
