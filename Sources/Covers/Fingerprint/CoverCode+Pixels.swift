// Computes a code from a straightened cover. Uses lightness and colour averaged over 1/64 of a side, so
// that letters and smaller details do not count.

import Glibc
package import Pictures

extension CoverCode {
  private static let side = 64
  private static let waves = 16

  /// `pixels`: a straightened cover of any size. A cover that is not square is scaled to a square.
  package init(of pixels: Pixels) {
    let small = pixels.stretched(to: Self.side)
    self.init(signs: Self.signs(of: small), colours: Self.colours(of: small))
  }

  private static func signs(of small: Pixels) -> SIMD4<UInt64> {
    let light = (0..<side * side).map { index -> Float in
      let red = Float(small.rgb[3 * index])
      let green = Float(small.rgb[3 * index + 1])
      let blue = Float(small.rgb[3 * index + 2])
      return 0.3 * red + 0.59 * green + 0.11 * blue
    }
    let across = transformed(levelled(light), rows: side)
    let both = transformed(across, rows: waves)
    var signs = SIMD4<UInt64>()
    // Each transform exchanges rows and columns, so two transforms restore the order. Element 0 is
    // the mean and is left out.
    for index in 1..<waves * waves where both[index] > 0 {
      signs[index >> 6] |= 1 << UInt64(index & 63)
    }
    return signs
  }

  /// The value of each cell relative to its neighbourhood, −2…2 standard deviations. A lamp, a
  /// shadow or a reflection then changes only the cells near it.
  private static func levelled(_ light: [Float]) -> [Float] {
    let mean = blurred(light)
    let square = blurred(light.map { $0 * $0 })
    return light.indices.map { index in
      let spread = max(0, square[index] - mean[index] * mean[index]).squareRoot()
      return min(2, max(-2, (light[index] - mean[index]) / (spread + 6)))
    }
  }

  /// The mean of up to 17 × 17 values around each value.
  private static func blurred(_ values: [Float]) -> [Float] {
    let reach = 8
    func across(_ values: [Float]) -> [Float] {
      var means = values
      for row in 0..<side {
        for position in 0..<side {
          let near = max(0, position - reach)...min(side - 1, position + reach)
          let sum = near.reduce(Float(0)) { $0 + values[row * side + $1] }
          means[position * side + row] = sum / Float(near.count)
        }
      }
      return means
    }
    // Each pass exchanges rows and columns.
    return across(across(values))
  }

  private static let cosines: [Float] = (0..<waves * side).map { index in
    let (wave, position) = (index / side, index % side)
    return Float(cos(Double(wave) * (Double(position) + 0.5) * .pi / Double(side)))
  }

  /// The amplitudes of the 16 lowest cosine waves in each row of 64 values. Rows and columns are
  /// exchanged: the amplitude of a wave in a row is element wave · rows + row.
  private static func transformed(_ values: [Float], rows: Int) -> [Float] {
    var waves = [Float](repeating: 0, count: rows * Self.waves)
    for row in 0..<rows {
      for wave in 0..<Self.waves {
        var sum: Float = 0
        for position in 0..<side {
          sum += values[row * side + position] * cosines[wave * side + position]
        }
        waves[wave * rows + row] = sum
      }
    }
    return waves
  }

  private static func colours(of small: Pixels) -> SIMD4<UInt8> {
    var sums = [SIMD3<Int>](repeating: SIMD3(), count: 4)
    for y in 0..<side {
      for x in 0..<side {
        let index = 3 * (y * side + x)
        let quarter = y < side / 2 ? (x < side / 2 ? 0 : 1) : (x < side / 2 ? 3 : 2)
        sums[quarter] &+= SIMD3(
          Int(small.rgb[index]), Int(small.rgb[index + 1]), Int(small.rgb[index + 2]))
      }
    }
    var colours = SIMD4<UInt8>()
    for quarter in 0..<4 { colours[quarter] = colour(ofSum: sums[quarter]) }
    return colours
  }

  /// Blueness and redness (BT.601) in 16 steps of 12 levels; values beyond the ends are clamped.
  /// Steps that cover the full range would be too coarse for faded sleeves.
  private static func colour(ofSum sum: SIMD3<Int>) -> UInt8 {
    let mean = SIMD3<Float>(Float(sum[0]), Float(sum[1]), Float(sum[2])) / Float(side * side / 4)
    let light = 0.299 * mean[0] + 0.587 * mean[1] + 0.114 * mean[2]
    let blueness = 0.564 * (mean[2] - light) / 12 + 8
    let redness = 0.713 * (mean[0] - light) / 12 + 8
    func step(_ value: Float) -> UInt8 { UInt8(min(15, max(0, value))) }
    return step(blueness) << 4 | step(redness)
  }
}
