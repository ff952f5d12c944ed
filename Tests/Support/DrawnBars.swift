// Pictures without a product code that look like one: stripes, bars of random widths, words of
// strokes, keys of a piano, bricks, dots and noise.

package import Pictures

package enum BarLook: String, CaseIterable, Sendable {
  case stripes, bars, modules, strokes, keys, bricks, dots, noise
}

package enum DrawnBars {
  /// A grey picture of 400 × 300 pixels, turned by any angle.
  package static func picture(seed: UInt64, _ look: BarLook) -> Pixels {
    var generator = SeededGenerator(seed: seed)
    let (width, height) = (400, 300)
    let pattern = Pattern(look, &generator)
    let turn = direction(generator.number(in: 0...6.28))
    let soft = generator.number(in: 0...1.5)
    let (noise, noiseSeed) = (generator.float(in: 0...6), generator.noiseSeed())
    var rgb: [UInt8] = []
    rgb.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for sub in 0..<9 {
          let px = Double(x - 200) + (Double(sub % 3) - 1) * (0.33 + soft)
          let py = Double(y - 150) + (Double(sub / 3) - 1) * (0.33 + soft)
          sum += pattern.light(
            px * turn.x + py * turn.y + 250, py * turn.x - px * turn.y + 250)
        }
        let value = sum / 9 + noise * hashed(Int32(x), Int32(y), noiseSeed)
        let byte = UInt8(min(255, max(0, value)))
        rgb += [byte, byte, byte]
      }
    }
    return Pixels(width: width, height: height, rgb: rgb)
  }

  /// The brightness at each place of the plane.
  private struct Pattern {
    private let look: BarLook
    private let size: Double
    private let share: Double
    private let seed: UInt32
    /// The borders of bars: dark from the first to the second one, and so on.
    private var borders: [Double] = []

    init(_ look: BarLook, _ generator: inout SeededGenerator) {
      self.look = look
      size = generator.number(in: look == .modules ? 1.5...4 : 3...24)
      share = generator.number(in: 0.25...0.75)
      seed = generator.noiseSeed()
      var place = generator.number(in: 40...120)
      let count = look == .modules ? generator.count(20...60) : 200
      for _ in 0..<count {
        borders.append(place)
        let most = look == .modules ? 4 : 3
        place += size * (look == .modules ? 1 : 0.4) * Double(generator.count(1...most))
      }
    }

    func light(_ x: Double, _ y: Double) -> Float {
      let isDark =
        switch look {
        case .stripes: phase(x, size) < share
        case .bars: isInBar(x)
        case .modules: isInBar(x) && (120...380).contains(y)
        case .strokes: isInBar(x) && phase(y, size * 2) < 0.55 && phase(x, size * 9) < 0.8
        case .keys: phase(x, size) < 0.08 || y < 280 && phase(x + size / 3, size) < 0.6
        case .bricks:
          phase(y, size) < 0.1 || phase(x + (y / size).rounded(.down) * size, size * 2) < 0.05
        case .dots: dot(x, y)
        case .noise: hashed(Int32(x / size * 3), Int32(y / size * 3), seed) > 0
        }
      return isDark ? 40 : 220
    }

    private func phase(_ value: Double, _ period: Double) -> Double {
      value / period - (value / period).rounded(.down)
    }

    private func isInBar(_ x: Double) -> Bool {
      guard let after = borders.firstIndex(where: { $0 > x }) else { return false }
      return after % 2 == 1
    }

    private func dot(_ x: Double, _ y: Double) -> Bool {
      let (dx, dy) = (phase(x, size) - 0.5, phase(y, size) - 0.5)
      return dx * dx + dy * dy < share * 0.2 * phase(x, 200)
    }
  }
}
