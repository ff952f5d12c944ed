// The colours that follow from a tint. `public/album/tints.css` has the same colours
// (`Tests/Site/TintSheet.swift` makes it), and pictures to share take their ground from here.

import Albums
import Glibc

/// The colours of one tint.
struct TintColours {
  /// The ground of the verdict, which is dark on every page.
  let bar: SheetColour
  /// The ground of the page on light and on dark devices.
  let day: SheetColour
  let night: SheetColour

  /// The lightness and the chroma (OKLCH) of the grounds, from faint to bright. The verdict's ground is
  /// dark enough for the green rating, and the page's ground changes only a little.
  private static let strengths: [(bar: (Double, Double), day: Double, night: Double)] = [
    ((0.20, 0.010), 0.002, 0.004), ((0.22, 0.035), 0.007, 0.012), ((0.22, 0.060), 0.010, 0.022),
    ((0.285, 0.080), 0.014, 0.028),
  ]

  init(_ tint: Tint) {
    let degrees = Double(tint.number / 4) * 30
    let strength = Self.strengths[tint.number % 4]
    bar = SheetColour(lightness: strength.bar.0, chroma: strength.bar.1, degrees: degrees)
    day = SheetColour(lightness: 0.978, chroma: strength.day, degrees: degrees)
    night = SheetColour(lightness: 0.185, chroma: strength.night, degrees: degrees)
  }
}

/// A colour in sRGB.
struct SheetColour: Equatable {
  static let white = SheetColour(channels: [255, 255, 255])
  static let black = SheetColour(channels: [0, 0, 0])

  /// 0 to 255.
  let channels: [Int]

  private init(channels: [Int]) { self.channels = channels }

  /// Nil for a text that is not `#rrggbb` or `#rgb`.
  init?(_ text: some StringProtocol) {
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.first == "#", digits.count == text.count - 1 else { return nil }
    switch digits.count {
    case 3: channels = digits.map { $0 * 17 }
    case 6: channels = stride(from: 0, to: 6, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
  }

  /// OKLCH. The chroma is reduced until sRGB has the colour.
  init(lightness: Double, chroma: Double, degrees: Double) {
    var chroma = chroma
    while true {
      let linear = Self.linear(lightness, chroma, degrees * .pi / 180)
      if chroma <= 0 || linear.allSatisfy({ (0...1).contains($0) }) {
        channels = linear.map { value in
          let clamped = min(1, max(0, value))
          let share = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * pow(clamped, 1 / 2.4) - 0.055
          return Int((255 * share).rounded())
        }
        return
      }
      chroma -= 0.0005
    }
  }

  /// Linear red, green and blue. Source: <https://bottosson.github.io/posts/oklab/>.
  private static func linear(_ lightness: Double, _ chroma: Double, _ angle: Double) -> [Double] {
    let (a, b) = (chroma * cos(angle), chroma * sin(angle))
    let long = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3)
    let middle = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3)
    let short = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3)
    return [
      4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    ]
  }

  var text: String {
    "#" + channels.map { String($0 + 256, radix: 16).dropFirst() }.joined()
  }

  /// WCAG 2.2, from 1 to 21: <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
  func contrast(with other: SheetColour) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private var luminance: Double {
    let linear = channels.map { channel -> Double in
      let share = Double(channel) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
