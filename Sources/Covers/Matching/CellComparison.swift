// Compares the miniatures of two aligned covers cell by cell, after correcting for the light of the photo.

import Pictures

/// The result for each cell of the known cover's miniature.
struct CellComparison: Sendable {
  enum Cell: Sendable {
    /// The cell is outside the crop, or at the crop's edge, where the alignment is not exact
    /// enough.
    case outside
    /// Glare: the cell and a large area around it are lighter than expected.
    case glare
    case agrees
    case differs

    var isOff: Bool { self == .glare || self == .differs }
  }

  let cells: [Cell]
  /// Share of the known cover that is in the crop, 0…1.
  let visible: Double
  /// Share of the judged cells that agree, 0…1. Cells with glare are judged only if their share is
  /// larger than `mostGlare`.
  let agreeing: Double
  /// Whether a strip from one side of the cover to the other differs or is outside the crop. The
  /// banner of another edition is such a strip.
  let hasStrip: Bool

  private static let side = Miniature.side

  init(of known: Fingerprint, in seen: Fingerprint, aligned alignment: Alignment) {
    let positions = Self.positions(of: known.miniature, in: seen.miniature, alignment.map)
    let marks = CellClass.marks(
      of: PlacedFeatures(known), in: PlacedFeatures(seen), aligned: alignment)
    let alike = Self.grown(marks.map { $0 == .shared })
    // Cells at the crop's edge are not judged: the alignment is not exact enough there.
    let judgeable = positions.map { position in
      position.flatMap { Self.isInside($0, by: 1) ? $0 : nil }
    }
    let planes = (0..<3).map {
      LaidPlane(
        known: known.miniature.planes[$0], seen: seen.miniature.planes[$0], positions: judgeable,
        alike: alike)
    }
    cells = Self.cells(planes)
    let inside = cells.count { $0 != .outside }
    let glaring = cells.count { $0 == .glare }
    let judged = Double(glaring) > Self.mostGlare * Double(inside) ? inside : inside - glaring
    visible =
      Double(positions.count { $0 != nil }) / Double((Self.side - 2) * (Self.side - 2))
    agreeing = judged > 0 ? Double(cells.count { $0 == .agrees }) / Double(judged) : 0
    let search = StripSearch(cells, marks)
    hasStrip = search.findsAny || search.turned.findsAny
  }

  /// `planes`: lightness and two colour differences.
  private static func cells(_ planes: [LaidPlane]) -> [Cell] {
    let gain = max(0.2, min(1.2, planes[0].gain)) + noise
    let positions = 0..<side * side
    let glare = opened(
      positions.map { cell in
        planes[0].seen[cell] != nil && planes[0].difference(cell) > lightnessTolerance * gain
      })
    return positions.map { cell in
      guard planes[0].seen[cell] != nil else { return .outside }
      if glare[cell] { return .glare }
      if abs(planes[0].difference(cell)) > lightnessTolerance * gain { return .differs }
      let colours = max(abs(planes[1].difference(cell)), abs(planes[2].difference(cell)))
      return colours > colourTolerance * gain ? .differs : .agrees
    }
  }

  /// Removes areas that are less than five cells wide or high. Such an area may be a banner, but it
  /// is not glare. Keeps cells beside larger areas.
  private static func opened(_ cells: [Bool]) -> [Bool] {
    let core = grown(grown(cells.map(!))).map(!)
    return zip(grown(grown(grown(core))), cells).map { $0 && $1 }
  }

  /// The cells with the value true, and their neighbours.
  private static func grown(_ cells: [Bool]) -> [Bool] {
    cells.indices.map { cell in
      let (row, column) = (cell / side, cell % side)
      return (max(0, row - 1)...min(side - 1, row + 1)).contains { y in
        (max(0, column - 1)...min(side - 1, column + 1)).contains { cells[y * side + $0] }
      }
    }
  }

  /// If glare has a larger share of the visible cells, it counts as a difference.
  private static let mostGlare = 0.45
  /// Largest differences of cells that agree, in levels of 256. They are multiplied by the contrast
  /// of the crop relative to the known cover.
  private static let lightnessTolerance = 20.0
  private static let colourTolerance = 10.0
  /// This number is added to the contrast, so that a dim crop has enough tolerance for noise.
  private static let noise = 0.1

  /// For each cell of the known cover, the point of the crop that shows the cell's middle. The unit
  /// is a cell of the crop's miniature. Nil outside the crop, and for cells at the known cover's
  /// edge.
  private static func positions(
    of known: Miniature, in seen: Miniature, _ map: PlaneMap
  ) -> [Point?] {
    let (width, height) = PlacedFeatures.size(known.aspect)
    let (seenWidth, seenHeight) = PlacedFeatures.size(seen.aspect)
    let cells = Double(side)
    return (0..<side * side).map { cell in
      let isInner = [cell % side, cell / side].allSatisfy { $0 > 0 && $0 < side - 1 }
      guard isInner else { return nil }
      let position = map.point(
        Point(
          x: (Double(cell % side) + 0.5) / cells * width,
          y: (Double(cell / side) + 0.5) / cells * height))
      let there = Point(
        x: position.x / seenWidth * cells - 0.5, y: position.y / seenHeight * cells - 0.5)
      return isInside(there, by: 0) ? there : nil
    }
  }

  /// Whether a position is at least `margin` cells inside the crop.
  private static func isInside(_ position: Point, by margin: Double) -> Bool {
    min(position.x, position.y) > margin - 0.5
      && max(position.x, position.y) < Double(side) - 0.5 - margin
  }
}
