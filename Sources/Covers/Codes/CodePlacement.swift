// Where a code may lie on a scan line. The search compares the edges that every code has (guard
// bars and borders between digits) with the edges of the line.

/// The map from modules of a code to samples of a line. The drift makes modules wider towards one
/// end (a slanted code); the bulge makes them narrower towards both ends (a code on a bottle).
struct CodePlacement: Equatable, Sendable {
  var start: Float
  var end: Float
  var drift: Float
  var bulge: Float
  /// How well the fixed edges agree: 1 if each one is a strong edge in the right direction.
  var agreement: Float = 0

  /// The sample at `share` of the code's width, 0…1.
  @inline(__always)
  func sample(at share: Float) -> Float {
    let middle = share * (1 - share)
    return start + (end - start) * (share + middle * (drift + bulge * (1 - 2 * share)))
  }
}

struct PlacementSearch {
  let layout: CodeLayout
  /// The width of a code in samples.
  let widths: ClosedRange<Float>

  /// The smallest agreement of a placement.
  static let leastAgreement: Float = 0.42
  /// The smallest sum of the agreements of four guard edges.
  private static let leastOfGuard: Float = 0.8
  /// The widths of the modules at the ends, as shares of the mean width.
  private static let guardModules: [Float] = [1, 0.8, 1.2]
  private static let drifts: [Float] = [0, -0.08, 0.08, -0.18, 0.18]
  private static let bulges: [Float] = [0, -0.12, -0.25]

  /// The least light margin in modules. Only short codes need one: a part of a longer code looks like
  /// them.
  private var leastGap: Float { layout.digits == 12 ? 0 : 2.5 }

  /// At most `most` placements, those with the best agreement. Two placements differ by more than a
  /// module.
  func placements(on edges: LineEdges, atMost most: Int) -> [CodePlacement] {
    edges.slopes.withUnsafeBufferPointer { placements(on: edges, $0, atMost: most) }
  }

  private func placements(
    on edges: LineEdges, _ slopes: UnsafeBufferPointer<Float>, atMost most: Int
  ) -> [CodePlacement] {
    let scale = Self.typicalSlope(edges)
    guard scale > 0 else { return [] }
    var found: [CodePlacement] = []
    for start in edges.falls {
      for end in edges.rises where widths ~= end.place - start.place {
        let leastGap = self.leastGap * (end.place - start.place) / Float(layout.width)
        guard start.gap >= leastGap, end.gap >= leastGap,
          hasGuards(from: start.place, to: end.place, slopes, scale)
        else { continue }
        let placement = best(from: start.place, to: end.place, slopes, scale)
        if placement.agreement >= Self.leastAgreement { found.append(placement) }
      }
    }
    var chosen: [CodePlacement] = []
    for placement in found.sorted(by: { $0.agreement > $1.agreement }) where chosen.count < most {
      let module = (placement.end - placement.start) / Float(layout.width)
      let isNear = chosen.contains {
        abs($0.start - placement.start) < module && abs($0.end - placement.end) < module
      }
      if !isNear { chosen.append(refined(placement, slopes, scale)) }
    }
    return chosen
  }

  /// Whether the edges of the guard bars at both ends agree at least a little. Most pairs of edges
  /// fail, so the search is quick.
  private func hasGuards(
    from start: Float, to end: Float, _ slopes: UnsafeBufferPointer<Float>, _ scale: Float
  ) -> Bool {
    let module = (end - start) / Float(layout.width)
    let first = Self.guardModules.map { factor in
      layout.edges.prefix(4).reduce(Float(0)) { sum, edge in
        sum + agreement(edge, at: start + edge.position * factor * module, slopes, scale)
      }
    }
    guard (first.max() ?? 0) >= Self.leastOfGuard else { return false }
    let last = Self.guardModules.map { factor in
      layout.edges.suffix(4).reduce(Float(0)) { sum, edge in
        let distance = Float(layout.width) - edge.position
        return sum + agreement(edge, at: end - distance * factor * module, slopes, scale)
      }
    }
    return (last.max() ?? 0) >= Self.leastOfGuard
  }

