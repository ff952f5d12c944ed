// A straight line through the whole picture, and the edge strength along the line.

import Pictures

/// The points p with normal · p = offset, in pixels of the edge map. The normal is a unit vector at
/// a right angle to the line. The line's foot is its point nearest to (0, 0).
struct Line: Sendable {
  let normalX: Double
  let normalY: Double
  let offset: Double
  /// Angle of the normal, 0…π, because a line has no direction.
  let angle: Double
  /// Whether the line is a border of the picture. A border may be a side of a cover that is partly
  /// outside the picture. It has no edge to measure, so `borderStrength` is assumed.
  let isBorder: Bool

  /// Element n is the sum of the edge strengths of the line's first n pixels. The difference of two
  /// elements is the edge support between two positions, in pixels.
  private let running: [Float]
  /// Position of the first pixel along the line, counted from the foot.
  private let first: Int

  init(normalX: Double, normalY: Double, offset: Double, angle: Double, in edges: EdgeMap) {
    self.normalX = normalX
    self.normalY = normalY
    self.offset = offset
    self.angle = angle
    isBorder = false
    let steps = Self.steps(normalX, normalY, offset, edges.width, edges.height)
    first = steps.lowerBound
    running = Self.running(normalX, normalY, offset, steps, edges)
  }

  /// The left, top, right and bottom border.
  static func borders(of edges: EdgeMap) -> [Line] {
    let (width, height) = (Double(edges.width - 1), Double(edges.height - 1))
    return [
      Line(borderNormalX: 1, 0, offset: 0, angle: 0, edges),
      Line(borderNormalX: 0, 1, offset: 0, angle: .pi / 2, edges),
      Line(borderNormalX: 1, 0, offset: width, angle: 0, edges),
      Line(borderNormalX: 0, 1, offset: height, angle: .pi / 2, edges),
    ]
  }

  private init(
    borderNormalX: Double, _ normalY: Double, offset: Double, angle: Double, _ edges: EdgeMap
  ) {
    normalX = borderNormalX
    self.normalY = normalY
    self.offset = offset
    self.angle = angle
    isBorder = true
    let steps = Self.steps(normalX, normalY, offset, edges.width, edges.height)
    first = steps.lowerBound
    running = (0..<steps.count + 1).map { Self.borderStrength * Float($0) }
  }

  private static let borderStrength: Float = 0.7

  /// Position along the line, in pixels from the foot, of the line's point nearest to `point`.
  func position(of point: Point) -> Double { normalX * point.y - normalY * point.x }

  /// Sum of the edge strengths between two positions: 0…|to − from|.
  func support(from: Double, to: Double) -> Double {
    (sum(at: to) - sum(at: from)).magnitude
  }

  /// The point in both lines; nil if they are nearly parallel.
  func crossing(_ other: Line) -> Point? {
    let determinant = normalX * other.normalY - normalY * other.normalX
    guard determinant.magnitude > 0.05 else { return nil }
    return Point(
      x: (offset * other.normalY - normalY * other.offset) / determinant,
      y: (normalX * other.offset - offset * other.normalX) / determinant)
  }

  /// Edge support from the line's start to a position.
  @inline(__always)
  func sum(at position: Double) -> Double {
    let index = position - Double(first) + 0.5
    return Double(running[index > 0 ? min(Int(index), running.count - 1) : 0])
  }

  /// The positions of the line that are inside the picture, in pixels from the foot.
  private static func steps(
    _ normalX: Double, _ normalY: Double, _ offset: Double, _ width: Int, _ height: Int
  ) -> Range<Int> {
    // The point of a step is offset · normal + step · (−normalY, normalX). The steps are limited to
    // points that are at most two pixels outside the picture, first by x, then by y.
    var (low, high) = (-Double(width + height), Double(width + height))
    for (start, slope, size) in [
      (offset * normalX, -normalY, Double(width)), (offset * normalY, normalX, Double(height)),
    ] where slope.magnitude > 1e-9 {
      let ends = ((-2 - start) / slope, (size + 2 - start) / slope)
      low = max(low, min(ends.0, ends.1))
      high = min(high, max(ends.0, ends.1))
    }
    guard low < high else { return 0..<0 }
    return Int(low.rounded(.down))..<Int(high.rounded(.up))
  }

  /// Adds up the edge strengths along the line. Each step takes the strongest of three pixels
  /// across the line. A pixel counts only if its tone changes across the line (within 25°), so text
  /// and texture that cross the line do not count.
  private static func running(
    _ normalX: Double, _ normalY: Double, _ offset: Double, _ steps: Range<Int>, _ edges: EdgeMap
  ) -> [Float] {
    var sums: [Float] = [0]
    sums.reserveCapacity(steps.count + 1)
    let normal = SIMD2(Float(normalX), Float(normalY))
    let limit = SIMD2(Double(edges.width), Double(edges.height))
    var sum: Float = 0
    for step in steps {
      let middle = SIMD2(
        normalX * offset - normalY * Double(step) + 0.5,
        normalY * offset + normalX * Double(step) + 0.5)
      var best: Float = 0
      for side in -1...1 {
        let position = middle + Double(side) * SIMD2(normalX, normalY)
        guard position.x >= 0, position.y >= 0, position.x < limit.x, position.y < limit.y else {
          continue
        }
        let index = Int(position.y) * edges.width + Int(position.x)
        let alignment = (edges.directions[index] * normal).sum()
        if alignment.magnitude > 0.906 { best = max(best, edges.strength[index]) }
      }
      sum += best
      sums.append(sum)
    }
    return sums
  }
}
