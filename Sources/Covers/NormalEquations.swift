// Linear least squares of a few unknowns.

/// Least squares by normal equations; few unknowns near 1, so that doubles are enough.
struct NormalEquations {
  private let count: Int
  private var rows: [[Double]]

  init(count: Int) {
    self.count = count
    rows = Array(repeating: Array(repeating: 0, count: count + 1), count: count)
  }

  mutating func add(_ factors: [Double], _ value: Double, _ weight: Double = 1) {
    for i in 0..<count where factors[i] != 0 {
      for j in 0..<count { rows[i][j] += weight * factors[i] * factors[j] }
      rows[i][count] += weight * factors[i] * value
    }
  }

  /// Gauss–Jordan with pivots; nil when (nearly) singular.
  consuming func solved() -> [Double]? {
    for column in 0..<count {
      let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) }
      guard let pivot, abs(rows[pivot][column]) > 1e-9 else { return nil }
      rows.swapAt(pivot, column)
      for row in 0..<count where row != column {
        let factor = rows[row][column] / rows[column][column]
        if factor == 0 { continue }
        for place in column...count { rows[row][place] -= factor * rows[column][place] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
