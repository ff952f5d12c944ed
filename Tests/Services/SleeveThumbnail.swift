// A very small version of a picture, with which the played model recognises a sleeve.

import Pictures

/// A picture reduced to 8 × 8 pixels.
struct SleeveThumbnail: Sendable {
  /// 8 × 8 colours, row by row, three bytes each.
  let rgb: [UInt8]

  /// Two pictures with a smaller distance, in levels, show the same sleeve. The distance of a
  /// straightened photograph from its sleeve is at most 11, and with glare at most 35. The distance
  /// of two sleeves of `Awkward` is at least 51. Photographs in the dark are not recognised.
  static let sameBelow = 36.0

  init(_ pixels: Pixels) { rgb = pixels.reduced(toWidth: 8, height: 8).rgb }

  init(rgb: [UInt8]) { self.rgb = rgb }

  /// The mean difference of all colour values, in levels.
  func distance(to other: SleeveThumbnail) -> Double {
    let sum = zip(rgb, other.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(rgb.count)
  }
}
