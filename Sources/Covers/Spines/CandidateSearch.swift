// Finds candidates for spines: pairs of side lines with ends between them. Measures and judges the
// candidates.

import Pictures

struct CandidateSearch {
  private let pixels: Pixels
  private let edges: ShelfEdges
  private let lines: [SideLine]
  /// Gives the slope of nearly horizontal lines at a row. It was measured on the transposed picture.
  private let across: Vanishing
  private let weights: SpineWeights
  /// For each line, the number of marks and the sum of steps above each row.
  private let marks: [Int32]
  private let steps: [Int32]
  private let levels: LevelEdges

  init(
    _ pixels: Pixels, _ edges: ShelfEdges, lines: [SideLine], across: Vanishing,
    _ weights: SpineWeights
  ) {
    self.weights = weights
    self.pixels = pixels
    self.edges = edges
    self.across = across
    levels = LevelEdges(edges)
    let (width, height) = (Double(edges.width), Double(edges.height))
    let borders = [1, width - 2].map {
      SideLine(start: $0, slope: 0, rows: 0...height, count: height / 2, isBorder: true)
    }
    self.lines = (lines + borders).sorted { $0.x(height / 2) < $1.x(height / 2) }
    var (marks, steps): ([Int32], [Int32]) = ([], [])
    marks.reserveCapacity(self.lines.count * (edges.height + 1))
    steps.reserveCapacity(self.lines.count * (edges.height + 1))
    for line in self.lines {
      var (mark, step): (Int32, Int32) = (0, 0)
      marks.append(0)
      steps.append(0)
      for y in 0..<edges.height {
        let x = Int(line.x(Double(y)).rounded())
        if x > 0, x < edges.width - 1 {
          let index = y * edges.width + x
          mark += line.isBorder ? (y % 4 == 0 ? 0 : 1) : edges.upright[index] > 0 ? 1 : 0
          step += Int32(
            min(80, max(edges.across[index], edges.across[index - 1], edges.across[index + 1])))
        }
        marks.append(mark)
        steps.append(step)
      }
    }
    self.marks = marks
    self.steps = steps
  }

  /// The share of marked rows of a line between two rows, 0…1.
  private func share(_ line: Int, _ top: Double, _ bottom: Double) -> Double {
    let (from, to) = rows(top, bottom)
    return to > from ? mean(marks, line, from, to) : 0
  }

  private func step(_ line: Int, _ top: Double, _ bottom: Double) -> Double {
    let (from, to) = rows(top, bottom)
    return to > from ? mean(steps, line, from, to) / 80 : 0
  }

  private func mean(_ sums: [Int32], _ line: Int, _ from: Int, _ to: Int) -> Double {
    let first = line * (edges.height + 1)
    return Double(sums[first + to] - sums[first + from]) / Double(to - from)
  }

  private func rows(_ top: Double, _ bottom: Double) -> (Int, Int) {
    (
      Int(min(max(top, 0), Double(edges.height))), Int(min(max(bottom, 0), Double(edges.height)))
    )
  }

  /// The maximum number of candidates with the same left side that are measured.
  private static let perLine = 24

  /// The largest width of a spine: a part of the picture's longer side.
  private var mostWidth: Double { 0.17 * Double(max(edges.width, edges.height)) }

  /// The maximum number of lines between two sides that have edges in nearly all rows of the
  /// candidate.
  private static let mostBetween = 4

  /// The likeliest candidates.
  func candidates() -> [SpineCandidate] {
    lines.indices.flatMap { left -> [SpineCandidate] in
      var rough: [Rough] = []
      var between = 0
      for right in lines.indices.dropFirst(left + 1) {
        guard let span = span(left, right) else { continue }
        rough += roughs(span)
        if share(right, span.jointTop, span.jointBottom) > 0.85 { between += 1 }
        if between > Self.mostBetween { break }
      }
      return rough.sorted { $0.merit > $1.merit }.prefix(Self.perLine).compactMap {
        measured($0)
      }
    }
  }

