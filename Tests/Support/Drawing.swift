// Random numbers, angles and noise for drawing pictures. The same seed gives the same numbers on
// every machine. The code does not use libm, because the last bits of its results differ between
// machines. Drawn pictures replace real artwork, which the tests may not contain.

/// SplitMix64: the same numbers for the same seed on every machine.
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

  mutating func float(in range: ClosedRange<Double>) -> Float { Float(number(in: range)) }

  package mutating func count(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  package mutating func happens(_ chance: Double) -> Bool { number(in: 0...1) < chance }

  /// A seed for one part of a drawing. A change to that part then changes no other part.
  mutating func noiseSeed() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
}

/// Cosine and sine of an angle in radians: Taylor's series of an eighth of the angle, doubled three times.
func direction(_ angle: Double) -> (x: Double, y: Double) {
  let whole = (angle / (2 * .pi)).rounded()
  let eighth = (angle - whole * 2 * .pi) / 8
  let square = eighth * eighth
  var cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
  var sine = eighth * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))))
  for _ in 0..<3 { (cosine, sine) = (cosine * cosine - sine * sine, 2 * cosine * sine) }
  return (cosine, sine)
}

/// A random number −1…1 that depends only on the position and the seed.
@inline(__always)
func hashed(_ x: Int32, _ y: Int32, _ seed: UInt32) -> Float {
  var mixed = UInt32(bitPattern: x) &* 0x9E37_79B1 ^ UInt32(bitPattern: y) &* 0x85EB_CA77 ^ seed
  mixed = (mixed ^ (mixed >> 15)) &* 0x2C1B_3C6D
  mixed = (mixed ^ (mixed >> 12)) &* 0x297A_2D39
  mixed ^= mixed >> 15
  return Float(Int32(bitPattern: mixed)) / 2_147_483_648
}

/// The largest integer that is not greater than `value`, limited to ±1,000,000,000.
/// `rounded(.down)` would be a function call on the oldest processors that the build supports.
@inline(__always)
func below(_ value: Float) -> Int {
  let near = value < -1e9 ? -1e9 : value < 1e9 ? value : 1e9
  let whole = Int(near)
  return Float(whole) > near ? whole - 1 : whole
}

/// Smooth noise, −1…1: random values at whole units, interpolated between them.
@inline(__always)
func lumps(_ x: Float, _ y: Float, _ seed: UInt32) -> Float {
  let (left, top) = (below(x), below(y))
  let (column, row) = (Int32(truncatingIfNeeded: left), Int32(truncatingIfNeeded: top))
  let across = softened(x - Float(left))
  let upper = hashed(column, row, seed)
  let lower = hashed(column, row &+ 1, seed)
  let above = upper + (hashed(column &+ 1, row, seed) - upper) * across
  let below = lower + (hashed(column &+ 1, row &+ 1, seed) - lower) * across
  return above + (below - above) * softened(y - Float(top))
}

/// The sum of several layers of noise. Each layer is half as wide and half as strong as the one
/// before. The sum is −1…1 and mostly near 0.
@inline(__always)
func clouds(_ x: Float, _ y: Float, octaves: Int, _ seed: UInt32) -> Float {
  var (sum, size, strength): (Float, Float, Float) = (0, 1, 0.5)
  for octave in 0..<octaves {
    sum += lumps(x * size, y * size, seed &+ UInt32(truncatingIfNeeded: octave)) * strength
    (size, strength) = (size * 2, strength / 2)
  }
  return sum * 1.5
}

/// The smoothstep function of 0…1: its slope is 0 at both ends.
@inline(__always)
func softened(_ share: Float) -> Float { share * share * (3 - 2 * share) }

/// `value`, limited to 0…1.
@inline(__always)
func limited<Number: BinaryFloatingPoint>(_ value: Number) -> Number {
  value < 0 ? 0 : value > 1 ? 1 : value
}

/// 0 at `start`, 1 at `end`, with a smooth transition between them.
@inline(__always)
func step(_ start: Float, _ end: Float, _ value: Float) -> Float {
  softened(limited((value - start) / (end - start)))
}
