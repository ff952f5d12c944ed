// Adds print to drawn spines: fields, frames, large lettering and creases. The edges of such print
// look like the sides of a spine, as they do on real spines.

import Pictures
import Support

extension ShelfPhoto {
  /// The photograph with print on two thirds of its spines.
  func printed(_ generator: inout SeededGenerator) -> ShelfPhoto {
    var printed = self.pixels
    for spine in spines + partlySeen where generator.happens(0.67) {
      SpinePrint(spine, in: printed, &generator).paint(onto: &printed)
    }
    return ShelfPhoto(pixels: printed, spines: spines, partlySeen: partlySeen)
  }
}

/// The print on one spine. u runs across the spine, v along it: 0…1.
private struct SpinePrint {
  private struct Field {
    let u, v: ClosedRange<Double>
    /// 0…255.
    let colour: SIMD3<Double>
  }

  private let quad: Quad
  private let isLying: Bool
  private var fields: [Field] = []
  /// The mean lightness of the spine: 0…255.
  private let lightness: Double

  init(_ quad: Quad, in pixels: Pixels, _ generator: inout SeededGenerator) {
    self.quad = quad
    let sides = quad.sides
    isLying = sides[0] + sides[2] > sides[1] + sides[3]
    lightness = Self.lightness(of: quad, in: pixels)
    let aspect = isLying ? sides[1] / max(1, sides[0]) : sides[0] / max(1, sides[1])
    if generator.happens(0.3) { addStripe(&generator) }
    if generator.happens(0.35) { addPanel(&generator) }
    if generator.happens(0.15) { addFrame(&generator) }
    if generator.happens(0.6) { addLettering(aspect: aspect, &generator) }
    if generator.happens(0.25) { addCrease(&generator) }
  }

  private static func lightness(of quad: Quad, in pixels: Pixels) -> Double {
    var sum = 0.0
    for place in 0..<64 {
      let point = Self.point(
        (Double(place % 8) + 0.5) / 8, (Double(place / 8) + 0.5) / 8, quad.corners)
      let x = min(max(0, Int(point.x)), pixels.width - 1)
      let y = min(max(0, Int(point.y)), pixels.height - 1)
      sum += Self.light(pixels.rgb, 3 * (y * pixels.width + x))
    }
    return sum / 64
  }

  private static func light(_ rgb: [UInt8], _ first: Int) -> Double {
    0.3 * Double(rgb[first]) + 0.59 * Double(rgb[first + 1]) + 0.11 * Double(rgb[first + 2])
  }

  private static func point(_ x: Double, _ y: Double, _ c: [Point]) -> Point {
    (c[0] * (1 - x) + c[1] * x) * (1 - y) + (c[3] * (1 - x) + c[2] * x) * y
  }

  /// A colour as light as the surroundings allow: a dim shelf has no white.
  private func colour(_ generator: inout SeededGenerator) -> SIMD3<Double> {
    let most = min(250, 60 + 1.8 * lightness)
    let grey = generator.number(in: 5...most)
    guard generator.happens(0.6) else { return SIMD3(grey, grey, grey) }
    return SIMD3(
      generator.number(in: 5...most), generator.number(in: 5...most), generator.number(in: 5...most)
    )
  }

  /// A field along the whole spine or a part of it, at a side or in the middle.
  private mutating func addStripe(_ generator: inout SeededGenerator) {
    let width = generator.number(in: 0.12...0.6)
    let places = [0, 1 - width, generator.number(in: 0...1 - width)]
    let left = places[generator.count(0...2)]
    let top = generator.happens(0.6) ? 0 : generator.number(in: 0...0.4)
    let bottom = generator.happens(0.6) ? 1 : generator.number(in: 0.6...1)
    fields.append(Field(u: left...left + width, v: top...bottom, colour: colour(&generator)))
  }

  /// A field across the spine.
  private mutating func addPanel(_ generator: inout SeededGenerator) {
    let rim = [0, 0, 0.06, 0.14][generator.count(0...3)]
    let height = generator.number(in: 0.06...0.6)
    let top = generator.number(in: 0...1 - height)
    fields.append(
      Field(u: rim...1 - rim, v: top...top + height, colour: colour(&generator)))
  }

