// The candidates of shelves as samples for the fit of the trees.

import Covers
import Pictures
import Support

enum SpineSamples {
  /// A drawn shelf to fit to. Filling, light and angle follow from the number.
  static func shelf(_ seed: UInt64) -> ShelfPhoto {
    let fillings = ShelfFilling.allCases
    let lights = ShelfLight.allCases
    let number = Int(seed % 240)
    let angles = [0.0, 15, -15, 7, -7, 0, 22, -22]
    let sizes = [(1_600, 1_200), (1_200, 1_600), (1_600, 1_200), (1_500, 1_500)]
    let size = sizes[number / 7 % sizes.count]
    let drawn = DrawnShelf(
      seed: seed, fillings[number % fillings.count], lights[number / 6 % lights.count],
      angle: angles[number / 5 % angles.count], rows: [3, 3, 2, 4, 2][number / 3 % 5],
      width: size.0, height: size.1)
    var generator = SeededGenerator(seed: seed &+ 7)
    let photo = ShelfPhoto(drawn)
    let printed = number % 3 == 0 ? photo : photo.printed(&generator)
    return number % 2 == 0 ? printed : printed.closer(&generator)
  }

  /// How well a quad fits a visible spine: 0 below an overlap of 0.5, 1 from 0.9, with a step at 0.7.
  /// Nil for parts of spines that are only partly seen: they are neither right nor wrong.
  fileprivate static func target(of quad: Quad, in shelf: ShelfPhoto) -> Double? {
    let overlap = shelf.spines.map { quad.overlap(with: $0) }.max() ?? 0
    let isPart = shelf.partlySeen.contains {
      quad.overlap(with: $0) >= 0.33 || quad.isMostly(inside: $0)
    }
    if isPart, overlap < 0.5 { return nil }
    return overlap < 0.5
      ? 0 : overlap < 0.7 ? 1.5 * (overlap - 0.5) : min(1, 0.7 + 1.5 * (overlap - 0.7))
  }

  /// Of the candidates that are no spine, one in `sparsity` is a sample of own measurements.
  fileprivate static let sparsity = 6
}

/// The candidates of a shelf, and how good each one is.
struct MeasuredShelf: Sendable {
  private let candidates: [SpineCandidate]
  private let targets: [Double?]
  private let targetsOfQuads: [Quad: Double?]

  init(_ shelf: ShelfPhoto) {
    candidates = SpineSearch(shelf.pixels)?.candidates ?? []
    targets = candidates.map { SpineSamples.target(of: $0.quad, in: shelf) }
    targetsOfQuads = Dictionary(
      zip(candidates.map(\.quad), targets), uniquingKeysWith: { (one, _) in one })
  }

  /// The measurements of the candidates alone.
  func own(weight: Double) -> [TreeSample] {
    candidates.indices.compactMap { index in
      guard let target = targets[index] else { return nil }
      let clues = candidates[index].clues
      if target > 0 { return TreeSample(clues: clues, target: target, weight: weight) }
      let sparsity = SpineSamples.sparsity
      guard (index + candidates.count) % sparsity == 0 else { return nil }
      return TreeSample(clues: clues, target: 0, weight: weight * Double(sparsity))
    }
  }

  /// The measurements of the candidates that `own` admits to the choice, with those of their surroundings.
  func surrounded(_ own: SpineWeights, weight: Double) -> [TreeSample] {
    SpineChoice(judged(own)).surrounded().compactMap { candidate in
      guard let target = targetsOfQuads[candidate.quad] ?? nil else { return nil }
      return TreeSample(clues: candidate.clues, target: target, weight: weight)
    }
  }

  private func judged(_ own: SpineWeights) -> [SpineCandidate] {
    candidates.indices.map { index in
      var candidate = candidates[index]
      candidate.merit = own.merit(candidate.clues)
      return candidate
    }
  }

  /// The number of spines for which a candidate exists.
  func possible(of spines: [Quad]) -> Int {
    spines.count { spine in candidates.contains { $0.quad.overlap(with: spine) >= 0.7 } }
  }

  /// The quads of the chosen spines.
  func chosen(_ trees: SpineTrees) -> [Quad] {
    SpineChoice(judged(trees.own)).chosen(trees.surroundings).map(\.quad)
  }
}
