// Scales fitted weights so that a merit is the logarithm of the odds that a quad is right, and
// writes the weights as Swift source.

import Covers
import Glibc

enum FitCalibration {
  static func confidence(_ merit: Double) -> Double { 1 / (1 + exp(-merit)) }

  /// Scales the weights by a logistic regression (Newton's method). The regression predicts from
  /// the merit of a picture's best quad whether this quad is right.
  static func scaled(
    _ weights: JudgementWeights, by pictures: [FitPicture]
  ) -> JudgementWeights {
    let cases = pictures.map { picture in
      let best = picture.best(weights)
      return (merit: best.merit - weights.bias, isRight: best.overlap >= 0.9 ? 1.0 : 0.0)
    }
    var (scale, bias) = (1.0, weights.bias)
    for _ in 0..<50 {
      // A weak pull towards a scale of 1 keeps the equations solvable if nearly all quads are
      // right.
      var (gradient, curvature) = (
        SIMD2(0.1 * (scale - 1), 0), (scale: 0.1, both: 0.0, bias: 1e-6)
      )
      for item in cases {
        let share = confidence(scale * item.merit + bias)
        let weight = share * (1 - share)
        gradient += (share - item.isRight) * SIMD2(item.merit, 1)
        curvature.scale += weight * item.merit * item.merit
        curvature.both += weight * item.merit
        curvature.bias += weight
      }
      let determinant = curvature.scale * curvature.bias - curvature.both * curvature.both
      guard determinant > 1e-9 else { break }
      let step = SIMD2(
        (curvature.bias * gradient.x - curvature.both * gradient.y) / determinant,
        (curvature.scale * gradient.y - curvature.both * gradient.x) / determinant)
      scale = max(0.1, scale - max(-0.5, min(0.5, step.x)))
      bias -= max(-2, min(2, step.y))
    }
    var scaled = weights
    scaled.bias = bias
    scaled.direct = weights.direct.map { $0 * scale }
    scaled.unitWeights = weights.unitWeights.map { $0 * scale }
    return scaled
  }
}

enum FitSource {
  /// The text of `JudgementWeights+Fitted.swift`, before `swift format`.
  static func text(_ weights: JudgementWeights, pictures: Int) -> String {
    func list(_ numbers: [Double]) -> String {
      "[\(numbers.map { figure($0, 4) }.joined(separator: ", "))]"
    }
    let clues = Clue.allCases.map { clue in
      "(.\(clue), \(figure(weights.direct[clue.rawValue], 4)), \(list(weights.units[clue.rawValue]))),"
    }
    return """
      // The fitted numbers of `JudgementWeights`. `make fit PHOTOS=FOLDER` writes this file anew.
      //
      // Fitted to \(pictures) drawn and labelled pictures: a softmax over each picture's quads with their
      // overlap with the truth as target, ridge, L-BFGS; then scaled by a logistic regression.

      extension JudgementWeights {
        package static let fitted = JudgementWeights(
          bias: \(figure(weights.bias, 4)),
          unitBiases: \(list(weights.unitBiases)),
          unitWeights: \(list(weights.unitWeights)),
          clues: [
            \(clues.joined(separator: "\n      "))
          ])
      }

      """
  }
}
