// A tiny version of a picture, by which the played model recognises a sleeve.

import Pictures

/// A picture reduced to 8 × 8 pixels.
struct SleeveThumbnail: Sendable {
  /// 8 × 8 colours, row by row, three bytes each.
  let rgb: [UInt8]

  /// Pictures with a smaller distance, in levels, are of the same sleeve. A straightened photograph
  /// has a distance of at most 11 to its sleeve, with glare at most 35. The sleeves of `Awkward`
  /// have distances of at least 51. Photographs in the dark are not recognised.
  static let sameBelow = 36.0

  init(_ pixels: Pixels) { rgb = pixels.reduced(toWidth: 8, height: 8).rgb }

  init(rgb: [UInt8]) { self.rgb = rgb }

  /// The mean difference of all colour values, in levels.
  func distance(to other: SleeveThumbnail) -> Double {
    let sum = zip(rgb, other.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(rgb.count)
  }
}
