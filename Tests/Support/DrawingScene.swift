// What is seen at each place of a pretended photograph: sleeve, ground, neighbours, light.

import Glibc
import Pictures

struct Scene {
  private let sleeve: Canvas
  private let others: [Canvas]
  private let pose: Pose
  private let condition: Condition
  private let seed: UInt64
  private let ground: Colour
  private let isWood: Bool
  private let light: (x: Double, y: Double)
  private let spot: (u: Double, v: Double)
  var noise: SeededGenerator

  init(
    _ sleeve: DrawnSleeve, _ pose: Pose, _ condition: Condition, seed: UInt64,
    _ generator: inout SeededGenerator
  ) {
    self.sleeve = sleeve.canvas
    self.pose = pose
    self.condition = condition
    self.seed = seed
    others = (1...3).map { DrawnSleeve(seed: seed &+ 90_000 &+ $0, side: 256).canvas }
    switch condition {
    case .whiteOnWhite: ground = .grey(232)
    case .lowContrast: ground = sleeve.canvas.colours[2] + Colour.grey(9)
    default: ground = .any(&generator)
    }
    isWood = condition != .whiteOnWhite && Bool.random(using: &generator)
    light = (generator.number(in: -0.35...0.35), generator.number(in: -0.35...0.35))
    spot = (generator.number(in: 0.25...0.75), generator.number(in: 0.25...0.75))
    noise = SeededGenerator(seed: seed ^ 0xFEED)
  }

  /// Four looks a pixel, so that edges are as soft as a lens makes them.
  func colour(x: Double, y: Double) -> Colour {
    var sum = Colour.grey(0)
    for (dx, dy) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
      let place = pose.place(x: x + dx, y: y + dy)
      sum += surface(u: place.u, v: place.v)
    }
    let brightness = 1 + light.x * (x / 1_200 - 0.5) + light.y * (y / 900 - 0.5)
    return sum * Float(brightness * (condition == .dim ? 0.28 : 1) / 4)
  }

  private func surface(u: Double, v: Double) -> Colour {
    if condition == .hand, let finger = finger(u, v) { return finger }
    if condition == .edgeCovered, u > 0.3, u < 0.8, v > 0.86, v < 1.4 { return .grey(60) }
    if u >= 0, u < 1, v >= 0, v < 1 { return cover(u, v) }
    if condition == .bin, let neighbour = neighbour(u, v) { return neighbour }
    if condition == .secondBehind, u > 0.2, u < 1.2, v > -0.15, v < 0.85 {
      return others[0].colour(u: u - 0.2, v: v + 0.15)
    }
    return ground(u, v) * shadow(u, v)
  }

  private func cover(_ u: Double, _ v: Double) -> Colour {
    let colour = sleeve.colour(u: u, v: v)
    switch condition {
    case .sticker where (u - 0.8) * (u - 0.8) + (v - 0.18) * (v - 0.18) < 0.012:
      return Colour(245, 220, 40, 0)
    case .glare:
      let (du, dv) = ((u - spot.u) / 0.4, (v - spot.v) / 0.16)
      let burn = Float(max(0, 1.3 - du * du - dv * dv))
      return colour + Colour.grey(230) * min(1, burn)
    default: return colour
    }
  }

  private func finger(_ u: Double, _ v: Double) -> Colour? {
    let skin = Colour(205, 160, 135, 0)
    let isThumb = u > -0.6 && u < 0.14 && (v - 0.62).magnitude < 0.05 + 0.02 * u.magnitude
    let isPalm = u < -0.02 && u > -0.7 && v > 0.5 && v < 0.5 - 1.2 * u
    return isThumb || isPalm ? skin * Float(1 - 0.3 * (v - 0.6).magnitude) : nil
  }

  /// Records stand behind one another: their tops show above, and others lie to both sides.
  private func neighbour(_ u: Double, _ v: Double) -> Colour? {
    if v < 0, v > -0.12, u > -0.02, u < 1.03 { return others[0].colour(u: u, v: v + 0.12) }
    if v > -0.3, v < 1.05, u > -1.08, u < -0.06 {
      return others[1].colour(u: u + 1.08, v: (v + 0.3) / 1.35)
    }
    if v > -0.2, v < 1.1, u > 1.07, u < 2.1 {
      return others[2].colour(u: u - 1.07, v: (v + 0.2) / 1.3)
    }
    return nil
  }

  private func ground(_ u: Double, _ v: Double) -> Colour {
    let fine = lumps(u * 40, v * 40, seed: seed) * (condition == .whiteOnWhite ? 2 : 6)
    let coarse = lumps(u * 3, v * 3, seed: seed &+ 1) * 8
    let grain = isWood ? lumps(u * 3, v * 60, seed: seed &+ 2) * 16 : 0
    return ground + Colour(repeating: fine + coarse + grain)
  }

  /// A sleeve is three millimetres thick: a soft shadow below and to the right.
  private func shadow(_ u: Double, _ v: Double) -> Float {
    let beside = max(max(-u + 0.005, u - 1.012), max(-v + 0.005, v - 1.012))
    return beside < 0.02 ? 0.72 + 0.28 * Float(max(0, beside) / 0.02) : 1
  }
}
