// Whether a photo is worth asking about: three numbers that become hints, never a refusal.

package import Pictures

/// Of the straightened cover, measured on at most 512 pixels of its longer side.
package struct Quality: Equatable, Sendable {
  /// Mean lightness, 0 black … 1 white. Below `leastBrightness`: "too dark".
  package let brightness: Double
  /// How fast lightness changes where it changes most: the 98th percentile of the change between
  /// neighbouring pixels, 1 for black to white. Below `leastSharpness`: "blurred".
  package let sharpness: Double
  /// Share of pixels burnt out to white, 0…1; a white sleeve in bright light looks the same. Above `mostGlare`: "glare".
  package let glare: Double

  package static let leastBrightness = 0.12
  package static let leastSharpness = 0.06
  package static let mostGlare = 0.12
}

extension Covers {
  package static func quality(of pixels: Pixels) -> Quality {
    let small = pixels.reduced(toLongerSide: 512)
    let count = small.width * small.height
    var light = [UInt8](repeating: 0, count: count)
    var sum = 0
    var burnt = 0
    for index in 0..<count {
      let red = Int(small.rgb[3 * index])
      let green = Int(small.rgb[3 * index + 1])
      let blue = Int(small.rgb[3 * index + 2])
      let value = (77 * red + 151 * green + 28 * blue) >> 8
      light[index] = UInt8(truncatingIfNeeded: value)
      sum += value
      if min(red, green, blue) >= 250 { burnt += 1 }
    }
    return Quality(
      brightness: Double(sum) / Double(count) / 255,
      sharpness: sharpness(light, width: small.width, height: small.height),
      glare: Double(burnt) / Double(count))
  }

  private static func sharpness(_ light: [UInt8], width: Int, height: Int) -> Double {
    guard width > 1, height > 1 else { return 0 }
    var counts = [Int](repeating: 0, count: 256)
    for y in 0..<height - 1 {
      for index in y * width..<y * width + width - 1 {
        let right = (Int(light[index + 1]) - Int(light[index])).magnitude
        let down = (Int(light[index + width]) - Int(light[index])).magnitude
        counts[Int(max(right, down))] += 1
      }
    }
    var left = (width - 1) * (height - 1) / 50
    for value in stride(from: 255, through: 0, by: -1) {
      left -= counts[value]
      if left < 0 { return Double(value) / 255 }
    }
    return 0
  }
}
