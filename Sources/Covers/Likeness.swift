// How alike two covers are once one is laid over the other, and what may be said of it.

package import Pictures

/// What holding two fingerprints against each other found.
package struct Likeness: Equatable, Sendable {
  /// From least to most.
  package enum Verdict: Int, Comparable, Sendable {
    /// Enough to see on both, and nothing fits.
    case different
    /// Too little to see to say anything.
    case unclear
    /// The same artwork as far as can be seen: perhaps another edition, perhaps half hidden.
    case alike
    /// The same cover, sure enough taken alone.
    case same

    package static func < (one: Verdict, other: Verdict) -> Bool { one.rawValue < other.rawValue }
  }

  package let verdict: Verdict
  /// 0 nothing in common … 1 the same; what matches are sorted by.
  package let similarity: Double
  /// Where the known cover lies in the crop, in fractions of the crop's width and height from its
  /// top left, beginning with the known cover's top left; nil where it was not found.
  package let quad: Quad?
  /// Features of the known cover that were found again in their places.
  package let support: Int
  /// What of the known cover is to be seen, and agrees, 0…1.
  package let agreement: Double
}

extension Fingerprint {
  /// This crop's likeness to a known cover, however either is turned.
  package func likeness(to known: Fingerprint) -> Likeness {
    let areTelling = isTelling && known.isTelling
    guard let alignment = Alignment(of: known, in: self) else {
      return Likeness(
        verdict: areTelling ? .different : .unclear,
        similarity: 0.2 * codeSimilarity(to: known), quad: nil, support: 0, agreement: 0)
    }
    let agreement = Agreement(of: known, in: self, aligned: alignment)
    return Likeness(
      alignment, agreement, quad: alignment.quad(of: known, in: self), areTelling: areTelling)
  }

  /// Enough features that a cover's own would be among them.
  var isTelling: Bool { features.count >= 60 }

  private func codeSimilarity(to known: Fingerprint) -> Double {
    code.turns.reduce(0) { max($0, $1.similarity(to: known.code)) }
  }
}

extension Likeness {
  init(_ alignment: Alignment, _ agreement: Agreement, quad: Quad, areTelling: Bool) {
    let weight = alignment.weight
    self.init(
      verdict: Self.verdict(alignment, agreement, areTelling: areTelling),
      similarity: weight / (weight + 6) * (0.6 + 0.4 * agreement.agreeing),
      quad: weight >= Self.leastAlike ? quad : nil,
      support: alignment.support, agreement: agreement.visible * agreement.agreeing)
  }

  /// Weights of alignments. Measured over 7,400 pairs of different covers: 6.2 at most; but one of
  /// 10,000 photographs of unknown covers passed a bar of 9. Photographs of known ones mostly have 15 to 70.
  private static let leastSame = 12.0
  private static let leastAlike = 7.0
  private static let mostDifferent = 2.5
  /// Fewer places may be one word or one logo.
  private static let leastSupport = 10
  /// Of what can be seen of a cover so much must agree, and so much of it be seen: a detector that
  /// takes a banner for ground leaves just that out.
  private static let leastAgreeing = 0.8
  static let leastVisible = 0.96

  private static func verdict(
    _ alignment: Alignment, _ agreement: Agreement, areTelling: Bool
  ) -> Verdict {
    if alignment.weight < mostDifferent, areTelling { return .different }
    guard alignment.weight >= leastAlike, alignment.support >= leastSupport else {
      return .unclear
    }
    let isSame =
      alignment.weight >= leastSame && agreement.visible >= leastVisible
      && agreement.agreeing >= leastAgreeing && !agreement.hasStrip
    return isSame ? .same : .alike
  }
}
