// Fits the weights. A softmax turns the merits of a picture's quads into shares. The quads that fit
// a cover should have the largest shares. L-BFGS finds the weights with the smallest error.

import Covers
import Glibc

struct FitProblem {
  private let pictures: [FitPicture]
  /// For each picture, the share that each quad should have.
  private let targets: [[Double]]

  private static let ridge = 0.003
  private static let clueCount = Clue.allCases.count
  private static let units = JudgementWeights.unitCount

  /// Leaves out pictures without a good quad, because no quad of them should have a large share.
  init(_ all: [FitPicture]) {
    pictures = all.filter { ($0.overlaps.max() ?? 0) >= 0.85 }
    targets = pictures.map { picture in
      let most = picture.overlaps.max() ?? 0
      let shares = picture.overlaps.map { exp(30 * ($0 - most)) }
      let sum = shares.reduce(0, +)
      return shares.map { $0 / sum }
    }
  }

  func solved(from start: JudgementWeights) -> JudgementWeights {
    let solution = MinimumSearch.minimum(from: Self.numbers(of: start)) { lossAndGradient(at: $0) }
    return Self.weights(of: solution, bias: start.bias)
  }

  // MARK: Weights as one array: direct, units clue by clue, biases of the units, weights of the
  // units

  private static func numbers(of weights: JudgementWeights) -> [Double] {
    weights.direct + weights.units.flatMap { $0 } + weights.unitBiases + weights.unitWeights
  }

  private static func weights(of numbers: [Double], bias: Double) -> JudgementWeights {
    let biases = clueCount * (1 + units)
    return JudgementWeights(
      bias: bias, unitBiases: Array(numbers[biases..<biases + units]),
      unitWeights: Array(numbers[biases + units..<biases + 2 * units]),
      direct: Array(numbers[..<clueCount]),
      units: (0..<clueCount).map { clue in
        Array(numbers[clueCount + clue * units..<clueCount + (clue + 1) * units])
      })
  }

  // MARK: Loss

  /// The error and its gradient. The error is the mean cross entropy of the shares, plus a penalty
  /// for large weights (`ridge`).
  private func lossAndGradient(at numbers: [Double]) -> (Double, [Double]) {
    var loss = 0.0
    var gradient = [Double](repeating: 0, count: numbers.count)
    for (picture, target) in zip(pictures, targets) {
      loss += add(picture, target, numbers, to: &gradient)
    }
    let count = Double(max(1, pictures.count))
    for index in numbers.indices {
      loss += count * Self.ridge / 2 * numbers[index] * numbers[index]
      gradient[index] = gradient[index] / count + Self.ridge * numbers[index]
    }
    return (loss / count, gradient)
  }

  private func add(
    _ picture: FitPicture, _ target: [Double], _ numbers: [Double], to gradient: inout [Double]
  ) -> Double {
    let outputs = picture.clues.map { Self.output(of: $0, numbers) }
    let most = outputs.map(\.merit).max() ?? 0
    let powers = outputs.map { exp($0.merit - most) }
    let sum = powers.reduce(0, +)
    var loss = 0.0
    for (index, clues) in picture.clues.enumerated() {
      let share = powers[index] / sum
      loss -= target[index] * log(max(share, 1e-12))
      let slope = share - target[index]
      if slope.magnitude > 1e-9 {
        Self.add(slope, clues, outputs[index].levels, numbers, to: &gradient)
      }
    }
    return loss
  }

  private static func output(
    of clues: [Double], _ numbers: [Double]
  ) -> (merit: Double, levels: [Double]) {
    let biases = clueCount * (1 + units)
    var levels = Array(numbers[biases..<biases + units])
    var merit = 0.0
    for (index, clue) in clues.enumerated() {
      merit += numbers[index] * clue
      let first = clueCount + index * units
      for unit in 0..<units { levels[unit] += numbers[first + unit] * clue }
    }
    for unit in 0..<units {
      levels[unit] = tanh(levels[unit])
      merit += numbers[biases + units + unit] * levels[unit]
    }
    return (merit, levels)
  }

