// Aligns a known cover with a crop. An alignment is a map from points of the cover to points of the
// crop. The best map brings the most features of the cover to similar features of the crop. Each
// pair of similar features proposes a map, and the best proposals are refined. Nothing is random,
// so the same input always has the same result.

import Pictures

/// A map from the known cover into the crop, and its support.
struct Alignment: Sendable {
  /// Maps points of the known cover to points of the crop. The unit of each picture is its longer
  /// side.
  let map: PlaneMap
  /// Pairs of features that fit the map; each feature is in at most one pair.
  let pairs: [FeaturePair]
  /// Number of cells of the known cover that have a feature in `pairs`. A cell is 1/32 of the
  /// longer side wide and high.
  let support: Int
  /// The largest possible `support`: the number of cells of the known cover that have features and
  /// are inside the crop.
  let possible: Int

  /// A number that grows with the support, and with the share of the possible support.
  var weight: Double {
    Double(support) * Double(support) / Double(max(1, possible))
  }

  /// Minimum support. A lower support occurs by chance between any two covers.
  static let leastSupport = 6

  /// Nil if no map has enough support.
  init?(of known: Fingerprint, in seen: Fingerprint) {
    let knownFeatures = PlacedFeatures(known)
    let seenFeatures = PlacedFeatures(seen)
    let pairs = FeatureMatching.pairs(known.features, seen.features)
    let proposals = Proposals(pairs, knownFeatures, seenFeatures)
    var best: Alignment?
    for map in proposals.best(atMost: 4) + Self.quarterTurns(knownFeatures, seenFeatures) {
      guard let found = Alignment(refining: map, knownFeatures, seenFeatures) else { continue }
      if found.support > best?.support ?? 0 { best = found }
    }
    guard let best, best.support >= Self.leastSupport else { return nil }
    self = best
  }

  /// The steps of a refinement. `reach` is the largest distance of a feature from the mapped point,
  /// in longer sides. `distance` is the largest difference of two descriptors, in bits.
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

  /// The maps for a crop that shows exactly the known cover, in each of four rotations.
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

  /// The known cover's corners, in fractions of the crop's width and height.
  func quad(of known: Fingerprint, in seen: Fingerprint) -> Quad {
    let outline = PlacedFeatures.outline(known.miniature.aspect).map(map.point)
    let (width, height) = PlacedFeatures.size(seen.miniature.aspect)
    return Quad(outline[0], outline[1], outline[2], outline[3])
      .mapped { Point(x: $0.x / width, y: $0.y / height) }
  }
}

extension PlaneMap {
  /// Whether the map shows the cover from the front, and not extremely small, large or tilted.
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
