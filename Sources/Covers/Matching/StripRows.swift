// Measures how much of each row of cells differs, and finds the rows that form a strip.

struct StripRows {
  private static let side = Miniature.side

  /// The differences in one row. `share` is the share of the judged cells that differ. `extent` is
  /// the share of the row from the first to the last cell that differs.
  private struct Difference {
    let share: Double
    let extent: Double
  }

  /// Nil for rows with too few judged cells.
  private let rows: [Difference?]
  /// Whether less than a quarter of a row is in the crop.
  let isOutside: [Bool]

  /// With `leavingOutGlare`, cells with glare are not judged; otherwise, they count as different.
  init(_ cells: [CellComparison.Cell], leavingOutGlare: Bool) {
    isOutside = (0..<Self.side).map { row in
      cells[Self.cells(row)].count { $0 != .outside } < Self.side / 4
    }
    rows = (0..<Self.side).map { row in
      let judged = Self.cells(row).filter { cell in
        cells[cell] != .outside && !(leavingOutGlare && cells[cell] == .glare)
      }
      let least = leavingOutGlare ? Self.side / 3 : Self.side / 4
      guard judged.count >= least, let first = judged.first, let last = judged.last else {
        return nil
      }
      let off = judged.filter { cells[$0].isOff }
      guard let left = off.first, let right = off.last else {
        return Difference(share: 0, extent: 0)
      }
      return Difference(
        share: Double(off.count) / Double(judged.count),
        extent: Double(right - left + 1) / Double(last - first + 1))
    }
  }

  private static func cells(_ row: Int) -> Range<Int> { row * side..<(row + 1) * side }

  /// Minimum share and extent of a row in a strip.
  private static let leastShare = 0.4
  private static let leastExtent = 0.7
  /// Minimum share of a row that differs nearly everywhere.
  private static let fullShare = 0.7
  /// Largest share of a row beside a strip. If more of that row differs, the cause is the light.
  private static let mostBeside = 0.3
  /// Largest number of rows in a banner: a quarter of the cover.
  private static let mostRows = 8

  func isFull(_ row: Int) -> Bool { (rows[row]?.share ?? 0) >= Self.fullShare }

  /// The strips. A strip is at least two neighbouring rows that differ, between rows that do not
  /// differ. At the cover's edge, a frame or wear may change one or two rows; a strip there has at
  /// least three rows, or two rows that differ nearly everywhere.
  var strips: [Range<Int>] {
    var strips: [Range<Int>] = []
    var row = 0
    while row < Self.side {
      var end = row
      while end < Self.side, isStriped(end) { end += 1 }
      if end > row, isStrip(row..<end) { strips.append(row..<end) }
      row = max(end, row + 1)
    }
    return strips
  }

  private func isStrip(_ strip: Range<Int>) -> Bool {
    let (before, after) = (strip.lowerBound - 1, strip.upperBound)
    let isAtEdge = isOut(before) || isOut(after)
    let isLong = strip.count >= (isAtEdge && !strip.allSatisfy(isFull) ? 3 : 2)
    return isLong && strip.count <= Self.mostRows && (isCalm(before) || isCalm(before - 1))
      && (isCalm(after) || isCalm(after + 1))
  }

  private func isStriped(_ row: Int) -> Bool {
    rows[row].map { $0.share >= Self.leastShare && $0.extent >= Self.leastExtent } ?? false
  }

  private func isOut(_ row: Int) -> Bool { !rows.indices.contains(row) || rows[row] == nil }

  private func isCalm(_ row: Int) -> Bool {
    isOut(row) || (rows[row].map { $0.share <= Self.mostBeside } ?? true)
  }
}
