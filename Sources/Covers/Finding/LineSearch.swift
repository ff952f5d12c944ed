// Finds straight lines in an edge map by a Hough transform. Every edge pixel votes for the lines
// that contain it; the search takes the lines with the most votes. A pixel votes only for lines
// near the direction of its edge. The votes for a found line are removed before the next line is
// searched.

import Glibc
import Pictures

/// Source: R. Duda, P. Hart, Use of the Hough Transformation (1972); with gradient directions,
/// D. Ballard (1981).
struct LineSearch {
  /// A bin counts the votes for one line. Bins have angles 1° apart and offsets 1 pixel apart.
  private static let angleCount = 180
  private static let normals = (0..<angleCount).map { angle in
    SIMD2(Float(cos(Double(angle) * .pi / 180)), Float(sin(Double(angle) * .pi / 180)))
  }
  /// Largest expected error of an edge pixel's direction, in degrees.
  private static let spread = 6

  /// An edge pixel and its edge strength. `position` is relative to the picture's middle.
  private struct Vote {
    let position: SIMD2<Float>
    let weight: Float

    /// The weight as a whole number, so that removing a vote restores the earlier sum exactly.
    var count: Int32 { Int32(weight * LineSearch.countsPerPixel) }
  }

  private static let countsPerPixel: Float = 256

  private let edges: EdgeMap
  /// Offsets of lines are counted from the picture's middle, so `reach` is half the diagonal.
  private let middle: Point
  private let reach: Int
  private let offsetCount: Int
  /// The votes, grouped by the direction in which their pixel changes, in degrees.
  private var votes: [[Vote]]
  /// The sum of each bin, angle by angle; an angle has `offsetCount` bins.
  private var sums: [Int32]
  /// The largest sum of each angle and its offset; nil if the sums have changed since the last
  /// search.
  private var largest: [(sum: Int32, offset: Int)?]

  init(_ edges: EdgeMap) {
    self.edges = edges
    middle = Point(x: Double(edges.width) / 2, y: Double(edges.height) / 2)
    reach = Int(middle.length) + 3
    offsetCount = 2 * reach + 2
    votes = Self.votes(edges, middle)
    sums = [Int32](repeating: 0, count: Self.angleCount * offsetCount)
    largest = [(sum: Int32, offset: Int)?](repeating: nil, count: Self.angleCount)
    for angle in votes.indices { cast(votes[angle], from: angle, 1) }
  }

  /// The strongest lines with at least `least` pixels of edge; at most `most` lines.
  mutating func lines(atMost most: Int, ofAtLeast least: Double) -> [Line] {
    var lines: [Line] = []
    while lines.count < most, let peak = peak(),
      Double(peak.sum) >= least * Double(Self.countsPerPixel)
    {
      lines.append(takeLine(angle: peak.angle, offset: peak.offset))
    }
    return lines
  }

  /// The bin with the largest sum; nil if all sums are 0.
  private mutating func peak() -> (angle: Int, offset: Int, sum: Int32)? {
    var best: (angle: Int, offset: Int, sum: Int32)?
    for angle in 0..<Self.angleCount {
      let here = largest[angle] ?? largestSum(of: angle)
      largest[angle] = here
      if here.sum > best?.sum ?? 0 { best = (angle, here.offset, here.sum) }
    }
    return best
  }

  private func largestSum(of angle: Int) -> (sum: Int32, offset: Int) {
    sums.withUnsafeBufferPointer { sums in
      let start = angle * offsetCount
      var best: Int32 = 0
      for index in start..<start + offsetCount { best = max(best, sums[index]) }
      var offset = 0
      while offset < offsetCount - 1, sums[start + offset] < best { offset += 1 }
      return (best, offset)
    }
  }

