// How alike two covers are once one is laid over the other, and what may be said of it.

package import Pictures

/// What holding two fingerprints against each other found.
package struct Likeness: Equatable, Sendable {
  package enum Verdict: String, Sendable {
    /// The same cover, sure enough taken alone.
    case same
    /// The same artwork as far as can be seen: perhaps another edition, perhaps half hidden.
    case alike
    /// Too little to see to say anything.
    case unclear
    /// Enough to see on both, and nothing fits.
    case different
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
    guard let alignment = Alignment(of: known, in: self) else {
      return Likeness(
        verdict: isTelling && known.isTelling ? .different : .unclear,
        similarity: 0.2 * codeSimilarity(to: known), quad: nil, support: 0, agreement: 0)
    }
    let agreement = Agreement(of: known, in: self, aligned: alignment)
    return Likeness(alignment, agreement, quad: alignment.quad(of: known, in: self))
  }

  /// Enough features that a cover's own would be among them.
  var isTelling: Bool { features.count >= 60 }

  private func codeSimilarity(to known: Fingerprint) -> Double {
    code.turns.reduce(0) { max($0, $1.similarity(to: known.code)) }
  }
}

extension Likeness {
  init(_ alignment: Alignment, _ agreement: Agreement, quad: Quad) {
    let support = Double(alignment.support)
    self.init(
      verdict: Self.verdict(alignment.support, agreement),
      similarity: support / (support + 12) * agreement.agreeing, quad: quad,
      support: alignment.support, agreement: agreement.visible * agreement.agreeing)
  }

  private static func verdict(_ support: Int, _ agreement: Agreement) -> Verdict {
    if support >= 20, agreement.visible > 0.7, agreement.agreeing > 0.85 { return .same }
    if support >= 12, agreement.visible * agreement.agreeing > 0.3 { return .alike }
    return .unclear
  }
}
