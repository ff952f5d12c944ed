// A straight edge through the whole picture, and how much of it is really there.

import Pictures

/// The points p with normal · p = offset, in pixels of the edge map.
struct Line: Sendable {
  let normalX: Double
  let normalY: Double
  let offset: Double
  /// Running sums of the edge strength along the line, a pixel a step, from `-reach` on; their
  /// difference is the support of a stretch in pixels.
  private let running: [Float]
  /// Longest distance from the line's foot that is looked at.
  private let reach: Int

  /// 0…π; lines know no direction.
  let angle: Double

  init(normalX: Double, normalY: Double, offset: Double, angle: Double, in edges: EdgeMap) {
    self.normalX = normalX
    self.normalY = normalY
    self.offset = offset
    self.angle = angle
    reach = edges.width + edges.height
    running = Self.running(normalX, normalY, offset, reach, edges)
  }

  /// Where along the line `point` is (its nearest point), in pixels from the foot.
  func place(of point: Point) -> Double { normalX * point.y - normalY * point.x }

  /// Pixels of edge between two places, 0…|to − from|.
  func support(from: Double, to: Double) -> Double {
    let sums = (sum(at: max(from, to)), sum(at: min(from, to)))
    return Double(sums.0 - sums.1)
  }

  /// Nil for nearly parallel lines.
  func crossing(_ other: Line) -> Point? {
    let determinant = normalX * other.normalY - normalY * other.normalX
    guard determinant.magnitude > 0.05 else { return nil }
    return Point(
      x: (offset * other.normalY - normalY * other.offset) / determinant,
      y: (normalX * other.offset - offset * other.normalX) / determinant)
  }

  private func sum(at place: Double) -> Float {
    let index = place + Double(reach) + 0.5
    return running[index > 0 ? min(Int(index), running.count - 1) : 0]
  }

  /// At each step the strongest of three neighbours across the line whose change runs across it
  /// (within 25°): text and texture that merely cross the line do not support it.
  private static func running(
    _ normalX: Double, _ normalY: Double, _ offset: Double, _ reach: Int, _ edges: EdgeMap
  ) -> [Float] {
    var sums = [Float](repeating: 0, count: 2 * reach + 1)
    var sum: Float = 0
    for step in -reach...reach {
      var best: Float = 0
      for side in -1...1 {
        let distance = offset + Double(side)
        let across = normalX * distance - normalY * Double(step) + 0.5
        let down = normalY * distance + normalX * Double(step) + 0.5
        guard across >= 0, down >= 0 else { continue }
        let (x, y) = (Int(across), Int(down))
        guard x < edges.width, y < edges.height else { continue }
        let index = y * edges.width + x
        let alignment =
          edges.directionX[index] * Float(normalX) + edges.directionY[index] * Float(normalY)
        if alignment.magnitude > 0.906 { best = max(best, edges.strength[index]) }
      }
      sum += best
      sums[step + reach] = sum
    }
    return sums
  }
}