  /// Fits a line to the votes near a peak, and removes those votes.
  private mutating func takeLine(angle: Int, offset: Int) -> Line {
    let normal = Self.normals[angle]
    let distance = Float(offset - reach)
    var near: [Vote] = []
    for turn in -10...10 {
      let voters = (angle + turn + Self.angleCount) % Self.angleCount
      let split = votes[voters].partition { vote in
        ((vote.position * normal).sum() - distance).magnitude < 2
      }
      guard split < votes[voters].count else { continue }
      let taken = Array(votes[voters][split...])
      votes[voters].removeSubrange(split...)
      cast(taken, from: voters, -1)
      near += taken
    }
    sums[angle * offsetCount + offset] = 0
    largest[angle] = nil
    return fitted(near, angle: Double(angle) * .pi / 180, offset: Double(distance))
  }

  /// The line with the least sum of squared distances from the votes' pixels, weighted by edge
  /// strength. The line of the peak itself if there are too few votes, or if the two lines differ
  /// by more than 3°.
  private func fitted(_ votes: [Vote], angle: Double, offset: Double) -> Line {
    let weight = votes.reduce(0) { $0 + $1.weight }
    let plain = (angle: angle, offset: offset)
    guard votes.count >= 5, weight > 0 else { return line(plain) }
    let mean = votes.reduce(SIMD2<Float>.zero) { $0 + $1.weight * $1.position } / weight
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for vote in votes {
      let away = vote.position - mean
      xx += Double(vote.weight * away.x * away.x)
      xy += Double(vote.weight * away.x * away.y)
      yy += Double(vote.weight * away.y * away.y)
    }
    var normal = 0.5 * atan2(2 * xy, xx - yy) + .pi / 2
    if normal < 0 { normal += .pi }
    if normal >= .pi { normal -= .pi }
    let turn = (normal - angle).magnitude
    guard min(turn, .pi - turn) < 3 * .pi / 180 else { return line(plain) }
    return line((normal, Double(mean.x) * cos(normal) + Double(mean.y) * sin(normal)))
  }

  /// The offset of `position` counts from the middle of the picture.
  private func line(_ position: (angle: Double, offset: Double)) -> Line {
    let (normalX, normalY) = (cos(position.angle), sin(position.angle))
    return Line(
      normalX: normalX, normalY: normalY,
      offset: position.offset + normalX * middle.x + normalY * middle.y, angle: position.angle,
      in: edges)
  }

  /// Adds the votes to the bins within `spread` degrees of `angle`. With a negative sign, removes
  /// them.
  private mutating func cast(_ votes: [Vote], from angle: Int, _ sign: Int32) {
    let shift = Float(reach)
    sums.withUnsafeMutableBufferPointer { sums in
      for turn in -Self.spread...Self.spread {
        let angle = (angle + turn + Self.angleCount) % Self.angleCount
        let normal = Self.normals[angle]
        largest[angle] = nil
        for vote in votes {
          // The vote counts in two neighbouring bins, because a line often lies between pixels.
          let count = sign * vote.count
          let bin = angle * offsetCount + Int((vote.position * normal).sum() + shift)
          sums[bin] &+= count
          sums[bin + 1] &+= count
        }
      }
    }
  }

  /// The edge pixels that are at least as strong as both neighbours across the edge.
  private static func votes(_ edges: EdgeMap, _ middle: Point) -> [[Vote]] {
    var votes = [[Vote]](repeating: [], count: angleCount)
    guard edges.width >= 3, edges.height >= 3 else { return votes }
    let centre = SIMD2(Float(middle.x), Float(middle.y))
    for y in 1..<edges.height - 1 {
      for index in y * edges.width + 1..<y * edges.width + edges.width - 1 {
        let strength = edges.strength[index]
        guard strength > 0.2 else { continue }
        let direction = edges.directions[index]
        let stepX = direction.x.magnitude > 0.38 ? (direction.x > 0 ? 1 : -1) : 0
        let stepY = direction.y.magnitude > 0.38 ? (direction.y > 0 ? 1 : -1) : 0
        let step = stepY * edges.width + stepX
        guard strength >= edges.strength[index + step], strength > edges.strength[index - step]
        else { continue }
        let degrees = atan2(direction.y, direction.x) * (180 / .pi)
        let position = SIMD2(Float(index - y * edges.width), Float(y)) - centre
        votes[(Int(degrees.rounded()) + 360) % 180].append(
          Vote(position: position, weight: strength))
      }
    }
    return votes
  }
}
