// Where two covers differ although one lies over the other: their miniatures, cell by cell, after
// what light does to a photograph has been taken out.

import Pictures

/// Cells of the known cover's miniature, judged.
struct CellComparison: Sendable {
  enum Cell: Sendable {
    /// Not in the crop, or at the edge of either, where a map is not exact enough.
    case outside
    /// Lighter than it should be, as is much around it: glare.
    case glare
    case agrees
    case differs

    var isOff: Bool { self == .glare || self == .differs }
  }

  let cells: [Cell]
  /// How much of the known cover is in the crop, 0…1.
  let visible: Double
  /// How much of that agrees, but for what is in glare, 0…1.
  let agreeing: Double
  /// A strip from side to side differs, as between editions, or cannot be seen.
  let hasStrip: Bool

  private static let side = Miniature.side

  init(of known: Fingerprint, in seen: Fingerprint, aligned alignment: Alignment) {
    let places = Self.places(of: known.miniature, in: seen.miniature, alignment.map)
    let marks = FeatureMark.marks(
      of: PlacedFeatures(known), in: PlacedFeatures(seen), aligned: alignment)
    let alike = Self.grown(marks.map { $0 == .shared })
    // At the crop's very edge a map is not exact enough to judge.
    let judgeable = places.map { place in
      place.flatMap { Self.isInside($0, by: 1) ? $0 : nil }
    }
    let planes = (0..<3).map {
      LaidPlane(
        known: known.miniature.planes[$0], seen: seen.miniature.planes[$0], places: judgeable,
        alike: alike)
    }
    cells = Self.cells(planes)
    let inside = cells.count { $0 != .outside }
    let glaring = cells.count { $0 == .glare }
    let judged = Double(glaring) > Self.mostGlare * Double(inside) ? inside : inside - glaring
    visible =
      Double(places.count { $0 != nil }) / Double((Self.side - 2) * (Self.side - 2))
    agreeing = judged > 0 ? Double(cells.count { $0 == .agrees }) / Double(judged) : 0
    let search = StripSearch(cells, marks)
    hasStrip = search.findsAny || search.turned.findsAny
  }

  /// Of lightness and two colours.
  private static func cells(_ planes: [LaidPlane]) -> [Cell] {
    let gain = max(0.2, min(1.2, planes[0].gain)) + noise
    let places = 0..<side * side
    let glare = opened(
      places.map { cell in
        planes[0].seen[cell] != nil && planes[0].difference(cell) > lightnessTolerance * gain
      })
    return places.map { cell in
      guard planes[0].seen[cell] != nil else { return .outside }
      if glare[cell] { return .glare }
      if abs(planes[0].difference(cell)) > lightnessTolerance * gain { return .differs }
      let colours = max(abs(planes[1].difference(cell)), abs(planes[2].difference(cell)))
      return colours > colourTolerance * gain ? .differs : .agrees
    }
  }

  /// Without what is less than five cells wide or high, which glare is not and a banner is; but with
  /// what is beside the rest.
  private static func opened(_ cells: [Bool]) -> [Bool] {
    let core = grown(grown(cells.map(!))).map(!)
    return zip(grown(grown(grown(core))), cells).map { $0 && $1 }
  }

  /// The cells and their neighbours.
  private static func grown(_ cells: [Bool]) -> [Bool] {
    cells.indices.map { cell in
      let (row, column) = (cell / side, cell % side)
      return (max(0, row - 1)...min(side - 1, row + 1)).contains { y in
        (max(0, column - 1)...min(side - 1, column + 1)).contains { cells[y * side + $0] }
      }
    }
  }

  /// Of what is seen so much may be in glare before it counts as different.
  private static let mostGlare = 0.45
  /// Levels of 256 in the known cover's own light.
  private static let lightnessTolerance = 20.0
  private static let colourTolerance = 10.0
  /// What a dim crop has besides: as much as a tenth of full light.
  private static let noise = 0.1

  /// The middle of each of the known cover's inner cells, in cells of the crop; nil outside of it.
  private static func places(
    of known: Miniature, in seen: Miniature, _ map: PlaneMap
  ) -> [Point?] {
    let (width, height) = PlacedFeatures.size(known.aspect)
    let (seenWidth, seenHeight) = PlacedFeatures.size(seen.aspect)
    let cells = Double(side)
    return (0..<side * side).map { cell in
      let isInner = [cell % side, cell / side].allSatisfy { $0 > 0 && $0 < side - 1 }
      guard isInner else { return nil }
      let place = map.point(
        Point(
          x: (Double(cell % side) + 0.5) / cells * width,
          y: (Double(cell / side) + 0.5) / cells * height))
      let there = Point(
        x: place.x / seenWidth * cells - 0.5, y: place.y / seenHeight * cells - 0.5)
      return isInside(there, by: 0) ? there : nil
    }
  }

  /// At least so many cells from the crop's edge.
  private static func isInside(_ place: Point, by margin: Double) -> Bool {
    min(place.x, place.y) > margin - 0.5 && max(place.x, place.y) < Double(side) - 0.5 - margin
  }
}
