// Compares codes, and rotates codes by quarter turns.

extension CoverCode {
  /// This code turned by 0, 1, 2 and 3 quarters clockwise.
  package var turns: [CoverCode] {
    let quarter = turnedRight
    let half = quarter.turnedRight
    return [self, quarter, half, half.turnedRight]
  }

  /// Similarity of two codes in their present rotation, 0…1: the agreement of their signs, minus a
  /// penalty for different colours.
  package func similarity(to other: CoverCode) -> Double {
    similarity(to: other, ifAbove: 0) ?? 0
  }

  /// The similarity, or nil if it is not above `bar`. Compares the colours only if the signs alone
  /// are similar enough.
  func similarity(to other: CoverCode, ifAbove bar: Double) -> Double? {
    let agreement = Self.agreement(signs.differing(from: other.signs))
    guard agreement > bar else { return nil }
    let similarity = max(0, agreement - Self.colourPenalty * colourDistance(to: other))
    return similarity > bar ? similarity : nil
  }

  /// 1 if all signs are equal, 0 if half of them are equal (as by chance), negative if fewer are.
  private static func agreement(_ differentSigns: Int) -> Double {
    1 - Double(differentSigns) / halfOfSigns
  }

  /// The largest number of different signs with which a code can still reach `similarity`.
  static func mostDifferentSigns(for similarity: Double) -> UInt32 {
    UInt32(min(256, max(0, ((1 - similarity) * halfOfSigns).rounded(.up))))
  }

  /// Half of 255 signs: the first of 256 belongs to the mean and is always equal.
  private static let halfOfSigns = 127.5

  /// The penalty for the largest possible colour difference.
  private static let colourPenalty = 0.3

  /// Mean difference of the eight colour values, 0…1. A value has four bits.
  private func colourDistance(to other: CoverCode) -> Double {
    let (high, otherHigh) = (colours &>> 4, other.colours &>> 4)
    let (low, otherLow) = (colours & 15, other.colours & 15)
    // Every difference is below 16, so the sum of eight fits into a byte.
    let sum =
      pointwiseMax(high, otherHigh) &- pointwiseMin(high, otherHigh)
      &+ pointwiseMax(low, otherLow) &- pointwiseMin(low, otherLow)
    return Double(sum.wrappedSum()) / (8 * 15)
  }
}
