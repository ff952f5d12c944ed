// How likely a quad is a cover: what is known of it, weighed by a very small network. The weights are
// fitted, not chosen.

import Glibc

/// What is known of a quad, as numbers around 0…1. Supports are shares of edge: of the four sides, of
/// their first and last parts (tips), of the stretches beyond their ends (tails); fine ones are those of
/// the larger picture.
enum Clue: Int, CaseIterable {
  case meanSupport, secondSupport, leastSupport, fineMean, fineSecond, fineLeast
  /// Mean tail, the second largest, and the most that two neighbours run on beyond a side between them.
  case beyond, tail, pairedTails
  case leastTip, thirdTip, leastFineTip, thirdFineTip, meanFineTip
  /// The longest part of a side without edge.
  case gap
  /// Logarithm of `Shape.likelihood`.
  case shape
  /// Root of the share of the picture, the share, and the distance from the picture's middle.
  case size, largeness, distance
  /// How many sides are the picture's border, and the share of the outside that is not in the picture.
  case borders, unseen
  /// See `Surroundings`.
  case contrast, leastContrast, change, mostChange, outsideSpread, insideSpread
  case outsideTexture, insideTexture, content
}

enum Judgement {
  /// The logarithm of the odds that a quad covers a cover well: its `Clue`s, weighed, and eight units
  /// that see where two clues count together. A sum and a hyperbolic tangent each.
  static func merit(_ clues: [Double]) -> Double {
    var sums = JudgementWeights.unitBiases
    var merit = JudgementWeights.bias
    for (weight, clue) in zip(JudgementWeights.all, clues) {
      merit += weight.direct * clue
      for unit in sums.indices { sums[unit] += weight.units[unit] * clue }
    }
    for (sum, weight) in zip(sums, JudgementWeights.unitWeights) { merit += weight * tanh(sum) }
    return merit.isFinite ? merit : -100
  }

  /// What the guide adds: `overlap`, shared by joint area, 0…1. A cover that is half in the guide
  /// gains nothing, one that fills it as much as any clue can give.
  static func merit(overlap: Double) -> Double { 8 * (overlap - 0.5) }

  /// 0…1: of a hundred quads with this merit so many are right.
  static func confidence(_ merit: Double) -> Double { 1 / (1 + exp(-merit)) }

  /// Takes a usual size and place for the quad's own.
  static func neglectPlace(in clues: inout [Double]) {
    for (clue, usual) in [(Clue.size, 0.45), (.largeness, 0.2), (.distance, 0.14)] {
      clues[clue.rawValue] = usual
    }
  }
}
