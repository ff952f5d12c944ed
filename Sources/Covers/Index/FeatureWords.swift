// Short words of descriptors as search keys. Two descriptors of the same place differ in a few of 256 bits, so
// one of their words is often equal; other descriptors share a word only by chance.

/// A feature is stored in several tables, each with another sixteenth of its descriptor as the word.
enum FeatureWords {
  /// When a tenth of the bits differ, 0.56 of all features have an equal word among four words of 16 bits; when
  /// a seventh differ, 0.3. A cover has hundreds of features.
  static let tableCount = 4

  /// The length of a word in bits. It depends on the number of covers, so that a list has a few
  /// dozen places.
  static let wordBits = 6...16

  /// The length for a number of features: lists then have 32…63 places on average.
  static func wordBits(for features: Int) -> Int {
    let wanted = Int.bitWidth - 1 - max(1, features / 32).leadingZeroBitCount
    return min(wordBits.upperBound, max(wordBits.lowerBound, wanted))
  }

  /// Every fourth bit of the descriptor's word `table`, low bits first. Neighbouring comparisons of a
  /// descriptor may be correlated.
  static func word(_ table: Int, of descriptor: SIMD4<UInt64>) -> UInt16 {
    // The usual way to undo an interleaving: groups of bits move together, four times.
    var bits = descriptor[table] & 0x1111_1111_1111_1111
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303
    bits = (bits | bits >> 6) & 0x000F_000F_000F_000F
    bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF
    return UInt16(truncatingIfNeeded: bits | bits >> 24)
  }
}

/// An occurrence of a word: the cover's place in its segment, and the feature's direction.
struct Posting {
  /// Number of directions. All features of a turned picture are turned by the same angle.
  static let directions = 16

  /// Covers in a segment: few enough for two-byte postings, and for votes that fit into the cache.
  static let segmentCovers = 4_096

  /// place · 16 + direction.
  let number: UInt16

  init(number: UInt16) { self.number = number }

  init(place: Int, angle: UInt8) {
    number = UInt16(truncatingIfNeeded: place % Self.segmentCovers) << 4 | UInt16(angle >> 4)
  }

  /// Below `segmentCovers`.
  var place: Int { Int(number >> 4) }
}
