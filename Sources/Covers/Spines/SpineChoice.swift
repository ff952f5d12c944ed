// Chooses the likeliest spines that do not overlap.

import Pictures

struct SpineChoice {
  /// Two spines may share this part of the smaller one, because quads are not exact.
  private static let mostShared = 0.18

  private let candidates: [SpineCandidate]

  init(_ candidates: [SpineCandidate]) {
    let possible = Self.distinct(candidates.filter { $0.merit > Self.leastMerit })
    self.candidates = possible.filter { !$0.isRow(of: possible) }
  }

  /// Leaves out candidates that are nearly equal to a likelier one. Drops the clues, which the choice
  /// does not need.
  private static func distinct(_ candidates: [SpineCandidate]) -> [SpineCandidate] {
    var kept: [SpineCandidate] = []
    for candidate in candidates.sorted(by: { $0.merit > $1.merit }) {
      guard !kept.contains(where: { candidate.isNearly($0) }) else { continue }
      kept.append(candidate)
      kept[kept.count - 1].clues = []
    }
    return kept
  }

  /// Candidates below are not considered.
  private static let leastMerit = -1.5

  /// The likeliest spines. The first choice shows on which lines the spines stand, and with these
  /// lines the choice is made again.
  func chosen() -> [SpineCandidate] {
    let lines = StandingLines(of: Self.chosen(from: candidates))
    let judged = candidates.map { candidate in
      var candidate = candidate
      candidate.merit += lines.merit(of: candidate)
      return candidate
    }
    let chosen = Self.chosen(from: judged)
    return chosen.filter { $0.length >= Self.leastLength * chosen.usualLength }
  }

  /// The smallest length, as a share of the usual length of the spines in the picture. Shorter
  /// candidates are usually parts of the lettering.
  private static let leastLength = 0.35

  private static func chosen(from all: [SpineCandidate]) -> [SpineCandidate] {
    let candidates = all.filter { $0.merit > 0 }.sorted { $0.value > $1.value }
    var chosen: [SpineCandidate] = []
    for candidate in rows(of: candidates).flatMap(best) where areFree(candidate, chosen) {
      chosen.append(candidate)
    }
    for _ in 0..<20 where improve(&chosen, from: candidates) { continue }
    return chosen
  }
  /// Adds each candidate that is worth more than all chosen ones that it overlaps, and removes these.
  /// Returns false if there was none.
  private static func improve(
    _ chosen: inout [SpineCandidate], from candidates: [SpineCandidate]
  ) -> Bool {
    var isBetter = false
    for candidate in candidates {
      var rivals: Set<Int> = []
      var worth = 0.0
      for (index, other) in chosen.enumerated() where overlap(candidate, other) {
        rivals.insert(index)
        worth += other.value
      }
      guard candidate.value > worth + 1e-6 else { continue }
      isBetter = true
      chosen = chosen.enumerated().filter { !rivals.contains($0.offset) }.map(\.element)
      chosen.append(candidate)
    }
    return isBetter
  }

  private static func areFree(_ candidate: SpineCandidate, _ chosen: [SpineCandidate]) -> Bool {
    !chosen.contains { overlap($0, candidate) }
  }

  /// Groups of candidates that stand in one row or lie in one stack, likeliest first.
  private static func rows(of candidates: [SpineCandidate]) -> [[SpineCandidate]] {
    var rows: [[SpineCandidate]] = []
    for candidate in candidates {
      let row = rows.firstIndex { row in
        row.first.map { isInRow(candidate, of: $0) } ?? false
      }
      if let row { rows[row].append(candidate) } else { rows.append([candidate]) }
    }
    return rows.sorted { one, other in
      one.prefix(6).reduce(0) { $0 + $1.value } > other.prefix(6).reduce(0) { $0 + $1.value }
    }
  }

