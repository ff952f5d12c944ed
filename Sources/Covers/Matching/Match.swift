// What is left of the proposals when each has been held against the picture: matches, best first.

package import Pictures

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
  /// Where the known cover lies in the crop: see `Likeness.quad`.
  package let quad: Quad?
}

extension Match {
  /// The matches among covers that were held against one picture, best first, each identifier once.
  ///
  /// What lies nowhere in the picture is no match, however similar its code; what may lie there is
  /// mentioned, though neither sure nor likely.
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
    // The margin: of two that look alike none is sure.
    let isAlone = sorted.count < 2 || sorted[1].value.level < .alike
    return sorted.prefix(max(0, most)).enumerated().map { place, match in
      let isSure =
        place == 0 && match.value.level == .same && isAlone
      return Match(
        identifier: match.key, similarity: match.value.similarity, isSure: isSure,
        isLikely: match.value.level >= .alike, quad: match.value.quad)
    }
  }
}

extension Match {
  /// As different covers hardly have.
  private static let leastMentioned = 0.25
}

extension Likeness {
  fileprivate func isMore(than other: Likeness) -> Bool {
    (level, similarity) > (other.level, other.similarity)
  }
}
