// Joins lines to quads. A quad has two opposite lines, and two other lines that connect them along
// visible edges. All coordinates are pixels of the edge map.

import Pictures

/// Keeps every crossing of two lines in tables, to reject many thousands of quads in milliseconds.
struct QuadSearch {
  /// Minimum share of a side that is edge: `least` for three sides, and `leastOfFourth` for the
  /// fourth, which may be hidden.
  private static let least = 0.34
  private static let leastOfFourth = 0.1
  /// Minimum `QuadCandidate.evidence` of a quad that is kept.
  private static let leastEvidence = 0.08
  /// A cover in a corner of the picture has two sides on the picture's border. `WholePicture`
  /// decides whether the whole picture is a cover.
  private static let mostBorders = 2
  /// The maximum number of outlines in memory, 22 MB. A picture of noise has millions, most pictures have less than a
  /// tenth of it.
  private static let mostOutlines = 262_144

  private let lines: [Line]
  private let width: Double
  private let height: Double
  private let expected: Quad?
  private let breadth: Breadth
  /// A table with a row and a column for each line. An element is the position on line `row` where
  /// line `column` crosses it; NaN without a crossing in or near the picture.
  private var positions: [Double]
  /// The same table with the edge support of line `row` from its start to that crossing.
  private var sums: [Double]
  /// Both tables with rows and columns exchanged. The values of all lines that cross one line are
  /// then adjacent in memory.
  private var crossingPositions: [Double]
  private var crossingSums: [Double]

  /// `expected`: the guide's rectangle.
  init(lines: [Line], in edges: EdgeMap, expected: Quad?, _ breadth: Breadth) {
    self.lines = lines
    self.breadth = breadth
    width = Double(edges.width)
    height = Double(edges.height)
    self.expected = expected
    positions = [Double](repeating: .nan, count: lines.count * lines.count)
    sums = positions
    crossingPositions = positions
    crossingSums = positions
    for first in lines.indices {
      for second in lines.indices.dropFirst(first + 1) { note(first, second) }
    }
  }

  private mutating func note(_ first: Int, _ second: Int) {
    guard Self.turn(lines[first].angle, lines[second].angle) > .pi * 0.24,
      let crossing = lines[first].crossing(lines[second]), isNear(crossing)
    else { return }
    for (row, column) in [(first, second), (second, first)] {
      let position = lines[row].position(of: crossing)
      positions[row * lines.count + column] = position
      let sum = lines[row].sum(at: position)
      sums[row * lines.count + column] = sum
      crossingPositions[column * lines.count + row] = position
      crossingSums[column * lines.count + row] = sum
    }
  }

  /// The best quads by score, without near duplicates.
  func candidates() -> [QuadCandidate] {
    var outlines: [Outline] = []
    outlines.reserveCapacity(16_384)
    for first in lines.indices {
      for second in lines.indices.dropFirst(first + 1)
      where Self.turn(lines[first].angle, lines[second].angle) < .pi * 0.25 {
        join(first, second, into: &outlines)
        if outlines.count > Self.mostOutlines { thin(&outlines) }
      }
    }
    var close = Self.best(outlines, about: 4 * breadth.outlineCount)
    for index in close.indices { close[index].beyond = beyond(close[index].lines) }
    return Self.best(close, about: breadth.outlineCount).sorted { $0.evidence > $1.evidence }
      .compactMap { candidate($0) }.distinct(atMost: breadth.judgedCount)
  }

  /// Removes outlines that the end of the search would remove, too. If very many have the same evidence, the first ones
  /// stay.
  private func thin(_ outlines: inout [Outline]) {
    outlines = Self.best(outlines, about: 4 * breadth.outlineCount)
    outlines.removeLast(max(0, outlines.count - Self.mostOutlines / 2))
  }

