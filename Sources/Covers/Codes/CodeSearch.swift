// Searches a picture for product codes.

import Pictures

/// Searches a picture at its full size and at reduced sizes: the edges of large blurred bars are
/// strong only in a small picture.
struct CodeSearch {
  /// Each level has half of the size of the one before.
  private let levels: [Lightness]

  /// A picture is reduced while its longer side has more pixels.
  private static let leastSide = 320
  /// The most regions that are read on one level.
  private static let mostRegions = 12

  init(_ pixels: Pixels) {
    var level = Lightness(of: pixels)
    var levels = [level]
    while max(level.width, level.height) > Self.leastSide, min(level.width, level.height) >= 16 {
      level = level.resized(toWidth: (level.width + 1) / 2, height: (level.height + 1) / 2)
      levels.append(level)
    }
    self.levels = levels
  }

  func codes() -> [FoundCode] {
    let reader = CodeReader(templates: CodeTemplates())
    var found: [FoundCode] = []
    for (index, level) in levels.enumerated() {
      for region in CodeRegionSearch(level).regions(atMost: Self.mostRegions)
      where !found.contains(where: { $0.quad.contains(region.centre * (1 / scale(of: index))) }) {
        // A level is read one size larger than it was searched, so that a module has two pixels.
        // Large blurred bars can be read only in the size in which they were found.
        for read in index == 0 ? [0] : [index - 1, index] {
          let toRead = scale(of: read) / scale(of: index)
          guard let code = reader.code(region.scaled(by: toRead), in: levels[read]) else {
            continue
          }
          found.append(code.scaled(by: 1 / scale(of: read)))
          break
        }
      }
    }
    return found.apart(atMost: Covers.mostCodes)
  }

  /// The size of a level as a share of the picture's size.
  private func scale(of level: Int) -> Double {
    Double(levels[level].width) / Double(levels[0].width)
  }
}

extension [FoundCode] {
  /// The surest codes that do not overlap.
  fileprivate func apart(atMost most: Int) -> [FoundCode] {
    var chosen: [FoundCode] = []
    for code in sorted(by: { $0.lead > $1.lead }) where chosen.count < most {
      let isNew = !chosen.contains {
        $0.digits == code.digits || $0.quad.contains(code.quad.centre)
          || code.quad.contains($0.quad.centre)
      }
      if isNew { chosen.append(code) }
    }
    return chosen
  }
}

extension Quad {
  /// Whether a point is inside; the quad is convex and clockwise.
  fileprivate func contains(_ point: Point) -> Bool {
    (0..<4).allSatisfy { index in
      (corners[(index + 1) % 4] - corners[index]).cross(point - corners[index]) >= 0
    }
  }
}
