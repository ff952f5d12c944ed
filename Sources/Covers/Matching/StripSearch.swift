// Does a strip from one side of a cover to the other differ, as a banner does that another edition has?
// Light, stickers, fingers and other covers differ too, but not from edge to edge and no further.

/// Looks along rows; along columns when `turned`. What rows differ is `StripRows`' to say.
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

  /// A strip differs, or may differ since the crop does not have it.
  var findsAny: Bool { hidesEdge || findsRows || findsEdge || findsLetters }

  /// So many rows at either end are not in the crop: a banner would not be either.
  private static let mostHiddenRows = 3

  private var hidesEdge: Bool {
    let rows = StripRows(cells, leavingOutGlare: false).isOutside
    return rows.prefix(Self.mostHiddenRows + 1).allSatisfy(\.self)
      || rows.suffix(Self.mostHiddenRows + 1).allSatisfy(\.self)
  }

  /// With glare as a difference, since a banner may be white; and without, since glare may lie over
  /// one. Rows with features found in both are no banner's.
  private var findsRows: Bool {
    [false, true].contains { leavingOutGlare in
      StripRows(cells, leavingOutGlare: leavingOutGlare).strips.contains { rows in
        let found = marked(rows)
        return found.shared <= max(2, found.lone.count / 2)
      }
    }
  }

  /// A low banner at the cover's edge shows in one row of cells, since the outermost is not judged. A
  /// frame or a worn edge does too, but has no letters of its own.
  private var findsEdge: Bool {
    let rows = StripRows(cells, leavingOutGlare: false)
    return [2, 3].contains { height in
      (rows.isFull(1) && isLone(marked(0..<height), atLeast: 6))
        || (rows.isFull(Self.side - 2)
          && isLone(marked(Self.side - height..<Self.side), atLeast: 6))
    }
  }

  /// Rows together that may hold a banner's letters, and how many of their cells then have features
  /// of one cover only.
  private static let windows = [(rows: 3, leastLone: 14), (rows: 4, leastLone: 18)]
  /// Cells that differ besides.
  private static let leastDifferent = 10
  /// In so many eighths of the strip's length there must be some of both.
  private static let leastEighths = 5

  /// A banner of the ground's own colour still has letters that the other edition lacks.
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

  /// Cells with features of one cover only, and how many have features of both.
  private func marked(_ rows: Range<Int>) -> (lone: [Int], shared: Int) {
    let window = places(rows)
    return (window.filter { marks[$0] == .lone }, marks[window].count { $0 == .shared })
  }

  /// Of a banner's letters hardly any is found in both covers.
  private func isLone(_ found: (lone: [Int], shared: Int), atLeast least: Int) -> Bool {
    found.lone.count >= least && Double(found.shared) <= 0.15 * Double(found.lone.count)
  }
}
