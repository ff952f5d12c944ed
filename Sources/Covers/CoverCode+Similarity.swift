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
    max(0, agreement(with: other) - Self.colourPenalty * colourDistance(to: other))
  }

  /// 1 all signs equal, 0 as many as by chance, negative fewer.
  private func agreement(with other: CoverCode) -> Double {
    let different = signs ^ other.signs
    return Self.agreement((0..<4).reduce(0) { $0 + different[$1].nonzeroBitCount })
  }

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
    var sum = 0
    for quarter in 0..<4 {
      let (one, two) = (Int(colours[quarter]), Int(other.colours[quarter]))
      sum += abs(one >> 4 - two >> 4) + abs(one & 15 - two & 15)
    }
    return Double(sum) / (8 * 15)
  }
}
