// Where two covers differ although one lies over the other: their miniatures, cell by cell, after
// what light does to a photograph has been taken out.

import Pictures

/// Cells of the known cover's miniature, judged.
struct Agreement: Sendable {
  enum Cell: Sendable {
    /// Not in the crop, or at the edge of either, where a map is not exact enough.
    case outside
    /// As white as a picture gets where it should not be: glare, or something white.
    case burnt
    case agrees
    case differs

    var isOff: Bool { self == .burnt || self == .differs }
  }

  let cells: [Cell]
  /// How much of the known cover is in the crop, 0…1.
  let visible: Double
  /// How much of that agrees, but for what is burnt, 0…1.
  let agreeing: Double
  /// A strip from side to side differs, as between editions, or cannot be seen.
  let hasStrip: Bool

  private static let side = Miniature.side

  init(of known: Fingerprint, in seen: Fingerprint, aligned alignment: Alignment) {
    let places = Self.places(of: known.miniature, in: seen.miniature, alignment.map)
    let planes = (0..<3).map {
      LaidPlane(
        known: known.miniature.planes[$0], seen: seen.miniature.planes[$0], places: places)
    }
    let gain = max(0.2, min(1.2, planes[0].gain)) + Self.noise
    cells = places.indices.map { cell in
      guard let light = planes[0].seen[cell] else { return .outside }
      let difference = planes[0].difference(cell)
      if difference > Self.lightnessTolerance * gain { return light > 240 ? .burnt : .differs }
      if difference < -Self.lightnessTolerance * gain { return .differs }
      let colours = max(abs(planes[1].difference(cell)), abs(planes[2].difference(cell)))
      return colours > Self.colourTolerance * gain ? .differs : .agrees
    }
    let inside = cells.count { $0 != .outside }
    let judged = cells.count { $0 == .agrees || $0 == .differs }
    visible = Double(inside) / Double((Self.side - 2) * (Self.side - 2))
    agreeing = judged > 0 ? Double(cells.count { $0 == .agrees }) / Double(judged) : 0
    let marks = FeatureMark.marks(
      of: PlacedFeatures(known), in: PlacedFeatures(seen), aligned: alignment)
    let search = StripSearch(cells, marks)
    hasStrip = search.findsAny || search.turned.findsAny
  }

  /// Levels of 256 in the known cover's own light.
  private static let lightnessTolerance = 20.0
  private static let colourTolerance = 10.0
  /// What a dim crop has besides: as much as a tenth of full light.
  private static let noise = 0.1

  /// The middle of each of the known cover's cells, in cells of the crop; nil outside of it.
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
      let isInside = min(there.x, there.y) > 0.5 && max(there.x, there.y) < cells - 1.5
      return isInside ? there : nil
    }
  }
}
