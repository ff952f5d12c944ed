// Detects the colour space of a JPEG. Phones write Display P3 and declare it in an ICC profile. Two
// wide colour spaces are detected by their primaries, the values of pure red, green and blue. A
// JPEG with another profile, or with no profile, counts as sRGB.

import CPixels
import Glibc
package import Pictures

package enum ColourProfile: Sendable {
  case sRGB, displayP3, adobeRGB

  /// Nil unless the profile has the primaries of a known wide colour space. Source: ICC.1:2022 7.2,
  /// 7.3 and 10.31.
  init?(profile bytes: [UInt8]) {
    let profile = ICCProfile(bytes: bytes[...])
    guard let red = profile.xyz("rXYZ"), let green = profile.xyz("gXYZ"),
      let blue = profile.xyz("bXYZ")
    else { return nil }
    let primaries = red + green + blue
    let known = [Self.displayP3, .adobeRGB].first { known in
      zip(known.primaries, primaries).allSatisfy { abs($0 - $1) < 0.004 }
    }
    guard let known else { return nil }
    self = known
  }

  /// X, Y and Z of red, green and blue for the white D50, as profiles store them.
  private var primaries: [Double] {
    switch self {
    case .sRGB: [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7139]
    case .displayP3: [0.5151, 0.2412, -0.0011, 0.2920, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841]
    case .adobeRGB: [0.6097, 0.3111, 0.0195, 0.2053, 0.6257, 0.0609, 0.1492, 0.0632, 0.7446]
    }
  }

  /// The matrix that converts linear light to sRGB, row by row. Source: W3C, CSS Color Module Level
  /// 4, "Sample code for color conversions".
  private var matrixToSRGB: [Double] {
    switch self {
    case .sRGB: [1, 0, 0, 0, 1, 0, 0, 0, 1]
    case .displayP3:
      [1.224940, -0.224940, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274]
    case .adobeRGB: [1.398356, -0.398356, 0, 0, 1, 0, 0, -0.042932, 1.042932]
    }
  }

  /// The linear light, 0…1, of a stored value, 0…1. Display P3 has the curve of sRGB (IEC
  /// 61966-2-1); the curve of Adobe RGB is the power 563/256.
  private func light(_ value: Double) -> Double {
    if self == .adobeRGB { return pow(value, 563.0 / 256) }
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func number(ofLight light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The same colours in sRGB; colours outside sRGB are clamped channel by channel.
  package func sRGB(_ pixels: Pixels) -> Pixels {
    if self == .sRGB { return pixels }
    let lights = (0...255).map { UInt16((light(Double($0) / 255) * 16_383).rounded()) }
    let matrix = matrixToSRGB.map { Int32(($0 * 4_096).rounded()) }
    let numbers = (0..<4_096).map {
      UInt8((Self.number(ofLight: (Double($0) + 0.5) / 4_096) * 255).rounded())
    }
    var converted = pixels
    converted.rgb.withUnsafeMutableBufferPointer {
      albumscan_convert_colours($0.baseAddress, $0.count / 3, lights, matrix, numbers)
    }
    return converted
  }
}

/// The parts of an ICC profile in the APP2 segments of a JPEG, which may come in any order. Source:
/// ICC.1:2022 B.4.
struct ICCProfileParts {
  private var parts: [UInt8: ArraySlice<UInt8>] = [:]

  /// Ignores other APP2 segments, and a second part of the same number.
  mutating func take(applicationSegment payload: ArraySlice<UInt8>) {
    let prefix = Array("ICC_PROFILE\0".utf8)
    guard payload.starts(with: prefix), payload.count > prefix.count + 2 else { return }
    let number = payload[payload.startIndex + prefix.count]
    if parts[number] == nil { parts[number] = payload.dropFirst(prefix.count + 2) }
  }

  /// The colour space of the joined parts. Without one of the parts, the parts before it count: they
  /// may have all tags that are needed. The same holds for the parts beyond `JPEGLimits.profileBytes`.
  var colours: ColourProfile? {
    var joined: [UInt8] = []
    var number: UInt8 = 1
    while let part = parts[number], joined.count + part.count <= JPEGLimits.profileBytes {
      joined += part
      if number == .max { break }
      number += 1
    }
    return ColourProfile(profile: joined)
  }
}

/// A view of a profile that refuses offsets outside the bytes.
private struct ICCProfile {
  let bytes: ArraySlice<UInt8>

  /// The three numbers of a tag of type `XYZ ` (stored in 1/65,536); nil without such a tag.
  func xyz(_ tag: StaticString) -> [Double]? {
    guard word(at: 36) == Self.word("acsp"), let count = word(at: 128), count <= 100 else {
      return nil
    }
    let wanted = Self.word(tag)
    for entry in 0..<Int(count) where word(at: 132 + 12 * entry) == wanted {
      guard let offset = word(at: 136 + 12 * entry).map(Int.init),
        word(at: offset) == Self.word("XYZ ")
      else { return nil }
      let numbers = (0..<3).compactMap { word(at: offset + 8 + 4 * $0) }
      guard numbers.count == 3 else { return nil }
      return numbers.map { Double(Int32(bitPattern: $0)) / 65_536 }
    }
    return nil
  }

  private func word(at offset: Int) -> UInt32? {
    guard offset <= bytes.count - 4 else { return nil }
    return bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func word(_ text: StaticString) -> UInt32 {
    text.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
  }
}
