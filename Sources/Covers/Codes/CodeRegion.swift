// Finds the areas of a picture that look like a code: many edges in one direction, and about as
// many from light to dark as from dark to light.

import Pictures

/// An area that may hold a code, in pixels of the searched picture.
struct CodeRegion: Sendable {
  let centre: Point
  /// The direction across the bars, of length 1.
  let across: Point
  /// Half of the extent across the bars and along the bars.
  let halfWidth: Double
  let halfHeight: Double
  /// How much the area looks like a code; larger is better.
  let merit: Float

  /// The direction along the bars.
  var along: Point { Point(x: -across.y, y: across.x) }

  func scaled(by factor: Double) -> CodeRegion {
    CodeRegion(
      centre: centre * factor, across: across, halfWidth: halfWidth * factor,
      halfHeight: halfHeight * factor, merit: merit)
  }
}

struct CodeRegionSearch {
  private let blocks: GradientBlocks
  /// For each block the direction of its surroundings at twice the angle, of length 1; (0, 0) for a
  /// block without one direction.
  private let directions: [SIMD2<Float>]

  /// The least strength of edges: the mean squared change of brightness in a block.
  private static let leastEnergy: Float = 20
  /// The least share of the changes that have one direction.
  private static let leastCoherence: Float = 0.5
  /// Neighbours belong together up to 18° (cosine of the double angle).
  private static let leastLikeness: Float = 0.8

  init(_ picture: Lightness) {
    let blocks = GradientBlocks(picture)
    self.blocks = blocks
    directions = blocks.sums.indices.map { index in
      let sum = blocks.surroundings(of: index)
      guard sum.energy >= Self.leastEnergy * Float(sum.pixels) else { return .zero }
      let double = SIMD2(sum.xx - sum.yy, 2 * sum.xy)
      let length = (double * double).sum().squareRoot()
      return length >= Self.leastCoherence * sum.energy ? double / length : .zero
    }
  }

  /// At most `most` regions, the best first.
  func regions(atMost most: Int) -> [CodeRegion] {
    var seen = [Bool](repeating: false, count: directions.count)
    var regions: [CodeRegion] = []
    for index in directions.indices where !seen[index] && directions[index] != .zero {
      let members = grown(from: index, &seen)
      if members.count >= 8, let region = region(of: members) { regions.append(region) }
    }
    return Array(regions.sorted { $0.merit > $1.merit }.prefix(most))
  }

  /// All blocks that are connected with a block and have nearly its direction from neighbour to
  /// neighbour.
  private func grown(from first: Int, _ seen: inout [Bool]) -> [Int] {
    var members = [first]
    seen[first] = true
    var next = 0
    while next < members.count {
      let index = members[next]
      next += 1
      for neighbour in blocks.neighbours(of: index) where !seen[neighbour] {
        let likeness = (directions[index] * directions[neighbour]).sum()
        let likenessToFirst = (directions[first] * directions[neighbour]).sum()
        guard likeness >= Self.leastLikeness, likenessToFirst >= 0.5 else { continue }
        seen[neighbour] = true
        members.append(neighbour)
      }
    }
    return members
  }

  private func region(of members: [Int]) -> CodeRegion? {
    var sum = GradientSum()
    for index in members { sum.add(blocks.sums[index]) }
    let double = SIMD2(sum.xx - sum.yy, 2 * sum.xy)
    let length = (double * double).sum().squareRoot()
    guard length > 0 else { return nil }
    let across = Self.half(double / length)
    // Edges of both directions cancel; a single edge of an object does not.
    let signed = Double(sum.x) * across.x + Double(sum.y) * across.y
    guard
      abs(signed) < 0.5 * Double(sum.pixels) * Double(sum.energy / Float(sum.pixels)).squareRoot()
    else { return nil }
    let side = Double(GradientBlocks.side)
    let points = members.map { blocks.centre(of: $0) }
    let widths = points.map { $0.x * across.x + $0.y * across.y }
    let heights = points.map { $0.y * across.x - $0.x * across.y }
    guard let left = widths.min(), let right = widths.max(), let top = heights.min(),
      let bottom = heights.max(), right - left >= 4 * side
    else { return nil }
    let (u, v) = ((left + right) / 2, (top + bottom) / 2)
    return CodeRegion(
      centre: Point(x: u * across.x - v * across.y, y: u * across.y + v * across.x),
      across: across, halfWidth: (right - left + side) / 2, halfHeight: (bottom - top + side) / 2,
      merit: Float(members.count) * length / sum.energy)
  }

  /// The direction of which `double` has twice the angle.
  private static func half(_ double: SIMD2<Float>) -> Point {
    let cosine = ((1 + Double(double.x)) / 2).squareRoot()
    let sine = (max(0, 1 - Double(double.x)) / 2).squareRoot()
    return Point(x: cosine, y: double.y < 0 ? -sine : sine)
  }
}
