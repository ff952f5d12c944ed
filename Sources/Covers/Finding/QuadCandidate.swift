// A quad that may be a cover, with the measurements that decide about it.

import Pictures

struct QuadCandidate: Sendable {
  var quad: Quad
  /// The share of each side that lies on an edge, 0…1, in the order of the corners.
  var supports: SIMD4<Double>
  /// The share of the sides' continuations beyond the corners that lies on an edge, 0…1.
  let beyond: Double
  /// Whether each side is the picture's own border.
  let isBorder: [Bool]
  /// How usual the quad's shape is for a sleeve in perspective, 0…1 (`Shape.likelihood`).
  var shape: Double
  /// How likely it is that a cover has this size and position, 0…1.
  let position: Double
  /// Share of edge on the continuations of each side beyond its start and its end. Elements 2n and
  /// 2n + 1 belong to the start and the end of side n.
  private(set) var tails = SIMD8<Double>(repeating: 0)
  /// Share of edge on the first and the last sixth of each side, in the order of `tails`.
  private(set) var tips = SIMD8<Double>(repeating: 0)
  /// Share of each side that is edge, measured on a straight line in the larger picture, 0…1.
  var fineSupports = SIMD4<Double>(repeating: 0)
  /// Share of edge on the first and the last seventh of each side, measured in the larger picture,
  /// in the order of `tails`.
  var fineTips = SIMD8<Double>(repeating: 0)
  /// The longest part of each side without edge, as a share of the side.
  var gaps = SIMD4<Double>(repeating: 0)
  /// The measurements in the order of `Clue`; empty before the quad is judged.
  var clues: [Double] = []
  /// `Judgement.merit`: the higher, the likelier a cover. 0 before the quad is judged.
  var merit = 0.0

  /// Decides which quads are judged, 0…1. The score is a product, so a quad must be good in every
  /// factor.
  var score: Double { max(0, Self.evidence(supports, beyond)) * shape * position }

  /// Rates the edges of a quad, at most 1. The two weakest sides have additional weight. Edges that
  /// continue beyond the corners count against the quad. In busy pictures, a side has a support of
  /// 0.3 by chance, so 0.3 counts as 0.
  static func evidence(_ supports: SIMD4<Double>, _ beyond: Double) -> Double {
    let beyondChance =
      (supports - 0.3).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1)) / 0.7
    let whole =
      0.45 * beyondChance.sum() / 4 + 0.25 * beyondChance.secondSmallest
      + 0.3 * beyondChance.min()
    return whole - 0.5 * beyond
  }
}

extension QuadCandidate {
  /// Measures the tips and tails of one side.
  mutating func note(_ line: Line, side: Int, from start: Point, to end: Point) {
    let (from, to) = (line.position(of: start), line.position(of: end))
    let (tail, tip) = ((to - from) * 0.14, (to - from) / 6)
    func share(_ one: Double, _ other: Double) -> Double {
      line.support(from: one, to: other) / max((other - one).magnitude, 1)
    }
    tips[2 * side] = share(from, from + tip)
    tips[2 * side + 1] = share(to - tip, to)
    guard !line.isBorder else { return }
    tails[2 * side] = share(from - tail, from - 0.15 * tail)
    tails[2 * side + 1] = share(to + 0.15 * tail, to + tail)
  }

  /// Measures whether both neighbours of a side continue beyond it. For each side, takes the
  /// smaller share of edge on these two continuations. The result is the largest of the four sides,
  /// 0…1. It is high if a side is a line printed across a larger sleeve, because the sleeve's own
  /// edges continue beyond that line.
  var pairedTails: Double {
    (0..<4).map { min(tails[2 * (($0 + 3) % 4) + 1], tails[2 * (($0 + 1) % 4)]) }.max() ?? 0
  }
}

extension SIMD8<Double> {
  /// The elements in ascending order.
  var ascending: [Double] { indices.map { self[$0] }.sorted() }
}

extension SIMD4<Double> {
  /// Divides the elements into two pairs. The second smallest element is the larger of the pairs'
  /// minima or the smaller of their maxima, whichever is smaller.
  var secondSmallest: Double {
    let low = (Swift.min(self[0], self[1]), Swift.min(self[2], self[3]))
    let high = (Swift.max(self[0], self[1]), Swift.max(self[2], self[3]))
    return Swift.min(Swift.max(low.0, low.1), Swift.min(high.0, high.1))
  }
}

extension [QuadCandidate] {
  /// The candidates with the highest scores, without near duplicates.
  func distinct(atMost most: Int) -> [QuadCandidate] {
    var kept: [QuadCandidate] = []
    for candidate in sorted(by: { $0.score > $1.score }) where kept.count < most {
      if kept.allSatisfy({ !$0.quad.isNearly(candidate.quad) }) { kept.append(candidate) }
    }
    return kept
  }
}

extension [QuadCandidate] {
  /// Leaves out quads that overlap an earlier quad, quads much smaller than the first, and quads
  /// that contain several others. A quad that contains several others is the wall or the table
  /// behind covers. Keeps the order.
  func apart(atMost most: Int) -> [QuadCandidate] {
    var kept: [QuadCandidate] = []
    for (index, candidate) in enumerated() where kept.count < most {
      let isLikeFirst = candidate.quad.signedArea > 0.12 * (kept.first?.quad.signedArea ?? 0)
      let isApart = kept.allSatisfy { !$0.quad.shares(candidate.quad, atLeast: 0.05) }
      if isLikeFirst, isApart, index == 0 || !candidate.holdsSeveral(of: self) {
        kept.append(candidate)
      }
    }
    return kept
  }
}

extension QuadCandidate {
  /// Whether this quad contains two likelier quads that do not overlap each other.
  func holdsSeveral(of others: [QuadCandidate]) -> Bool {
    let within = others.filter {
      $0.merit > merit && $0.quad.signedArea < 0.6 * quad.signedArea && quad.contains($0.quad)
    }
    return within.contains { one in
      within.contains { $0.quad.overlap(with: one.quad) < 0.02 }
    }
  }
}

extension Quad {
  /// Whether the shared area is at least the given share of the smaller quad's area.
  func shares(_ other: Quad, atLeast least: Double) -> Bool {
    let overlap = overlap(with: other)
    let shared = overlap / (1 + overlap) * (signedArea + other.signedArea)
    return shared >= least * Swift.min(signedArea, other.signedArea)
  }

  /// Whether the quads share more than 95 % of their joint area.
  func isNearly(_ other: Quad) -> Bool {
    let ratio = signedArea / other.signedArea
    guard ratio > 0.95, ratio < 1 / 0.95 else { return false }
    let away = centre - other.centre
    return away.length < 0.05 * max(signedArea, 1).squareRoot() && overlap(with: other) > 0.95
  }

  /// Whether nearly all of `other` lies inside this quad.
  func contains(_ other: Quad) -> Bool {
    overlap(with: other) > 0.95 * other.signedArea / signedArea
  }
}
