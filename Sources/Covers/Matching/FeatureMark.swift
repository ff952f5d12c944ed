// Where the features of two covers stand, once one is laid over the other.

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
