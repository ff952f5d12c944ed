// How likely a quad is a cover: thirty measurements of the quad, weighed by a very small network. The
// weights are fitted (`JudgementWeights`), not chosen.

import Glibc

/// The measurements of a quad, as numbers around 0…1. A support is the share of a side that is edge;
/// tips are the first and last parts of a side, tails the stretches beyond its ends. Fine supports are
/// measured in the larger picture.
package enum Clue: Int, CaseIterable, Sendable {
  case meanSupport, secondSupport, leastSupport, fineMean, fineSecond, fineLeast
  /// Mean tail; the second largest; and the most that both neighbours of a side run on beyond it.
  case beyond, tail, pairedTails
  case leastTip, thirdTip, leastFineTip, thirdFineTip, meanFineTip
  /// The longest part of a side without edge.
  case gap
  /// Logarithm of `Shape.likelihood`.
  case shape
  /// Root of the share of the picture, the share, and the distance from the picture's middle.
  case size, largeness, distance
  /// Number of sides on the picture's border; share of the surroundings outside the picture.
  case borders, unseen
  /// See `EdgeContext`.
  case contrast, leastContrast, change, mostChange, outsideSpread, insideSpread
  case outsideTexture, insideTexture, content
}

package enum Judgement {
  /// The logarithm of the odds that the quad with these clues covers a cover well.
  package static func merit(_ clues: [Double], _ weights: JudgementWeights = .fitted) -> Double {
    var sums = weights.unitBiases
    var merit = weights.bias
    for (index, clue) in clues.enumerated() {
      merit += weights.direct[index] * clue
      for unit in sums.indices { sums[unit] += weights.units[index][unit] * clue }
    }
    for (sum, weight) in zip(sums, weights.unitWeights) { merit += weight * tanh(sum) }
    return merit.isFinite ? merit : -100
  }

  /// The guide's contribution, by the quad's `overlap` with it, 0…1. A quad that shares half with
  /// the guide gains nothing. A quad that fills the guide gains as much as any clue can give.
  static func merit(overlap: Double) -> Double { 8 * (overlap - 0.5) }

  /// 0…1: the share of quads with this merit that are right.
  static func confidence(_ merit: Double) -> Double { 1 / (1 + exp(-merit)) }

  /// Replaces the quad's size and place by usual ones, for a search in which neither counts.
  static func neglectPlace(in clues: inout [Double]) {
    for (clue, usual) in [(Clue.size, 0.45), (.largeness, 0.2), (.distance, 0.14)] {
      clues[clue.rawValue] = usual
    }
  }
}
