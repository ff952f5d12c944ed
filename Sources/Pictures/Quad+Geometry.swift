// Plane geometry of quads: areas, overlap and order of corners.

extension Point {
  package static func + (one: Point, other: Point) -> Point {
    Point(x: one.x + other.x, y: one.y + other.y)
  }

  package static func - (one: Point, other: Point) -> Point {
    Point(x: one.x - other.x, y: one.y - other.y)
  }

  package static func * (point: Point, factor: Double) -> Point {
    Point(x: point.x * factor, y: point.y * factor)
  }

  package var length: Double { (x * x + y * y).squareRoot() }

  /// The cross product of two vectors in the plane. It is positive if `other` is clockwise from
  /// this vector (y grows downwards).
  package func cross(_ other: Point) -> Double { x * other.y - y * other.x }
}

extension Quad {
  /// A rectangle with horizontal and vertical sides.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.init(
      Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height),
      Point(x: x, y: y + height))
  }

  /// The area in square pixels; positive for corners in clockwise order.
  package var signedArea: Double { Self.signedArea(corners) }

  package var centre: Point { corners.reduce(Point(x: 0, y: 0), +) * 0.25 }

  /// The lengths of the top, right, bottom and left side.
  package var sides: [Double] {
    (0..<4).map { (corners[($0 + 1) % 4] - corners[$0]).length }
  }

  /// Whether the outline turns clockwise at every corner. A quad that turns both ways has a dent,
  /// or sides that cross.
  package var isConvex: Bool {
    (0..<4).allSatisfy { index in
      let side = corners[(index + 1) % 4] - corners[index]
      return side.cross(corners[(index + 2) % 4] - corners[(index + 1) % 4]) > 0
    }
  }

  /// Whether the point is inside the convex quad or on its outline.
  package func contains(_ point: Point) -> Bool {
    let sides = (0..<4).map { index in
      (corners[(index + 1) % 4] - corners[index]).cross(point - corners[index])
    }
    return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
  }

  /// The same quad with clockwise corners.
  package var clockwise: Quad {
    signedArea >= 0 ? self : Quad(corners[0], corners[3], corners[2], corners[1])
  }

  package func scaled(by factor: Double) -> Quad { mapped { $0 * factor } }

  package func mapped(_ transform: (Point) -> Point) -> Quad {
    Quad(
      transform(corners[0]), transform(corners[1]), transform(corners[2]), transform(corners[3]))
  }

  /// The same quad with the first corner chosen so that the first side points to the right.
  package var beginningTopLeft: Quad {
    let rightward = (0..<4).map { index -> Double in
      let side = corners[(index + 1) % 4] - corners[index]
      return side.x / max(side.length, .leastNonzeroMagnitude)
    }
    let first = (0..<4).max { rightward[$0] < rightward[$1] } ?? 0
    return Quad(
      corners[first], corners[(first + 1) % 4], corners[(first + 2) % 4], corners[(first + 3) % 4])
  }

  /// The shared area of two quads divided by their joint area, 0…1. Both quads are convex and
  /// clockwise.
  package func overlap(with other: Quad) -> Double {
    let shared = max(0, Self.signedArea(clipped(to: other)))
    let joint = signedArea + other.signedArea - shared
    return joint > 0 ? shared / joint : 0
  }

  /// The part of this quad that is inside `other`. Cuts the outline at each side of `other`
  /// (Sutherland and Hodgman).
  private func clipped(to other: Quad) -> [Point] {
    var polygon = corners
    for index in 0..<4 {
      let start = other.corners[index]
      let side = other.corners[(index + 1) % 4] - start
      let depths = polygon.map { side.cross($0 - start) }
      var kept: [Point] = []
      for (here, point) in polygon.enumerated() {
        let next = (here + 1) % polygon.count
        if depths[here] >= 0 { kept.append(point) }
        if (depths[here] >= 0) != (depths[next] >= 0) {
          let share = depths[here] / (depths[here] - depths[next])
          kept.append(point + (polygon[next] - point) * share)
        }
      }
      polygon = kept
    }
    return polygon
  }

  private static func signedArea(_ polygon: [Point]) -> Double {
    guard polygon.count >= 3 else { return 0 }
    var twice = 0.0
    for (index, point) in polygon.enumerated() {
      twice += point.cross(polygon[(index + 1) % polygon.count])
    }
    return twice / 2
  }
}
