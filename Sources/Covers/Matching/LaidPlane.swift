// One channel of two aligned miniatures, with a model of the photo's light.

import Pictures

/// The values of both miniatures in the known cover's cells.
struct LaidPlane {
  private static let side = Miniature.side

  private let known: [Double]
  /// The crop's value at each cell of the known cover; nil outside the crop.
  let seen: [Double?]
  /// The numbers a…f of the model: seen = (a + b·u + c·v)·known + d + e·u + f·v. `known` is in
  /// units of 128 levels; (u, v) is the cell's position from the middle of the cover, −0.5…0.5.
  private var light = SIMD8<Double>(128, 0, 0, 0, 0, 0, 0, 0)

  /// `alike`: cells with paired features, and their neighbours. A difference in such a cell comes
  /// from the light.
  init(known: [UInt8], seen: [UInt8], positions: [Point?], alike: [Bool]) {
    let seen = seen.map(Double.init)
    self.known = known.map { Double($0) / 128 }
    self.seen = positions.map { position in position.map { Self.between(seen, $0) } }
    fit(alike)
  }

  /// Contrast of the crop relative to the known cover.
  var gain: Double { light[0] / 128 }

  /// Difference between the crop's value and the value that the model expects, in levels of the
  /// crop. The alignment is exact to half a cell at best, so values between a cell and its
  /// neighbours count as equal.
  func difference(_ cell: Int) -> Double {
    guard let value = seen[cell] else { return 0 }
    let expected = expected(known[cell], cell)
    var (least, most) = (expected, expected)
    var (leastSeen, mostSeen) = (value, value)
    let (row, column) = (cell / Self.side, cell % Self.side)
    for y in max(0, row - 1)...min(Self.side - 1, row + 1) {
      for x in max(0, column - 1)...min(Self.side - 1, column + 1) {
        let other = (expected + self.expected(known[y * Self.side + x], cell)) / 2
        (least, most) = (min(least, other), max(most, other))
        guard let near = seen[y * Self.side + x] else { continue }
        let between = (value + near) / 2
        (leastSeen, mostSeen) = (min(leastSeen, between), max(mostSeen, between))
      }
    }
    let forth = Self.beyond(value, least, most)
    let back = Self.beyond(expected, leastSeen, mostSeen)
    return abs(forth) > abs(back) ? forth : -back
  }

  private static func beyond(_ value: Double, _ least: Double, _ most: Double) -> Double {
    value > most ? value - most : value < least ? value - least : 0
  }

  private static func factors(_ known: Double, _ cell: Int) -> SIMD8<Double> {
    let u = Double(cell % side) / Double(side) - 0.5
    let v = Double(cell / side) / Double(side) - 0.5
    return SIMD8(known, known * u, known * v, 1, u, v, 0, 0)
  }

  private func expected(_ known: Double, _ cell: Int) -> Double {
    (light * Self.factors(known, cell)).sum()
  }

  /// Fits the model by least squares several times. Each time, cells that differed much from the
  /// last fit have less weight or none (Tukey's biweight).
  private mutating func fit(_ alike: [Bool]) {
    var weights = seen.indices.map { seen[$0] == nil ? 0.0 : alike[$0] ? 1.0 : 0.05 }
    for _ in 0..<5 {
      var equations = NormalEquations(count: 6)
      // In a channel with one even value, the light cannot be measured. These equations then assume
      // even light.
      for (unknown, value) in [128.0, 0, 0, 0, 0, 0].enumerated() {
        var factors = SIMD8<Double>.zero
        factors[unknown] = 1
        equations.add(factors, value, weight: unknown == 3 ? 0.01 : 1)
      }
      for (cell, weight) in weights.enumerated() where weight > 0 {
        guard let value = seen[cell] else { continue }
        equations.add(Self.factors(known[cell], cell), value, weight: weight)
      }
      guard let found = equations.solved() else { return }
      light = found
      let residuals = seen.indices.map { cell in
        seen[cell].map { $0 - expected(known[cell], cell) } ?? 0
      }
      let own = residuals.indices.filter { alike[$0] }.map { abs(residuals[$0]) }
      let sorted = (own.count >= 20 ? own : residuals.map(abs)).sorted()
      let scale = max(5, 5 * sorted[sorted.count / 2])
      for (cell, residual) in residuals.enumerated() where seen[cell] != nil {
        let share = residual / scale
        weights[cell] = abs(share) < 1 ? (1 - share * share) * (1 - share * share) : 0
      }
    }
  }

  /// The bilinear interpolation of `values` at `position`, which counts cells of the crop's miniature.
  private static func between(_ values: [Double], _ position: Point) -> Double {
    let x = max(0, min(Double(side) - 1.001, position.x))
    let y = max(0, min(Double(side) - 1.001, position.y))
    let (left, top) = (Int(x), Int(y))
    let (across, down) = (x - Double(left), y - Double(top))
    let index = top * side + left
    let upper = values[index] * (1 - across) + values[index + 1] * across
    let lower = values[index + side] * (1 - across) + values[index + side + 1] * across
    return upper * (1 - down) + lower * down
  }
}
