// The shape of the detector's weights. The numbers are in `JudgementWeights+Fitted.swift`.

/// A network of one hidden layer: each clue counts directly, and through eight units.
package struct JudgementWeights: Equatable, Sendable {
  package var bias: Double
  /// One number for each unit.
  package var unitBiases: [Double]
  package var unitWeights: [Double]
  /// In the order of `Clue`.
  package var direct: [Double]
  /// In the order of `Clue`; one number for each unit.
  package var units: [[Double]]

  package static let unitCount = 8

  package init(
    bias: Double, unitBiases: [Double], unitWeights: [Double], direct: [Double], units: [[Double]]
  ) {
    self.bias = bias
    self.unitBiases = unitBiases
    self.unitWeights = unitWeights
    self.direct = direct
    self.units = units
  }

  /// The weights of one clue. The name has no effect; the order of the calls decides.
  init(
    bias: Double, unitBiases: [Double], unitWeights: [Double],
    clues: [(clue: Clue, direct: Double, units: [Double])]
  ) {
    self.init(
      bias: bias, unitBiases: unitBiases, unitWeights: unitWeights, direct: clues.map(\.direct),
      units: clues.map(\.units))
  }
}
