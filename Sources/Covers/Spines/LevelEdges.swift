// The level edges of a shelf picture, for the search of the ends of spines.

struct LevelEdges {
  private let width: Int
  private let height: Int

  /// For each pixel: 0 without a mark of a level edge, else 1 more than the largest step in the three
  /// rows around it, which counts as 80 at most. The rows and columns at the border have no marks.
  private let steps: [UInt8]

  init(_ edges: ShelfEdges) {
    (width, height) = (edges.width, edges.height)
    var steps = [UInt8](repeating: 0, count: edges.level.count)
    for row in stride(from: 2, to: edges.height - 2, by: 1) {
      for index in row * edges.width + 1..<max(row * edges.width + 1, (row + 1) * edges.width - 1)
      where edges.level[index] > 0 {
        let (above, below) = (edges.down[index - edges.width], edges.down[index + edges.width])
        steps[index] = 1 + min(80, max(edges.down[index], above, below))
      }
    }
    self.steps = steps
  }

  /// The number of marks, and the sum of their steps, at `count` points of a line from column `from`
  /// to column `to`. Each point is the middle of an equal part of the line. The middle of the line is
  /// in the row `row`.
  func edges(
    from: Double, to: Double, slope: Double, row: Double, count: Int
  ) -> (marked: Int, sum: Int) {
    // Coordinates are whole numbers of 2⁻³² pixels: to convert each one from Double is slow.
    let unit = Double(1 << 32)
    let step = (to - from) / Double(count)
    var x = Int((from + step / 2) * unit)
    var y = Int((row + slope * (from + step / 2 - (from + to) / 2)) * unit)
    let (right, fall) = (Int(step * unit), Int(slope * step * unit))
    var (marked, sum) = (0, 0)
    steps.withUnsafeBufferPointer { steps in
      for _ in 0..<count {
        let (column, line) = (x >> 32, y >> 32)
        x &+= right
        y &+= fall
        guard 0..<width ~= column, 0..<height ~= line else { continue }
        let value = Int(steps[line &* width &+ column])
        marked &+= value > 0 ? 1 : 0
        sum &+= value
      }
    }
    return (marked, sum - marked)
  }
}
