// A quad that may be the cover, and what speaks for it.

import Pictures

struct Candidate: Sendable {
  var quad: Quad
  /// Share of each side that is edge, 0…1.
  var supports: SIMD4<Double>
  /// Share of the stretches beyond the corners that is edge, 0…1.
  let beyond: Double
  /// How like a sleeve its shape is in perspective, 0…1.
  var shape: Double
  /// How likely a cover has this size and place, 0…1.
  let place: Double

  /// 0…1. Everything multiplied: a quad must be good in each respect.
  var score: Double { max(0, Self.evidence(supports, beyond)) * shape * place }

  /// The weakest sides count most, but one may be covered; sides that run on beyond the corners
  /// speak against the quad. Any line through a busy picture has three tenths of edge by chance.
  static func evidence(_ supports: SIMD4<Double>, _ beyond: Double) -> Double {
    let beyondChance =
      (supports - 0.3).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1)) / 0.7
    // Of two pairs the smaller of the larger ones and the larger of the smaller: the middle two.
    let low = (min(beyondChance[0], beyondChance[1]), min(beyondChance[2], beyondChance[3]))
    let high = (max(beyondChance[0], beyondChance[1]), max(beyondChance[2], beyondChance[3]))
    let secondWeakest = min(max(low.0, low.1), min(high.0, high.1))
    let whole = 0.45 * beyondChance.sum() / 4 + 0.25 * secondWeakest + 0.3 * beyondChance.min()
    return whole - 0.5 * beyond
  }
}

extension [Candidate] {
  /// The best, best first, no two of them nearly the same.
  func distinct(atMost most: Int) -> [Candidate] {
    var kept: [Candidate] = []
    for candidate in sorted(by: { $0.score > $1.score }) where kept.count < most {
      if kept.allSatisfy({ $0.quad.overlap(with: candidate.quad) < 0.95 }) {
        kept.append(candidate)
      }
    }
    return kept
  }

  /// Best first, but a shape printed on a sleeve gives way to a much larger quad around it that is
  /// nearly as good. (Slightly larger ones are left alone: in a bin they hold a neighbour too.)
  func outermostFirst() -> [Candidate] {
    let best = sorted { $0.score > $1.score }
    guard let first = best.first else { return [] }
    let around = best.indices.dropFirst().filter { index in
      best[index].score >= Self.nearlyAsGood * first.score
        && best[index].quad.contains(first.quad)
    }
    let outermost = around.max { best[$0].quad.signedArea < best[$1].quad.signedArea }
    guard let outermost else { return best }
    return [best[outermost]] + best.indices.filter { $0 != outermost }.map { best[$0] }
  }

  private static let nearlyAsGood = 0.8
}

extension Quad {
  /// Nearly all of `other` lies within, and is less than half of it.
  fileprivate func contains(_ other: Quad) -> Bool {
    signedArea > 2 * other.signedArea
      && overlap(with: other) > 0.95 * other.signedArea / signedArea
  }
}