  private mutating func addFrame(_ generator: inout SeededGenerator) {
    let rim = generator.number(in: 0.03...0.2)
    let line = generator.number(in: 0.02...0.06)
    let colour = colour(&generator)
    for u in [rim...rim + line, 1 - rim - line...1 - rim] {
      fields.append(Field(u: u, v: 0.02...0.98, colour: colour))
    }
    for v in [0.02...0.03, 0.97...0.98] {
      fields.append(Field(u: rim...1 - rim, v: v, colour: colour))
    }
  }

  /// One to three lines of letters along the spine. `aspect`: width / length.
  private mutating func addLettering(aspect: Double, _ generator: inout SeededGenerator) {
    let lines = generator.count(1...3)
    let start = generator.number(in: 0.03...0.4)
    let end = generator.number(in: start + 0.2...0.97)
    let rim = generator.number(in: 0.06...0.3)
    let pitch = (1 - 2 * rim) / Double(lines)
    let colour = colour(&generator)
    for line in 0..<lines {
      let top = rim + pitch * Double(line)
      let height = pitch * generator.number(in: 0.55...0.9)
      let advance = max(0.006, height * aspect * generator.number(in: 0.5...0.8))
      var v = start
      while v + advance < end {
        let stroke = 0.25 * advance
        if generator.happens(0.85) {
          fields.append(Field(u: top...top + height, v: v...v + stroke, colour: colour))
          if generator.happens(0.6) {
            let far = v + 0.5 * advance
            fields.append(Field(u: top...top + height, v: far...far + stroke, colour: colour))
          }
          let bar = top + (generator.happens(0.5) ? 0 : 0.8 * height)
          fields.append(
            Field(u: bar...bar + 0.2 * height, v: v...v + 0.7 * advance, colour: colour))
        }
        v += advance
      }
    }
  }

  private mutating func addCrease(_ generator: inout SeededGenerator) {
    for _ in 0..<generator.count(1...3) {
      let u = generator.number(in: 0.1...0.9)
      let grey = min(250, lightness + generator.number(in: 15...70))
      fields.append(
        Field(
          u: u...u + generator.number(in: 0.01...0.04),
          v: generator.number(in: 0...0.4)...generator.number(in: 0.5...1),
          colour: SIMD3(grey, grey, grey)))
    }
  }

  /// Paints the fields, and keeps the shading and the noise of the spine.
  func paint(onto pixels: inout Pixels) {
    let c = quad.corners
    let (xs, ys) = (c.map(\.x), c.map(\.y))
    let left = max(0, Int(xs.min() ?? 0)), right = min(pixels.width - 1, Int(xs.max() ?? 0))
    let top = max(0, Int(ys.min() ?? 0)), bottom = min(pixels.height - 1, Int(ys.max() ?? 0))
    guard left < right, top < bottom, lightness > 1 else { return }
    for y in top...bottom {
      for x in left...right {
        guard let (u, v) = place(of: Point(x: Double(x) + 0.5, y: Double(y) + 0.5)) else {
          continue
        }
        guard let field = fields.last(where: { $0.u.contains(u) && $0.v.contains(v) }) else {
          continue
        }
        let first = 3 * (y * pixels.width + x)
        let shade = min(1.6, max(0.5, Self.light(pixels.rgb, first) / lightness))
        let noise = shade.squareRoot()
        for channel in 0..<3 {
          pixels.rgb[first + channel] = UInt8(min(255, field.colour[channel] * noise))
        }
      }
    }
  }

  /// Nil outside the spine.
  private func place(of point: Point) -> (u: Double, v: Double)? {
    var (x, y) = (0.5, 0.5)
    let c = quad.corners
    for _ in 0..<3 {
      let error = point - Self.point(x, y, c)
      let across = (c[1] - c[0]) * (1 - y) + (c[2] - c[3]) * y
      let down = (c[3] - c[0]) * (1 - x) + (c[2] - c[1]) * x
      let area = across.cross(down)
      guard area.magnitude > 0.01 else { return nil }
      x += error.cross(down) / area
      y += across.cross(error) / area
    }
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    return isLying ? (y, x) : (x, y)
  }
}
