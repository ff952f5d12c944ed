// Fingerprints in, matches out. In memory and rebuilt from the database; one pass over compact codes.

/// A cover already known.
package struct Match: Equatable, Sendable {
  package let identifier: Int64
  /// 0 nothing in common (as two covers have by chance) … 1 the same.
  package let similarity: Double
  /// Good enough to answer with, without asking anybody. At most one match is.
  package let isSure: Bool
}

/// Covers by fingerprint, in the order they were given.
package struct CoverIndex: Sendable {
  /// Similarity that a *sure* match has at least.
  ///
  /// Signs of different covers agree by chance with a spread of 1/√255 = 0.063. Measured, four turns:
  /// 158 covers (58 real ones) against one another at most 0.27, their own crops with 3 % corner
  /// error, glare and JPEG quality 40 at 0.51 in the middle. 0.44 is seven spreads.
  package static let leastSureSimilarity = 0.44
  /// And so much more than the second best has: two spreads.
  package static let leastSureMargin = 0.126
  /// Less is not worth mentioning: four spreads.
  package static let leastSimilarity = 0.25

  private var identifiers: [Int64] = []
  private var codes: [CoverCode] = []

  package init() {}

  package init(_ covers: some Sequence<(identifier: Int64, fingerprint: Fingerprint)>) {
    for cover in covers { add(cover.fingerprint, for: cover.identifier) }
  }

  package var count: Int { identifiers.count }

  /// Several fingerprints may have one identifier (artwork and crop of one find).
  package mutating func add(_ fingerprint: Fingerprint, for identifier: Int64) {
    identifiers.append(identifier)
    codes.append(fingerprint.code)
  }

  /// The most similar covers in whichever of four turns fits best, best first, each identifier once.
  package func matches(for fingerprint: Fingerprint, atMost most: Int = 10) -> [Match] {
    let turns = fingerprint.code.turns
    var best: [Int64: Double] = [:]
    for (index, other) in codes.enumerated() {
      let similarity = turns.reduce(0) { max($0, $1.similarity(to: other)) }
      guard similarity >= Self.leastSimilarity else { continue }
      let identifier = identifiers[index]
      best[identifier] = max(best[identifier] ?? 0, similarity)
    }
    let sorted = best.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
    let second = sorted.count > 1 ? sorted[1].value : 0
    return sorted.prefix(max(0, most)).enumerated().map { place, match in
      let isSure =
        place == 0 && match.value >= Self.leastSureSimilarity
        && match.value - second >= Self.leastSureMargin
      return Match(identifier: match.key, similarity: match.value, isSure: isSure)
    }
  }
}

extension CoverCode {
  /// As it is, and turned a quarter, a half and three quarters.
  package var turns: [CoverCode] {
    let quarter = turnedRight
    let half = quarter.turnedRight
    return [self, quarter, half, half.turnedRight]
  }

  /// How alike two covers are as they stand, 0…1: equal signs beyond chance, less what the colours
  /// differ by.
  package func similarity(to other: CoverCode) -> Double {
    let different = signs ^ other.signs
    let count = (0..<4).reduce(0) { $0 + different[$1].nonzeroBitCount }
    let agreement = 1 - Double(count) / 127.5
    return max(0, agreement - Self.colourPenalty * colourDistance(to: other))
  }

  /// Off by all sixteen steps everywhere costs this much.
  private static let colourPenalty = 0.3

  /// Mean difference of the eight nibbles, 0…1.
  private func colourDistance(to other: CoverCode) -> Double {
    var sum = 0
    for quarter in 0..<4 {
      let (one, two) = (Int(colours[quarter]), Int(other.colours[quarter]))
      sum += abs(one >> 4 - two >> 4) + abs(one & 15 - two & 15)
    }
    return Double(sum) / (8 * 15)
  }
}
