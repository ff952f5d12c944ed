// The lines on which the upright spines of a picture stand: the boards. Spines of one row end on one
// line, so a candidate that ends above the line is often only a part of a spine.

import Pictures

struct StandingLines {
  /// y = start + slope · x.
  private struct Line {
    let start, slope: Double

    func y(_ x: Double) -> Double { start + slope * x }
  }

  /// How far a spine may end from its line, as a share of its length.
  private static let tolerance = 0.035

  private var lines: [Line] = []

  /// The lines on which at least three of the spines stand.
  init(of spines: [SpineCandidate]) {
    var left = spines.filter { !$0.isLying }
    while lines.count < 8, let line = Self.best(of: left) {
      let count = left.count
      left = left.filter { !Self.stands($0, on: line) }
      guard count - left.count >= 3 else { return }
      lines.append(line)
    }
  }

  private static func stands(_ spine: SpineCandidate, on line: Line) -> Bool {
    let foot = spine.foot
    return (foot.y - line.y(foot.x)).magnitude < tolerance * spine.length
  }

  /// The line through the feet of two spines on which the longest spines stand.
  private static func best(of spines: [SpineCandidate]) -> Line? {
    var best: (line: Line, length: Double)?
    let longest = spines.sorted { $0.length > $1.length }.prefix(60)
    for (index, one) in longest.enumerated() {
      for other in longest.dropFirst(index + 1) {
        let apart = other.foot - one.foot
        guard apart.x.magnitude > 0.5 * one.length else { continue }
        let slope = apart.y / apart.x
        guard slope.magnitude < 0.3 else { continue }
        let line = Line(start: one.foot.y - slope * one.foot.x, slope: slope)
        let length = spines.reduce(0) { $0 + (stands($1, on: line) ? $1.length : 0) }
        if best.map({ length > $0.length }) ?? true { best = (line, length) }
      }
    }
    return best?.line
  }

  /// How far the foot of an upright spine is above and below the nearest line, in units of its length:
  /// 0…2; 3 without a line.
  func distance(of candidate: SpineCandidate) -> (down: Double, up: Double) {
    let foot = candidate.foot
    guard !candidate.isLying else { return (3, 3) }
    var (down, up) = (3.0, 3.0)
    for line in lines {
      let gap = (line.y(foot.x) - foot.y) / max(1, candidate.length)
      if gap >= 0 { down = min(down, gap) }
      if gap <= 0 { up = min(up, -gap) }
    }
    return (down > 2 ? 3 : down, up > 2 ? 3 : up)
  }
}

extension SpineCandidate {
  /// The middle of the lower end of an upright spine.
  fileprivate var foot: Point { (quad.corners[2] + quad.corners[3]) * 0.5 }
}
