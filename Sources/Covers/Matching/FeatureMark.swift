// The features of two aligned covers in each cell of the known cover.

/// The features in one cell, of the known cover and of the crop.
enum FeatureMark: Sendable {
  case none
  /// Features of one of the two covers only.
  case lone
  /// At least one feature of both covers.
  case shared

  /// The mark of each cell of the known cover.
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
