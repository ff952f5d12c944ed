// The map from a flat sleeve (the unit square) to its appearance in a photo (a quad). The map
// includes perspective; the mathematical term is homography.

package import Pictures

/// Maps (0, 0), (1, 0), (1, 1), (0, 1) to a quad's corners in order.
///
/// Source: P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.3.
package struct Homography: Equatable, Sendable {
  /// x' = (a·u + b·v + c) / w, y' = (d·u + e·v + f) / w, w = g·u + h·v + 1.
  package let a, b, c, d, e, f, g, h: Double

  /// Nil for a quad whose corners are (nearly) on a line.
  package init?(unitSquareTo quad: Quad) {
    let p = quad.corners
    let skew = p[0] - p[1] + p[2] - p[3]
    let right = p[1] - p[2]
    let bottom = p[3] - p[2]
    let determinant = right.cross(bottom)
    guard determinant.magnitude > 1e-9 else { return nil }
    g = skew.cross(bottom) / determinant
    h = right.cross(skew) / determinant
    a = p[1].x - p[0].x + g * p[1].x
    b = p[3].x - p[0].x + h * p[3].x
    c = p[0].x
    d = p[1].y - p[0].y + g * p[1].y
    e = p[3].y - p[0].y + h * p[3].y
    f = p[0].y
    guard [a, b, c, d, e, f, g, h].allSatisfy(\.isFinite) else { return nil }
  }

  package func point(_ u: Double, _ v: Double) -> Point {
    let scale = 1 / (g * u + h * v + 1)
    return Point(x: (a * u + b * v + c) * scale, y: (d * u + e * v + f) * scale)
  }

  /// Maps points with the same v. The terms that contain v are computed only once.
  struct Row {
    let across: Point
    let start: Point
    let depthAcross: Double
    let depth: Double

    @inline(__always)
    func point(_ u: Double) -> Point {
      let scale = 1 / (depthAcross * u + depth)
      return Point(x: (across.x * u + start.x) * scale, y: (across.y * u + start.y) * scale)
    }
  }

  func row(_ v: Double) -> Row {
    Row(
      across: Point(x: a, y: d), start: Point(x: b * v + c, y: e * v + f), depthAcross: g,
      depth: h * v + 1)
  }
}
