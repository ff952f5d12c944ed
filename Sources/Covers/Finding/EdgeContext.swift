// Compares the tones (colours) along a quad's sides: just inside, just outside ("near"), and
// farther outside ("far"). If the quad is a whole sleeve, the near and the far tones are tones of
// the table. If the quad is a frame printed on a sleeve, the near tones are tones of the sleeve,
// and the far tones usually are not.

import Pictures

/// Differences of tones along the four sides. All numbers are 0…1.
struct EdgeContext {
  /// Difference between the inside tone and the near tone: mean and minimum of the sides.
  private(set) var contrast = 0.0
  private(set) var leastContrast = 0.0
  /// Difference between the near tone and the far tone: mean and maximum of the sides.
  private(set) var change = 0.0
  private(set) var mostChange = 0.0
  /// How much the near tones of the sides differ from each other.
  private(set) var outsideSpread = 0.0
  /// How much the inside tones of the sides differ from each other.
  private(set) var insideSpread = 0.0
  /// How much the near tones vary along a side; mean of the sides.
  private(set) var outsideTexture = 0.0
  /// How much the inside tones vary along a side; mean of the sides.
  private(set) var insideTexture = 0.0
  /// Mean edge strength inside the quad. A cover has print and therefore many edges; a background
  /// often has few.
  private(set) var content = 0.0
  /// Share of the sampling points of the near tones that lie in the picture.
  private(set) var seen = 1.0

  /// Number of sampling points along a side.
  private static let positionCount = 9
  /// Distances of the sampling points from the side; positive is outside. The unit is the square
  /// root of the quad's area.
  private static let distances = (inside: -0.05, near: 0.035, far: 0.12)

  /// `quad` is in pixels of `edges`. Sides with `isBorder` lie on the picture's border and are left
  /// out.
  init(of quad: Quad, isBorder: [Bool], in edges: EdgeMap) {
    let size = max(quad.signedArea, 1).squareRoot()
    let sides = (0..<4).filter { !isBorder[$0] }.map { index -> Side in
      Side(from: quad.corners[index], to: quad.corners[(index + 1) % 4], size: size, in: edges)
    }
    content = Self.content(of: quad, in: edges)
    let outsides = sides.compactMap(\.near)
    seen =
      Double(sides.reduce(0) { $0 + $1.seenCount })
      / Double(max(1, sides.count) * Self.positionCount)
    let contrasts = sides.compactMap(\.contrast)
    contrast = Self.mean(contrasts)
    leastContrast = contrasts.min() ?? 0
    let changes = sides.compactMap(\.change)
    change = Self.mean(changes)
    mostChange = changes.max() ?? 0
    outsideSpread = Self.spread(outsides)
    insideSpread = Self.spread(sides.compactMap(\.inside))
    outsideTexture = Self.mean(sides.compactMap(\.outsideTexture))
    insideTexture = Self.mean(sides.compactMap(\.insideTexture))
  }

  /// Mean edge strength at 12 × 12 points in the middle 80 % of the quad.
  private static func content(of quad: Quad, in edges: EdgeMap) -> Double {
    let corners = quad.corners
    var (sum, count) = (0.0, 0)
    for row in 0..<12 {
      let down = 0.1 + 0.8 * (Double(row) + 0.5) / 12
      let left = corners[0] * (1 - down) + corners[3] * down
      let right = corners[1] * (1 - down) + corners[2] * down
      for column in 0..<12 {
        let across = 0.1 + 0.8 * (Double(column) + 0.5) / 12
        guard let strength = edges.strength(at: left * (1 - across) + right * across) else {
          continue
        }
        sum += Double(strength)
        count += 1
      }
    }
    return count > 0 ? sum / Double(count) : 0
  }

  /// The tones along one side.
  private struct Side {
    var inside: Tone?
    var near: Tone?
    var seenCount = 0
    var contrast: Double?
    var change: Double?
    var outsideTexture: Double?
    var insideTexture: Double?

    init(from start: Point, to end: Point, size: Double, in edges: EdgeMap) {
      let side = end - start
      let normal = Point(x: side.y, y: -side.x) * (1 / max(side.length, 1))
      func tones(_ distance: Double) -> [Tone?] {
        let away = normal * (distance * size + (distance > 0 ? 1.5 : -1.5))
        return (0..<positionCount).map { position in
          edges.tone(at: start + side * ((Double(position) + 0.5) / Double(positionCount)) + away)
        }
      }
      let (inside, near, far) = (
        tones(distances.inside), tones(distances.near), tones(distances.far)
      )
      seenCount = near.count { $0 != nil }
      contrast = Self.difference(inside, near)
      change = Self.difference(near, far)
      (self.inside, insideTexture) = Self.summary(inside)
      (self.near, outsideTexture) = Self.summary(near)
    }

    /// Mean difference at the points where both tones are in the picture; nil with fewer than three
    /// points.
    private static func difference(_ one: [Tone?], _ other: [Tone?]) -> Double? {
      let both = zip(one, other).compactMap { one, other -> Double? in
        guard let one, let other else { return nil }
        return EdgeContext.share(one.squaredDistance(to: other))
      }
      return both.count >= 3 ? EdgeContext.mean(both) : nil
    }

    private static func summary(_ tones: [Tone?]) -> (mean: Tone?, texture: Double?) {
      let seen = tones.compactMap { $0 }
      guard seen.count >= 3 else { return (nil, nil) }
      let mean = seen.reduce(Tone.zero, +) / Float(seen.count)
      let variance = seen.reduce(0) { $0 + $1.squaredDistance(to: mean) } / Float(seen.count)
      return (mean, EdgeContext.share(variance))
    }
  }

  /// Maps a squared distance of tones to 0…1; 20 levels give 0.5.
  private static func share(_ squared: Float) -> Double {
    let distance = Double(squared.squareRoot())
    return distance / (distance + 20)
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  private static func spread(_ tones: [Tone]) -> Double {
    guard tones.count >= 2 else { return 0 }
    let middle = tones.reduce(Tone.zero, +) / Float(tones.count)
    return mean(tones.map { share($0.squaredDistance(to: middle)) })
  }

}
