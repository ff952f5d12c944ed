// Chooses the tint of a cover: the colour that most of its colourful parts share. Uses OKLab, in which
// equal distances look equal: <https://bottosson.github.io/posts/oklab/>.

import Glibc
package import Pictures

/// The two parts of a tint.
package struct CoverTint: Equatable, Sendable {
  package static let hues = 12

  /// How much colour a page takes.
  package enum Strength: Int, CaseIterable, Sendable {
    /// A cover that is almost grey.
    case faint
    case muted
    /// A dark cover with strong colours.
    case deep
    /// A light cover with strong colours.
    case bright
  }

  /// In steps of 30° of OKLCH: 0 is a red that tends to pink.
  package let hue: Int
  package let strength: Strength

  /// 0 to 47, for the output and for the style sheet.
  package var number: Int { hue * Strength.allCases.count + strength.rawValue }
}

extension Covers {
  /// Pixels of a side of the reduced picture. Letters and small details are averaged.
  private static let tintSide = 32

  /// The tint of a cover. `pixels` are sRGB, of any size.
  package static func tint(of pixels: Pixels) -> CoverTint {
    let small = pixels.reduced(toWidth: tintSide, height: tintSide)
    let count = small.width * small.height
    var amounts = [Double](repeating: 0, count: CoverTint.hues)
    var light = 0.0
    for index in 0..<count {
      let (lightness, a, b) = lab(small.rgb[3 * index..<3 * index + 3])
      light += lightness / Double(count)
      let turn = atan2(b, a) / (2 * .pi)
      let position = (turn < 0 ? turn + 1 : turn) * Double(CoverTint.hues)
      // A colour between two hues counts for both.
      let (lower, rest) = (Int(position), position - position.rounded(.down))
      let chroma = (a * a + b * b).squareRoot() / Double(count)
      amounts[lower % CoverTint.hues] += chroma * (1 - rest)
      amounts[(lower + 1) % CoverTint.hues] += chroma * rest
    }
    let most = amounts.max() ?? 0
    let hue = amounts.firstIndex(of: most) ?? 0
    let near = amounts[(hue + 1) % CoverTint.hues] + amounts[(hue + 11) % CoverTint.hues]
    return CoverTint(hue: hue, strength: strength(chroma: most + near, lightness: light))
  }

  /// `chroma` is the mean over the whole cover.
  private static func strength(chroma: Double, lightness: Double) -> CoverTint.Strength {
    if chroma < 0.012 { return .faint }
    if chroma < 0.045 { return .muted }
    return lightness < 0.5 ? .deep : .bright
  }

  private static func lab(_ rgb: ArraySlice<UInt8>) -> (lightness: Double, a: Double, b: Double) {
    let linear = rgb.map { value -> Double in
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    func cone(_ red: Double, _ green: Double, _ blue: Double) -> Double {
      cbrt(red * linear[0] + green * linear[1] + blue * linear[2])
    }
    let long = cone(0.4122214708, 0.5363325363, 0.0514459929)
    let middle = cone(0.2119034982, 0.6806995451, 0.1073969566)
    let short = cone(0.0883024619, 0.2817188376, 0.6299787005)
    return (
      0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
      1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    )
  }
}
