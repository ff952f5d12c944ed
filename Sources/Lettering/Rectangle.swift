// The smallest rectangle around points, at any angle.

import Pictures

/// A rectangle at any angle.
struct Rectangle: Equatable {
  let centre: Point
  /// A vector of length 1, along which `width` is measured. `height` is measured at a right angle to it, clockwise.
  let direction: Point
  let width: Double
  let height: Double

  var shorterSide: Double { min(width, height) }
  var longerSide: Double { max(width, height) }

  /// The smallest rectangle around the points of a convex outline: one of its sides is on a side of the outline.
  /// Nil without an area.
  init?(around outline: [Point]) {
    var best: Rectangle?
    for (index, point) in outline.enumerated() {
      let side = outline[(index + 1) % outline.count] - point
      guard side.length > 0 else { continue }
      let next = Rectangle(around: outline, direction: side * (1 / side.length))
      if best.map({ next.width * next.height < $0.width * $0.height }) ?? true { best = next }
    }
    guard let best, best.shorterSide > 0 else { return nil }
    self = best
  }

  private init(around outline: [Point], direction: Point) {
    let right = Point(x: -direction.y, y: direction.x)
    var (left, far, top, bottom) = (
      Double.infinity, -Double.infinity, Double.infinity, -Double.infinity
    )
    for point in outline {
      let (along, across) = (point.dot(direction), point.dot(right))
      (left, far) = (min(left, along), max(far, along))
      (top, bottom) = (min(top, across), max(bottom, across))
    }
    self.init(
      centre: direction * ((left + far) / 2) + right * ((top + bottom) / 2), direction: direction,
      width: far - left, height: bottom - top)
  }

  init(centre: Point, direction: Point, width: Double, height: Double) {
    self.centre = centre
    self.direction = direction
    self.width = width
    self.height = height
  }

  /// Wider on each side.
  func widened(by distance: Double) -> Rectangle {
    Rectangle(
      centre: centre, direction: direction, width: width + 2 * distance,
      height: height + 2 * distance)
  }

  /// The same rectangle with the direction that points most nearly to the right.
  var lying: Rectangle {
    var (direction, width, height) = (direction, width, height)
    if direction.x.magnitude < direction.y.magnitude {
      direction = Point(x: -direction.y, y: direction.x)
      (width, height) = (height, width)
    }
    if direction.x < 0 { direction = direction * -1 }
    return Rectangle(centre: centre, direction: direction, width: width, height: height)
  }

  /// Clockwise, from the beginning of the direction.
  var quad: Quad {
    let along = direction * (width / 2)
    let across = Point(x: -direction.y, y: direction.x) * (height / 2)
    return Quad(
      centre - along - across, centre + along - across, centre + along + across,
      centre - along + across)
  }
}

extension Point {
  func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  /// The convex outline of points, clockwise (Andrew's monotone chain). `points` are sorted by y, then by x.
  static func outline(of points: [Point]) -> [Point] {
    guard points.count > 2 else { return points }
    func chain(_ points: some Sequence<Point>) -> [Point] {
      var chain: [Point] = []
      for point in points {
        while chain.count >= 2,
          (chain[chain.count - 1] - chain[chain.count - 2]).cross(point - chain[chain.count - 1])
            <= 0
        {
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain
    }
    return chain(points).dropLast() + chain(points.reversed()).dropLast()
  }
}
