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

  /// The quad that is more likely the cover than the whole picture; nil without such a quad.
  func best(of candidates: [QuadCandidate]) -> QuadCandidate? {
    let rated = candidates.filter { $0.merit > 0 }.compactMap { candidate in
      advantage(of: candidate).map { (candidate: candidate, advantage: $0) }
    }
    let best = rated.max { $0.advantage < $1.advantage }
    return best.flatMap { $0.advantage > 0 ? $0.candidate : nil }
  }

  /// Logarithm of the odds that the cover is the quad and not the whole picture. Nil if the ring
  /// (the picture outside the quad) is printed and not photographed.
  ///
  /// The weights were fitted by a softmax over the quads of each picture and the whole picture. The
  /// pictures were 100 drawn sleeves and the sample catalogue (whole, and with margins of 2, 3 and
  /// 5 %), and 240 drawn square photographs.
  private func advantage(of candidate: QuadCandidate) -> Double? {
    let quad = candidate.quad
    let ring = Ring(around: quad, in: pixels)
    if ring.sameShare > Self.mostSameShare { return nil }
    let margins = margins(of: quad)
    let least = margins.min() ?? 0
    // 1 for a quad that is parallel to the picture's sides and has equal margins, nearly 0 for most
    // other quads. Printed frames are usually parallel and have equal margins.
    let placed = exp(-quad.tilt / 0.5) * exp(-((margins.max() ?? 0) - least) / 0.01)
    let unseen = candidate.clues[Clue.unseen.rawValue]
    // Each term has its own statement, because the compiler takes too long for one long sum.
    var odds = 1.467 * candidate.merit - 0.2
    odds += 1.255 * placed
    odds -= 0.647 * ring.sameShare
    odds -= 2.479 * ring.flatShare
    odds -= 2.542 * min(3, ring.spread / 50)
    odds += 3.304 * unseen
    odds -= least < 0.006 ? 1.512 : 0
    odds -= 0.965 * quad.overlap(with: frame)
    odds += 0.638 * log1p(ring.leastStep / 10)
    return odds
  }

  /// Largest share of pixels in a photographed ring that equal their neighbours. Photographs of
  /// tables have noise: 99 % of the measured photographs have a share of at most 0.25. Three
  /// quarters of the printed margins have a share of 0.5 or more.
  private static let mostSameShare = 0.45

  /// Distances of the quad from the picture's left, top, right and bottom, as shares of the
  /// picture's width or height.
  private func margins(of quad: Quad) -> [Double] {
    let (xs, ys) = (quad.corners.map(\.x), quad.corners.map(\.y))
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    return [
      (xs.min() ?? 0) / width, (ys.min() ?? 0) / height, 1 - (xs.max() ?? 0) / width,
      1 - (ys.max() ?? 0) / height,
    ]
  }
}

/// The part of a picture outside a quad.
private struct Ring {
  /// Share of pixels that equal their neighbours, 0…1; 0 without a ring.
  let sameShare: Double
  /// Share of pixels that differ from their neighbours by at most one level, 0…1; 0 without a ring.
  let flatShare: Double
  /// Standard deviation of the colours, in levels of 256, over three channels.
  let spread: Double
  /// Along each side, the median difference between the colours inside and outside is measured, in
  /// levels. This is the smallest median of the four sides.
  let leastStep: Double

  /// Samples on a grid. Leaves out the pixels next to the quad's sides, because JPEG compression
  /// changes their colours.
  init(around quad: Quad, in pixels: Pixels) {
    let longer = max(pixels.width, pixels.height)
    let clearance = max(3, Double(longer) / 110)
    let lines = quad.corners.indices.map { index -> (start: Point, side: Point) in
      let side = quad.corners[(index + 1) % 4] - quad.corners[index]
      return (quad.corners[index], side * (1 / max(side.length, 1)))
    }
    var (count, same, flat) = (0.0, 0.0, 0.0)
    var (sum, squares) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    let step = max(1, longer / 250)
    for y in stride(from: 2, to: pixels.height - 2, by: step) {
      for x in stride(from: 2, to: pixels.width - 2, by: step) {
        let point = Point(x: Double(x), y: Double(y))
        let isOutside = lines.contains { $0.side.cross(point - $0.start) < -clearance }
        guard isOutside else { continue }
        let (colour, change) = Self.sample(pixels, x, y)
        count += 1
        same += change == 0 ? 1 : 0
        flat += change <= 1 ? 1 : 0
        sum += colour
        squares += colour * colour
      }
    }
    leastStep =
      (0..<4).compactMap { Self.step(at: $0, of: quad, clearance * 1.3, in: pixels) }.min() ?? 0
    guard count > 20 else {
      (sameShare, flatShare, spread) = (0, 0, 0)
      return
    }
    let mean = sum / count
    (sameShare, flatShare) = (same / count, flat / count)
    spread = max(0, (squares / count - mean * mean).sum()).squareRoot()
  }

  /// The median difference between the colours `distance` pixels outside and inside a side. Nil if
  /// less than a quarter of the sampling points lie in the picture.
  private static func step(
    at index: Int, of quad: Quad, _ distance: Double, in pixels: Pixels
  ) -> Double? {
    let side = quad.corners[(index + 1) % 4] - quad.corners[index]
    let away = Point(x: side.y, y: -side.x) * (distance / max(side.length, 1))
    let steps = (1..<40).compactMap { place -> Double? in
      let point = quad.corners[index] + side * (Double(place) / 40)
      guard let outside = colour(pixels, at: point + away),
        let inside = colour(pixels, at: point - away)
      else { return nil }
      let difference = outside - inside
      return (difference * difference).sum().squareRoot()
    }.sorted()
    return steps.count > 8 ? steps[steps.count / 2] : nil
  }

  private static func colour(_ pixels: Pixels, at point: Point) -> SIMD3<Double>? {
    guard point.x >= 0, point.y >= 0, point.x < Double(pixels.width),
      point.y < Double(pixels.height)
    else { return nil }
    let index = 3 * (Int(point.y) * pixels.width + Int(point.x))
    return SIMD3(
      Double(pixels.rgb[index]), Double(pixels.rgb[index + 1]), Double(pixels.rgb[index + 2]))
  }

  /// A pixel's colour, and its largest difference from the pixels to the right and below.
  private static func sample(
    _ pixels: Pixels, _ x: Int, _ y: Int
  ) -> (colour: SIMD3<Double>, change: Int) {
    let index = 3 * (y * pixels.width + x)
    var (colour, change) = (SIMD3<Double>.zero, 0)
    for channel in 0..<3 {
      let here = Int(pixels.rgb[index + channel])
      let right = Int(pixels.rgb[index + 3 + channel])
      let below = Int(pixels.rgb[index + 3 * pixels.width + channel])
      colour[channel] = Double(here)
      change = max(change, abs(here - right), abs(here - below))
    }
    return (colour, change)
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
}
