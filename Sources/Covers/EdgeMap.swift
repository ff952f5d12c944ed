// Where a small picture changes, how strongly and in which direction. The strongest of lightness and
// two colour differences speaks for a pixel, so that a red sleeve on a green table has an edge.

import Pictures

/// A gradient a pixel, row-major. Strengths are 0…1 against the picture's own noise.
struct EdgeMap: Sendable {
  let width: Int
  let height: Int
  /// Direction of change, unit vector; (0, 0) where there is none.
  private(set) var directionX: [Float]
  private(set) var directionY: [Float]
  /// 0 nothing, 0.5 as strong as `halfStrength`, towards 1 for hard edges.
  private(set) var strength: [Float]
  /// The change, in levels of 256 a pixel, that counts as half an edge.
  let halfStrength: Float

  init(_ pixels: Pixels) {
    width = pixels.width
    height = pixels.height
    var gradientX = [Float](repeating: 0, count: width * height)
    var gradientY = gradientX
    var squared = gradientX
    for plane in Self.planes(of: pixels) {
      Self.take(plane, width, height, &gradientX, &gradientY, &squared)
    }
    halfStrength = Self.halfStrength(squared)
    let half = halfStrength * halfStrength
    for index in squared.indices where squared[index] > 0 {
      let length = squared[index].squareRoot()
      gradientX[index] /= length
      gradientY[index] /= length
      squared[index] = squared[index] / (squared[index] + half)
    }
    directionX = gradientX
    directionY = gradientY
    strength = squared
  }

  /// Lightness, red against green, blue against yellow; each smoothed over 3 × 3.
  private static func planes(of pixels: Pixels) -> [[Float]] {
    let count = pixels.width * pixels.height
    var planes = [[Float]](repeating: [Float](repeating: 0, count: count), count: 3)
    pixels.rgb.withUnsafeBufferPointer { rgb in
      for index in 0..<count {
        let red = Float(rgb[3 * index])
        let green = Float(rgb[3 * index + 1])
        let blue = Float(rgb[3 * index + 2])
        planes[0][index] = 0.3 * red + 0.59 * green + 0.11 * blue
        planes[1][index] = 0.7 * (red - green)
        planes[2][index] = 0.5 * ((red + green) / 2 - blue)
      }
    }
    return planes.map { smoothed($0, pixels.width, pixels.height) }
  }

  /// Binomial 1-2-1 both ways; the frame keeps its values.
  private static func smoothed(_ plane: [Float], _ width: Int, _ height: Int) -> [Float] {
    guard width >= 3, height >= 3 else { return plane }
    var across = plane
    var both = plane
    for y in 0..<height {
      for index in y * width + 1..<y * width + width - 1 {
        across[index] = 0.25 * (plane[index - 1] + 2 * plane[index] + plane[index + 1])
      }
    }
    for index in width..<width * (height - 1) {
      both[index] = 0.25 * (across[index - width] + 2 * across[index] + across[index + width])
    }
    return both
  }

  /// Scharr's derivative, in levels a pixel, kept where it beats the planes before.
  private static func take(
    _ plane: [Float], _ width: Int, _ height: Int, _ gradientX: inout [Float],
    _ gradientY: inout [Float], _ squared: inout [Float]
  ) {
    guard width >= 3, height >= 3 else { return }
    for y in 1..<height - 1 {
      for index in y * width + 1..<y * width + width - 1 {
        let up = index - width
        let down = index + width
        let alongX =
          3 * (plane[up + 1] - plane[up - 1] + plane[down + 1] - plane[down - 1])
          + 10 * (plane[index + 1] - plane[index - 1])
        let alongY =
          3 * (plane[down - 1] - plane[up - 1] + plane[down + 1] - plane[up + 1])
          + 10 * (plane[down] - plane[up])
        let length = (alongX * alongX + alongY * alongY) / (32 * 32)
        if length > squared[index] {
          squared[index] = length
          gradientX[index] = alongX / 32
          gradientY[index] = alongY / 32
        }
      }
    }
  }

  /// One and a half times the middle change, within 1.5…8 levels a pixel: a calm ground lets faint edges
  /// speak, a textured one does not drown in its own.
  private static func halfStrength(_ squared: [Float]) -> Float {
    var counts = [Int](repeating: 0, count: 65)
    for value in squared { counts[min(64, Int(4 * value.squareRoot()))] += 1 }
    var seen = 0
    for (bin, count) in counts.enumerated() {
      seen += count
      if 2 * seen >= squared.count { return min(8, max(1.5, 1.5 * Float(bin) / 4)) }
    }
    return 8
  }
}
