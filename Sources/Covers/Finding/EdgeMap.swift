// Computes how strongly and in which direction a small picture changes at every pixel. An edge is a
// strong change. Each pixel uses the channel that changes most (lightness or one of two colour
// differences), so that a red sleeve on a green table has an edge.

import Pictures

/// A colour as lightness (0…255), red minus green, and yellow minus blue. The fourth lane is 0.
typealias Tone = SIMD4<Float>

/// A direction and a strength for each pixel, row-major. Strengths are relative to the picture's
/// noise.
struct EdgeMap: Sendable {
  let width: Int
  let height: Int
  /// The picture's tones, smoothed over 3 × 3; pixels at the border are not smoothed.
  let tones: [Tone]
  /// Direction of the change as a unit vector; (0, 0) without change.
  private(set) var directions: [SIMD2<Float>]
  /// 0 for no edge, 0.5 for a change of `halfStrength`, nearly 1 for hard edges.
  private(set) var strength: [Float]
  /// The change that has the strength 0.5, in levels of 256 per pixel.
  let halfStrength: Float

  init(_ pixels: Pixels) {
    width = pixels.width
    height = pixels.height
    tones = Self.smoothed(Self.tones(of: pixels), pixels.width, pixels.height)
    directions = [SIMD2<Float>](repeating: .zero, count: width * height)
    strength = [Float](repeating: 0, count: width * height)
    Self.derive(tones, width, height, &directions, &strength)
    halfStrength = Self.halfStrength(strength)
    let half = halfStrength * halfStrength
    for index in strength.indices where strength[index] > 0 {
      directions[index] /= strength[index].squareRoot()
      strength[index] /= strength[index] + half
    }
  }

  /// The smoothed tone at the nearest pixel; nil outside.
  func tone(at point: Point) -> Tone? { index(of: point).map { tones[$0] } }

  /// The strength at the nearest pixel; nil outside.
  func strength(at point: Point) -> Float? { index(of: point).map { strength[$0] } }

  private func index(of point: Point) -> Int? {
    guard point.x >= 0, point.y >= 0, point.x < Double(width), point.y < Double(height) else {
      return nil
    }
    return Int(point.y) * width + Int(point.x)
  }

  private static func tones(of pixels: Pixels) -> [Tone] {
    let count = pixels.width * pixels.height
    return [Tone](unsafeUninitializedCapacity: count) { tones, initialized in
      pixels.rgb.withUnsafeBufferPointer { rgb in
        for index in 0..<count {
          tones[index] = Tone(
            red: rgb[3 * index], green: rgb[3 * index + 1], blue: rgb[3 * index + 2])
        }
      }
      initialized = count
    }
  }

  /// Averages each pixel with its neighbours, with the weights 1-2-1 across and down.
  private static func smoothed(_ tones: [Tone], _ width: Int, _ height: Int) -> [Tone] {
    guard width >= 3, height >= 3 else { return tones }
    var across = tones
    var both = tones
    tones.withUnsafeBufferPointer { source in
      across.withUnsafeMutableBufferPointer { across in
        for y in 0..<height {
          for index in y * width + 1..<y * width + width - 1 {
            across[index] = 0.25 * (source[index - 1] + 2 * source[index] + source[index + 1])
          }
        }
        both.withUnsafeMutableBufferPointer { both in
          for index in width..<width * (height - 1) {
            both[index] =
              0.25 * (across[index - width] + 2 * across[index] + across[index + width])
          }
        }
      }
    }
    return both
  }

  /// Computes each pixel's change across and down in levels per pixel (Scharr's 3 × 3 filter), in
  /// the channel that changes most. `squared` gets the change's squared length.
  private static func derive(
    _ tones: [Tone], _ width: Int, _ height: Int, _ gradients: inout [SIMD2<Float>],
    _ squared: inout [Float]
  ) {
    guard width >= 3, height >= 3 else { return }
    tones.withUnsafeBufferPointer { tones in
      gradients.withUnsafeMutableBufferPointer { gradients in
        squared.withUnsafeMutableBufferPointer { squared in
          for y in 1..<height - 1 {
            for index in y * width + 1..<y * width + width - 1 {
              let (up, down) = (index - width, index + width)
              let falling = tones[down + 1] - tones[up - 1]
              let rising = tones[up + 1] - tones[down - 1]
              let x = (3 * (falling + rising) + 10 * (tones[index + 1] - tones[index - 1])) / 32
              let y = (3 * (falling - rising) + 10 * (tones[down] - tones[up])) / 32
              let lengths = x * x + y * y
              let lane =
                lengths.x >= lengths.y && lengths.x >= lengths.z
                ? 0 : lengths.y >= lengths.z ? 1 : 2
              squared[index] = lengths[lane]
              gradients[index] = SIMD2(x[lane], y[lane])
            }
          }
        }
      }
    }
  }

  /// 1.5 times the picture's median change, limited to 1.5…8 levels per pixel. Faint edges
  /// therefore count on a plain background, and the texture of a rough background does not count.
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

extension Tone {
  @inline(__always)
  init(red: UInt8, green: UInt8, blue: UInt8) {
    let (red, green, blue) = (Float(red), Float(green), Float(blue))
    self.init(
      0.3 * red + 0.59 * green + 0.11 * blue, 0.7 * (red - green),
      0.5 * ((red + green) / 2 - blue), 0)
  }

  /// Squared distance of two tones.
  @inline(__always)
  func squaredDistance(to other: Tone) -> Float {
    let difference = self - other
    return (difference * difference).sum()
  }
}
