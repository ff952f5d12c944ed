// Decides whether a square picture is the cover itself, or shows a cover with something around it. Printed
// frames, labels and patches inside a cover are quads too, and must not win against the whole picture.

import Glibc
import Pictures

/// A picture that may be a cover from edge to edge: nearly square, and without a guide inside it.
struct WholePicture {
  /// Least shorter by longer side. Cameras take 3:4 and 9:16, so the picture was cropped to a square.
  private static let leastSquareness = 0.9
  /// Least overlap of a guide that frames the whole picture.
  private static let leastGuideOverlap = 0.9

  private let pixels: Pixels
  private let frame: Quad

  /// Nil for other pictures and guides.
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

  /// Logarithm of the odds of a quad against the whole picture; nil when the ring around the quad is
  /// printed.
  ///
  /// The weights are fitted: a softmax over the quads of a picture and the whole picture, on 50 drawn
  /// sleeves and the sample catalogue, whole and with margins of 2 to 10 %, and on 240 drawn square
  /// photographs.
  private func advantage(of candidate: QuadCandidate) -> Double? {
    let quad = candidate.quad
    let ring = Ring(around: quad, in: pixels)
    if ring.flatness > Self.mostFlatness { return nil }
    let margins = margins(of: quad)
    let least = margins.min() ?? 0
    let placed = exp(-quad.tilt / 0.5) * exp(-((margins.max() ?? 0) - least) / 0.01)
    return 1.545 * candidate.merit + (1.348 - 0.379 * ring.flatness) * placed
      - 3.394 * ring.flatness - 2.389 * min(3, ring.spread / 50)
      + 1.925 * candidate.clues[Clue.unseen.rawValue] - (least < 0.006 ? 1.199 : 0)
      - 1.115 * quad.overlap(with: frame) + 0.054
  }

  /// Flatness of a ring that only a printed, digital margin has; a photographed table has noise.
  private static let mostFlatness = 0.87

  /// Distances of the quad's sides from the left, top, right and bottom, in shares of the picture.
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
  /// Share of pixels that differ from their neighbours by one level at most, 0…1; 0 without a ring.
  let flatness: Double
  /// Standard deviation of the colours, in levels of 256, over three channels.
  let spread: Double

  /// Samples on a grid; the pixels along the quad's sides are left out.
  init(around quad: Quad, in pixels: Pixels) {
    let step = max(1, max(pixels.width, pixels.height) / 250)
    let lines = quad.corners.indices.map { index -> (start: Point, side: Point) in
      let side = quad.corners[(index + 1) % 4] - quad.corners[index]
      return (quad.corners[index], side * (1 / max(side.length, 1)))
    }
    var (count, flat) = (0.0, 0.0)
    var (sum, squares) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for y in stride(from: 2, to: pixels.height - 2, by: step) {
      for x in stride(from: 2, to: pixels.width - 2, by: step) {
        let point = Point(x: Double(x), y: Double(y))
        let isOutside = lines.contains { $0.side.cross(point - $0.start) < -Double(step) }
        guard isOutside else { continue }
        let (colour, change) = Self.sample(pixels, x, y)
        count += 1
        flat += change <= 1 ? 1 : 0
        sum += colour
        squares += colour * colour
      }
    }
    guard count >= 20 else {
      (flatness, spread) = (0, 0)
      return
    }
    let mean = sum / count
    flatness = flat / count
    spread = max(0, (squares / count - mean * mean).sum()).squareRoot()
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
  /// The largest angle between a side and the picture's axes, in degrees (for small angles).
  fileprivate var tilt: Double {
    (0..<4).map { index in
      let side = corners[(index + 1) % 4] - corners[index]
      return min(side.x.magnitude, side.y.magnitude) / max(side.length, 1) * 180 / .pi
    }.max() ?? 0
  }
}
