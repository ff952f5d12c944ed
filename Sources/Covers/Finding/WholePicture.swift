// Decides whether a square picture is the cover itself, or shows a cover with something around it. Printed
// frames, labels and patches inside a cover are quads too, and must not win against the whole picture.

import Glibc
import Pictures

/// A picture that may be a cover from edge to edge. The picture is nearly square, and its guide, if
/// there is one, frames the whole picture.
struct WholePicture {
  /// Minimum of the shorter side divided by the longer side. Cameras take pictures of 3:4 or 9:16,
  /// so a square picture has been cropped.
  private static let leastSquareness = 0.9
  /// Minimum overlap of the picture with a guide that frames the whole picture. A guide with a
  /// margin of 4 % of its side has an overlap of 0.86.
  private static let leastGuideOverlap = 0.85

  private let pixels: Pixels
  private let frame: Quad

  /// Nil if the picture is not nearly square, or if the guide frames only a part of it.
  init?(_ pixels: Pixels, guide: Guide?) {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    frame = Quad(x: 0, y: 0, width: width, height: height)
    self.pixels = pixels
    guard min(width, height) >= Self.leastSquareness * max(width, height) else { return nil }
    guard let guide else { return }
    let expected = Covers.rectangle(of: guide, width: pixels.width, height: pixels.height)
    guard expected.overlap(with: frame) >= Self.leastGuideOverlap else { return nil }
  }

  /// The quad that is more likely the cover than the whole picture; nil without such a quad. If the
  /// ring of the likeliest quad is printed, the picture is a cover, and no other quad is tried.
  func best(of candidates: [QuadCandidate]) -> QuadCandidate? {
    let rivals = candidates.filter { $0.merit > 0 }.map { Rival($0, in: pixels, frame: frame) }
      .filter { $0.ring.sameShare <= Self.mostSameShare }
    guard let best = rivals.max(by: { $0.advantage < $1.advantage }), best.advantage > 0,
      best.oddsOfPrint <= 0
    else { return nil }
    return best.candidate
  }

  /// Largest share of pixels in a photographed ring that equal their neighbours. Photographs of
  /// tables have noise: 99 % of the measured photographs have a share of at most 0.25. Three
  /// quarters of the printed margins have a share of 0.5 or more.
  private static let mostSameShare = 0.45
}

/// A quad that competes with the whole picture. Its ring is the picture outside the quad.
private struct Rival {
  let candidate: QuadCandidate
  let ring: Ring
  /// Logarithm of the odds that the cover is the quad and not the whole picture. Chooses among the
  /// quads.
  ///
  /// The weights were fitted by a softmax over the quads of each picture and the whole picture. The
  /// pictures were 100 drawn sleeves and the sample catalogue (whole, and with margins of 2, 3 and
  /// 5 %), and 240 drawn square photographs.
  let advantage: Double
  /// Logarithm of the odds that the ring is printed. The quad is then a frame or a photograph on
  /// the sleeve, and not a sleeve on a table.
  ///
  /// Print is flat and often white or black, or it has several colours. A table has uneven light,
  /// its colour differs strongly from the sleeve's on every side, and the sleeve lies at a slight
  /// angle. A value of `placed` near 1 lowers the odds, because a printed frame in a scanned picture
  /// is seldom exactly in the middle.
  ///
  /// The weights were fitted by a logistic regression to the likely quads of 540 pictures: drawn
  /// sleeves without frame and with each `SleeveFrame` of the tests, alone and on tables in several
  /// sizes; drawn square photographs; and photographs mounted on paper. A quad on a table counted 8
  /// to 16 times. The constant is 0.7 lower than fitted, because cutting off a table is worth more
  /// than keeping a border.
  let oddsOfPrint: Double

  init(_ candidate: QuadCandidate, in pixels: Pixels, frame: Quad) {
    self.candidate = candidate
    let quad = candidate.quad
    let ring = Ring(around: quad, in: pixels)
    self.ring = ring
    let margins = quad.margins(in: frame)
    let least = margins.min() ?? 0
    // 1 for a quad that is parallel to the picture's sides and has equal margins, nearly 0 for most
    // other quads.
    let placed = exp(-quad.tilt / 0.5) * exp(-((margins.max() ?? 0) - least) / 0.01)
    let unseen = candidate.clues[Clue.unseen.rawValue]
    let (spread, step) = (min(3, ring.spread / 50), log1p(ring.leastStep / 10))
    // Each term has its own statement, because the compiler takes too long for one long sum.
    var advantage = 1.467 * candidate.merit - 0.2
    advantage += 1.255 * placed
    advantage -= 0.647 * ring.sameShare
    advantage -= 2.479 * ring.flatShare
    advantage -= 2.542 * spread
    advantage += 3.304 * unseen
    advantage -= least < 0.006 ? 1.512 : 0
    advantage -= 0.965 * quad.overlap(with: frame)
    advantage += 0.638 * step
    self.advantage = advantage
    var odds = 3.3 + 5.974 * ring.flatShare
    odds += 3.594 * spread
    odds += 2.777 * ring.extremeShare
    odds -= 3.27 * log1p(ring.unevenness / 10)
    odds -= 0.872 * step
    odds -= 2.7 * min(2, quad.tilt)
    odds -= 2.402 * placed
    odds -= 2.493 * unseen
    odds -= 0.533 * candidate.merit
    oddsOfPrint = odds
  }
}

extension Quad {
  /// The largest angle between a side and the nearest axis of the picture, in degrees. The formula
  /// is exact enough for small angles only.
  fileprivate var tilt: Double {
    (0..<4).map { index in
      let side = corners[(index + 1) % 4] - corners[index]
      return min(side.x.magnitude, side.y.magnitude) / max(side.length, 1) * 180 / .pi
    }.max() ?? 0
  }

  /// Distances from the left, top, right and bottom of an upright frame, as shares of its width or
  /// height.
  fileprivate func margins(in frame: Quad) -> [Double] {
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (width, height) = (frame.corners[2].x, frame.corners[2].y)
    return [
      (xs.min() ?? 0) / width, (ys.min() ?? 0) / height, 1 - (xs.max() ?? 0) / width,
      1 - (ys.max() ?? 0) / height,
    ]
  }
}
