// The functions that find covers in a picture. The input is pixels; the output is the cover's quad.
// This module knows no albums.

package import Pictures

/// The position of a cover in a picture.
package struct FoundCover: Equatable, Sendable {
  /// How the quad was found. Raw values are those of docs/interface.md.
  package enum Method: String, Sendable {
    /// The quad follows the edges of a cover.
    case quad
    /// No quad was good enough, so the quad is the largest square in the middle of the guide.
    case guide
    /// No quad was good enough, and there is no guide. The quad is the largest square in the middle
    /// of the picture.
    case centre
  }

  /// The corners in pixels of the picture. The first corner is the top left of the upright cover.
  package let quad: Quad
  package let method: Method
  /// 0…1. Below `Covers.leastConfidence`, the quad is the square of the guide or of the picture.
  package let confidence: Double
}

package enum Covers {
  /// Quads below this confidence are not used. Confidence is calibrated (`JudgementWeights`): about
  /// half of the quads at 0.55 are right. For the other half, the centred square is rarely better.
  package static let leastConfidence = 0.55

  /// The cover in a picture. If no quad has enough confidence, the result is the largest square in
  /// the middle of the guide or of the picture. The quad is always inside the picture.
  package static func findCover(in pixels: Pixels, guide: Guide?) -> FoundCover {
    let best = bestCandidate(in: pixels, guide: guide).map { found($0, in: pixels) }
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

  /// Minimum confidence of a second cover in the same picture.
  static let leastConfidenceOfFurther = 0.8

  /// Every cover in the picture: first the cover that `findCover` finds, then the others by
  /// confidence. The quads do not overlap, except for a few per cent. Every quad is inside the
  /// picture. The array is empty if no quad has enough confidence.
  package static func findCovers(in pixels: Pixels, atMost most: Int = 24) -> [FoundCover] {
    let further = (CoverSearch(pixels, .many)?.candidates() ?? []).filter {
      Judgement.confidence($0.merit) >= leastConfidenceOfFurther
    }
    let first = bestCandidate(in: pixels, guide: nil).flatMap {
      Judgement.confidence($0.merit) >= leastConfidence && !$0.holdsSeveral(of: further) ? $0 : nil
    }
    return ((first.map { [$0] } ?? []) + further).apart(atMost: most).map { found($0, in: pixels) }
  }

  /// The fallback when no cover is found: the square in the middle of the guide or of the picture.
  package static func square(in pixels: Pixels, guide: Guide?) -> FoundCover {
    FoundCover(
      quad: centredSquare(of: pixels, guide: guide), method: guide == nil ? .centre : .guide,
      confidence: 0)
  }

  /// A cover with a known quad. Corners outside the picture are moved to its edge.
  package static func cover(at quad: Quad, in pixels: Pixels) -> FoundCover {
    FoundCover(quad: quad.within(pixels), method: .quad, confidence: 1)
  }

  /// The likeliest quad. Nil if there is no quad, or if the whole picture is more likely the cover.
  private static func bestCandidate(in pixels: Pixels, guide: Guide?) -> QuadCandidate? {
    guard let whole = WholePicture(pixels, guide: guide) else {
      return candidates(in: pixels, guide: guide).first
    }
    return whole.best(of: candidates(in: pixels, guide: nil))
  }

  /// All judged quads, in pixels of the picture, likeliest first.
  static func candidates(in pixels: Pixels, guide: Guide?) -> [QuadCandidate] {
    CoverSearch(pixels)?.candidates(guide: guide) ?? []
  }

  static func rectangle(of guide: Guide, width: Int, height: Int) -> Quad {
    Quad(
      x: guide.x * Double(width), y: guide.y * Double(height),
      width: guide.width * Double(width), height: guide.height * Double(height))
  }

  /// The largest square in the middle of the guide, or of the picture.
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
  /// Moves corners outside the picture to its edge.
  fileprivate func within(_ pixels: Pixels) -> Quad {
    mapped { corner in
      Point(
        x: min(max(corner.x, 0), Double(pixels.width)),
        y: min(max(corner.y, 0), Double(pixels.height)))
    }
  }
}
