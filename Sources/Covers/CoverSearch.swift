// From a picture to the quads that may be its covers, likeliest first: lines, quads of them, a closer
// look at the best, and a judgement.

import Glibc
import Pictures

/// One picture, in three sizes: as given, about 1,000 pixels to refine in, about 400 to search.
struct CoverSearch {
  /// Pixels of the longer side of the picture that is searched for lines.
  private static let searchSide = 400
  /// Pixels, at least, of the longer side of the picture in which quads are refined.
  private static let refiningSide = 1_000
  private static let lineCount = 80
  /// How many quads are compared, and how many of them are refined and judged.
  private static let comparedCount = 64
  private static let judgedCount = 24

  private let pixels: Pixels
  private let middle: Pixels
  private let edges: EdgeMap

  /// Nil for pictures too small to search.
  init?(_ pixels: Pixels) {
    self.pixels = pixels
    // A whole factor, so that every pixel is the mean of equally many.
    let factor = max(1, max(pixels.width, pixels.height) / Self.refiningSide)
    middle = pixels.reduced(toWidth: pixels.width / factor, height: pixels.height / factor)
    let small = middle.reduced(toLongerSide: Self.searchSide)
    guard min(small.width, small.height) >= 32 else { return nil }
    edges = EdgeMap(small)
  }

  /// In pixels of the picture given, likeliest first.
  func candidates(guide: Guide?) -> [Candidate] {
    let longer = Double(max(edges.width, edges.height))
    var search = LineSearch(edges)
    let lines =
      search.lines(atMost: Self.lineCount, ofAtLeast: 0.06 * longer) + Line.borders(of: edges)
    let expected = guide.map { Covers.rectangle(of: $0, width: edges.width, height: edges.height) }
    let compared = QuadSearch(lines: lines, in: edges, expected: expected)
      .candidates(atMost: Self.comparedCount)
    let refinement = Refinement(middle, halfStrength: edges.halfStrength)
    let scale = Double(pixels.width) / Double(middle.width)
    return compared.prefix(Self.judgedCount).map { candidate in
      var judged = refined(candidate, by: refinement)
      judged.clues = clues(of: judged)
      judged.likelihood = Judgement.likelihood(judged.clues)
      judged.quad = judged.quad.scaled(by: scale).beginningTopLeft
      return judged
    }.sorted { $0.likelihood > $1.likelihood }
  }

  /// In pixels of the middle picture.
  private func refined(_ candidate: Candidate, by refinement: Refinement) -> Candidate {
    let enlarging = Double(middle.width) / Double(edges.width)
    let rough = candidate.quad.mapped { ($0 + Point(x: 0.5, y: 0.5)) * enlarging }
    var refined = refinement.refined(candidate, quad: rough)
    let shape = Shape(
      of: refined.quad, inWidth: Double(middle.width), height: Double(middle.height))
    refined.shape = shape?.likelihood ?? 0
    return refined
  }

  /// In the order of `Clue`.
  private func clues(of candidate: Candidate) -> [Double] {
    let quad = candidate.quad.scaled(by: Double(edges.width) / Double(middle.width))
    let around = Surroundings(of: quad, isBorder: candidate.isBorder, in: edges)
    let (width, height) = (Double(edges.width), Double(edges.height))
    let share = max(0, quad.signedArea) / (width * height)
    let away = (quad.centre - Point(x: width / 2, y: height / 2)).length
    let (coarse, fine) = (candidate.supports, candidate.fineSupports)
    return [
      coarse.sum() / 4, coarse.secondSmallest, coarse.min(),
      fine.sum() / 4, fine.secondSmallest, fine.min(), candidate.beyond,
      candidate.tails.ascending[6], candidate.pairedTails,
      candidate.tips.ascending[0], candidate.tips.ascending[2],
      candidate.fineTips.ascending[0], candidate.fineTips.ascending[2], candidate.fineTips.sum() / 8,
      candidate.gaps.max(),
      log(max(candidate.shape, 0.01)), share.squareRoot(), share,
      away / Point(x: width / 2, y: height / 2).length,
      Double(candidate.isBorder.count { $0 }), 1 - around.seen,
      around.contrast, around.leastContrast, around.change, around.mostChange,
      around.outsideSpread, around.insideSpread, around.outsideTexture, around.insideTexture,
    ]
  }
}
