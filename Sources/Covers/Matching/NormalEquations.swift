// Solves linear least squares with up to eight unknowns.

/// The unknowns are few and near 1, so normal equations of type `Double` are exact enough.
struct NormalEquations {
  private let count: Int
  private var rows = [SIMD8<Double>](repeating: .zero, count: 8)
  private var values = SIMD8<Double>.zero

  init(count: Int) { self.count = count }

  /// Adds one equation: the sum of the unknowns, each multiplied by its factor, should be `value`.
  /// Factors beyond `count` are 0.
  @inline(__always)
  mutating func add(_ factors: SIMD8<Double>, _ value: Double, weight: Double = 1) {
    for row in 0..<count { rows[row] += factors * (weight * factors[row]) }
    values += factors * (weight * value)
  }

  /// The unknowns, by Gauss–Jordan elimination with pivots. Nil if the equations do not determine
  /// the unknowns.
  consuming func solved() -> SIMD8<Double>? {
    for column in 0..<count {
      let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) }
      guard let pivot, abs(rows[pivot][column]) > 1e-9 else { return nil }
      rows.swapAt(pivot, column)
      (values[pivot], values[column]) = (values[column], values[pivot])
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        rows[row] -= rows[column] * factor
        values[row] -= values[column] * factor
      }
    }
    var solution = SIMD8<Double>.zero
    for row in 0..<count { solution[row] = values[row] / rows[row][row] }
    return solution
  }
}
