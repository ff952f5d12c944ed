// Pairs features of two covers by their descriptors alone. Many pairs are wrong; `Alignment` finds
// the pairs that fit together.

import CHamming

/// A pair of features, by index.
struct FeaturePair: Equatable, Sendable {
  let known: Int
  let seen: Int
  /// Number of the 256 comparisons that have different results.
  let distance: Int
}

enum FeatureMatching {
  /// Largest distance of a pair. Only 0.1 % of unrelated features have a smaller distance (measured
  /// on 18,700 pairs).
  static let mostDistance = 56

  /// Two kinds of pairs: each known feature with the nearest seen feature, and each seen feature
  /// with the nearest known feature. Each pair occurs once; the nearest pairs come first.
  static func pairs(_ known: [Feature], _ seen: [Feature]) -> [FeaturePair] {
    // C code counts the bits, because it can use the processor's popcount instruction.
    var nearestSeen = [UInt32](repeating: .max, count: known.count)
    var nearestKnown = [UInt32](repeating: .max, count: seen.count)
    albumscan_hamming_nearest(
      words(of: known), known.count, words(of: seen), seen.count, &nearestSeen, &nearestKnown)
    var pairs: [FeaturePair] = []
    for (k, nearest) in nearestSeen.enumerated() where nearest >> 16 <= mostDistance {
      pairs.append(
        FeaturePair(known: k, seen: Int(nearest & 0xFFFF), distance: Int(nearest >> 16)))
    }
    for (s, nearest) in nearestKnown.enumerated() where nearest >> 16 <= mostDistance {
      let k = Int(nearest & 0xFFFF)
      guard Int(nearestSeen[k] & 0xFFFF) != s else { continue }
      pairs.append(FeaturePair(known: k, seen: s, distance: Int(nearest >> 16)))
    }
    return pairs.sorted { ($0.distance, $0.known, $0.seen) < ($1.distance, $1.known, $1.seen) }
  }

  /// The descriptors of the features, in four words each.
  private static func words(of features: [Feature]) -> [UInt64] {
    var words: [UInt64] = []
    words.reserveCapacity(4 * features.count)
    for feature in features { for word in 0..<4 { words.append(feature.descriptor[word]) } }
    return words
  }
}

extension SIMD4<UInt64> {
  /// The number of different bits (Hamming distance).
  @inline(__always)
  func differing(from other: Self) -> Int {
    let different = self ^ other
    return different[0].nonzeroBitCount &+ different[1].nonzeroBitCount
      &+ different[2].nonzeroBitCount &+ different[3].nonzeroBitCount
  }
}
