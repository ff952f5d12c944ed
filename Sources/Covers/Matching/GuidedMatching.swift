// Pairs features with the help of a map. The partner of a known feature must be near the mapped
// point, and have nearly the mapped direction and size. This leaves few candidates, so less similar
// descriptors are enough for a pair.

import Glibc
import Pictures

struct GuidedMatching {
  private let map: PlaneMap
  private let reach: Double
  private let mostDistance: Int

  /// Largest difference of directions, in 1/256 turns: 32°.
  static let mostTurn = 23
  /// Largest difference of levels.
  static let mostLevels = 1.3

  init(_ map: PlaneMap, reach: Double, mostDistance: Int) {
    self.map = map
    self.reach = reach
    self.mostDistance = mostDistance
  }

  /// Pairs each known feature with the seen feature that has the nearest descriptor. Each seen
  /// feature is in at most one pair.
  func pairs(_ known: PlacedFeatures, _ seen: PlacedFeatures) -> [FeaturePair] {
    let (turn, levels) = turning(at: Point(x: known.width / 2, y: known.height / 2))
    var best = [FeaturePair?](repeating: nil, count: seen.features.count)
    for (index, feature) in known.features.enumerated() {
      let position = map.point(known.points[index])
      var nearest: FeaturePair?
      seen.forEach(near: position, reach: reach) { other in
        let candidate = seen.features[other]
        let away = seen.points[other] - position
        guard away.x * away.x + away.y * away.y <= reach * reach,
          abs(Double(candidate.level) - Double(feature.level) - levels) <= Self.mostLevels,
          abs(Int(Int8(truncatingIfNeeded: Int(candidate.angle) - Int(feature.angle) - turn)))
            <= Self.mostTurn
        else { return }
        let distance = feature.descriptor.differing(from: candidate.descriptor)
        if distance <= min(mostDistance, nearest.map { $0.distance - 1 } ?? 256) {
          nearest = FeaturePair(known: index, seen: other, distance: distance)
        }
      }
      if let nearest, nearest.distance < best[nearest.seen]?.distance ?? 257 {
        best[nearest.seen] = nearest
      }
    }
    return best.compactMap(\.self)
  }

  /// The map's rotation in 1/256 turns, and the logarithm of its scale to the base
  /// `FeatureSearch.step`.
  private func turning(at middle: Point) -> (turn: Int, levels: Double) {
    let step = 0.01
    let here = map.point(middle)
    let across = map.point(middle + Point(x: step, y: 0)) - here
    let down = map.point(middle + Point(x: 0, y: step)) - here
    // The rotation that fits both mapped axes best.
    let turn = atan2(across.y - down.x, across.x + down.y) / (2 * .pi) * 256
    let area = max(1e-9, across.cross(down)) / (step * step)
    return (Int(turn.rounded()), log(area) / 2 / log(FeatureSearch.step))
  }
}
