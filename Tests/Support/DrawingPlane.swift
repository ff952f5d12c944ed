// Flat objects in space in front of a phone's lens: computes the position of an object that a pixel
// shows.

import Pictures

/// A parallelogram in space, in units of the sleeve's side. `across` and `down` are its sides, and
/// `middle` is its centre. The lens is at the origin and looks along z.
struct Plane: Sendable {
  var middle: SIMD3<Double>
  var across: SIMD3<Double>
  var down: SIMD3<Double>
  /// The focal length in pixels.
  let focal: Double
  let centre: Point

  /// A square of one unit, upright and facing the lens. The lens has the view of a phone's: 26 mm
  /// on a film of 36 × 24 mm.
  init(width: Int, height: Int, distance: Double) {
    focal = 0.75 * Double(max(width, height))
    centre = Point(x: Double(width) / 2, y: Double(height) / 2)
    middle = SIMD3(0, 0, distance)
    across = SIMD3(1, 0, 0)
    down = SIMD3(0, 1, 0)
  }

  /// The sleeve in the photograph. The sleeve lies entirely in the picture and is as large as 45 to
  /// 85 % of the shorter side. The condition determines its tilt and rotation.
  init(of condition: Condition, width: Int, height: Int, _ generator: inout SeededGenerator) {
    let pose = Pose(condition)
    let shorter = Double(min(width, height))
    self.init(width: width, height: height, distance: 1)
    for attempt in 0... {
      let size = shorter * generator.number(in: 0.45...max(0.46, 0.85 - 0.002 * Double(attempt)))
      let roll = generator.number(in: -pose.roll...pose.roll)
      let tilt = generator.number(in: pose.tilt)
      let toward =
        pose.leansBack ? generator.number(in: -0.2...0.2) : generator.number(in: 0...6.28)
      let (x, y) = (Self.offCentre(&generator), Self.offCentre(&generator))
      for nearer in [1, 0.6, 0.3, 0] {
        middle = SIMD3(
          x * nearer * Double(width) / size, y * nearer * Double(height) / size, focal / size)
        turn(roll: roll, tilt: tilt, toward: toward)
        if isWithin(width, height) { return }
      }
    }
  }

  /// Whether the whole object is in the picture, with a margin of one hundredth.
  private func isWithin(_ width: Int, _ height: Int) -> Bool {
    let (wide, high) = (Double(width), Double(height))
    return quad.corners.allSatisfy {
      $0.x > 0.01 * wide && $0.x < 0.99 * wide && $0.y > 0.01 * high && $0.y < 0.99 * high
    }
  }

  /// A random offset −0.35…0.35, mostly near 0, because people aim at the middle.
  private static func offCentre(_ generator: inout SeededGenerator) -> Double {
    generator.number(in: -0.35...0.35) * generator.number(in: 0...1)
  }

  /// Rotates the plane around its normal, then tilts it around an axis in the picture's plane.
  /// Angles are in radians.
  private mutating func turn(roll: Double, tilt: Double, toward: Double) {
    let (x, y) = direction(roll)
    let axis = direction(toward)
    across = Self.tilted(SIMD3(x, y, 0), tilt, SIMD3(axis.x, axis.y, 0))
    down = Self.tilted(SIMD3(-y, x, 0), tilt, SIMD3(axis.x, axis.y, 0))
  }

  /// Rodrigues' rotation formula.
  private static func tilted(
    _ vector: SIMD3<Double>, _ angle: Double, _ axis: SIMD3<Double>
  ) -> SIMD3<Double> {
    let (cosine, sine) = direction(angle)
    let along = axis * (axis * vector).sum() * (1 - cosine)
    return vector * cosine + cross(axis, vector) * sine + along
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// Another part of the same plane. The centre of the other part is at (u, v) of this part, in
  /// units of this part. The other part is rotated by `turn`, and is `lift` units nearer to the
  /// lens.
  func part(
    _ u: Double, _ v: Double, width: Double, height: Double, turn: Double = 0, lift: Double = 0
  ) -> Plane {
    let (cosine, sine) = direction(turn)
    let normal = Self.cross(across, down)
    let nearer = normal * (-lift / (normal * normal).sum().squareRoot())
    var part = self
    part.middle += across * (u - 0.5) + down * (v - 0.5) + nearer
    part.across = (across * cosine + down * sine) * width
    part.down = (down * cosine - across * sine) * height
    return part
  }

  /// The pixel that shows the position (u, v), 0…1 from the top left.
  func seen(_ u: Double, _ v: Double) -> Point {
    let place = middle + across * (u - 0.5) + down * (v - 0.5)
    return Point(
      x: centre.x + focal * place.x / place.z, y: centre.y + focal * place.y / place.z)
  }

  var quad: Quad { Quad(seen(0, 0), seen(1, 0), seen(1, 1), seen(0, 1)) }

  /// The positions that a row of pixels shows: u = (uStart + uStep · x) / (start + step · x), v in
  /// the same way.
  struct Row {
    let uStart, uStep, vStart, vStep, start, step: Float

    @inline(__always)
    func place(_ x: Int) -> (u: Float, v: Float) {
      let column = Float(x)
      let scale = 1 / (start + step * column)
      return ((uStart + uStep * column) * scale, (vStart + vStep * column) * scale)
    }
  }

  /// The positions at the centres of the pixels of row `y`, by the inverse of the matrix (across,
  /// down, middle).
  func row(_ y: Int) -> Row {
    let ray = SIMD3((0.5 - centre.x) / focal, (Double(y) + 0.5 - centre.y) / focal, 1)
    let normal = Self.cross(across, down)
    let u = Self.cross(down, middle) + normal * 0.5
    let v = Self.cross(middle, across) + normal * 0.5
    return Row(
      uStart: Float((u * ray).sum()), uStep: Float(u.x / focal),
      vStart: Float((v * ray).sum()), vStep: Float(v.x / focal),
      start: Float((normal * ray).sum()), step: Float(normal.x / focal))
  }
}

/// The tilt and rotation of the sleeve in a condition, in radians.
private struct Pose {
  let roll: Double
  let tilt: ClosedRange<Double>
  /// Whether the top edge is farther away than the lower edge, as for records in a bin.
  var leansBack = false

  init(_ condition: Condition) {
    switch condition {
    case .plain, .glare, .sticker, .lowContrast, .edgeCovered, .dim: (roll, tilt) = (0.13, 0...0.24)
    case .whiteOnWhite: (roll, tilt) = (0.08, 0...0.24)
    case .secondBehind: (roll, tilt) = (0.2, 0...0.24)
    case .hand: (roll, tilt) = (0.2, 0...0.35)
    case .bin: (roll, tilt, leansBack) = (0.06, 0.05...0.4, true)
    case .anyRotation: (roll, tilt) = (.pi, 0...0.24)
    case .perspective: (roll, tilt) = (0.2, 0.3...0.61)
    }
  }
}
