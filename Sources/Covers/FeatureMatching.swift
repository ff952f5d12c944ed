// Which feature of one cover may be which of another, by their descriptors alone. Many are wrong:
// what fits together is found by `Alignment`.

/// A pair of features, by index.
struct FeaturePair: Equatable, Sendable {
  let known: Int
  let seen: Int
  /// Differing comparisons, of 256.
  let distance: Int
}

enum FeatureMatching {
  /// A tenth of a percent of unrelated features are nearer (measured over 18,700 pairs).
  static let mostDistance = 56

  /// Each known feature's nearest seen one and the other way round, nearest first.
  static func pairs(_ known: [Feature], _ seen: [Feature]) -> [FeaturePair] {
    var nearestSeen = [(distance: Int, index: Int)](repeating: (257, -1), count: known.count)
    var nearestKnown = [(distance: Int, index: Int)](repeating: (257, -1), count: seen.count)
    for (k, one) in known.enumerated() {
      let bits = one.descriptor
      for (s, other) in seen.enumerated() {
        let distance = bits.differing(from: other.descriptor)
        if distance < nearestSeen[k].distance { nearestSeen[k] = (distance, s) }
        if distance < nearestKnown[s].distance { nearestKnown[s] = (distance, k) }
      }
    }
    var pairs: [FeaturePair] = []
    for (k, nearest) in nearestSeen.enumerated() where nearest.distance <= mostDistance {
      pairs.append(FeaturePair(known: k, seen: nearest.index, distance: nearest.distance))
    }
    for (s, nearest) in nearestKnown.enumerated() where nearest.distance <= mostDistance {
      guard nearestSeen[nearest.index].index != s else { continue }
      pairs.append(FeaturePair(known: nearest.index, seen: s, distance: nearest.distance))
    }
    return pairs.sorted { ($0.distance, $0.known, $0.seen) < ($1.distance, $1.known, $1.seen) }
  }
}

extension SIMD4<UInt64> {
  /// Hamming distance.
  @inline(__always)
  func differing(from other: Self) -> Int {
    let different = self ^ other
    return different[0].nonzeroBitCount &+ different[1].nonzeroBitCount
      &+ different[2].nonzeroBitCount &+ different[3].nonzeroBitCount
  }
}
