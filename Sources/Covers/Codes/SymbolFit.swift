// Compares a placed code with the templates of its symbols. A dynamic program finds the best places
// of all borders.

/// For each part of a code the cost of each symbol: the share of the contrast that the symbol's
/// template does not explain, squared. 0 is a perfect fit.
struct SymbolCosts: Sendable {
  let parts: [[Float]]
  /// The mean of the smallest costs.
  let mean: Float
}

struct SymbolFit {
  let templates: LayoutTemplates

  /// The cost of a part that is a module wider or narrower than expected.
  private static let stretchCost: Float = 0.03
  /// The part of a template's energy that the expected contrast weighs.
  private static let trust: Float = 0.25

  /// Whether the better half of the parts fits at least a little without any stretch. The check is
  /// quick, and most places that are no code fail.
  static func isPossible(
    _ templates: LayoutTemplates, _ placement: CodePlacement, on values: [Float]
  ) -> Bool {
    let code = PlacedCode(
      templates.layout, placement, on: values, shifts: [-1, -0.5, 0, 0.5, 1], mostStretch: 0)
    let fit = SymbolFit(templates: templates)
    var table = [Float](repeating: 0, count: 20)
    var least = [Float](repeating: .infinity, count: templates.parts.count)
    for (index, window) in code.windows.enumerated() {
      least[window.part] = min(least[window.part], fit.costs(of: index, code, into: &table))
    }
    let half = least.sorted().prefix((least.count + 1) / 2)
    return half.reduce(0, +) < mostOfHalf * Float(half.count)
  }

  private static let mostOfHalf: Float = 0.03

  /// The best way to a border.
  private struct Way {
    var total: Float = .infinity
    var window = -1
  }

  func costs(_ code: PlacedCode) -> SymbolCosts {
    let shifts = code.shifts
    var table = [Float](repeating: 0, count: 20)
    var ways = [[Way]](
      repeating: [Way](repeating: Way(), count: shifts.count), count: templates.parts.count + 1)
    for shift in shifts.indices { ways[0][shift].total = 0 }
    for (index, window) in code.windows.enumerated() {
      let least = costs(of: index, code, into: &table)
      let stretch = shifts[window.to] - shifts[window.from]
      let total =
        ways[window.part][window.from].total + least + Self.stretchCost * stretch * stretch
      if total < ways[window.part + 1][window.to].total {
        ways[window.part + 1][window.to] = Way(total: total, window: index)
      }
    }
    return traced(ways, code)
  }

  /// Follows the best way back and takes the costs of its windows.
  private func traced(_ ways: [[Way]], _ code: PlacedCode) -> SymbolCosts {
    var at = code.shifts.indices.min {
      ways[templates.parts.count][$0].total < ways[templates.parts.count][$1].total
    }
    var parts: [[Float]] = []
    var sum: Float = 0
    for part in templates.parts.indices.reversed() {
      let window = ways[part + 1][at ?? 0].window
      guard window >= 0 else { return SymbolCosts(parts: [], mean: .infinity) }
      var table = [Float](repeating: 0, count: templates.parts[part].symbols)
      sum += costs(of: window, code, into: &table)
      parts.append(table)
      at = code.windows[window].from
    }
    return SymbolCosts(parts: parts.reversed(), mean: sum / Float(max(1, parts.count)))
  }

  /// Fits the gain of each template; the gain stays near the contrast of the surroundings. Returns
  /// the smallest cost.
  @inline(__always)
  private func costs(of index: Int, _ code: PlacedCode, into table: inout [Float]) -> Float {
    let window = code.windows[index]
    let part = templates.parts[window.part]
    let scale = 1 / (window.contrast * window.contrast * Float(part.count))
    var least = Float.infinity
    code.samples.withUnsafeBufferPointer { samples in
      part.samples.withUnsafeBufferPointer { all in
        for symbol in 0..<part.symbols {
          let product = Self.product(
            samples, index * PlacedCode.room, all, symbol * PlacedCode.room)
          let energy = part.energies[symbol]
          let prior = Self.trust * energy
          let gain = max(0, (product + prior * window.contrast) / (energy + prior))
          let off = gain - window.contrast
          let rest = window.energy - 2 * gain * product + gain * gain * energy + prior * off * off
          let cost = max(0, rest) * scale
          table[symbol] = cost
          least = min(least, cost)
        }
      }
    }
    return least
  }

  @inline(__always)
  private static func product(
    _ one: UnsafeBufferPointer<Float>, _ oneStart: Int, _ other: UnsafeBufferPointer<Float>,
    _ otherStart: Int
  ) -> Float {
    guard let one = one.baseAddress, let other = other.baseAddress else { return 0 }
    let (left, right) = (UnsafeRawPointer(one + oneStart), UnsafeRawPointer(other + otherStart))
    var sums = SIMD8<Float>.zero
    for index in 0..<PlacedCode.room / 8 {
      sums +=
        left.loadUnaligned(fromByteOffset: 32 * index, as: SIMD8<Float>.self)
        * right.loadUnaligned(fromByteOffset: 32 * index, as: SIMD8<Float>.self)
    }
    return sums.sum()
  }
}
