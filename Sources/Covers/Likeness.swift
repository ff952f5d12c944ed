// Two fingerprints held against each other.

/// How alike two covers are.
package struct Likeness: Equatable, Sendable {
  package enum Verdict: Int, Sendable {
    case different, likely, same
  }

  package let verdict: Verdict
  /// 0…1.
  package let similarity: Double

  package init(verdict: Verdict, similarity: Double) {
    self.verdict = verdict
    self.similarity = similarity
  }
}

extension Fingerprint {
  /// By their codes alone.
  package func likeness(to other: Fingerprint) -> Likeness {
    let similarity = code.turns.reduce(0) { max($0, $1.similarity(to: other.code)) }
    let verdict: Likeness.Verdict =
      similarity >= 0.44 ? .same : similarity >= 0.25 ? .likely : .different
    return Likeness(verdict: verdict, similarity: similarity)
  }
}
