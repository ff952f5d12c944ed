// Declares the weights of the network that judges quads. The numbers are in
// `JudgementWeights+Fitted.swift`.

/// The weights of a small neural network. Each clue contributes to the sum directly, and through
/// eight hidden units.
package struct JudgementWeights: Equatable, Sendable {
  package var bias: Double
  /// `unitBiases` and `unitWeights` have one number for each hidden unit.
  package var unitBiases: [Double]
  package var unitWeights: [Double]
  /// In the order of `Clue`.
  package var direct: [Double]
  /// In the order of `Clue`; each element has one number for each hidden unit.
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

  /// Takes the weights clue by clue. `clues` must be in the order of `Clue`; the member `clue` is
  /// only for the reader.
  init(
    bias: Double, unitBiases: [Double], unitWeights: [Double],
    clues: [(clue: Clue, direct: Double, units: [Double])]
  ) {
    self.init(
      bias: bias, unitBiases: unitBiases, unitWeights: unitWeights, direct: clues.map(\.direct),
      units: clues.map(\.units))
  }
}
