// Chooses the likeliest spines that do not overlap.

import Glibc
import Pictures

package struct SpineChoice {
  /// Two spines may share this part of the smaller one, because quads are not exact.
  private static let mostShared = 0.18

  /// Added to each merit in the choice, so that doubtful boxes are shown: dismissing a wrong box takes
  /// one tap, drawing a missing one takes several.
  fileprivate static let favour = 0.3

  /// Candidates with a lower merit of their own are not considered.
  private static let leastMerit = -2.5

  /// The maximum number of candidates that are considered.
  private static let most = 900

  private let candidates: [SpineCandidate]

  /// The candidates that are considered, likeliest first, without nearly equal ones.
  package init(_ candidates: [SpineCandidate]) {
    self.candidates = Self.distinct(candidates.filter { $0.merit > Self.leastMerit })
  }

  /// Leaves out candidates that are nearly equal to a likelier one.
  private static func distinct(_ candidates: [SpineCandidate]) -> [SpineCandidate] {
    var kept: [SpineCandidate] = []
    for candidate in candidates.sorted(by: { $0.merit > $1.merit }) where kept.count < most {
      guard !kept.contains(where: { candidate.isNearly($0) }) else { continue }
      kept.append(candidate)
    }
    return kept
  }

  /// The candidates with the measurements of their surroundings. A first choice, by the candidates'
  /// own merit, supplies the usual size and the boards.
  package func surrounded() -> [SpineCandidate] {
    let surroundings = SpineSurroundings(candidates, chosen: Self.chosen(from: candidates))
    return candidates.indices.map { index in
      var candidate = candidates[index]
      candidate.clues = surroundings.clues(of: index)
      return candidate
    }
  }

  /// The likeliest spines by their own merit and their surroundings.
  package func chosen(_ weights: SpineWeights) -> [SpineCandidate] {
    let judged = surrounded().map { candidate in
      var candidate = candidate
      candidate.merit = weights.merit(candidate.clues)
      return candidate
    }
    let chosen = Self.chosen(from: judged)
    return chosen.filter { $0.length >= Self.leastLength * chosen.usualLength }
  }

  /// The smallest length, as a share of the usual length of the spines in the picture. Shorter
  /// candidates are usually parts of the lettering.
  private static let leastLength = 0.35

  private static func chosen(from all: [SpineCandidate]) -> [SpineCandidate] {
    let candidates = all.filter { $0.value > 0 }.sorted { $0.value > $1.value }
    let conflicts = conflicts(candidates)
    var isChosen = [Bool](repeating: false, count: candidates.count)
    for candidate in rows(of: candidates).flatMap({ best(of: $0, candidates) })
    where !conflicts[candidate].contains(where: { isChosen[$0] }) {
      isChosen[candidate] = true
    }
    for _ in 0..<20 where improve(&isChosen, candidates, conflicts) { continue }
    return candidates.indices.filter { isChosen[$0] }.map { candidates[$0] }
  }

  /// For each candidate, those that it overlaps.
  private static func conflicts(_ candidates: [SpineCandidate]) -> [[Int]] {
    var conflicts = [[Int]](repeating: [], count: candidates.count)
    for one in candidates.indices {
      for other in candidates.indices.dropFirst(one + 1)
      where overlap(candidates[one], candidates[other]) {
        conflicts[one].append(other)
        conflicts[other].append(one)
      }
    }
    return conflicts
  }

  /// Adds each candidate that is worth more than all chosen ones that it overlaps, and removes these.
  /// Returns false if there was no such candidate.
  private static func improve(
    _ isChosen: inout [Bool], _ candidates: [SpineCandidate], _ conflicts: [[Int]]
  ) -> Bool {
    var isBetter = false
    for index in candidates.indices where !isChosen[index] {
      let rivals = conflicts[index].filter { isChosen[$0] }
      let worth = rivals.reduce(0) { $0 + candidates[$1].value }
      guard candidates[index].value > worth + 1e-6 else { continue }
      isBetter = true
      for rival in rivals { isChosen[rival] = false }
      isChosen[index] = true
    }
    return isBetter
  }

  /// Groups of candidates that stand in one row or lie in one stack, likeliest first.
  private static func rows(of candidates: [SpineCandidate]) -> [[Int]] {
    var rows: [[Int]] = []
    for index in candidates.indices {
      let row = rows.firstIndex { row in
        row.first.map { isInRow(candidates[index], of: candidates[$0]) } ?? false
      }
      if let row { rows[row].append(index) } else { rows.append([index]) }
    }
    let worths = rows.map { $0.prefix(6).reduce(0) { $0 + candidates[$1].value } }
    return rows.indices.sorted { worths[$0] > worths[$1] }.map { rows[$0] }
  }

  private static func isInRow(_ one: SpineCandidate, of other: SpineCandidate) -> Bool {
    guard one.isLying == other.isLying else { return false }
    let (a, b) = (one.span, other.span)
    let shared = min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound)
    return shared > 0.5 * min(a.upperBound - a.lowerBound, b.upperBound - b.lowerBound)
  }

  /// The candidates of a row with the largest sum of values, of which none overlaps the next one.
  private static func best(of row: [Int], _ candidates: [SpineCandidate]) -> [Int] {
    let indexed = row.map { (index: $0, position: candidates[$0].position) }
    let ordered = indexed.sorted { $0.position.upperBound < $1.position.upperBound }
    // For each candidate: the best sum that ends with it, and the candidate before it.
    var sums = ordered.map { candidates[$0.index].value }
    var before = [Int?](repeating: nil, count: ordered.count)
    for index in ordered.indices {
      let position = ordered[index].position
      let width = position.upperBound - position.lowerBound
      let own = sums[index]
      for earlier in 0..<index {
        let other = ordered[earlier].position
        let reach = mostShared * min(width, other.upperBound - other.lowerBound)
        guard other.upperBound <= position.lowerBound + reach, sums[earlier] + own > sums[index]
        else { continue }
        sums[index] = sums[earlier] + own
        before[index] = earlier
      }
    }
    var chosen: [Int] = []
    var next = sums.indices.max { sums[$0] < sums[$1] }
    while let index = next {
      chosen.append(ordered[index].index)
      next = before[index]
    }
    return chosen.sorted { candidates[$0].merit > candidates[$1].merit }
  }

  static func overlap(_ one: SpineCandidate, _ other: SpineCandidate) -> Bool {
    one.bounds.overlaps(other.bounds) && overlap(one.quad, other.quad)
  }

  static func overlap(_ one: Quad, _ other: Quad) -> Bool {
    let overlap = one.overlap(with: other)
    guard overlap > 0 else { return false }
    let (a, b) = (one.signedArea, other.signedArea)
    return overlap * (a + b) / (1 + overlap) > mostShared * 1.3 * min(a, b)
  }
}

extension SpineCandidate {
  /// Whether each side differs by at most a tenth of the width, and each end by 2 % of the length.
  fileprivate func isNearly(_ other: SpineCandidate) -> Bool {
    let (a, b) = (bounds, other.bounds)
    let (wide, high) = (a.right - a.left, a.bottom - a.top)
    let (across, down) = isLying ? (0.02 * wide, 0.1 * high) : (0.1 * wide, 0.02 * high)
    return isLying == other.isLying
      && max((a.left - b.left).magnitude, (a.right - b.right).magnitude) < across
      && max((a.top - b.top).magnitude, (a.bottom - b.bottom).magnitude) < down
  }

  /// The value of the candidate for the choice. It grows with the length, so a whole spine counts
  /// more than a part of it.
  fileprivate var value: Double { (merit + SpineChoice.favour) * length }
}