  /// Adds the gradient for one quad, by the chain rule. `slope` is the derivative of the error by
  /// the quad's merit.
  private static func add(
    _ slope: Double, _ clues: [Double], _ levels: [Double], _ numbers: [Double],
    to gradient: inout [Double]
  ) {
    let biases = clueCount * (1 + units)
    var inner = [Double](repeating: 0, count: units)
    for unit in 0..<units {
      gradient[biases + units + unit] += slope * levels[unit]
      inner[unit] =
        slope * numbers[biases + units + unit] * (1 - levels[unit] * levels[unit])
      gradient[biases + unit] += inner[unit]
    }
    for (index, clue) in clues.enumerated() {
      gradient[index] += slope * clue
      let first = clueCount + index * units
      for unit in 0..<units { gradient[first + unit] += inner[unit] * clue }
    }
  }
}

/// Finds a minimum by L-BFGS, with a history of ten steps and a backtracking line search.
///
/// Source: J. Nocedal, S. Wright, Numerical Optimization (2006), algorithms 7.4 and 3.1.
enum MinimumSearch {
  private static let steps = 300
  private static let history = 10

  static func minimum(
    from start: [Double], of function: ([Double]) -> (Double, [Double])
  ) -> [Double] {
    var place = start
    var (value, gradient) = function(place)
    var pairs: [(step: [Double], change: [Double])] = []
    for _ in 0..<steps {
      let direction = direction(gradient, pairs)
      guard let next = next(place, value, gradient, direction, function) else { break }
      let pair = (difference(next.place, place), difference(next.gradient, gradient))
      if dot(pair.0, pair.1) > 1e-12 { pairs = pairs.suffix(history - 1) + [pair] }
      let gain = value - next.value
      (place, value, gradient) = (next.place, next.value, next.gradient)
      if gain < 1e-7 * max(1, value.magnitude) { break }
    }
    return place
  }

  private static func direction(
    _ gradient: [Double], _ pairs: [(step: [Double], change: [Double])]
  ) -> [Double] {
    var direction = gradient
    var factors: [Double] = []
    for pair in pairs.reversed() {
      let factor = dot(pair.step, direction) / dot(pair.step, pair.change)
      factors.append(factor)
      add(-factor, pair.change, to: &direction)
    }
    if let last = pairs.last {
      let scale = dot(last.step, last.change) / dot(last.change, last.change)
      for index in direction.indices { direction[index] *= scale }
    }
    for (pair, factor) in zip(pairs, factors.reversed()) {
      let other = dot(pair.change, direction) / dot(pair.step, pair.change)
      add(factor - other, pair.step, to: &direction)
    }
    return direction.map { -$0 }
  }

  /// Tries shorter and shorter steps, and returns the first step that reduces the value enough. Nil
  /// if no step does.
  private static func next(
    _ place: [Double], _ value: Double, _ gradient: [Double], _ direction: [Double],
    _ function: ([Double]) -> (Double, [Double])
  ) -> (place: [Double], value: Double, gradient: [Double])? {
    let slope = dot(gradient, direction)
    guard slope < 0 else { return nil }
    var length = 1.0
    for _ in 0..<30 {
      var there = place
      add(length, direction, to: &there)
      let (new, newGradient) = function(there)
      if new <= value + 1e-4 * length * slope { return (there, new, newGradient) }
      length /= 2
    }
    return nil
  }

  private static func dot(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func difference(_ one: [Double], _ other: [Double]) -> [Double] {
    zip(one, other).map { $0 - $1 }
  }

  private static func add(_ factor: Double, _ other: [Double], to numbers: inout [Double]) {
    for index in numbers.indices { numbers[index] += factor * other[index] }
  }
}