  /// Two lines that may be the sides of a spine; nil if their distance or their slopes do not fit.
  private func span(_ left: Int, _ right: Int) -> Span? {
    let (one, other) = (lines[left], lines[right])
    guard !(one.isBorder && other.isBorder) else { return nil }
    let top = max(one.rows.lowerBound, other.rows.lowerBound)
    let bottom = min(one.rows.upperBound, other.rows.upperBound)
    guard bottom - top >= 0.04 * Double(edges.height) else { return nil }
    let width = other.x((top + bottom) / 2) - one.x((top + bottom) / 2)
    let outerTop = min(one.rows.lowerBound, other.rows.lowerBound)
    let outerBottom = max(one.rows.upperBound, other.rows.upperBound)
    guard width >= 4, width <= 0.5 * (outerBottom - outerTop), width <= mostWidth,
      width >= (bottom - top) / 60
    else {
      return nil
    }
    let isBorder = one.isBorder || other.isBorder
    guard (one.slope - other.slope).magnitude < 0.06 + 1.5 / width || isBorder else { return nil }
    let (wideTop, wideBottom) = (other.x(top) - one.x(top), other.x(bottom) - one.x(bottom))
    guard min(wideTop, wideBottom) > 0.6 * max(wideTop, wideBottom) || isBorder else { return nil }
    guard min(share(left, top, bottom), share(right, top, bottom)) > 0.4 else { return nil }
    return Span(
      left: left, right: right, top: isBorder ? top : outerTop,
      bottom: isBorder ? bottom : outerBottom, jointTop: top, jointBottom: bottom, width: width)
  }

  /// A candidate before its colours are measured.
  private struct Rough {
    let span: Span
    let top, bottom: End
    /// The largest share and step of a level edge between the ends.
    let level: (share: Double, step: Double)
    let merit: Double
  }

  private struct Span {
    let left, right: Int
    /// The rows in which one of the sides has edges, and those in which both have.
    let top, bottom, jointTop, jointBottom: Double
    let width: Double
  }

  /// A row where the candidate may end, with the share of marked columns and the mean step.
  private struct End {
    let row, share, step: Double
  }

  /// The maximum number of candidates with the same sides that are measured.
  private static let perPair = 4

  private func roughs(_ span: Span) -> [Rough] {
    let ends = ends(span)
    var roughs: [Rough] = []
    for top in ends {
      for bottom in ends where bottom.row > top.row {
        let length = bottom.row - top.row
        guard length >= 1.5 * span.width, length >= 0.05 * Double(edges.height) else { continue }
        let sides = min(
          share(span.left, top.row, bottom.row), share(span.right, top.row, bottom.row))
        guard sides > 0.45, top.share + bottom.share > 0.8 else { continue }
        let merit =
          4 * sides + top.share + bottom.share + min(top.step, bottom.step)
          - outside(span, top.row, bottom.row).lowHalf.sum() * 0.8
          + 2.0 * length / (span.bottom - span.top)
        let rim = 0.06 * length + 3
        var level = (share: 0.0, step: 0.0)
        for end in ends where end.row > top.row + rim && end.row < bottom.row - rim {
          level = (max(level.share, end.share), max(level.step, end.step))
        }
        roughs.append(Rough(span: span, top: top, bottom: bottom, level: level, merit: merit))
      }
    }
    return Array(roughs.sorted { $0.merit > $1.merit }.prefix(Self.perPair))
  }

  /// Shares of marked rows of the sides just above and just below: of the side with fewer marks,
  /// then of the side with more.
  private func outside(_ span: Span, _ top: Double, _ bottom: Double) -> SIMD4<Double> {
    let reach = 0.08 * (bottom - top) + 6
    let (one, other) = (
      share(span.left, top - reach, top - 3), share(span.right, top - reach, top - 3)
    )
    let (third, fourth) = (
      share(span.left, bottom + 3, bottom + reach), share(span.right, bottom + 3, bottom + reach)
    )
    return SIMD4(min(one, other), min(third, fourth), max(one, other), max(third, fourth))
  }

