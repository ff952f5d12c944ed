// Straight lines in an edge map: a Hough transform in which an edge votes only for lines it lies
// along, and in which a line, once found, takes its votes with it.

import Glibc
import Pictures

/// Source: R. Duda, P. Hart, Use of the Hough Transformation (1972); with gradient directions,
/// D. Ballard (1981).
struct LineSearch {
  /// Bins of 1° and 1 pixel.
  private static let angleCount = 180
  private static let cosines = (0..<angleCount).map { cos(Double($0) * .pi / 180) }
  private static let sines = (0..<angleCount).map { sin(Double($0) * .pi / 180) }
  /// An edge's direction is known to about so many degrees.
  private static let spread = 6

  /// One edge pixel that is strongest across its edge.
  private struct Vote {
    let x: Double
    let y: Double
    let angle: Int
    let weight: Float
  }

  private let edges: EdgeMap
  /// Offsets are counted from the middle, where they are at most half the diagonal.
  private let middle: Point
  private let reach: Int
  private var votes: [Vote]
  private var sums: [Float]

  init(_ edges: EdgeMap) {
    self.edges = edges
    middle = Point(x: Double(edges.width) / 2, y: Double(edges.height) / 2)
    reach = Int(middle.length) + 3
    votes = Self.votes(edges, middle)
    sums = [Float](repeating: 0, count: Self.angleCount * (2 * reach + 1) + 1)
    for vote in votes { cast(vote, 1) }
  }

  /// The strongest `most` lines with at least `least` pixels of edge.
  mutating func lines(atMost most: Int, ofAtLeast least: Double) -> [Line] {
    var lines: [Line] = []
    while lines.count < most, let (peak, weight) = peak(), Double(weight) >= least {
      lines.append(takeLine(at: peak))
    }
    return lines
  }

  private func peak() -> (index: Int, weight: Float)? {
    sums.withUnsafeBufferPointer { sums in
      var best: Float = 0
      var index = -1
      for here in 0..<sums.count where sums[here] > best {
        best = sums[here]
        index = here
      }
      return index < 0 ? nil : (index, best)
    }
  }

  /// Fits the line to the votes near the peak and removes them.
  private mutating func takeLine(at peak: Int) -> Line {
    let angle = min(peak / (2 * reach + 1), Self.angleCount - 1)
    let offset = Double(peak % (2 * reach + 1) - reach)
    let (cosine, sine) = (Self.cosines[angle], Self.sines[angle])
    var near: [Vote] = []
    votes.removeAll { vote in
      let turn = (vote.angle - angle + 180 + 90) % 180 - 90
      let isNear =
        (vote.x * cosine + vote.y * sine - offset).magnitude < 2 && turn.magnitude <= 10
      if isNear { near.append(vote) }
      return isNear
    }
    for vote in near { cast(vote, -1) }
    sums[peak] = 0
    return fitted(near, angle: Double(angle) * .pi / 180, offset: offset)
  }

  /// Total least squares, weighted; the peak itself when it would turn the line by more than 3°.
  private func fitted(_ votes: [Vote], angle: Double, offset: Double) -> Line {
    let weight = votes.reduce(0) { $0 + Double($1.weight) }
    let plain = line(angle: angle, offset: offset)
    guard votes.count >= 5, weight > 0 else { return plain }
    let meanX = votes.reduce(0) { $0 + Double($1.weight) * $1.x } / weight
    let meanY = votes.reduce(0) { $0 + Double($1.weight) * $1.y } / weight
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for vote in votes {
      let (x, y) = (vote.x - meanX, vote.y - meanY)
      xx += Double(vote.weight) * x * x
      xy += Double(vote.weight) * x * y
      yy += Double(vote.weight) * y * y
    }
    var normal = 0.5 * atan2(2 * xy, xx - yy) + .pi / 2
    while normal < 0 { normal += .pi }
    while normal >= .pi { normal -= .pi }
    let turn = (normal - angle).magnitude
    guard min(turn, .pi - turn) < 3 * .pi / 180 else { return plain }
    return line(angle: normal, offset: meanX * cos(normal) + meanY * sin(normal))
  }

  /// `offset` from the middle.
  private func line(angle: Double, offset: Double) -> Line {
    let (normalX, normalY) = (cos(angle), sin(angle))
    return Line(
      normalX: normalX, normalY: normalY,
      offset: offset + normalX * middle.x + normalY * middle.y, angle: angle, in: edges)
  }

  private mutating func cast(_ vote: Vote, _ sign: Float) {
    for turn in -Self.spread...Self.spread {
      let angle = (vote.angle + turn + Self.angleCount) % Self.angleCount
      let offset = vote.x * Self.cosines[angle] + vote.y * Self.sines[angle]
      // Both neighbours, as a line lies between pixels as often as on them.
      let bin = angle * (2 * reach + 1) + reach + Int(offset.rounded(.down))
      sums[bin] += sign * vote.weight
      sums[bin + 1] += sign * vote.weight
    }
  }

  /// Edge pixels at least as strong as both neighbours across the edge.
  private static func votes(_ edges: EdgeMap, _ middle: Point) -> [Vote] {
    guard edges.width >= 3, edges.height >= 3 else { return [] }
    var votes: [Vote] = []
    for y in 1..<edges.height - 1 {
      for x in 1..<edges.width - 1 {
        let index = y * edges.width + x
        let strength = edges.strength[index]
        guard strength > 0.2 else { continue }
        let (directionX, directionY) = (edges.directionX[index], edges.directionY[index])
        let stepX = directionX.magnitude > 0.38 ? (directionX > 0 ? 1 : -1) : 0
        let stepY = directionY.magnitude > 0.38 ? (directionY > 0 ? 1 : -1) : 0
        let step = stepY * edges.width + stepX
        guard strength >= edges.strength[index + step], strength > edges.strength[index - step]
        else { continue }
        let degrees = atan2(Double(directionY), Double(directionX)) * 180 / .pi
        let angle = (Int(degrees.rounded()) + 360) % 180
        votes.append(
          Vote(x: Double(x) - middle.x, y: Double(y) - middle.y, angle: angle, weight: strength))
      }
    }
    return votes
  }
}
