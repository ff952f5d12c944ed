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

  /// Never throws and never leaves the picture: without a trustworthy cover, the largest square in
  /// the middle of the guide or of the picture.
  package static func findCover(in pixels: Pixels, guide: Guide?) -> FoundCover {
    let best = candidates(in: pixels, guide: guide).first
    if let best, best.likelihood >= leastConfidence {
      return FoundCover(
        quad: best.quad.within(pixels), method: .quad, confidence: best.likelihood)
    }
    return FoundCover(
      quad: centredSquare(of: pixels, guide: guide), method: guide == nil ? .centre : .guide,
      confidence: best.map { $0.likelihood } ?? 0)
  }

  /// In pixels of the picture, likeliest first.
  static func candidates(in pixels: Pixels, guide: Guide?) -> [Candidate] {
    CoverSearch(pixels)?.candidates(guide: guide) ?? []
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
