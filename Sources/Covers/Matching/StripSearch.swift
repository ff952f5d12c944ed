// Detects a banner that only one of two editions has. The banner is a strip of cells that differ,
// from one side of the cover to the other. Light, stickers and fingers also cause differences, but
// not in such a strip.

/// Searches rows; `turned` searches columns. `StripRows` decides which rows differ.
struct StripSearch {
  private static let side = Miniature.side

  private let cells: [CellComparison.Cell]
  private let marks: [CellClass]

  init(_ cells: [CellComparison.Cell], _ marks: [CellClass]) {
    self.cells = cells
    self.marks = marks
  }

  /// The search with rows and columns exchanged.
  var turned: StripSearch {
    func turned<Element>(_ grid: [Element]) -> [Element] {
      grid.indices.map { grid[$0 % Self.side * Self.side + $0 / Self.side] }
    }
    return StripSearch(turned(cells), turned(marks))
  }

  /// Whether a strip differs, or may differ because it is outside the crop.
  var findsAny: Bool { hidesEdge || findsRows || findsEdge || findsLetters }

  /// If more rows at one end of the cover are outside the crop, they may hide a banner.
  private static let mostHiddenRows = 3

  private var hidesEdge: Bool {
    let rows = StripRows(cells, leavingOutGlare: false).isOutside
    return rows.prefix(Self.mostHiddenRows + 1).allSatisfy(\.self)
      || rows.suffix(Self.mostHiddenRows + 1).allSatisfy(\.self)
  }

  /// Searches twice. First, glare counts as a difference, because a banner may be white. Then,
  /// glare is left out, because glare may cover a part of a banner. A strip with many features that
  /// both covers have is no banner.
  private var findsRows: Bool {
    [false, true].contains { leavingOutGlare in
      StripRows(cells, leavingOutGlare: leavingOutGlare).strips.contains { rows in
        let found = marked(rows)
        return found.shared <= max(2, found.lone.count / 2)
      }
    }
  }

  /// A low banner at the cover's edge differs in one judged row of cells. A frame or a worn edge
  /// may differ in the same way, but has no letters.
  private var findsEdge: Bool {
    let rows = StripRows(cells, leavingOutGlare: false)
    return [2, 3].contains { height in
      (rows.isFull(1) && isLone(marked(0..<height), atLeast: 6))
        || (rows.isFull(Self.side - 2)
          && isLone(marked(Self.side - height..<Self.side), atLeast: 6))
    }
  }

  /// Possible heights of a banner's letters in rows of cells. At least `leastLone` cells in these
  /// rows must have features of only one cover.
  private static let windows = [(rows: 3, leastLone: 14), (rows: 4, leastLone: 18)]
  /// At least this number of cells in these rows must differ.
  private static let leastDifferent = 10
  /// The rows are divided into eight parts from left to right. At least this number of parts must
  /// have such cells.
  private static let leastEighths = 5

  /// A banner in the colour of its background still has letters that the other edition lacks.
  private var findsLetters: Bool {
    Self.windows.contains { window in
      (0...Self.side - window.rows).contains { first in
        let rows = first..<first + window.rows
        let found = marked(rows)
        let off = positions(rows).filter { cells[$0] == .differs }
        return isLone(found, atLeast: window.leastLone) && off.count >= Self.leastDifferent
          && Self.eighths(found.lone) >= Self.leastEighths
          && Self.eighths(off) >= Self.leastEighths
      }
    }
  }

  private static func eighths(_ cells: [Int]) -> Int {
    Set(cells.map { $0 % side / (side / 8) }).count
  }

  private func positions(_ rows: Range<Int>) -> Range<Int> {
    rows.lowerBound * Self.side..<rows.upperBound * Self.side
  }

  /// The cells with features of one cover only, and the number of cells with shared features.
  private func marked(_ rows: Range<Int>) -> (lone: [Int], shared: Int) {
    let window = positions(rows)
    return (window.filter { marks[$0] == .lone }, marks[window].count { $0 == .shared })
  }

  /// Whether there are enough cells with features of one cover only, and hardly any cells with
  /// shared features.
  private func isLone(_ found: (lone: [Int], shared: Int), atLeast least: Int) -> Bool {
    found.lone.count >= least && Double(found.shared) <= 0.15 * Double(found.lone.count)
  }
}