  /// The rows, at the middle of the candidate, in which level edges cross most of the width.
  private func ends(_ span: Span) -> [End] {
    let (left, right) = (lines[span.left], lines[span.right])
    let lean = (left.slope + right.slope) / 2
    let margin = 0.05 * (span.bottom - span.top) + 8
    let first = max(2, Int(span.top - margin))
    let last = min(edges.height - 3, Int(span.bottom + margin))
    guard first < last else { return [] }
    let count = max(5, min(11, Int(span.width / 2)))
    var shares: [Double] = []
    var sums: [Double] = []
    shares.reserveCapacity(last - first + 1)
    sums.reserveCapacity(last - first + 1)
    for row in first...last {
      let (from, to) = (left.x(Double(row)), right.x(Double(row)))
      let slope = across.slope(Double(row)) - lean
      let (marked, sum) = levels.edges(
        from: from + 0.08 * (to - from), to: from + 0.92 * (to - from), slope: slope,
        row: Double(row) + 0.5, count: count)
      shares.append(Double(marked) / Double(count))
      sums.append(Double(sum) / Double(count) / 80)
    }
    var ends: [End] = []
    for index in shares.indices {
      let near = max(0, index - 3)...min(shares.count - 1, index + 3)
      let value = shares[index] + sums[index]
      guard shares[index] >= 0.45,
        near.allSatisfy({
          shares[$0] + sums[$0] < value || $0 >= index && shares[$0] + sums[$0] <= value
        })
      else { continue }
      ends.append(End(row: Double(first + index), share: shares[index], step: sums[index]))
    }
    ends = Array(ends.sorted { $0.share + $0.step > $1.share + $1.step }.prefix(14))
    for row in [span.top, span.bottom] where !ends.contains(where: { ($0.row - row).magnitude < 4 })
    {
      let index = min(max(0, Int(row) - first), shares.count - 1)
      ends.append(End(row: row, share: shares[index], step: sums[index]))
    }
    // A spine that continues beyond the picture ends at the picture's border.
    if span.top < 6 { ends.append(End(row: 1, share: 0.6, step: 0.2)) }
    if span.bottom > Double(edges.height) - 6 {
      ends.append(End(row: Double(edges.height - 1), share: 0.6, step: 0.2))
    }
    return ends
  }

  private func measured(_ rough: Rough) -> SpineCandidate? {
    let (span, top, bottom) = (rough.span, rough.top, rough.bottom)
    let (left, right) = (lines[span.left], lines[span.right])
    let lean = (left.slope + right.slope) / 2
    func ends(_ row: Double) -> (Point, Point) {
      let slope = across.slope(row) - lean
      let half = span.width / 2
      let (up, down) = (row - slope * half, row + slope * half)
      return (Point(x: left.x(up) + 0.5, y: up + 0.5), Point(x: right.x(down) + 0.5, y: down + 0.5))
    }
    let (a, b) = ends(top.row)
    let (d, c) = ends(bottom.row)
    let quad = Quad(a, b, c, d)
    guard quad.isConvex else { return nil }
    let sides = [
      share(span.left, top.row, bottom.row), share(span.right, top.row, bottom.row),
    ]
    let steps = [
      step(span.left, top.row, bottom.row), step(span.right, top.row, bottom.row),
    ]
    let outside = outside(span, top.row, bottom.row)
    let length = bottom.row - top.row
    var (inside, insideStep) = (0.0, 0.0)
    for line in span.left + 1..<max(span.left + 1, span.right) {
      let middle = (top.row + bottom.row) / 2
      let position = (lines[line].x(middle) - left.x(middle)) / (right.x(middle) - left.x(middle))
      let positionTop = (lines[line].x(top.row) - left.x(top.row)) / span.width
      let positionBottom = (lines[line].x(bottom.row) - left.x(bottom.row)) / span.width
      guard (0.12...0.88).contains(position), (0.05...0.95).contains(positionTop),
        (0.05...0.95).contains(positionBottom)
      else { continue }
      inside = max(inside, share(line, top.row, bottom.row))
      insideStep = max(insideStep, step(line, top.row, bottom.row))
    }
    let tones = Tones(pixels, edges, quad)
    let borders = [left, right].count { $0.isBorder }
    let clues = [
      sides.min() ?? 0, sides.max() ?? 0, min(top.share, bottom.share),
      max(top.share, bottom.share), outside.x, outside.y, inside, length / span.width,
      steps.min() ?? 0, min(top.step, bottom.step), tones.lettering, tones.darkness,
      tones.variety, tones.topChange, tones.bottomChange,
      min(1, length / (span.bottom - span.top)), Double(borders), tones.crossings, outside.z,
      outside.w, tones.sideChange, tones.betterSideChange, steps.max() ?? 0,
      max(top.step, bottom.step), insideStep,
      rough.level.share, rough.level.step,
      (left.slope - right.slope).magnitude * length / span.width, lean.magnitude, tones.halves,
      tones.spread, tones.spreadAbove, tones.spreadBelow, Double(edges.threshold) / 20,
    ]
    return SpineCandidate(quad: quad, clues: clues, merit: weights.merit(clues))
  }
}
