// The matches among proposed covers after the exact comparison, best first.

package import Pictures

/// A known cover that the picture may show.
package struct Match: Equatable, Sendable {
  /// The caller's identifier. Covers with one identifier do not compete.
  package let identifier: Int64
  /// 0 for nothing in common, nearly 1 for the same cover.
  package let similarity: Double
  /// Whether the match is certain enough without a question to the user. True for at most one match.
  package let isSure: Bool
  /// Whether the match is good enough to offer to the user. True for every sure match.
  package let isLikely: Bool
  /// The known cover's position in the crop: see `Likeness.quad`.
  package let quad: Quad?
}

extension Match {
  /// The matches among covers compared with one picture, best first, each identifier once.
  ///
  /// Covers without enough similarity are left out. The others are returned even if they are
  /// neither sure nor likely.
  package static func best(
    of held: [(identifier: Int64, likeness: Likeness)], atMost most: Int = 10
  ) -> [Match] {
    var best: [Int64: Likeness] = [:]
    for (identifier, likeness) in held where likeness.similarity >= leastMentioned {
      if let other = best[identifier], !likeness.isMore(than: other) { continue }
      best[identifier] = likeness
    }
    let sorted = best.sorted {
      $0.value == $1.value ? $0.key < $1.key : $0.value.isMore(than: $1.value)
    }
    // When two covers look alike, neither is sure.
    let isAlone = sorted.count < 2 || sorted[1].value.level < .alike
    return sorted.prefix(max(0, most)).enumerated().map { position, match in
      let isSure =
        position == 0 && match.value.level == .same && isAlone
      return Match(
        identifier: match.key, similarity: match.value.similarity, isSure: isSure,
        isLikely: match.value.level >= .alike, quad: match.value.quad)
    }
  }
}

extension Match {
  /// Minimum similarity of a match. Different covers rarely reach it.
  private static let leastMentioned = 0.25
}

extension Likeness {
  fileprivate func isMore(than other: Likeness) -> Bool {
    (level, similarity) > (other.level, other.similarity)
  }
}
