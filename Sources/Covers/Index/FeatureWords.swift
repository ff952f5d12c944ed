// Descriptors by words: features of the same place of a cover differ in a few bits of 256, so that
// some short word of theirs is often equal, and features of other places share it by chance only.

/// The tables of words in which a feature is filed, each by another sixteenth of its descriptor.
enum FeatureWords {
  /// With a tenth of the bits different, one of four words of 16 bits is equal for 0.56 of all
  /// features; with a seventh, for 0.3. A cover has hundreds.
  static let tableCount = 4

  /// Words are 6…16 bits long, so that a list has some dozens of places.
  static let wordBits = 6...16

  /// The length of words for so many features in all: lists of 32…63 places on average.
  static func wordBits(for features: Int) -> Int {
    let wanted = Int.bitWidth - 1 - max(1, features / 32).leadingZeroBitCount
    return min(wordBits.upperBound, max(wordBits.lowerBound, wanted))
  }

  /// Every fourth bit of the descriptor's word `table`, low bits first: pairs that lie beside each
  /// other in a descriptor may be alike.
  static func word(_ table: Int, of descriptor: SIMD4<UInt64>) -> UInt16 {
    // Halves of what is left move together, four times: the usual way to undo an interleaving.
    var bits = descriptor[table] & 0x1111_1111_1111_1111
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303
    bits = (bits | bits >> 6) & 0x000F_000F_000F_000F
    bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF
    return UInt16(truncatingIfNeeded: bits | bits >> 24)
  }
}

/// Where a word was seen: the cover's place in its segment, and which way the feature pointed there.
struct Posting {
  /// Sixteen directions: features of one picture turned as a whole agree in how far they were turned.
  static let directions = 16

  /// Covers whose lists lie together, so that two bytes name one and its votes stay in the cache.
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
