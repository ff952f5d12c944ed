// Measures the part of a picture outside a quad. Around a photographed sleeve, this part is a table:
// it has grain and uneven light. Around a printed frame, it is paper with print on it.

import Pictures

/// The part of a picture outside a quad. All shares are 0…1; all numbers are 0 without a ring.
struct Ring {
  /// Share of pixels that equal their neighbours.
  private(set) var sameShare = 0.0
  /// Share of pixels that differ from their neighbours by at most one level.
  private(set) var flatShare = 0.0
  /// Standard deviation of the colours, in levels of 256, over three channels.
  private(set) var spread = 0.0
  /// Share of pixels that are nearly white or nearly black.
  private(set) var extremeShare = 0.0
  /// How much the light or the colour changes over the ring, in levels. The picture is divided into
  /// 12 × 12 cells. A tenth of the cells in the ring differ from the mean cell by more than this
  /// number.
  private(set) var unevenness = 0.0

  /// The smallest step in colour across a side, in levels. The step of a side is the median
  /// difference between the colours inside and outside along the side.
  let leastStep: Double

  /// Samples on a grid. Leaves out the pixels next to the quad's sides, because JPEG compression
  /// changes their colours.
  init(around quad: Quad, in pixels: Pixels) {
    let clearance = max(3, Double(max(pixels.width, pixels.height)) / 110)
    leastStep = pixels.leastStep(across: quad, at: 1.3 * clearance)
    let samples = Self.samples(around: quad, in: pixels, clearance)
    guard samples.colours.count > 20 else { return }
    let count = Double(samples.colours.count)
    let mean = samples.colours.reduce(.zero, +) / count
    (sameShare, flatShare) = (Double(samples.same) / count, Double(samples.flat) / count)
    var (squares, extreme) = (0.0, 0)
    for colour in samples.colours {
      let difference = colour - mean
      squares += (difference * difference).sum()
      let light = (SIMD3(0.3, 0.59, 0.11) * colour).sum()
      extreme += light > 238 || light < 18 ? 1 : 0
    }
    spread = (squares / count).squareRoot()
    extremeShare = Double(extreme) / count
    unevenness = samples.unevenness
  }

  /// The colours of the sampled pixels, and sums over cells.
  private struct Samples {
    static let cellCount = 12

    var same = 0
    var flat = 0
    var colours: [SIMD3<Double>] = []
    var cells = [(sum: SIMD3<Double>, count: Double)](
      repeating: (.zero, 0), count: cellCount * cellCount)

    var unevenness: Double {
      let means = cells.filter { $0.count >= 6 }.map { $0.sum / $0.count }
      guard !means.isEmpty else { return 0 }
      let middle = means.reduce(.zero, +) / Double(means.count)
      let distances = means.map { mean -> Double in
        let difference = mean - middle
        return (difference * difference).sum().squareRoot()
      }.sorted()
      return distances[distances.count * 9 / 10]
    }
  }

  private static func samples(
    around quad: Quad, in pixels: Pixels, _ clearance: Double
  ) -> Samples {
    let lines = quad.corners.indices.map { index -> (start: Point, side: Point) in
      let side = quad.corners[(index + 1) % 4] - quad.corners[index]
      return (quad.corners[index], side * (1 / max(side.length, 1)))
    }
    var samples = Samples()
    let step = max(1, max(pixels.width, pixels.height) / 250)
    for y in stride(from: 2, to: pixels.height - 2, by: step) {
      for x in stride(from: 2, to: pixels.width - 2, by: step) {
        let point = Point(x: Double(x), y: Double(y))
        let isOutside = lines.contains { $0.side.cross(point - $0.start) < -clearance }
        guard isOutside else { continue }
        let (colour, change) = sample(pixels, x, y)
        samples.same += change == 0 ? 1 : 0
        samples.flat += change <= 1 ? 1 : 0
        samples.colours.append(colour)
        let row = y * Samples.cellCount / pixels.height
        let cell = row * Samples.cellCount + x * Samples.cellCount / pixels.width
        samples.cells[cell].sum += colour
        samples.cells[cell].count += 1
      }
    }
    return samples
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

extension Pixels {
  /// Along each side of the quad, the median difference between the colours `distance` pixels
  /// outside and inside, in levels. The result is the smallest median; 0 if no side can be measured.
  fileprivate func leastStep(across quad: Quad, at distance: Double) -> Double {
    (0..<4).compactMap { step(at: $0, of: quad, distance) }.min() ?? 0
  }

  /// Nil if less than a quarter of the sampling points lie in the picture.
  private func step(at index: Int, of quad: Quad, _ distance: Double) -> Double? {
    let side = quad.corners[(index + 1) % 4] - quad.corners[index]
    let away = Point(x: side.y, y: -side.x) * (distance / max(side.length, 1))
    let steps = (1..<40).compactMap { position -> Double? in
      let point = quad.corners[index] + side * (Double(position) / 40)
      guard let outside = colour(at: point + away), let inside = colour(at: point - away)
      else { return nil }
      let difference = outside - inside
      return (difference * difference).sum().squareRoot()
    }.sorted()
    return steps.count > 8 ? steps[steps.count / 2] : nil
  }

  private func colour(at point: Point) -> SIMD3<Double>? {
    guard point.x >= 0, point.y >= 0, point.x < Double(width), point.y < Double(height)
    else { return nil }
    let index = 3 * (Int(point.y) * width + Int(point.x))
    return SIMD3(Double(rgb[index]), Double(rgb[index + 1]), Double(rgb[index + 2]))
  }
}
