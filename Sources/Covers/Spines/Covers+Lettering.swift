// Finds further spines of a shelf: candidates that are too unlikely by themselves, but contain lettering.
// Source: docs/decisions/181-words-of-a-spine.md.

package import Pictures

extension Covers {
  /// The spines that contain lines of lettering outside of the known boxes, and overlap none of these. Quads are
  /// clockwise, in pixels of the picture.
  package static func findLettered(
    in pixels: Pixels, lines: [Quad], beside known: [Quad]
  ) -> [FoundBox] {
    let free = lines.filter { line in !known.contains { $0.contains(line.centre) } }
    guard !free.isEmpty, let search = SpineSearch(pixels) else { return [] }
    return search.lettered(free, beside: known).map { FoundBox($0) }
  }
}

extension SpineSearch {
  /// A candidate contains a line if this share of the line is inside, and does not cut it below the second share.
  private static let (wholeShare, cutShare) = (0.8, 0.15)

  /// Each line adds this to the merit of a candidate that contains it, and takes it from one that cuts it.
  private static let meritOfLine = 2.0
  private static let mostLines = 4

  /// The least length of the longest line, as a share of the spine's length. Shorter lines may be those of several
  /// neighbours.
  private static let leastLine = 0.15

  /// A candidate with a lower merit is not chosen.
  private static let leastMerit = 1.0

  /// Added to each merit in the choice, so that a whole spine counts more than a part of it.
  private static let favour = 3.0

  /// The likeliest spines with one of the lines that overlap neither each other nor the known boxes.
  fileprivate func lettered(_ lines: [Quad], beside known: [Quad]) -> [FoundSpine] {
    let judged = SpineChoice(candidates).surrounded().compactMap { candidate in
      known.contains { SpineChoice.overlap(candidate.quad, $0) }
        ? nil : Self.judged(candidate, with: lines)
    }
    var chosen: [SpineCandidate] = []
    for candidate in judged.sorted(by: { Self.value(of: $0) > Self.value(of: $1) })
    where !chosen.contains(where: { SpineChoice.overlap($0, candidate) }) {
      chosen.append(candidate)
    }
    return chosen.map { FoundSpine($0) }
  }

  /// The candidate with its merit by its surroundings and its lettering; nil if it is too unlikely.
  private static func judged(_ candidate: SpineCandidate, with lines: [Quad]) -> SpineCandidate? {
    let shares = lines.map { $0.share(inside: candidate.quad) }
    let whole = lines.indices.filter { shares[$0] > wholeShare }.map { lines[$0] }
    let longest =
      whole.map(Bounds.init).map { line in
        candidate.isLying ? line.right - line.left : line.bottom - line.top
      }.max() ?? 0
    guard longest >= leastLine * candidate.length else { return nil }
    let cut = shares.count { $0 > cutShare && $0 <= wholeShare }
    var candidate = candidate
    candidate.merit =
      SpineWeights.surroundings.merit(candidate.clues)
      + meritOfLine * Double(min(mostLines, whole.count) - cut)
    return candidate.merit >= leastMerit ? candidate : nil
  }

  private static func value(of candidate: SpineCandidate) -> Double {
    (candidate.merit + favour) * candidate.length
  }
}
