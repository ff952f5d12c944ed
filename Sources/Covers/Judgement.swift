// How likely a quad is the cover: clues, weighed. The weights are fitted, not chosen; `Clue` says what
// each is.

import Glibc
import Pictures

/// What is known of a quad, as numbers around 0…1.
enum Clue: Int, CaseIterable {
  case meanSupport, secondSupport, leastSupport, fineMean, fineSecond, fineLeast, beyond
  case tail, pairedTails, leastTip, thirdTip, leastFineTip, thirdFineTip, meanFineTip, gap
  case shape, size, largeness, distance, borders, unseen
  case contrast, leastContrast, change, mostChange, outsideSpread, insideSpread
  case outsideTexture, insideTexture
}

enum Judgement {
  static let weights = [Double](repeating: 0, count: Clue.allCases.count)
  static let bias = 0.0

  static func likelihood(_ clues: [Double]) -> Double {
    let sum = zip(weights, clues).reduce(bias) { $0 + $1.0 * $1.1 }
    return 1 / (1 + exp(-sum))
  }
}
