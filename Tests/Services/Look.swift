// What a picture looks like from far away: how the played model knows a sleeve again.

import Pictures

/// A picture in 8 × 8 colours.
struct Look: Sendable {
  /// 8 × 8 colours, row by row, three bytes each.
  let rgb: [UInt8]

  /// Levels. Straightened photographs lie within 11 of their sleeve, with glare within 35; the awkward
  /// albums' sleeves lie 51 and more apart. Photographs in the dark are not known again.
  static let sameBelow = 36.0

  init(_ pixels: Pixels) { rgb = pixels.reduced(toWidth: 8, height: 8).rgb }

  init(rgb: [UInt8]) { self.rgb = rgb }

  /// The mean difference, in levels.
  func distance(to other: Look) -> Double {
    let sum = zip(rgb, other.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(rgb.count)
  }
}