  /// About `count` outlines with the most evidence, unordered: sorting is slower than the search.
  private static func best(_ outlines: [Outline], about count: Int) -> [Outline] {
    func bin(_ outline: Outline) -> Int { max(0, min(255, Int(255 * outline.evidence))) }
    guard outlines.count > count else { return outlines }
    var counts = [Int](repeating: 0, count: 256)
    for outline in outlines { counts[bin(outline)] += 1 }
    var (least, seen) = (256, 0)
    while least > 0, seen < count {
      least -= 1
      seen += counts[least]
    }
    return outlines.filter { bin($0) >= least }
  }

  /// Four lines and their edge support. Lines 1 and 2 are opposite sides; lines 3 and 4 are the
  /// other two.
  private struct Outline {
    let lines: (Int, Int, Int, Int)
    let supports: SIMD4<Double>
    /// The share of the sides' continuations beyond the corners that lies on an edge; 0 before it is
    /// measured.
    var beyond = 0.0 {
      didSet { evidence = QuadCandidate.evidence(supports, beyond) }
    }
    private(set) var evidence: Double

    init(lines: (Int, Int, Int, Int), supports: SIMD4<Double>) {
      self.lines = lines
      self.supports = supports
      evidence = QuadCandidate.evidence(supports, 0)
    }
  }

  /// Adds the outlines of all quads that have two opposite sides on the given lines.
  private func join(_ first: Int, _ second: Int, into outlines: inout [Outline]) {
    let (one, other) = (lines[first], lines[second])
    let sense = one.normalX * other.normalX + one.normalY * other.normalY > 0 ? 1.0 : -1.0
    let joining = joining(first, second)
    for (index, third) in joining.enumerated() {
      for fourth in joining[(index + 1)...] {
        // The cheapest checks come first; most pairs of lines fail them.
        let sides = (support(on: first, third, fourth), support(on: second, third, fourth))
        let (weaker, stronger) = (min(sides.0, sides.1), max(sides.0, sides.1))
        guard stronger >= Self.least, weaker >= Self.leastOfFourth,
          weaker < Self.least || first < third
        else { continue }
        let ends = (
          position(first, fourth) - position(first, third),
          position(second, fourth) - position(second, third)
        )
        // Sides that cross each other form no quad.
        guard ends.0 * ends.1 * sense > 0, isPair(third, fourth, across: first, second) else {
          continue
        }
        let supports = SIMD4(
          sides.0, sides.1, support(on: third, first, second), support(on: fourth, first, second))
        let outline = Outline(lines: (first, second, third, fourth), supports: supports)
        if outline.evidence >= Self.leastEvidence { outlines.append(outline) }
      }
    }
  }

  /// The lines that have enough edge between the two given lines.
  private func joining(_ first: Int, _ second: Int) -> [Int] {
    let (count, shortest) = (lines.count, breadth.leastSide * min(width, height))
    var joining: [Int] = []
    crossingPositions.withUnsafeBufferPointer { positions in
      crossingSums.withUnsafeBufferPointer { sums in
        for line in 0..<count {
          let length = (positions[first * count + line] - positions[second * count + line])
            .magnitude
          let edge = (sums[first * count + line] - sums[second * count + line]).magnitude
          // Comparisons with NaN (no crossing) are false.
          if length > shortest, edge >= Self.least * length { joining.append(line) }
        }
      }
    }
    return joining
  }

  /// Whether lines `third` and `fourth` are roughly parallel, and lead from line `first` to line
  /// `second` in the same direction.
  private func isPair(_ third: Int, _ fourth: Int, across first: Int, _ second: Int) -> Bool {
    let (one, other) = (lines[third], lines[fourth])
    guard Self.turn(one.angle, other.angle) < .pi * 0.25 else { return false }
    let sense = one.normalX * other.normalX + one.normalY * other.normalY > 0 ? 1.0 : -1.0
    let ends = (
      position(third, second) - position(third, first),
      position(fourth, second) - position(fourth, first)
    )
    return ends.0 * ends.1 * sense > 0
  }

  /// The mean share of the sides' continuations beyond the corners that lies on an edge.
  private func beyond(_ all: (Int, Int, Int, Int)) -> Double {
    let one = beyond(on: all.0, all.2, all.3) + beyond(on: all.1, all.2, all.3)
    let other = beyond(on: all.2, all.0, all.1) + beyond(on: all.3, all.0, all.1)
    return (one + other) / 4
  }

