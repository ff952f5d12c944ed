// Draws sleeves and photographs them, in software and by seed, so that tests ship no one's artwork
// and everybody gets the same pictures.

import Pictures

/// SplitMix64: the same numbers for the same seed, everywhere.
///
/// Source: G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators (2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func number(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
}

/// Red, green, blue, 0…255, and room for one more.
typealias Colour = SIMD4<Float>

extension SIMD4<Float> {
  static func grey(_ level: Double) -> Colour { Colour(repeating: Float(level)) }

  static func any(_ generator: inout SeededGenerator) -> Colour {
    Colour(
      Float(generator.number(in: 10...245)), Float(generator.number(in: 10...245)),
      Float(generator.number(in: 10...245)), 0)
  }
}

/// A surface to draw on. What lies outside is not drawn.
struct Canvas {
  let width: Int
  let height: Int
  var colours: [Colour]

  init(width: Int, height: Int, _ colour: Colour) {
    self.width = width
    self.height = height
    colours = Array(repeating: colour, count: width * height)
  }

  mutating func fill(x: Int, y: Int, width wide: Int, height high: Int, _ colour: Colour) {
    let columns = max(0, x)..<max(max(0, x), min(width, x + wide))
    for row in max(0, y)..<max(max(0, y), min(height, y + high)) {
      for column in columns { colours[row * width + column] = colour }
    }
  }

  mutating func disc(x: Double, y: Double, radius: Double, _ colour: Colour) {
    let rows = max(0, Int(y - radius))..<max(max(0, Int(y - radius)), min(height, Int(y + radius)))
    for row in rows {
      for column in max(
        0, Int(x - radius))..<max(max(0, Int(x - radius)), min(width, Int(x + radius)))
      {
        let (dx, dy) = (Double(column) - x, Double(row) - y)
        if dx * dx + dy * dy < radius * radius { colours[row * width + column] = colour }
      }
    }
  }

  /// Bilinear at fractions of the canvas.
  func colour(u: Double, v: Double) -> Colour {
    let x = min(max(u * Double(width) - 0.5, 0), Double(width - 1))
    let y = min(max(v * Double(height) - 0.5, 0), Double(height - 1))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
    let upper =
      colours[top * width + left] * (1 - across) + colours[top * width + right] * across
    let lower =
      colours[bottom * width + left] * (1 - across) + colours[bottom * width + right] * across
    return upper * (1 - down) + lower * down
  }

  var pixels: Pixels {
    var rgb = [UInt8](repeating: 0, count: width * height * 3)
    for (index, colour) in colours.enumerated() {
      for channel in 0..<3 { rgb[3 * index + channel] = UInt8(min(255, max(0, colour[channel]))) }
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }
}

/// Smooth noise, −1…1, one lump a unit: what tables and cloth have.
func lumps(_ x: Double, _ y: Double, seed: UInt64) -> Float {
  func corner(_ x: Int, _ y: Int) -> Float {
    let place = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663)
    var generator = SeededGenerator(seed: seed ^ place)
    return Float(Int64(bitPattern: generator.next()) >> 40) / 8_388_608
  }
  let (left, top) = (x.rounded(.down), y.rounded(.down))
  let (across, down) = (Float(x - left), Float(y - top))
  let (column, row) = (Int(left), Int(top))
  let upper = corner(column, row) * (1 - across) + corner(column + 1, row) * across
  let lower = corner(column, row + 1) * (1 - across) + corner(column + 1, row + 1) * across
  return upper * (1 - down) + lower * down
}
