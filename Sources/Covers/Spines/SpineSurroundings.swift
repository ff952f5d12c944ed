// Measures a candidate again, with the other candidates of the picture: neighbours with a common
// side, rivals for the same area, the board on which spines stand, and the usual size.

import Pictures

struct SpineSurroundings {
  private let candidates: [SpineCandidate]
  private let extents: [Extent]
  private let lines: StandingLines
  private let usualLength: Double
  private let usualWidth: Double

  /// The position of a candidate in its row or stack.
  private struct Extent {
    /// Across the row at the middle of the spine, and along the spine.
    let across, along: ClosedRange<Double>
    let isLying: Bool
    var width: Double { across.upperBound - across.lowerBound }
    var length: Double { along.upperBound - along.lowerBound }

    /// The shared length, as a share of the length of the shorter candidate.
    func sharedLength(_ other: Extent) -> Double {
      let shared =
        min(along.upperBound, other.along.upperBound)
        - max(along.lowerBound, other.along.lowerBound)
      return shared / max(1, min(length, other.length))
    }

    func sharedWidth(_ other: Extent) -> Double {
      let shared =
        min(across.upperBound, other.across.upperBound)
        - max(across.lowerBound, other.across.lowerBound)
      return shared / max(1, min(width, other.width))
    }
  }

  /// `chosen`: the likeliest spines that do not overlap, by their own merit.
  init(_ candidates: [SpineCandidate], chosen: [SpineCandidate]) {
    self.candidates = candidates
    extents = candidates.map {
      Extent(across: $0.position, along: $0.span, isLying: $0.isLying)
    }
    lines = StandingLines(of: chosen)
    usualLength = chosen.usualLength
    let widths = chosen.map(\.width).sorted()
    usualWidth = widths.isEmpty ? 0 : widths[widths.count / 2]
  }

  /// The measurements of a candidate, and those of its surroundings.
  func clues(of index: Int) -> [Double] {
    let candidate = candidates[index]
    let extent = extents[index]
    var rivals = Rivals()
    for other in candidates.indices
    where other != index && candidates[other].bounds.isNear(candidate.bounds, extent.width) {
      if extents[other].isLying == extent.isLying {
        rivals.add(candidates[other].merit, extent, extents[other])
      } else if candidates[other].bounds.overlaps(candidate.bounds) {
        rivals.crossing = max(rivals.crossing, candidates[other].merit)
      }
    }
    let foot = lines.distance(of: candidate)
    return candidate.clues + [
      candidate.merit, rivals.sameSides, rivals.part, rivals.whole, rivals.crossing,
      min(rivals.before, rivals.after), max(rivals.before, rivals.after),
      foot.down, foot.up, candidate.length / max(1, usualLength),
      candidate.width / max(1, usualWidth), candidate.isLying ? 1 : 0, rivals.overlapping,
      rivals.longer,
    ]
  }

  /// The largest merits of other candidates.
  private struct Rivals {
    private static let none = -6.0
    /// With both sides at the same position, but other ends.
    var sameSides = none
    /// Of these, a longer one.
    var longer = none
    /// A narrower and a wider one at the same position.
    var part = none
    var whole = none
    /// In the other direction.
    var crossing = none
    /// Any that shares much of the area.
    var overlapping = none
    /// Neighbours: one that ends where this candidate begins, and one that begins where it ends.
    var before = none
    var after = none

    mutating func add(_ merit: Double, _ extent: Extent, _ other: Extent) {
      guard extent.sharedLength(other) > 0.4 else { return }
      let tolerance = 0.15 * min(extent.width, other.width) + 2
      let left = other.across.lowerBound - extent.across.lowerBound
      let right = other.across.upperBound - extent.across.upperBound
      if extent.sharedWidth(other) > 0.3 { overlapping = max(overlapping, merit) }
      if left.magnitude < tolerance, right.magnitude < tolerance {
        sameSides = max(sameSides, merit)
        if other.length > 1.05 * extent.length { longer = max(longer, merit) }
      } else if left > -tolerance, right < tolerance {
        part = max(part, merit)
      } else if left < tolerance, right > -tolerance {
        whole = max(whole, merit)
      }
      if (other.across.upperBound - extent.across.lowerBound).magnitude < tolerance {
        before = max(before, merit)
      }
      if (other.across.lowerBound - extent.across.upperBound).magnitude < tolerance {
        after = max(after, merit)
      }
    }
  }
}

extension Bounds {
  fileprivate func isNear(_ other: Bounds, _ distance: Double) -> Bool {
    left < other.right + distance && other.left < right + distance
      && top < other.bottom + distance && other.top < bottom + distance
  }
}