  /// Tries the drifts and bulges between two edges.
  private func best(
    from start: Float, to end: Float, _ slopes: UnsafeBufferPointer<Float>, _ scale: Float
  ) -> CodePlacement {
    var best = CodePlacement(start: start, end: end, drift: 0, bulge: 0, agreement: -1)
    for drift in Self.drifts {
      for bulge in Self.bulges {
        var placement = CodePlacement(start: start, end: end, drift: drift, bulge: bulge)
        placement.agreement = agreement(placement, slopes, scale)
        if placement.agreement > best.agreement { best = placement }
      }
    }
    return best
  }

  /// Moves the ends and changes the drift and the bulge in small steps while the agreement grows.
  private func refined(
    _ placement: CodePlacement, _ slopes: UnsafeBufferPointer<Float>, _ scale: Float
  ) -> CodePlacement {
    let module = (placement.end - placement.start) / Float(layout.width)
    var best = placement
    for size in [Float(1), 0.5] {
      var isBetter = true
      var rounds = 0
      while isBetter, rounds < 6 {
        (isBetter, rounds) = (false, rounds + 1)
        for var changed in best.neighbours(size: size, module: module) {
          changed.agreement = agreement(changed, slopes, scale)
          if changed.agreement > best.agreement { (best, isBetter) = (changed, true) }
        }
      }
    }
    return best
  }

  /// The mean agreement of all edges; -1 if every third edge already says that it is small.
  private func agreement(
    _ placement: CodePlacement, _ slopes: UnsafeBufferPointer<Float>, _ scale: Float
  ) -> Float {
    let unit = 1 / Float(layout.width)
    var sum: Float = 0
    for first in [1, 0, 2] {
      for index in stride(from: first, to: layout.edges.count, by: 3) {
        let edge = layout.edges[index]
        sum += agreement(edge, at: placement.sample(at: edge.position * unit), slopes, scale)
      }
      if first == 1, sum < 0.15 * Float(layout.edges.count / 3) { return -1 }
    }
    return sum / Float(layout.edges.count)
  }

  /// 1 for a strong edge in the right direction, -1 for one in the wrong direction or outside of
  /// the line.
  @inline(__always)
  private func agreement(
    _ edge: CodeLayout.FixedEdge, at sample: Float, _ slopes: UnsafeBufferPointer<Float>,
    _ scale: Float
  ) -> Float {
    guard sample >= 0, sample < Float(slopes.count - 1) else { return -1 }
    let index = Int(sample)
    let slope = slopes[index] + (sample - Float(index)) * (slopes[index + 1] - slopes[index])
    return min(1, max(-1, (edge.darkens ? -slope : slope) / scale))
  }

  /// The root mean square of the slopes. Most edges of a sharp code are stronger.
  private static func typicalSlope(_ edges: LineEdges) -> Float {
    let sum = edges.slopes.reduce(0) { $0 + $1 * $1 }
    return (sum / Float(max(1, edges.slopes.count))).squareRoot()
  }
}

extension CodePlacement {
  fileprivate func neighbours(size: Float, module: Float) -> [CodePlacement] {
    let changes: [(Float, Float, Float, Float)] = [
      (1, 0, 0, 0), (-1, 0, 0, 0), (0, 1, 0, 0), (0, -1, 0, 0), (0, 0, 1, 0), (0, 0, -1, 0),
      (0, 0, 0, 1), (0, 0, 0, -1),
    ]
    return changes.map { change in
      CodePlacement(
        start: start + change.0 * size * 0.4 * module, end: end + change.1 * size * 0.4 * module,
        drift: drift + change.2 * size * 0.03, bulge: bulge + change.3 * size * 0.05)
    }
  }
}
