// Pixels in; the cover's quad, the straightened cover, its quality and fingerprint out. Knows
// pixels, not albums. Finds one cover; several in one picture are a later matter.

package import Pictures

/// Where the cover is, as far as can be told.
package struct FoundCover: Equatable, Sendable {
  /// What the quad rests on. Raw values are INTERFACE's words.
  package enum Method: String, Sendable {
    /// Edges of a cover.
    case quad
    /// The square within the guide, for want of better.
    case guide
    /// The centred square, for want of anything.
    case centre
  }

  /// In pixels of the picture given, from the upright cover's top left.
  package let quad: Quad
  package let method: Method
  /// 0…1. Below `Covers.leastConfidence` the quad is the guide's or the centred square.
  package let confidence: Double
}

package enum Covers {
  /// Below this a found quad is not trusted. Chosen on drawn photographs: see the tests' table.
  package static let leastConfidence = 0.45

  /// Pixels of the longer side of the picture that is searched for lines.
  static let searchSide = 400

  /// Never throws and never leaves the picture: without a trustworthy cover, the largest square in
  /// the middle of the guide or of the picture.
  package static func findCover(in pixels: Pixels, guide: Guide?) -> FoundCover {
    let best = candidates(in: pixels, guide: guide).first
    if let best, best.score >= leastConfidence {
      return FoundCover(
        quad: best.quad.within(pixels), method: .quad, confidence: min(1, best.score))
    }
    return FoundCover(
      quad: centredSquare(of: pixels, guide: guide), method: guide == nil ? .centre : .guide,
      confidence: best.map { min(1, $0.score) } ?? 0)
  }

  /// Pixels, at least, of the longer side of the picture in which quads are refined.
  static let refiningSide = 1_000

  /// How many quads are refined.
  static let candidateCount = 48

  /// The likeliest quads in pixels of the picture, refined, best first.
  static func candidates(in pixels: Pixels, guide: Guide?) -> [Candidate] {
    // A whole factor, so that every pixel is the mean of equally many.
    let factor = max(1, max(pixels.width, pixels.height) / refiningSide)
    let middle = pixels.reduced(toWidth: pixels.width / factor, height: pixels.height / factor)
    let small = middle.reduced(toLongerSide: searchSide)
    guard min(small.width, small.height) >= 32 else { return [] }
    let edges = EdgeMap(small)
    var search = LineSearch(edges)
    let lines = search.lines(atMost: 80, ofAtLeast: 0.06 * Double(max(small.width, small.height)))
    let expected = guide.map { rectangle(of: $0, width: small.width, height: small.height) }
    let found = QuadSearch(lines: lines, in: edges, expected: expected)
      .candidates(atMost: candidateCount)
    let refinement = Refinement(middle, halfStrength: edges.halfStrength)
    let enlarging = Double(middle.width) / Double(small.width)
    let scale = Double(pixels.width) / Double(middle.width)
    return found.map { candidate in
      let rough = candidate.quad.mapped { ($0 + Point(x: 0.5, y: 0.5)) * enlarging }
      let (quad, supports) = refinement.refined(rough)
      var refined = candidate
      refined.quad = quad.scaled(by: scale).beginningTopLeft
      refined.supports = supports
      let shape = Shape(of: quad, inWidth: Double(middle.width), height: Double(middle.height))
      refined.shape = shape?.likelihood ?? 0
      return refined
    }.outermostFirst()
  }

  static func rectangle(of guide: Guide, width: Int, height: Int) -> Quad {
    Quad(
      x: guide.x * Double(width), y: guide.y * Double(height),
      width: guide.width * Double(width), height: guide.height * Double(height))
  }

  /// The largest square around the middle of the guide, or of the picture, that stays within it.
  static func centredSquare(of pixels: Pixels, guide: Guide?) -> Quad {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let left = (guide?.x ?? 0) * width
    let top = (guide?.y ?? 0) * height
    let wide = min((guide?.width ?? 1) * width, width - left)
    let high = min((guide?.height ?? 1) * height, height - top)
    let side = min(wide, high)
    return Quad(
      x: left + (wide - side) / 2, y: top + (high - side) / 2, width: side, height: side)
  }
}

extension Quad {
  /// Corners seen just outside the picture are drawn to its edge.
  fileprivate func within(_ pixels: Pixels) -> Quad {
    mapped { corner in
      Point(
        x: min(max(corner.x, 0), Double(pixels.width)),
        y: min(max(corner.y, 0), Double(pixels.height)))
    }
  }
}
