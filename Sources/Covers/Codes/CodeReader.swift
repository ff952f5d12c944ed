// Reads the code of one region: lines across the bars, the place of a code on each line, the costs
// of its digits, and the number that fits all lines best.

import Pictures

struct CodeReader {
  let templates: CodeTemplates

  /// The mean cost above which a line is no evidence.
  private static let mostCost: Float = 0.05
  /// The lines of a region from -1 (one end of the bars) to 1, in the order in which they are read.
  private static let bands: [Double] = [
    0, -0.22, 0.22, -0.44, 0.44, -0.66, 0.66, -0.88, 0.88,
  ]
  /// The numbers of lines after which the reading may end early.
  private static let pauses: Set = [3, 5, 7]
  /// The lead below which more lines do not help.
  private static let leastLead: Float = 1
  /// The width of a module in samples.
  private static let modules: ClosedRange<Float> = 1.6...24

  /// `picture` is the level of the pyramid that is read, and `region` is in its pixels.
  func code(_ region: CodeRegion, in picture: Lightness) -> FoundCode? {
    let lines = Self.bands.compactMap { band -> ReadLine? in
      line(region, band * region.halfHeight, picture).map { ReadLine($0) }
    }
    for templates in templates.layouts {
      if let verdict = verdict(lines, templates), verdict.isAccepted(templates.layout) {
        return FoundCode(verdict, templates.layout, region)
      }
    }
    return nil
  }

  private func verdict(
    _ lines: [ReadLine], _ templates: CodeTemplates.OfLayout
  ) -> CodeVerdict? {
    var evidence = CodeEvidence(templates)
    for (index, line) in lines.enumerated() {
      if let placed = placed(line, templates), placed.isUsable(templates.layout) {
        evidence.add(placed)
      }
      guard Self.pauses.contains(index + 1) else { continue }
      if evidence.lines.isEmpty { return nil }
      guard evidence.lines.count >= 2, let verdict = evidence.verdict() else { continue }
      if verdict.isCertain { return verdict }
      if index >= 4, verdict.lead < Self.leastLead { return nil }
    }
    return evidence.verdict()
  }

  private func line(_ region: CodeRegion, _ offset: Double, _ picture: Lightness) -> ScanLine? {
    let reach = region.halfWidth * 1.4 + 24
    let start = region.centre + region.along * offset - region.across * reach
    let thickness = max(1, min(7, Int(region.halfHeight * 2 / Double(Self.bands.count))))
    return ScanLine(
      of: picture, from: start, step: region.across * 0.5, count: Int(reach * 4),
      thickness: thickness)
  }

  /// The best of three places on a line.
  private func placed(_ line: ReadLine, _ templates: CodeTemplates.OfLayout) -> PlacedLine? {
    let width = Float(templates.layout.width)
    let search = PlacementSearch(
      layout: templates.layout,
      widths: width * Self.modules.lowerBound...width * Self.modules.upperBound)
    var placements = search.placements(on: line.edges, atMost: 3)
    if !templates.layout.isSymmetric {
      placements += search.placements(on: line.reversedEdges, atMost: 3)
        .map { $0.mirrored(count: line.forward.values.count) }
    }
    var best: PlacedLine?
    for placement in placements {
      best =
        PlacedLine(
          templates, placement, line.forward, line.backward, below: best?.mean ?? Self.mostCost)
        ?? best
    }
    return best
  }
}

extension PlacedLine {
  /// A short code needs light margins, because a part of a longer code looks like it.
  fileprivate func isUsable(_ layout: CodeLayout) -> Bool {
    layout.digits == 12 || marginDarkness < 0.4
  }
}

/// A line in both directions with its edges.
private struct ReadLine {
  let forward: ScanLine
  let backward: ScanLine
  let edges: LineEdges
  let reversedEdges: LineEdges

  init(_ line: ScanLine) {
    forward = line
    backward = line.reversed
    edges = LineEdges(line.values)
    reversedEdges = LineEdges(backward.values)
  }
}
