// What is left of the proposals when each has been held against the picture: matches, best first.

/// A cover already known.
package struct Match: Equatable, Sendable {
  /// Whatever it was known by. Covers of one identifier do not compete.
  package let identifier: Int64
  /// 0 nothing in common (as two covers have by chance) … 1 the same.
  package let similarity: Double
  /// Good enough to answer with, without asking anybody. At most one match is.
  package let isSure: Bool
  /// Good enough to ask a person: “You may have this.” Every sure match is.
  package let isLikely: Bool
}

extension Match {
  /// So much more than the second best match's similarity a *sure* one has: of two that look alike
  /// none is sure.
  package static let leastSureMargin = 0.126

  /// The matches among covers that were held against one picture, best first, each identifier once.
  ///
  /// What lies nowhere in the picture is no match, however similar its code.
  package static func best(
    of held: [(identifier: Int64, likeness: Likeness)], atMost most: Int = 10
  ) -> [Match] {
    var best: [Int64: Likeness] = [:]
    for (identifier, likeness) in held where likeness.quad != nil {
      if let other = best[identifier], other.similarity >= likeness.similarity { continue }
      best[identifier] = likeness
    }
    let sorted = best.sorted { ($0.value.similarity, $1.key) > ($1.value.similarity, $0.key) }
    let second = sorted.count > 1 ? sorted[1].value.similarity : -.infinity
    return sorted.prefix(max(0, most)).enumerated().map { place, match in
      let (verdict, similarity) = (match.value.verdict, match.value.similarity)
      let isSure = place == 0 && verdict == .same && similarity - second >= leastSureMargin
      return Match(
        identifier: match.key, similarity: similarity, isSure: isSure,
        isLikely: verdict == .same || verdict == .alike)
    }
  }
}
