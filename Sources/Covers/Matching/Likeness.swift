// The similarity of two covers after their alignment.

package import Pictures

/// How far two covers match, from least to most.
package enum MatchLevel: Int, Comparable, Sendable {
  /// Both covers have enough features for a decision, and no alignment fits.
  case different
  /// The covers have too few features for a decision.
  case unclear
  /// The covers have the same artwork. The edition may differ, or a part may be hidden.
  case alike
  /// The covers are the same in the same edition, as far as this comparison alone can show.
  case same

  package static func < (one: MatchLevel, other: MatchLevel) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// The result of comparing two fingerprints.
package struct Likeness: Equatable, Sendable {
  package let level: MatchLevel
  /// 0 for nothing in common, nearly 1 for the same cover. Matches are sorted by level, then by
  /// this number.
  package let similarity: Double
  /// The position of the known cover in the crop, in fractions of the crop's width and height from
  /// its top left. The first corner is the known cover's top left. Nil without an alignment.
  package let quad: Quad?
  /// See `Alignment.support`; 0 without an alignment.
  package let support: Int
  /// Share of the known cover that is visible in the crop and agrees, 0…1.
  package let agreement: Double
}

extension Fingerprint {
  /// This crop's likeness to a known cover; both may be turned by any angle.
  package func likeness(to known: Fingerprint) -> Likeness {
    let haveEnoughFeatures = hasEnoughFeatures && known.hasEnoughFeatures
    guard let alignment = Alignment(of: known, in: self) else {
      return Likeness(
        level: haveEnoughFeatures ? .different : .unclear,
        similarity: 0.2 * codeSimilarity(to: known), quad: nil, support: 0, agreement: 0)
    }
    let comparison = CellComparison(of: known, in: self, aligned: alignment)
    return Likeness(
      alignment, comparison, quad: alignment.quad(of: known, in: self),
      haveEnoughFeatures: haveEnoughFeatures)
  }

  /// Whether there are enough features for a decision. With this number, two pictures of one cover
  /// have some features in common.
  var hasEnoughFeatures: Bool { features.count >= 60 }

  private func codeSimilarity(to known: Fingerprint) -> Double {
    code.turns.reduce(0) { max($0, $1.similarity(to: known.code)) }
  }
}

extension Likeness {
  init(
    _ alignment: Alignment, _ comparison: CellComparison, quad: Quad, haveEnoughFeatures: Bool
  ) {
    let weight = alignment.weight
    self.init(
      level: Self.level(alignment, comparison, haveEnoughFeatures: haveEnoughFeatures),
      similarity: weight / (weight + 6) * (0.6 + 0.4 * comparison.agreeing),
      quad: weight >= Self.leastAlike ? quad : nil,
      support: alignment.support, agreement: comparison.visible * comparison.agreeing)
  }

  /// Limits of `Alignment.weight` for the levels. Of 7,400 pairs of different covers, the highest
  /// weight was 6.2. Of 10,000 photographs of unknown covers, one reached 9. Photographs of known
  /// covers have weights of 15 to 70.
  private static let leastSame = 12.0
  private static let leastAlike = 7.0
  private static let mostDifferent = 2.5
  /// Minimum support of covers that are alike. A lower support may come from one shared word or
  /// logo.
  private static let leastSupport = 10
  /// Minimum share of the visible cover that agrees.
  private static let leastAgreeing = 0.8
  /// Minimum visible share of the cover. If the detector takes a banner for background, the crop
  /// leaves out the banner and has a smaller share.
  static let leastVisible = 0.96

  private static func level(
    _ alignment: Alignment, _ comparison: CellComparison, haveEnoughFeatures: Bool
  ) -> MatchLevel {
    if alignment.weight < mostDifferent, haveEnoughFeatures { return .different }
    guard alignment.weight >= leastAlike, alignment.support >= leastSupport else {
      return .unclear
    }
    let isSame =
      alignment.weight >= leastSame && comparison.visible >= leastVisible
      && comparison.agreeing >= leastAgreeing && !comparison.hasStrip
    return isSame ? .same : .alike
  }
}