  private func position(_ line: Int, _ other: Int) -> Double {
    positions[line * lines.count + other]
  }

  /// The share of a line between its crossings with two others that lies on an edge. 0 if a crossing is
  /// missing, or if the part between the crossings is too short.
  @inline(__always)
  private func support(on line: Int, _ from: Int, _ to: Int) -> Double {
    let row = line * lines.count
    let length = (positions[row + to] - positions[row + from]).magnitude
    guard length > breadth.leastSide * min(width, height) else { return 0 }
    return (sums[row + to] - sums[row + from]).magnitude / length
  }

  /// The share of a line just beyond its crossings with two others that lies on an edge.
  private func beyond(on line: Int, _ from: Int, _ to: Int) -> Double {
    guard !lines[line].isBorder else { return 0 }
    let (start, end) = (position(line, from), position(line, to))
    let tail = (end - start) * 0.12
    let edge =
      lines[line].support(from: end + 0.2 * tail, to: end + tail)
      + lines[line].support(from: start - tail, to: start - 0.2 * tail)
    return edge / (1.6 * tail.magnitude)
  }

  private func candidate(_ outline: Outline) -> QuadCandidate? {
    let all = outline.lines
    guard let a = lines[all.0].crossing(lines[all.2]), let b = lines[all.0].crossing(lines[all.3]),
      let c = lines[all.1].crossing(lines[all.3]), let d = lines[all.1].crossing(lines[all.2])
    else { return nil }
    let borderCount = [all.0, all.1, all.2, all.3].count { lines[$0].isBorder }
    let area = (c - a).cross(d - b) / 2
    let quad = area > 0 ? Quad(a, b, c, d) : Quad(a, d, c, b)
    // The lines of the sides, and the indices of their supports, in the order of the corners.
    let (sides, order) =
      area > 0
      ? ([all.0, all.3, all.1, all.2], SIMD4(0, 3, 1, 2))
      : ([all.2, all.1, all.3, all.0], SIMD4(2, 1, 3, 0))
    guard area.magnitude > breadth.leastArea * width * height, quad.isConvex,
      borderCount <= Self.mostBorders, let shape = Shape(of: quad, inWidth: width, height: height)
    else { return nil }
    var candidate = QuadCandidate(
      quad: quad,
      supports: SIMD4(
        outline.supports[order[0]], outline.supports[order[1]], outline.supports[order[2]],
        outline.supports[order[3]]),
      beyond: outline.beyond, isBorder: sides.map { lines[$0].isBorder }, shape: shape.likelihood,
      position: position(of: quad))
    for (index, line) in sides.enumerated() {
      let ends = (quad.corners[index], quad.corners[(index + 1) % 4])
      candidate.note(lines[line], side: index, from: ends.0, to: ends.1)
    }
    return candidate
  }

  /// The angle between two lines, 0…π/2.
  private static func turn(_ one: Double, _ other: Double) -> Double {
    let turn = (one - other).magnitude
    return min(turn, .pi - turn)
  }

  /// Whether a point is in the picture or just outside, because a corner of a cover may be outside.
  private func isNear(_ point: Point) -> Bool {
    let margin = 0.04 * max(width, height)
    return point.x > -margin && point.y > -margin && point.x < width + margin
      && point.y < height + margin
  }

  /// Rates the size and the position of a quad. With a guide, the rating grows with the overlap;
  /// without a guide, large quads near the centre have a higher rating.
  private func position(of quad: Quad) -> Double {
    if let expected { return 0.3 + 0.7 * quad.overlap(with: expected) }
    guard breadth.prefersOne else { return 1 }
    let share = quad.signedArea / (width * height)
    let size = min(1, 0.55 + 0.45 * (share / 0.35).squareRoot())
    let away = (quad.centre - Point(x: width / 2, y: height / 2)).length
    let distance = away / Point(x: width / 2, y: height / 2).length
    return size * (1 - 0.25 * distance * distance)
  }
}
