// Pixels in; the cover's quad, the straightened cover, its quality and fingerprint out. Knows
// pixels, not albums.

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
  /// Below this a found quad is not trusted. A confidence is calibrated (`JudgementWeights`): of
  /// quads at this one about half are right, and of a wrong one the centred square is rarely better.
  package static let leastConfidence = 0.55

  /// Never throws and never leaves the picture: without a trustworthy cover, the largest square in
  /// the middle of the guide or of the picture.
  package static func findCover(in pixels: Pixels, guide: Guide?) -> FoundCover {
    let best = candidates(in: pixels, guide: guide).first.map { found($0, in: pixels) }
    if let best, best.confidence >= leastConfidence { return best }
    return FoundCover(
      quad: centredSquare(of: pixels, guide: guide), method: guide == nil ? .centre : .guide,
      confidence: best?.confidence ?? 0)
  }

  private static func found(_ candidate: QuadCandidate, in pixels: Pixels) -> FoundCover {
    FoundCover(
      quad: candidate.quad.within(pixels), method: .quad,
      confidence: Judgement.confidence(candidate.merit))
  }

  /// Below this a further cover in the same picture is not believed.
  static let leastConfidenceOfFurther = 0.8

  /// Every cover in the picture: first the one `findCover` finds, then the others, surest first, no two
  /// of them overlapping. Empty where there is no trustworthy one. Never throws and never leaves the
  /// picture.
  package static func findCovers(in pixels: Pixels, atMost most: Int = 24) -> [FoundCover] {
    let further = (CoverSearch(pixels, .many)?.candidates() ?? []).filter {
      Judgement.confidence($0.merit) >= leastConfidenceOfFurther
    }
    let first = candidates(in: pixels, guide: nil).prefix(1).filter {
      Judgement.confidence($0.merit) >= leastConfidence && !$0.holdsSeveral(of: further)
    }
    return (first + further).apart(atMost: most).map { found($0, in: pixels) }
  }

  /// What there is when no cover is found: the square in the middle of the picture or of the guide.
  package static func square(in pixels: Pixels, guide: Guide?) -> FoundCover {
    FoundCover(
      quad: centredSquare(of: pixels, guide: guide), method: guide == nil ? .centre : .guide,
      confidence: 0)
  }

  /// A cover whose quad is known, as far as it is in the picture.
  package static func cover(at quad: Quad, in pixels: Pixels) -> FoundCover {
    FoundCover(quad: quad.within(pixels), method: .quad, confidence: 1)
  }

  /// In pixels of the picture, likeliest first.
  static func candidates(in pixels: Pixels, guide: Guide?) -> [QuadCandidate] {
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
