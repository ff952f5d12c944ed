// Where two covers differ although one lies over the other: their miniatures, cell by cell, after
// what light does to a photograph has been taken out.

import Glibc
import Pictures

/// Cells of the known cover's miniature, judged.
struct Agreement: Sendable {
  enum Cell: Sendable {
    /// Outside of the crop, or burnt out by glare.
    case hidden
    case agrees
    case differs
  }

  let cells: [Cell]
  /// How much of the known cover is to be seen, 0…1.
  let visible: Double
  /// How much of that agrees, 0…1.
  let agreeing: Double

  static let side = Miniature.side

  init(of known: Fingerprint, in seen: Fingerprint, aligned alignment: Alignment) {
    let pairs = MiniaturePair(known.miniature, seen.miniature, alignment.map)
    let light = pairs.light
    cells = (0..<Self.side * Self.side).map { index -> Cell in
      guard let value = pairs.seen[index] else { return .hidden }
      let expected = pairs.expected(index, light)
      let tolerance = Float(14) + 0.1 * (expected.upperBound - expected.lowerBound)
      if value >= expected.lowerBound - tolerance, value <= expected.upperBound + tolerance {
        return .agrees
      }
      return value > 240 && value > expected.upperBound ? .hidden : .differs
    }
    let shown = cells.count { $0 != .hidden }
    visible = Double(shown) / Double(cells.count)
    agreeing = shown > 0 ? Double(cells.count { $0 == .agrees }) / Double(shown) : 0
  }
}

/// The two miniatures in the known cover's places.
private struct MiniaturePair {
  let known: [Float]
  /// Nil outside of the crop.
  let seen: [Float?]
  /// Least and most of each known cell and its neighbours: a cell more or less is no difference.
  let bounds: [ClosedRange<Float>]

  init(_ known: Miniature, _ seen: Miniature, _ map: PlaneMap) {
    let side = Miniature.side
    let (width, height) = PlacedFeatures.size(known.aspect)
    let (seenWidth, seenHeight) = PlacedFeatures.size(seen.aspect)
    let values = known.lightness.map(Float.init)
    let others = seen.lightness.map(Float.init)
    self.known = values
    self.seen = (0..<side * side).map { index in
      let place = map.point(
        Point(
          x: (Double(index % side) + 0.5) / Double(side) * width,
          y: (Double(index / side) + 0.5) / Double(side) * height))
      let x = place.x / seenWidth * Double(side) - 0.5
      let y = place.y / seenHeight * Double(side) - 0.5
      guard x >= -0.25, y >= -0.25, x <= Double(side) - 0.75, y <= Double(side) - 0.75
      else { return nil }
      return Self.between(others, max(0, x), max(0, y), side)
    }
    bounds = (0..<side * side).map { index in
      var (least, most) = (values[index], values[index])
      for row in max(0, index / side - 1)...min(side - 1, index / side + 1) {
        for column in max(0, index % side - 1)...min(side - 1, index % side + 1) {
          least = min(least, values[row * side + column])
          most = max(most, values[row * side + column])
        }
      }
      return least...most
    }
  }

  private static func between(_ values: [Float], _ x: Double, _ y: Double, _ side: Int) -> Float {
    let (left, top) = (min(Int(x), side - 2), min(Int(y), side - 2))
    let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
    let index = top * side + left
    let upper = values[index] * (1 - across) + values[index + 1] * across
    let lower = values[index + side] * (1 - across) + values[index + side + 1] * across
    return upper * (1 - down) + lower * down
  }

  /// What light makes of lightness: seen = (a + b·u + c·v)·known + d + e·u + f·v.
  var light: [Double] {
    let side = Miniature.side
    var weights = [Double](repeating: 1, count: side * side)
    var light: [Double] = [1, 0, 0, 0, 0, 0]
    for _ in 0..<5 {
      var equations = NormalEquations(count: 6)
      for row in stride(from: 0, to: side, by: 2) {
        for column in stride(from: row / 2 % 2, to: side, by: 2) {
          let index = row * side + column
          guard let value = seen[index], weights[index] > 0 else { continue }
          equations.add(Self.factors(Double(known[index]), index), Double(value), weights[index])
        }
      }
      guard let found = equations.solved() else { return light }
      light = found
      var residuals: [Double] = []
      for index in weights.indices {
        guard let value = seen[index] else { continue }
        residuals.append(abs(Double(value) - Self.dot(light, Double(known[index]), index)))
      }
      let scale = max(4, 4 * (residuals.sorted().dropFirst(residuals.count / 2).first ?? 0))
      for index in weights.indices {
        guard let value = seen[index] else { continue }
        let share = (Double(value) - Self.dot(light, Double(known[index]), index)) / scale
        weights[index] = abs(share) < 1 ? (1 - share * share) * (1 - share * share) : 0
      }
    }
    return light
  }

  private static func factors(_ value: Double, _ index: Int) -> [Double] {
    let u = Double(index % Miniature.side) / Double(Miniature.side) - 0.5
    let v = Double(index / Miniature.side) / Double(Miniature.side) - 0.5
    let level = value / 128
    return [level, level * u, level * v, 1, u, v]
  }

  private static func dot(_ light: [Double], _ value: Double, _ index: Int) -> Double {
    zip(light, factors(value, index)).reduce(0) { $0 + $1.0 * $1.1 }
  }

  func expected(_ index: Int, _ light: [Double]) -> ClosedRange<Float> {
    let one = Float(Self.dot(light, Double(bounds[index].lowerBound), index))
    let other = Float(Self.dot(light, Double(bounds[index].upperBound), index))
    return min(one, other)...max(one, other)
  }
}
