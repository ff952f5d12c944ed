// Finds the quads that may be covers. Detects lines, joins lines to quads, moves the sides of the
// best quads to the exact edges, and judges those quads.

import Glibc
import Pictures

/// Parameters of a search. A search looks for the one cover that a photo shows, or for all covers
/// on a wall.
struct Breadth {
  /// Pixels of the longer side of the picture that is searched for lines.
  let searchSide: Int
  let lineCount: Int
  /// Minimum side of a cover, as a share of the picture's shorter side.
  let leastSide: Double
  /// Minimum area of a cover, as a share of the picture's area.
  let leastArea: Double
  /// Approximate number of quads whose shape is checked.
  let outlineCount: Int
  /// Maximum number of those quads that are refined and judged.
  let judgedCount: Int
  /// Whether the search prefers large quads in the middle of the picture.
  let prefersOne: Bool

  static let one = Breadth(
    searchSide: 400, lineCount: 80, leastSide: 0.1, leastArea: 0.02, outlineCount: 500,
    judgedCount: 24, prefersOne: true)
  static let many = Breadth(
    searchSide: 500, lineCount: 120, leastSide: 0.07, leastArea: 0.006, outlineCount: 2_500,
    judgedCount: 120, prefersOne: false)
  /// Covers between spines. Spines have so many lines that the search of `many` takes too long.
  static let shelf = Breadth(
    searchSide: 500, lineCount: 80, leastSide: 0.07, leastArea: 0.006, outlineCount: 1_000,
    judgedCount: 50, prefersOne: false)
}

/// Searches one picture in two smaller sizes. Lines are found at 400 or 500 pixels. Sides are
/// refined at 1,000 to 2,000 pixels. The result is in pixels of the original.
struct CoverSearch {
  /// The longer side of `middle` has at least this number of pixels, unless the original is
  /// smaller.
  private static let refiningSide = 1_000

  private let pixels: Pixels
  private let middle: Pixels
  private let edges: EdgeMap
  private let breadth: Breadth

  /// Nil for pictures that are too small.
  init?(_ pixels: Pixels, _ breadth: Breadth = .one) {
    self.pixels = pixels
    self.breadth = breadth
    // The factor is whole, so that every pixel of `middle` is the mean of the same number of
    // pixels.
    let factor = max(1, max(pixels.width, pixels.height) / Self.refiningSide)
    middle = pixels.reduced(toWidth: pixels.width / factor, height: pixels.height / factor)
    let small = middle.reduced(toLongerSide: breadth.searchSide)
    guard min(small.width, small.height) >= 32 else { return nil }
    edges = EdgeMap(small)
  }

  /// The judged quads in pixels of the original picture, likeliest first.
  func candidates(guide: Guide? = nil) -> [QuadCandidate] {
    let longer = Double(max(edges.width, edges.height))
    var search = LineSearch(edges)
    let lines =
      search.lines(atMost: breadth.lineCount, ofAtLeast: 0.06 * longer) + Line.borders(of: edges)
    let expected = guide.map { Covers.rectangle(of: $0, width: edges.width, height: edges.height) }
    let refinement = Refinement(middle, halfStrength: edges.halfStrength)
    return QuadSearch(lines: lines, in: edges, expected: expected, breadth).candidates().map {
      judged(refined($0, by: refinement), expected: expected)
    }.sorted { $0.merit > $1.merit }
  }

  /// Moves the quad's sides to the exact edges. The result is in pixels of `middle`.
  private func refined(_ candidate: QuadCandidate, by refinement: Refinement) -> QuadCandidate {
    let enlarging = Double(middle.width) / Double(edges.width)
    let rough = candidate.quad.mapped { ($0 + Point(x: 0.5, y: 0.5)) * enlarging }
    var refined = refinement.refined(candidate, quad: rough)
    let shape = Shape(
      of: refined.quad, inWidth: Double(middle.width), height: Double(middle.height))
    refined.shape = shape?.likelihood ?? 0
    return refined
  }

  /// Adds the clues and the merit, and converts the quad to pixels of the original picture. With a
  /// guide, the overlap with the guide replaces size and position as clues.
  private func judged(_ candidate: QuadCandidate, expected: Quad?) -> QuadCandidate {
    let quad = candidate.quad.scaled(by: Double(edges.width) / Double(middle.width))
    var judged = candidate
    judged.clues = clues(of: candidate, quad)
    if expected != nil || !breadth.prefersOne { Judgement.neglectPosition(in: &judged.clues) }
    judged.merit = Judgement.merit(judged.clues)
    if let expected { judged.merit += Judgement.merit(overlap: quad.overlap(with: expected)) }
    let scale = Double(pixels.width) / Double(middle.width)
    judged.quad = candidate.quad.scaled(by: scale).beginningTopLeft
    return judged
  }

  /// The measurements in the order of `Clue`; `quad` is in pixels of the edge map.
  private func clues(of candidate: QuadCandidate, _ quad: Quad) -> [Double] {
    let around = EdgeContext(of: quad, isBorder: candidate.isBorder, in: edges)
    let (width, height) = (Double(edges.width), Double(edges.height))
    let share = max(0, quad.signedArea) / (width * height)
    let away = (quad.centre - Point(x: width / 2, y: height / 2)).length
    let (coarse, fine) = (candidate.supports, candidate.fineSupports)
    let (tips, fineTips) = (candidate.tips.ascending, candidate.fineTips.ascending)
    return [
      coarse.sum() / 4, coarse.secondSmallest, coarse.min(),
      fine.sum() / 4, fine.secondSmallest, fine.min(), candidate.beyond,
      candidate.tails.ascending[6], candidate.pairedTails, tips[0], tips[2],
      fineTips[0], fineTips[2], candidate.fineTips.sum() / 8, candidate.gaps.max(),
      log(max(candidate.shape, 0.01)), share.squareRoot(), share,
      away / Point(x: width / 2, y: height / 2).length,
      Double(candidate.isBorder.count { $0 }), 1 - around.seen,
      around.contrast, around.leastContrast, around.change, around.mostChange,
      around.outsideSpread, around.insideSpread, around.outsideTexture, around.insideTexture,
      around.content,
    ]
  }
}
