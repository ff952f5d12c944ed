// Measures a photo. Most measurements become advice beside the result. A photo without any detail,
// or with a tiny cover, is refused.

package import Pictures

/// Measured on the straightened cover, reduced to at most 512 pixels on its longer side.
package struct Quality: Equatable, Sendable {
  /// Mean lightness: 0 is black, 1 is white. Below `leastBrightness`, the advice is "too dark".
  package let brightness: Double
  /// Only 2 % of the pixels differ more than this in lightness from their neighbours. 1 is the
  /// difference between black and white. Below `leastSharpness`, the advice is "blurred".
  package let sharpness: Double
  /// Share of overexposed pixels, 0…1. A white sleeve in bright light looks the same. Above
  /// `mostGlare`, the advice is "glare".
  package let glare: Double

  package static let leastBrightness = 0.12
  package static let leastSharpness = 0.06
  package static let mostGlare = 0.12

  /// The minimum of `Covers.detail`: four levels of 256. In a photo of a white or a black sleeve,
  /// uneven light alone causes more detail. A photo below this limit shows one even colour.
  package static let leastDetail = 4.0 / 255
  /// Minimum pixels of the cover's longer side in the photo. Below this limit, no title is legible.
  package static let leastSidePixels = 100.0
}

extension Covers {
  /// The largest difference of red, green or blue between two pixels of the picture: 0 for one even
  /// colour, 1 for black and white. The picture is first reduced to 256 pixels on its longer side,
  /// which averages the noise of large pictures.
  package static func detail(of pixels: Pixels) -> Double {
    let small = pixels.reduced(toLongerSide: 256)
    var (least, most) = ([UInt8](repeating: 255, count: 3), [UInt8](repeating: 0, count: 3))
    for index in stride(from: 0, to: small.rgb.count, by: 3) {
      for channel in 0..<3 {
        least[channel] = min(least[channel], small.rgb[index + channel])
        most[channel] = max(most[channel], small.rgb[index + channel])
      }
    }
    return Double(zip(most, least).map { Int($0) - Int($1) }.max() ?? 0) / 255
  }

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
