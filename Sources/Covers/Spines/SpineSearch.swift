// Finds the spines in a photo of a shelf: pairs of lines with ends between them. Lying spines are
// found in the same way in the transposed picture.

import Glibc
package import Pictures

package struct SpineSearch {
  /// Pixels of the longer side of the picture that is searched.
  static let side = 1_200

  /// Pixels of the longer side of a noisy picture. A picture is noisy if its threshold of edges is at
  /// least `noisyThreshold`.
  private static let noisySide = 800
  private static let noisyThreshold = 12

  private let pixels: Pixels
  private let scale: Double
  private let upright: [SpineCandidate]
  private let lying: [SpineCandidate]
  let isFromSide: Bool

  /// Nil for pictures that are too small.
  package init?(_ pixels: Pixels, _ weights: SpineWeights = .own) {
    self.init(pixels, reduced: pixels.reduced(toLongerSide: Self.side), weights)
  }

  /// `reduced` is the same picture with at most `side` pixels on its longer side.
  init?(_ pixels: Pixels, reduced: Pixels, _ weights: SpineWeights = .own) {
    var small = reduced
    guard min(small.width, small.height) >= 48 else { return nil }
    var edges = ShelfEdges(small)
    let isNoisy = edges.threshold >= Self.noisyThreshold
    if isNoisy {
      small = pixels.reduced(toLongerSide: Self.noisySide)
      edges = ShelfEdges(small, isNoisy: true)
    }
    self.pixels = pixels
    scale = Double(pixels.width) / Double(small.width)
    let transposed = small.transposed
    let turned = ShelfEdges(transposed, isNoisy: isNoisy)
    let lines = SideLineSearch(edges: edges).lines(atMost: 500)
    let levels = SideLineSearch(edges: turned).lines(atMost: 500)
    let (yaw, pitch) = (Vanishing(levels, edges: turned), Vanishing(lines, edges: edges))
    isFromSide = yaw.angle(longer: Double(max(small.width, small.height))) >= 30
    upright = CandidateSearch(small, edges, lines: lines, across: yaw, weights).candidates()
    lying = CandidateSearch(transposed, turned, lines: levels, across: pitch, weights).candidates()
      .map {
        var candidate = $0
        let c = candidate.quad.corners.map { Point(x: $0.y, y: $0.x) }
        candidate.quad = Quad(c[0], c[3], c[2], c[1])
        candidate.isLying = true
        return candidate
      }
  }

  /// All candidates in pixels of the picture.
  package var candidates: [SpineCandidate] {
    (upright + lying).map { candidate in
      var candidate = candidate
      candidate.quad = candidate.quad.scaled(by: scale)
      return candidate
    }
  }

  /// The likeliest spines that do not overlap.
  func spines() -> [FoundSpine] {
    SpineChoice(candidates).chosen(.surroundings).map { FoundSpine($0) }
  }
}

extension Pixels {
  /// Rows and columns exchanged.
  fileprivate var transposed: Pixels {
    let bytes = [UInt8](unsafeUninitializedCapacity: rgb.count) { target, count in
      rgb.withUnsafeBufferPointer { source in
        for y in 0..<height {
          var (from, to) = (3 * y * width, 3 * y)
          for _ in 0..<width {
            target[to] = source[from]
            target[to + 1] = source[from + 1]
            target[to + 2] = source[from + 2]
            from += 3
            to += 3 * height
          }
        }
      }
      count = rgb.count
    }
    return Pixels(width: height, height: width, rgb: bytes)
  }
}

/// How the slope of parallel lines changes over the picture: slope = middle + change · (position −
/// half the width), where the position is that of the line at half the height.
struct Vanishing {
  private(set) var middle = 0.0
  private(set) var change = 0.0
  private let half: Double
  private let halfHeight: Double

  init(_ lines: [SideLine], edges: ShelfEdges) {
    let (half, halfHeight) = (Double(edges.width) / 2, Double(edges.height) / 2)
    self.half = half
    self.halfHeight = halfHeight
    let long = lines.filter { $0.slope.magnitude < 0.45 && $0.count > 0.07 * Double(edges.height) }
    guard long.count >= 3 else { return }
    // Calculates `middle` and `change` from each pair of lines. Keeps the two values with which the
    // most length of lines agrees.
    var best = 0.0
    for one in long.indices.prefix(40) {
      for other in long.indices.prefix(40) where other > one {
        let (p, q) = (long[one].x(halfHeight) - half, long[other].x(halfHeight) - half)
        guard (p - q).magnitude > 0.15 * half else { continue }
        let change = (long[one].slope - long[other].slope) / (p - q)
        let middle = long[one].slope - change * p
        guard change.magnitude * half < 0.9, middle.magnitude < 0.2 else { continue }
        var agreeing = -20 * change.magnitude * half
        for line in long {
          let expected = middle + change * (line.x(halfHeight) - half)
          if (line.slope - expected).magnitude < 0.02 { agreeing += line.count }
        }
        if agreeing > best { (best, self.middle, self.change) = (agreeing, middle, change) }
      }
    }
  }

  func slope(_ x: Double) -> Double { middle + change * (x - half) }

  /// The angle in degrees from which the camera looks at the shelf; 0 from the front. Assumes the
  /// lens of a usual phone.
  func angle(longer: Double) -> Double { atan(0.72 * longer * change.magnitude) * 180 / .pi }
}
