// Fits a map of the plane to pairs of points. A similar map rotates, scales and moves. An affine
// map also stretches and slants. A projective map also has perspective.

import Pictures

/// x' = (a·x + b·y + c) / w, y' = (d·x + e·y + f) / w, w = g·x + h·y + 1.
struct PlaneMap: Equatable, Sendable {
  /// a…h in order.
  let terms: SIMD8<Double>

  @inline(__always)
  func point(_ p: Point) -> Point {
    let scale = 1 / (terms[6] * p.x + terms[7] * p.y + 1)
    return Point(
      x: (terms[0] * p.x + terms[1] * p.y + terms[2]) * scale,
      y: (terms[3] * p.x + terms[4] * p.y + terms[5]) * scale)
  }

  /// The kind of a map; it has 4, 6 or 8 unknowns.
  enum Kind { case similar, affine, projective }

  /// The map that fits the pairs of points best, by least squares. Nil if the pairs do not
  /// determine a map.
  init?(_ kind: Kind, from: [Point], to: [Point]) {
    var sums: NormalEquations
    switch kind {
    case .similar: sums = NormalEquations(count: 4)
    case .affine: sums = NormalEquations(count: 6)
    case .projective: sums = NormalEquations(count: 8)
    }
    for (p, q) in zip(from, to) {
      switch kind {
      case .similar:
        sums.add(SIMD8(p.x, -p.y, 1, 0, 0, 0, 0, 0), q.x)
        sums.add(SIMD8(p.y, p.x, 0, 1, 0, 0, 0, 0), q.y)
      case .affine:
        sums.add(SIMD8(p.x, p.y, 1, 0, 0, 0, 0, 0), q.x)
        sums.add(SIMD8(0, 0, 0, p.x, p.y, 1, 0, 0), q.y)
      case .projective:
        sums.add(SIMD8(p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x), q.x)
        sums.add(SIMD8(0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y), q.y)
      }
    }
    guard let found = sums.solved() else { return nil }
    terms =
      kind == .similar
      ? SIMD8(found[0], -found[1], found[2], found[1], found[0], found[3], 0, 0) : found
  }
}
