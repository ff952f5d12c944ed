// A line of a region with the place of a code on it, and the costs of the code there.

import Pictures

/// A line with the place of a code on it.
struct PlacedLine: Sendable {
  /// A code in one direction with its costs for each deviation.
  struct Direction: Sendable {
    let code: PlacedCode
    let costs: [SymbolCosts]

    init(_ templates: CodeTemplates.OfLayout, _ placement: CodePlacement, on values: [Float]) {
      let code = PlacedCode(templates.layout, placement, on: values)
      costs = templates.plain.map { SymbolFit(templates: $0).costs(code) }
      self.code = code
    }

    var mean: Float { costs.reduce(.infinity) { min($0, $1.mean) } }
  }

  let forward: Direction
  let backward: Direction
  let start: Point
  let end: Point
  /// The darkest place of the light margins before and after the code, as a share of the contrast.
  let marginDarkness: Float
  /// Lines with small costs count more.
  let weight: Float

  /// Returns nil if the code fits badly.
  init?(
    _ templates: CodeTemplates.OfLayout, _ placement: CodePlacement, _ line: ScanLine,
    _ reversed: ScanLine, below most: Float
  ) {
    let mirrored = placement.mirrored(count: line.values.count)
    let usual = templates.plain[CodeTemplates.usual]
    guard
      SymbolFit.isPossible(usual, placement, on: line.values)
        || SymbolFit.isPossible(usual, mirrored, on: reversed.values)
    else { return nil }
    let forward = Direction(templates, placement, on: line.values)
    let backward = Direction(templates, mirrored, on: reversed.values)
    let mean = min(forward.mean, backward.mean)
    guard mean < most else { return nil }
    (self.forward, self.backward) = (forward, backward)
    (start, end) = (line.point(at: placement.start), line.point(at: placement.end))
    marginDarkness = placement.marginDarkness(templates.layout, line.values)
    weight = 1 / (mean + 0.003)
  }

  var mean: Float { min(forward.mean, backward.mean) }
}

extension CodePlacement {
  /// The same place on the reversed line.
  func mirrored(count: Int) -> CodePlacement {
    let last = Float(count - 1)
    return CodePlacement(
      start: last - end, end: last - start, drift: -drift, bulge: bulge, agreement: agreement)
  }

  /// The darkest place of the four modules before and after the code, as a share of the code's
  /// contrast.
  func marginDarkness(_ layout: CodeLayout, _ values: [Float]) -> Float {
    let module = (end - start) / Float(layout.width)
    let (first, last) = (max(0, Int(start)), min(values.count - 1, Int(end)))
    guard first < last, let low = values[first...last].min(), let high = values[first...last].max(),
      high > low
    else { return 1 }
    var darkest = Float(0)
    for (from, to) in [
      (start - 5 * module, start - 1.2 * module), (end + 1.2 * module, end + 5 * module),
    ] {
      let (from, to) = (max(0, Int(from)), min(values.count, Int(to)))
      guard from < to, let dark = values[from..<to].min() else { return 1 }
      darkest = max(darkest, (high - dark) / (high - low))
    }
    return darkest
  }
}
