// Does a strip from one side of a cover to the other differ, as a banner does that another edition has?
// Light, stickers, fingers and other covers differ too, but not from edge to edge and no further.

/// Looks along rows; along columns when `turned`.
struct StripSearch {
  private static let side = Miniature.side

  private let cells: [Agreement.Cell]
  private let marks: [FeatureMark]

  init(_ cells: [Agreement.Cell], _ marks: [FeatureMark]) {
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
  var findsAny: Bool { hidesEdge || findsCells || findsFeatures }

  /// So many rows at either end are not in the crop: a banner would not be either.
  private static let mostHiddenRows = 3

  private var hidesEdge: Bool {
    let hidden = (0..<Self.side).map { inside($0) < Self.side / 4 }
    return hidden.prefix(Self.mostHiddenRows + 1).allSatisfy(\.self)
      || hidden.suffix(Self.mostHiddenRows + 1).allSatisfy(\.self)
  }

  /// Of a row that belongs to a strip so much differs, over so much of its length.
  private static let leastShare = 0.4
  private static let leastExtent = 0.7
  /// And of the rows beside a strip at most so much: what differs further is light.
  private static let mostBeside = 0.3
  /// Rows of a banner: a quarter of the cover at most.
  private static let mostRows = 8

  /// Two rows or more; one where it goes on beyond the crop.
  private var findsCells: Bool {
    let rows = (0..<Self.side).map(difference(in:))
    func isOut(_ row: Int) -> Bool { !rows.indices.contains(row) || rows[row] == nil }
    func isCalm(_ row: Int) -> Bool {
      isOut(row) || (rows[row].map { $0.share <= Self.mostBeside } ?? true)
    }
    var row = 0
    while row < Self.side {
      guard isStriped(rows[row]) else {
        row += 1
        continue
      }
      var end = row + 1
      while end < Self.side, isStriped(rows[end]) { end += 1 }
      let isLong = end - row >= 2 || isOut(row - 1) || isOut(end)
      let isSharp = (isCalm(row - 1) || isCalm(row - 2)) && (isCalm(end) || isCalm(end + 1))
      if isLong, isSharp, end - row <= Self.mostRows { return true }
      row = end
    }
    return false
  }

  private func isStriped(_ row: (share: Double, extent: Double)?) -> Bool {
    row.map { $0.share >= Self.leastShare && $0.extent >= Self.leastExtent } ?? false
  }

  private func inside(_ row: Int) -> Int {
    cells[row * Self.side..<(row + 1) * Self.side].count { $0 != .outside }
  }

  /// Nil for a row that is hardly in the crop.
  private func difference(in row: Int) -> (share: Double, extent: Double)? {
    let inside = Double(inside(row))
    guard inside >= Double(Self.side / 4) else { return nil }
    let line = (0..<Self.side).filter { cells[row * Self.side + $0].isOff }
    guard let first = line.first, let last = line.last else { return (0, 0) }
    return (Double(line.count) / inside, Double(last - first + 1) / inside)
  }

  /// Rows together that may hold a banner's letters.
  private static let featureRows = 4
  /// Cells among them with features of one cover only, and how few may have features of both.
  private static let leastLone = 18
  private static let mostShared = 0.15
  /// Cells that differ besides.
  private static let leastDifferent = 10

  /// A banner of the ground's own colour still has letters that the other edition lacks.
  private var findsFeatures: Bool {
    (0...Self.side - Self.featureRows).contains { first in
      let window = first * Self.side..<(first + Self.featureRows) * Self.side
      let lone = window.filter { marks[$0] == .lone }
      let columns = lone.map { $0 % Self.side }
      guard lone.count >= Self.leastLone, let left = columns.min(), let right = columns.max()
      else { return false }
      let shared = marks[window].count { $0 == .shared }
      return Double(right - left + 1) >= 0.6 * Double(Self.side)
        && Double(shared) <= Self.mostShared * Double(lone.count)
        && cells[window].count(where: \.isOff) >= Self.leastDifferent
    }
  }
}

/// What features a cell of the known cover has, of its own and of the crop's.
enum FeatureMark: Sendable {
  case none
  /// Of one of the two covers only.
  case lone
  /// Found in both.
  case shared

  /// Of each cell of the known cover.
  static func marks(
    of known: PlacedFeatures, in seen: PlacedFeatures, aligned alignment: Alignment
  ) -> [FeatureMark] {
    var marks = [FeatureMark](repeating: .none, count: Miniature.cellCount)
    let back = PlaneMap(
      .projective, from: known.outline.map(alignment.map.point), to: known.outline)
    let paired = Set(alignment.pairs.map(\.seen))
    for (index, point) in seen.points.enumerated() where !paired.contains(index) {
      guard let place = back?.point(point), known.contains(place) else { continue }
      marks[known.miniatureCell(place)] = .lone
    }
    for point in known.points { marks[known.miniatureCell(point)] = .lone }
    for pair in alignment.pairs { marks[known.miniatureCell(known.points[pair.known])] = .shared }
    return marks
  }
}
