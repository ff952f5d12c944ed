// The lines on which the upright spines of a picture stand: the boards. Spines of one row end on one
// line, so a candidate that ends above the line is often only a part of a spine.

import Pictures

struct StandingLines {
  /// y = start + slope · x.
  private struct Line {
    let start, slope: Double

    func y(_ x: Double) -> Double { start + slope * x }
  }

  /// The merit that a candidate gains on a line, and loses above a line.
  private static let gain = 1.3
  private static let loss = 2.0

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

  /// What the lines add to the merit of a candidate.
  func merit(of candidate: SpineCandidate) -> Double {
    if candidate.isLying { return 0 }
    if lines.contains(where: { Self.stands(candidate, on: $0) }) { return Self.gain }
    let foot = candidate.foot
    let isAbove = lines.contains { line in
      let gap = line.y(foot.x) - foot.y
      return gap > 0 && gap < 1.5 * candidate.length
    }
    return isAbove ? -Self.loss : 0
  }
}

extension SpineCandidate {
  /// The middle of the lower end of an upright spine.
  fileprivate var foot: Point { (quad.corners[2] + quad.corners[3]) * 0.5 }

  var length: Double {
    let sides = quad.sides
    return isLying ? (sides[0] + sides[2]) / 2 : (sides[1] + sides[3]) / 2
  }
}
