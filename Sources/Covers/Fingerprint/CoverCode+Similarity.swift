// How alike two codes are, and a code in all four turns.

extension CoverCode {
  /// As it is, and turned a quarter, a half and three quarters.
  package var turns: [CoverCode] {
    let quarter = turnedRight
    let half = quarter.turnedRight
    return [self, quarter, half, half.turnedRight]
  }

  /// How alike two covers are as they stand, 0…1: equal signs beyond chance, less what the colours
  /// differ by.
  package func similarity(to other: CoverCode) -> Double {
    similarity(to: other, ifAbove: 0) ?? 0
  }

  /// Nil if it is not above `bar`; colours are looked at only where the signs leave it open.
  func similarity(to other: CoverCode, ifAbove bar: Double) -> Double? {
    let agreement = Self.agreement(signs.differing(from: other.signs))
    guard agreement > bar else { return nil }
    let similarity = max(0, agreement - Self.colourPenalty * colourDistance(to: other))
    return similarity > bar ? similarity : nil
  }

  /// 1 all signs equal, 0 as many as by chance, negative fewer.
  private static func agreement(_ differentSigns: Int) -> Double {
    1 - Double(differentSigns) / halfOfSigns
  }

  /// The most signs a code may differ in and still be as similar as `similarity`, whatever its colours.
  static func mostDifferentSigns(for similarity: Double) -> UInt32 {
    UInt32(min(256, max(0, ((1 - similarity) * halfOfSigns).rounded(.up))))
  }

  /// Of 255: the first sign is the mean's, and always equal.
  private static let halfOfSigns = 127.5

  /// Off by all sixteen steps everywhere costs this much.
  private static let colourPenalty = 0.3

  /// Mean difference of the eight nibbles, 0…1.
  private func colourDistance(to other: CoverCode) -> Double {
    let (high, otherHigh) = (colours &>> 4, other.colours &>> 4)
    let (low, otherLow) = (colours & 15, other.colours & 15)
    // All below 16, so that the sum of eight fits.
    let sum =
      pointwiseMax(high, otherHigh) &- pointwiseMin(high, otherHigh)
      &+ pointwiseMax(low, otherLow) &- pointwiseMin(low, otherLow)
    return Double(sum.wrappedSum()) / (8 * 15)
  }
}
