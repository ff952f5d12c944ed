// The smallest rectangle around points, and the turns of pictures.

import Pictures
import Testing

@testable import Lettering

@Suite struct RectangleTests {
  /// A rectangle of 40 × 10 that is turned by some degrees around (100, 50).
  static func points(degrees: Double) -> [Point] {
    let angle = degrees * .pi / 180
    let (along, across) = (
      Point(x: Cosine.of(angle), y: Cosine.of(angle - .pi / 2)),
      Point(x: -Cosine.of(angle - .pi / 2), y: Cosine.of(angle))
    )
    var points: [Point] = []
    for (x, y) in [(-20.0, -5.0), (20, -5), (20, 5), (-20, 5), (0, 0), (5, 2), (-20, 0)] {
      points.append(Point(x: 100, y: 50) + along * x + across * y)
    }
    return points.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  @Test(arguments: [0, 10, 30, 44, 46, 89, 90, 135, 170])
  func `the rectangle has the size and the centre of the turned rectangle`(degrees: Double) throws {
    let outline = Point.outline(of: Self.points(degrees: degrees))
    let rectangle = try #require(Rectangle(around: outline))
    #expect((rectangle.longerSide - 40).magnitude < 1e-6)
    #expect((rectangle.shorterSide - 10).magnitude < 1e-6)
    #expect((rectangle.centre - Point(x: 100, y: 50)).length < 1e-6)
  }

  @Test(arguments: [0, 10, 30, 44, 135, 170])
  func `a lying rectangle points to the right, and its quad is clockwise`(degrees: Double) throws {
    let outline = Point.outline(of: Self.points(degrees: degrees))
    let lying = try #require(Rectangle(around: outline)).lying
    #expect(lying.direction.x > 0.7)
    #expect(lying.quad.isConvex && (lying.quad.signedArea - 400).magnitude < 1e-6)
  }

  @Test func `points on a line or in one place have no rectangle`() {
    let line = (0..<5).map { Point(x: Double($0), y: Double($0)) }
    #expect(Rectangle(around: Point.outline(of: line)) == nil)
    #expect(Rectangle(around: [Point(x: 3, y: 4)]) == nil)
    #expect(Rectangle(around: []) == nil)
  }

  @Test func `a widened rectangle grows by the distance on each side`() {
    let rectangle = Rectangle(
      centre: Point(x: 5, y: 5), direction: Point(x: 1, y: 0), width: 8, height: 2)
    let corners = rectangle.widened(by: 3).quad.corners
    #expect(corners[0] == Point(x: -2, y: 1) && corners[2] == Point(x: 12, y: 9))
  }
}

/// Foundation has no place in these tests.
private enum Cosine {
  /// The Taylor series, whose error is below 1e-12 here.
  static func of(_ angle: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for step in 1...20 {
      term *= -angle * angle / Double((2 * step - 1) * (2 * step))
      sum += term
    }
    return sum
  }
}
