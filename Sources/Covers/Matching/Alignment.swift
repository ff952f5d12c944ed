// Aligns a known cover with a crop: finds the map under which most features have a partner in the right
// place. Deterministic: every similar pair of features proposes a map, the best proposals are refined.

import Pictures

/// A map from the known cover into the crop, and its support.
struct Alignment: Sendable {
  /// Maps places in units of each cover's longer side.
  let map: PlaneMap
  /// Pairs of features that fit the map; each feature is in one pair at most.
  let pairs: [FeaturePair]
  /// Number of different places of the known cover in `pairs`; a place is 1/32 of the longer side wide.
  let support: Int
  /// The largest possible `support`: places of the known cover that lie in the crop and have features.
  let possible: Int

  /// Grows with the number of supported places and with their share of the possible ones.
  var weight: Double {
    Double(support) * Double(support) / Double(max(1, possible))
  }

  /// Lower support occurs by chance between any two covers.
  static let leastSupport = 6

  /// Nil without a map of enough support.
  init?(of known: Fingerprint, in seen: Fingerprint) {
    let knownPlaces = PlacedFeatures(known)
    let seenPlaces = PlacedFeatures(seen)
    let pairs = FeatureMatching.pairs(known.features, seen.features)
    let proposals = Proposals(pairs, knownPlaces, seenPlaces)
    var best: Alignment?
    for map in proposals.best(atMost: 4) + Self.quarterTurns(knownPlaces, seenPlaces) {
      guard let found = Alignment(refining: map, knownPlaces, seenPlaces) else { continue }
      if found.support > best?.support ?? 0 { best = found }
    }
    guard let best, best.support >= Self.leastSupport else { return nil }
    self = best
  }

  /// For each refinement step: largest distance from the mapped place in longer sides, and largest
  /// difference of descriptors.
  private static let steps: [(reach: Double, distance: Int)] = [
    (0.06, 60), (0.035, 68), (0.025, 76), (0.02, 76),
  ]

  private init?(refining start: PlaneMap, _ known: PlacedFeatures, _ seen: PlacedFeatures) {
    var map = start
    var pairs: [FeaturePair] = []
    for step in Self.steps {
      pairs = GuidedMatching(map, reach: step.reach, mostDistance: step.distance)
        .pairs(known, seen)
      guard pairs.count >= 4 else { return nil }
      let from = pairs.map { known.points[$0.known] }
      let to = pairs.map { seen.points[$0.seen] }
      let kind: PlaneMap.Kind =
        pairs.count >= 14 ? .projective : pairs.count >= 7 ? .affine : .similar
      guard let fitted = PlaneMap(kind, from: from, to: to), fitted.isPlausible(for: known)
      else { return nil }
      map = fitted
    }
    self.map = map
    self.pairs = GuidedMatching(map, reach: 0.015, mostDistance: 80).pairs(known, seen)
    support = Set(self.pairs.map { known.cell($0.known, of: 32) }).count
    possible =
      Set(
        known.points.indices.filter { seen.contains(map.point(known.points[$0])) }
          .map { known.cell($0, of: 32) }
      ).count
  }

  /// The maps of perfect crops, in each of four turns.
  private static func quarterTurns(
    _ known: PlacedFeatures, _ seen: PlacedFeatures
  ) -> [PlaneMap] {
    let to = [
      Point(x: 0, y: 0), Point(x: seen.width, y: 0), Point(x: seen.width, y: seen.height),
      Point(x: 0, y: seen.height),
    ]
    return (0..<4).compactMap { turn in
      PlaneMap(.affine, from: known.outline, to: (0..<4).map { to[($0 + turn) % 4] })
    }
  }

  /// The known cover's corners in fractions of the crop.
  func quad(of known: Fingerprint, in seen: Fingerprint) -> Quad {
    let outline = PlacedFeatures.outline(known.miniature.aspect).map(map.point)
    let (width, height) = PlacedFeatures.size(seen.miniature.aspect)
    return Quad(outline[0], outline[1], outline[2], outline[3])
      .mapped { Point(x: $0.x / width, y: $0.y / height) }
  }
}

extension PlaneMap {
  /// Whether the cover is seen from the front, and is not extremely small, large or slanted.
  func isPlausible(for known: PlacedFeatures) -> Bool {
    guard (0..<8).allSatisfy({ terms[$0].isFinite }) else { return false }
    let outline = known.outline.map(point)
    let depths = known.outline.map { terms[6] * $0.x + terms[7] * $0.y + 1 }
    guard depths.allSatisfy({ $0 > 0.4 && $0 < 2.5 }) else { return false }
    let quad = Quad(outline[0], outline[1], outline[2], outline[3])
    let sides = quad.sides
    guard quad.isConvex, let shortest = sides.min(), let longest = sides.max() else { return false }
    return shortest > 0.1 && longest < 6
      && max(sides[0], sides[2]) < 2 * min(sides[0], sides[2])
      && max(sides[1], sides[3]) < 2 * min(sides[1], sides[3])
      && longest < 2.5 * shortest / min(known.width, known.height)
  }
}