  private static func isInRow(_ one: SpineCandidate, of other: SpineCandidate) -> Bool {
    guard one.isLying == other.isLying else { return false }
    let (a, b) = (one.span, other.span)
    let shared = min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound)
    return shared > 0.5 * min(a.upperBound - a.lowerBound, b.upperBound - b.lowerBound)
  }

  /// The candidates of a row with the largest sum of merits, of which none overlaps the next one.
  private static func best(of row: [SpineCandidate]) -> [SpineCandidate] {
    let ordered = row.sorted { $0.position.upperBound < $1.position.upperBound }
    // For each candidate: the best sum that ends with it, and the candidate before it.
    var sums = ordered.map(\.value)
    var before = [Int?](repeating: nil, count: ordered.count)
    for index in ordered.indices {
      let position = ordered[index].position
      let width = position.upperBound - position.lowerBound
      for earlier in 0..<index {
        let other = ordered[earlier].position
        let reach = mostShared * min(width, other.upperBound - other.lowerBound)
        guard other.upperBound <= position.lowerBound + reach,
          sums[earlier] + ordered[index].value > sums[index]
        else { continue }
        sums[index] = sums[earlier] + ordered[index].value
        before[index] = earlier
      }
    }
    var chosen: [SpineCandidate] = []
    var next = sums.indices.max { sums[$0] < sums[$1] }
    while let index = next {
      chosen.append(ordered[index])
      next = before[index]
    }
    return chosen.sorted { $0.merit > $1.merit }
  }

  static func overlap(_ one: SpineCandidate, _ other: SpineCandidate) -> Bool {
    guard one.bounds.overlaps(other.bounds) else { return false }
    let overlap = one.quad.overlap(with: other.quad)
    guard overlap > 0 else { return false }
    let (a, b) = (one.quad.signedArea, other.quad.signedArea)
    return overlap * (a + b) / (1 + overlap) > mostShared * 1.3 * min(a, b)
  }
}

extension SpineCandidate {
  /// Whether the candidate is a whole row of upright spines, or a whole stack: other candidates that
  /// cross it fill most of its length.
  fileprivate func isRow(of others: [SpineCandidate]) -> Bool {
    let cells = 40
    var isFilled = [Bool](repeating: false, count: cells)
    let (c, sides) = (quad.corners, quad.sides)
    let (start, end) = isLying ? (c[0].x, c[1].x) : (c[0].y, c[3].y)
    let thickness = isLying ? sides[3] : sides[0]
    for other in others where other.isLying != isLying && bounds.overlaps(other.bounds) {
      let otherSides = other.quad.sides
      guard (other.isLying ? otherSides[0] : otherSides[1]) > 0.5 * thickness,
        other.quad.isMostly(inside: quad)
      else { continue }
      let b = other.bounds
      let range = isLying ? (b.left, b.right) : (b.top, b.bottom)
      for cell in 0..<cells {
        let place = start + (end - start) * (Double(cell) + 0.5) / Double(cells)
        if place > range.0 && place < range.1 { isFilled[cell] = true }
      }
    }
    return isFilled.count { $0 } > 2 * cells / 5
  }

  /// Whether each side differs by at most a tenth of the width, and each end by 2 % of the length.
  fileprivate func isNearly(_ other: SpineCandidate) -> Bool {
    let (a, b) = (bounds, other.bounds)
    let (wide, high) = (a.right - a.left, a.bottom - a.top)
    let (across, down) = isLying ? (0.02 * wide, 0.1 * high) : (0.1 * wide, 0.02 * high)
    return isLying == other.isLying
      && max((a.left - b.left).magnitude, (a.right - b.right).magnitude) < across
      && max((a.top - b.top).magnitude, (a.bottom - b.bottom).magnitude) < down
  }

  /// A longer spine counts more than its parts.
  fileprivate var value: Double { merit * length }

  /// The rows of an upright spine; the columns of a lying one.
  fileprivate var span: ClosedRange<Double> {
    let values = isLying ? quad.corners.map(\.x) : quad.corners.map(\.y)
    return (values.min() ?? 0)...(values.max() ?? 0)
  }

  /// Where the spine is in its row, from the left to the right at its middle; in a stack, from the
  /// top to the bottom.
  fileprivate var position: ClosedRange<Double> {
    let c = quad.corners
    let (one, other) =
      isLying
      ? ((c[0].y + c[1].y) / 2, (c[2].y + c[3].y) / 2)
      : ((c[0].x + c[3].x) / 2, (c[1].x + c[2].x) / 2)
    return min(one, other)...max(one, other)
  }
}

extension [SpineCandidate] {
  /// The length above which half of the summed length lies.
  fileprivate var usualLength: Double {
    let lengths = map(\.length).sorted()
    var rest = lengths.reduce(0, +) / 2
    for length in lengths {
      rest -= length
      if rest <= 0 { return length }
    }
    return 0
  }
}
