// Rates how likely a quad is a cover. A very small neural network weighs thirty measurements of the
// quad. Its weights were fitted to pictures with known covers (`JudgementWeights`).

import Glibc

/// The measurements of a quad, as numbers around 0…1. A support is the share of a side that lies on
/// an edge. A tip is the first or the last part of a side. A tail is the continuation of a side
/// beyond a corner. A fine support or tip is measured in the larger picture (`Refinement`).
package enum Clue: Int, CaseIterable, Sendable {
  case meanSupport, secondSupport, leastSupport, fineMean, fineSecond, fineLeast
  /// `beyond` is the mean share of edge on the tails. `tail` is the second largest share of edge on
  /// a tail. `pairedTails`: see `QuadCandidate.pairedTails`.
  case beyond, tail, pairedTails
  case leastTip, thirdTip, leastFineTip, thirdFineTip, meanFineTip
  /// The longest part of a side without edge.
  case gap
  /// Logarithm of `Shape.likelihood`.
  case shape
  /// `largeness` is the quad's share of the picture's area, and `size` is the square root of this
  /// share. `distance` is the distance between the centres of the quad and of the picture.
  case size, largeness, distance
  /// `borders` is the number of sides on the picture's border. `unseen` is the share of the quad's
  /// surroundings that is outside the picture.
  case borders, unseen
  /// See `EdgeContext`.
  case contrast, leastContrast, change, mostChange, outsideSpread, insideSpread
  case outsideTexture, insideTexture, content
}

package enum Judgement {
  /// The logarithm of the odds that a quad with these clues is a cover.
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

  /// The guide's contribution to the merit. `overlap` is the quad's overlap with the guide, 0…1. An
  /// overlap of one half adds nothing. A quad that fills the guide gains as much as any clue can
  /// give.
  static func merit(overlap: Double) -> Double { 8 * (overlap - 0.5) }

  /// The share of the quads with this merit that are right, 0…1.
  static func confidence(_ merit: Double) -> Double { 1 / (1 + exp(-merit)) }

  /// Replaces the clues about the quad's size and position by usual values, for a search in which
  /// size and position do not count.
  static func neglectPosition(in clues: inout [Double]) {
    for (clue, usual) in [(Clue.size, 0.45), (.largeness, 0.2), (.distance, 0.14)] {
      clues[clue.rawValue] = usual
    }
  }
}
