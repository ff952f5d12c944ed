// Classifies each cell of the known cover by the features that the two aligned covers have in it.

/// Whether the features in one cell are paired. `none`: the cell has no features.
enum CellClass: Sendable {
  case none
  /// The cell has features, but none of them is paired with a feature of the other cover.
  case lone
  /// The cell has at least one feature that is paired with a feature of the other cover.
  case shared

  /// The class of each cell of the known cover.
  static func marks(
    of known: PlacedFeatures, in seen: PlacedFeatures, aligned alignment: Alignment
  ) -> [CellClass] {
    var marks = [CellClass](repeating: .none, count: Miniature.cellCount)
    let back = PlaneMap(
      .projective, from: known.outline.map(alignment.map.point), to: known.outline)
    let paired = Set(alignment.pairs.map(\.seen))
    for (index, point) in seen.points.enumerated() where !paired.contains(index) {
      guard let position = back?.point(point), known.contains(position) else { continue }
      marks[known.miniatureCell(position)] = .lone
    }
    for point in known.points { marks[known.miniatureCell(point)] = .lone }
    for pair in alignment.pairs { marks[known.miniatureCell(known.points[pair.known])] = .shared }
    return marks
  }
}
