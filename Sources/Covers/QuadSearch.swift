// Quads out of lines, judged by edge support, shape in perspective, size and place. Pixels here are
// those of the edge map.

import Pictures

/// Every two pairs of roughly opposite lines make a quad.
struct QuadSearch {
  private let lines: [Line]
  private let width: Double
  private let height: Double
  private let expected: Quad?

  /// `expected` is the guide's rectangle.
  init(lines: [Line], in edges: EdgeMap, expected: Quad?) {
    self.lines = lines
    width = Double(edges.width)
    height = Double(edges.height)
    self.expected = expected
  }

  /// Two lines that may be opposite sides.
  private struct Pair {
    let first: Int
    let second: Int
    let angle: Double
  }

  /// The best quads, best first, no two of them nearly the same.
  func candidates(atMost most: Int) -> [Candidate] {
    let crossings = lines.map { line in lines.map { line.crossing($0) } }
    let pairs = pairs
    var found: [Candidate] = []
    for (index, pair) in pairs.enumerated() {
      for other in pairs[(index + 1)...] {
        let turn = Self.turn(pair.angle, other.angle)
        guard turn > .pi * 0.27, let outline = outline(pair, other, crossings) else { continue }
        if let candidate = candidate(outline) { found.append(candidate) }
      }
    }
    return found.distinct(atMost: most)
  }

  private var pairs: [Pair] {
    var pairs: [Pair] = []
    for first in lines.indices {
      for second in lines.indices where second > first {
        let turn = Self.turn(lines[first].angle, lines[second].angle)
        guard turn < .pi * 0.25 else { continue }
        pairs.append(Pair(first: first, second: second, angle: lines[first].angle))
      }
    }
    return pairs
  }

  /// Between lines, 0…π/2.
  private static func turn(_ one: Double, _ other: Double) -> Double {
    let turn = (one - other).magnitude
    return min(turn, .pi - turn)
  }

  /// A quad and, side by side from its first corner, the lines its sides lie on.
  private struct Outline {
    let quad: Quad
    let lines: (Int, Int, Int, Int)
  }

  private func outline(_ pair: Pair, _ other: Pair, _ crossings: [[Point?]]) -> Outline? {
    guard let a = crossings[pair.first][other.first], isNear(a),
      let b = crossings[pair.first][other.second], isNear(b),
      let c = crossings[pair.second][other.second], isNear(c),
      let d = crossings[pair.second][other.first], isNear(d)
    else { return nil }
    let area = (c - a).cross(d - b) / 2
    guard area.magnitude > 0.02 * width * height else { return nil }
    let outline =
      area > 0
      ? Outline(quad: Quad(a, b, c, d), lines: (pair.first, other.second, pair.second, other.first))
      : Outline(quad: Quad(a, d, c, b), lines: (other.first, pair.second, other.second, pair.first))
    return outline.quad.isConvex ? outline : nil
  }

  /// Within the picture, or just outside: a clipped corner is still a corner.
  private func isNear(_ point: Point) -> Bool {
    let margin = 0.03 * max(width, height)
    return point.x > -margin && point.y > -margin && point.x < width + margin
      && point.y < height + margin
  }

  private func candidate(_ outline: Outline) -> Candidate? {
    let (supports, beyond) = edges(of: outline)
    guard Candidate.evidence(supports, beyond) > 0.2,
      let shape = Shape(of: outline.quad, inWidth: width, height: height)
    else { return nil }
    let candidate = Candidate(
      quad: outline.quad, supports: supports, beyond: beyond, shape: shape.likelihood,
      place: place(of: outline.quad))
    return candidate.score > 0.15 ? candidate : nil
  }

  /// How much of each side, and of what lies beyond its ends, is edge.
  private func edges(of outline: Outline) -> (supports: SIMD4<Double>, beyond: Double) {
    let corners = outline.quad.corners
    let sides = (
      evidence(on: outline.lines.0, from: corners[0], to: corners[1]),
      evidence(on: outline.lines.1, from: corners[1], to: corners[2]),
      evidence(on: outline.lines.2, from: corners[2], to: corners[3]),
      evidence(on: outline.lines.3, from: corners[3], to: corners[0])
    )
    let supports = SIMD4(sides.0.support, sides.1.support, sides.2.support, sides.3.support)
    return (supports, (sides.0.beyond + sides.1.beyond + sides.2.beyond + sides.3.beyond) / 4)
  }

  private func evidence(
    on index: Int, from start: Point, to end: Point
  ) -> (support: Double, beyond: Double) {
    let line = lines[index]
    let (from, to) = (line.place(of: start), line.place(of: end))
    let length = (to - from).magnitude
    guard length > 0.1 * min(width, height) else { return (0, 1) }
    let tail = (to - from) * 0.12
    let beyond =
      line.support(from: to + 0.2 * tail, to: to + tail)
      + line.support(from: from - tail, to: from - 0.2 * tail)
    return (line.support(from: from, to: to) / length, beyond / (1.6 * tail.magnitude))
  }

  /// Size and place: the guide decides when there is one; else large and central is likelier.
  private func place(of quad: Quad) -> Double {
    if let expected { return 0.5 + 0.5 * quad.overlap(with: expected) }
    let share = quad.signedArea / (width * height)
    let size = min(1, 0.55 + 0.45 * (share / 0.35).squareRoot())
    let away = (quad.centre - Point(x: width / 2, y: height / 2)).length
    let distance = away / Point(x: width / 2, y: height / 2).length
    return size * (1 - 0.25 * distance * distance)
  }
}
