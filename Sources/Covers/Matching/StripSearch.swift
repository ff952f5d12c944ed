// Detects a banner that only one of two editions has: a strip from one side of the cover to the other that
// differs. Light, stickers and fingers also differ, but not in a strip from edge to edge.

/// Searches rows; `turned` searches columns. `StripRows` decides which rows differ.
struct StripSearch {
  private static let side = Miniature.side

  private let cells: [CellComparison.Cell]
  private let marks: [FeatureMark]

  init(_ cells: [CellComparison.Cell], _ marks: [FeatureMark]) {
    self.cells = cells
    self.marks = marks
  }

  /// Rows and columns exchanged.
  var turned: StripSearch {
    func turned<Element>(_ grid: [Element]) -> [Element] {
      grid.indices.map { grid[$0 % Self.side * Self.side + $0 / Self.side] }
    }
    return StripSearch(turned(cells), turned(marks))
  }

  /// Whether a strip differs, or may differ because it is outside the crop.
  var findsAny: Bool { hidesEdge || findsRows || findsEdge || findsLetters }

  /// With more rows outside the crop at one end, a banner there would be invisible.
  private static let mostHiddenRows = 3

  private var hidesEdge: Bool {
    let rows = StripRows(cells, leavingOutGlare: false).isOutside
    return rows.prefix(Self.mostHiddenRows + 1).allSatisfy(\.self)
      || rows.suffix(Self.mostHiddenRows + 1).allSatisfy(\.self)
  }

  /// Searches twice: with glare as a difference, because a banner may be white; and without, because glare
  /// may cover a banner. Rows with features that both covers share belong to no banner.
  private var findsRows: Bool {
    [false, true].contains { leavingOutGlare in
      StripRows(cells, leavingOutGlare: leavingOutGlare).strips.contains { rows in
        let found = marked(rows)
        return found.shared <= max(2, found.lone.count / 2)
      }
    }
  }

  /// A low banner at the cover's edge differs in one judged row of cells. A frame or a worn edge does too, but
  /// has no letters.
  private var findsEdge: Bool {
    let rows = StripRows(cells, leavingOutGlare: false)
    return [2, 3].contains { height in
      (rows.isFull(1) && isLone(marked(0..<height), atLeast: 6))
        || (rows.isFull(Self.side - 2)
          && isLone(marked(Self.side - height..<Self.side), atLeast: 6))
    }
  }

  /// Heights of a banner's letters in rows, and the least number of their cells with features of only one
  /// cover.
  private static let windows = [(rows: 3, leastLone: 14), (rows: 4, leastLone: 18)]
  /// Least number of cells that differ.
  private static let leastDifferent = 10
  /// Least number of eighths of the strip's length that have such cells.
  private static let leastEighths = 5

  /// A banner in the colour of its background still has letters that the other edition lacks.
  private var findsLetters: Bool {
    Self.windows.contains { window in
      (0...Self.side - window.rows).contains { first in
        let rows = first..<first + window.rows
        let found = marked(rows)
        let off = places(rows).filter { cells[$0] == .differs }
        return isLone(found, atLeast: window.leastLone) && off.count >= Self.leastDifferent
          && Self.eighths(found.lone) >= Self.leastEighths
          && Self.eighths(off) >= Self.leastEighths
      }
    }
  }

  private static func eighths(_ cells: [Int]) -> Int {
    Set(cells.map { $0 % side / (side / 8) }).count
  }

  private func places(_ rows: Range<Int>) -> Range<Int> {
    rows.lowerBound * Self.side..<rows.upperBound * Self.side
  }

  /// The cells with features of one cover only, and the number of cells with shared features.
  private func marked(_ rows: Range<Int>) -> (lone: [Int], shared: Int) {
    let window = places(rows)
    return (window.filter { marks[$0] == .lone }, marks[window].count { $0 == .shared })
  }

  /// Whether there are enough features of one cover only, and hardly any shared ones.
  private func isLone(_ found: (lone: [Int], shared: Int), atLeast least: Int) -> Bool {
    found.lone.count >= least && Double(found.shared) <= 0.15 * Double(found.lone.count)
  }
}
