// The brightness that a blurred code shows: one template for each symbol of each part.

/// How a picture blurs the bars: the standard deviation of the blur and the growth of the dark
/// bars, both in modules.
struct BarBlur: Hashable, Sendable {
  let deviation: Float
  let growth: Float
}

/// The templates of the symbols of one kind of part under one blur.
struct DigitTemplates: Sendable {
  /// The samples for each module.
  static let density = 4

  /// The number of samples: the part and half a module on both sides.
  let count: Int
  /// For each symbol `count` samples without their mean, light is positive; then zeros up to
  /// `PlacedCode.room`.
  let samples: [Float]
  /// For each symbol the sum of the squared samples.
  let energies: [Float]
  let symbols: Int

  init(_ part: CodePart, _ blur: BarBlur) {
    count = (part.width + 1) * Self.density
    symbols = part.patterns.count
    var samples: [Float] = []
    var energies: [Float] = []
    for pattern in part.patterns {
      let raw = Self.samples(of: pattern, in: part, blur, count)
      let mean = raw.reduce(0, +) / Float(count)
      samples += raw.map { $0 - mean }
      samples += [Float](repeating: 0, count: PlacedCode.room - count)
      energies.append(raw.reduce(0) { $0 + ($1 - mean) * ($1 - mean) })
    }
    (self.samples, self.energies) = (samples, energies)
  }

  /// The modules beyond the neighbours of the part are unknown, so they count as half dark.
  private static func samples(
    of pattern: UInt8, in part: CodePart, _ blur: BarBlur, _ count: Int
  ) -> [Float] {
    let bits = (0..<part.width).map { pattern >> UInt8(part.width - 1 - $0) & 1 == 1 }
    let darkness = [part.before] + bits + [part.after]
    // The edges of the dark areas move outwards by half of the growth.
    var steps: [(position: Float, change: Float)] = []
    var level: Float = 0.5
    for (module, isDark) in darkness.enumerated() {
      let next: Float = isDark ? 0 : 1
      if next != level {
        let shift = module == 0 ? 0 : (next < level ? -blur.growth / 2 : blur.growth / 2)
        steps.append((Float(module - 1) + shift, next - level))
        level = next
      }
    }
    if level != 0.5 { steps.append((Float(part.width + 1), 0.5 - level)) }
    return (0..<count).map { index in
      let position = (Float(index) + 0.5) / Float(density) - 0.5
      return steps.reduce(Float(0.5)) { sum, step in
        sum + step.change * cumulative((position - step.position) / blur.deviation)
      }
    }
  }

  /// The share of a normal distribution below `x`; the error is below 0.001, which is enough here.
  private static func cumulative(_ x: Float) -> Float {
    let z = min(4, max(-4, x))
    let y = z * (1.5976 + 0.07056 * z * z)
    return 1 / (1 + exponential(-y))
  }

  /// e to the power of `x`, by repeated squaring.
  private static func exponential(_ x: Float) -> Float {
    var power = 1 + Double(x) / 4096
    for _ in 0..<12 { power *= power }
    return Float(power)
  }
}

/// The templates of all parts of a layout under one blur. Equal parts share templates.
struct LayoutTemplates: Sendable {
  let layout: CodeLayout
  let blur: BarBlur
  let parts: [DigitTemplates]

  init(_ layout: CodeLayout, _ blur: BarBlur) {
    var made: [(part: CodePart, templates: DigitTemplates)] = []
    parts = layout.parts.map { part in
      if let known = made.first(where: { $0.part == part }) { return known.templates }
      let templates = DigitTemplates(part, blur)
      made.append((part, templates))
      return templates
    }
    (self.layout, self.blur) = (layout, blur)
  }
}
