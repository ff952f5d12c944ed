// A pretended photograph of a sleeve on a ground: a phone's lens, light from one side, a shadow,
// noise, and what else can go wrong.

import Glibc
package import Pictures

/// The ways a photo is difficult. One each; the issue for the detector names them.
package enum Condition: String, CaseIterable, Sendable {
  case plain, hand, bin, anyRotation, perspective, glare, sticker, lowContrast, whiteOnWhite
  case secondBehind, edgeCovered, dim
}

package struct DrawnPhotograph: Sendable {
  package let pixels: Pixels
  /// The true corners, from the sleeve's top left, in pixels.
  package let quad: Quad

  package init(
    of sleeve: DrawnSleeve, seed: UInt64, _ condition: Condition, width: Int = 1_200,
    height: Int = 900
  ) {
    var generator = SeededGenerator(seed: seed &* 31 &+ 7)
    let pose = Pose(condition, width: width, height: height, &generator)
    var scene = Scene(sleeve, pose, condition, seed: seed, &generator)
    var canvas = Canvas(width: width, height: height, .grey(0))
    for y in 0..<height {
      for x in 0..<width {
        canvas.colours[y * width + x] = scene.colour(x: Double(x) + 0.5, y: Double(y) + 0.5)
      }
    }
    if condition == .dim { Self.blur(&canvas) }
    let noise: Float = condition == .dim ? 7 : 3
    for index in canvas.colours.indices {
      let bits = scene.noise.next()
      let (a, b, c) = (Int8(truncatingIfNeeded: bits), bits >> 8, bits >> 16)
      canvas.colours[index] +=
        Colour(Float(a), Float(Int8(truncatingIfNeeded: b)), Float(Int8(truncatingIfNeeded: c)), 0)
        * (noise / 74)
    }
    pixels = canvas.pixels
    quad = pose.quad
  }

  /// A hand that was not steady: five pixels along each axis.
  private static func blur(_ canvas: inout Canvas) {
    for step in [1, canvas.width] {
      let before = canvas.colours
      for index in 2 * step..<before.count - 2 * step {
        let near = before[index - step] + before[index + step]
        let far = before[index - 2 * step] + before[index + 2 * step]
        canvas.colours[index] = (before[index] + near + far) / 5
      }
    }
  }
}

/// Where the sleeve is in space, one unit a side, before a lens of 26 mm on 36.
struct Pose {
  private let middle: SIMD3<Double>
  private let across: SIMD3<Double>
  private let down: SIMD3<Double>
  private let centre: Point
  private let focal: Double

  init(_ condition: Condition, width: Int, height: Int, _ generator: inout SeededGenerator) {
    let shorter = Double(min(width, height))
    focal = 0.75 * Double(max(width, height))
    centre = Point(x: Double(width) / 2, y: Double(height) / 2)
    let roll = generator.number(in: -1...1) * (condition == .anyRotation ? .pi : 0.12)
    let tilt = generator.number(in: 0...1) * (condition == .perspective ? 0.6 : 0.22)
    let toward = generator.number(in: 0...2 * .pi)
    let size = shorter * generator.number(in: 0.5...(condition == .anyRotation ? 0.62 : 0.78))
    let distance = focal / size
    let free = (shorter - size) / 2 * 0.5
    middle = SIMD3(
      generator.number(in: -free...free) / focal * distance,
      generator.number(in: -free...free) / focal * distance, distance)
    across = Self.turned(SIMD3(cos(roll), sin(roll), 0), tilt, toward)
    down = Self.turned(SIMD3(-sin(roll), cos(roll), 0), tilt, toward)
  }

  /// Rodrigues' rotation by `angle` around an axis in the picture's plane.
  private static func turned(
    _ vector: SIMD3<Double>, _ angle: Double, _ toward: Double
  ) -> SIMD3<Double> {
    let axis = SIMD3(cos(toward), sin(toward), 0)
    let along = axis * (axis * vector).sum() * (1 - cos(angle))
    return vector * cos(angle) + cross(axis, vector) * sin(angle) + along
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// Where the sleeve's place (u, v), 0…1 from its top left, is seen.
  func seen(_ u: Double, _ v: Double) -> Point {
    let place = middle + across * (u - 0.5) + down * (v - 0.5)
    return Point(
      x: centre.x + focal * place.x / place.z, y: centre.y + focal * place.y / place.z)
  }

  var quad: Quad { Quad(seen(0, 0), seen(1, 0), seen(1, 1), seen(0, 1)) }

  /// What place of the sleeve's plane is seen at a pixel.
  func place(x: Double, y: Double) -> (u: Double, v: Double) {
    let ray = SIMD3((x - centre.x) / focal, (y - centre.y) / focal, 1)
    let normal = Self.cross(across, down)
    let hit = ray * ((middle * normal).sum() / (ray * normal).sum()) - middle
    return ((hit * across).sum() + 0.5, (hit * down).sum() + 0.5)
  }
}
