// Colours, the palette of one sleeve, and the perceived difference of two colours.

/// Red, green, blue, 0…255, and opacity, 0…1 (or, in a cut-out, the distance to its outline).
typealias Colour = SIMD4<Float>

extension SIMD4<Float> {
  static func rgb(_ red: Double, _ green: Double, _ blue: Double) -> Colour {
    Colour(Float(red), Float(green), Float(blue), 1)
  }

  static func grey(_ level: Double) -> Colour { rgb(level, level, level) }

  /// Hue in sixths of the circle, 0…6; saturation and value 0…1.
  static func hue(_ hue: Double, _ saturation: Double, _ value: Double) -> Colour {
    func channel(_ shift: Double) -> Double {
      let place = (hue + shift).truncatingRemainder(dividingBy: 6)
      let ramp = limited(place < 2 ? place : 4 - place)
      return 255 * value * (1 - saturation * ramp)
    }
    return rgb(channel(5), channel(3), channel(1))
  }

  @inline(__always)
  func mixed(with other: Colour, _ share: Float) -> Colour { self + (other - self) * share }

  @inline(__always)
  func lit(_ factor: Float) -> Colour { self * Colour(factor, factor, factor, 1) }

  func opaque(_ opacity: Float) -> Colour { Colour(x, y, z, opacity) }

  var luminance: Float { 0.2126 * x + 0.7152 * y + 0.0722 * z }

  /// CIE 1976 L*a*b* of an sRGB colour under D65. Source: CIE 15:2004, IEC 61966-2-1.
  var lab: SIMD3<Double> {
    let linear = SIMD3(Double(x), Double(y), Double(z)).mappedLanes { level in
      let share = limited(level / 255)
      return share <= 0.040_45 ? share / 12.92 : Self.power24((share + 0.055) / 1.055)
    }
    let x = (SIMD3(0.4124, 0.3576, 0.1805) * linear).sum() / 0.9505
    let y = (SIMD3(0.2126, 0.7152, 0.0722) * linear).sum()
    let z = (SIMD3(0.0193, 0.1192, 0.9505) * linear).sum() / 1.089
    let roots = SIMD3(x, y, z).mappedLanes { value in
      value > 216.0 / 24_389 ? Self.root(value, 3) : (24_389.0 / 27 * value + 16) / 116
    }
    return SIMD3(
      116 * roots.y - 16, 500 * (roots.x - roots.y), 200 * (roots.y - roots.z))
  }

  /// ΔE of CIE 1976: the distance in L*a*b*.
  func difference(to other: Colour) -> Double {
    let apart = lab - other.lab
    return (apart * apart).sum().squareRoot()
  }

  private static func power24(_ value: Double) -> Double {
    let fifth = root(value, 5)
    return value * value * fifth * fifth
  }

  /// The root of the given degree by Newton's method, starting at 1, for values up to 1.1.
  private static func root(_ value: Double, _ degree: Int) -> Double {
    var guess = 1.0
    for _ in 0..<60 {
      var power = 1.0
      for _ in 1..<degree { power *= guess }
      guess += (value / power - guess) / Double(degree)
    }
    return guess
  }
}

extension SIMD3<Double> {
  func mappedLanes(_ change: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(change(x), change(y), change(z))
  }
}

/// The colours of one sleeve. The hues are neighbours, opposite, or a third of the colour circle
/// apart. The colours are dark, medium or pale.
struct Palette {
  let colours: [Colour]

  init(_ generator: inout SeededGenerator) {
    let hue = generator.number(in: 0...6)
    let apart = [0.0, 0.5, 1, 2, 3][generator.count(0...4)]
    let richness = [0.12, 0.45, 0.7, 0.95][generator.count(0...3)]
    let brightness = [0.16...0.45, 0.3...0.8, 0.5...0.95, 0.75...1][generator.count(0...3)]
    colours = (0..<6).map { index in
      let turn = hue + apart * Double(index % 3) + generator.number(in: -0.25...0.25)
      return .hue(
        (turn + 12).truncatingRemainder(dividingBy: 6),
        min(1, richness * generator.number(in: 0.6...1.15)),
        index == 4 ? generator.number(in: 0.05...0.95) : generator.number(in: brightness))
    }
  }

  subscript(index: Int) -> Colour { colours[index % colours.count] }

  /// Black, white or a colour of the palette, readable on `ground`.
  func legible(on ground: Colour, _ generator: inout SeededGenerator) -> Colour {
    let choices = colours + [.grey(12), .grey(246), .rgb(236, 220, 180), .rgb(196, 30, 36)]
    let first = generator.count(0...choices.count - 1)
    let turned = choices[first...] + choices[..<first]
    let isDark = ground.luminance < 128
    return turned.first { abs($0.luminance - ground.luminance) > 85 }
      ?? .grey(isDark ? 246 : 12)
  }
}
