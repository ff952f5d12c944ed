// Takes short words from descriptors as search keys. Two descriptors of the same keypoint differ in
// a few of 256 bits, so one of their words is often equal. Descriptors of different keypoints have
// an equal word only by chance.

/// A feature is stored in several tables. Each table takes the feature's word from another
/// sixteenth of its descriptor.
enum FeatureWords {
  /// Four words of 16 bits are enough, because a cover has hundreds of features. If a tenth of the
  /// bits differ, 56 % of the features have an equal word; if a seventh of the bits differ, 30 %.
  static let tableCount = 4

  /// Possible lengths of a word in bits. The length depends on the number of features, so that a
  /// list has a few dozen postings.
  static let wordBits = 6...16

  /// The length for a number of features. Lists then have 32…63 postings on average.
  static func wordBits(for features: Int) -> Int {
    let wanted = Int.bitWidth - 1 - max(1, features / 32).leadingZeroBitCount
    return min(wordBits.upperBound, max(wordBits.lowerBound, wanted))
  }

  /// Every fourth bit of word `table` of the descriptor, low bits first. The bits are not
  /// neighbours, because neighbouring comparisons of a descriptor may be correlated.
  static func word(_ table: Int, of descriptor: SIMD4<UInt64>) -> UInt16 {
    // Moves the sixteen bits together in four steps. Each step joins pairs of groups of bits.
    var bits = descriptor[table] & 0x1111_1111_1111_1111
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303
    bits = (bits | bits >> 6) & 0x000F_000F_000F_000F
    bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF
    return UInt16(truncatingIfNeeded: bits | bits >> 24)
  }
}

/// An entry of a list: a cover that has a feature with the list's word, and the feature's
/// direction. The cover is stored as its position in its segment.
struct Posting {
  /// Number of directions that a posting can have. Directions help because all features of a turned
  /// picture are turned by the same angle.
  static let directions = 16

  /// Number of covers in a segment. The number is small enough for postings of two bytes, and for
  /// votes that fit into the processor's cache.
  static let segmentCovers = 4_096

  /// position · 16 + direction.
  let number: UInt16

  init(number: UInt16) { self.number = number }

  init(position: Int, angle: UInt8) {
    number = UInt16(truncatingIfNeeded: position % Self.segmentCovers) << 4 | UInt16(angle >> 4)
  }

  /// The position of the cover in its segment, below `segmentCovers`.
  var position: Int { Int(number >> 4) }
}
