// The frequencies of the words of names, without the words.

import Support

/// How often the words of names are used. The model was made from 5,000 names of real albums, from which only these
/// figures were taken: the share of the names that have the word of a rank. After the last rank, the share falls with
/// the rank.
struct WordFrequencies: Sendable {
  private let cumulative: [Double]

  /// Ranks and shares of the names with the word.
  static let artists = Self([
    (1, 0.135), (2, 0.0188), (5, 0.0104), (10, 0.0062), (20, 0.0048), (50, 0.0034), (100, 0.0026),
    (200, 0.0016), (500, 0.001), (1000, 0.0006), (2000, 0.0002),
  ])
  static let titles = Self([
    (1, 0.181), (2, 0.0752), (5, 0.0304), (10, 0.018), (20, 0.0094), (50, 0.0044), (100, 0.0028),
    (200, 0.0016), (500, 0.0008), (1000, 0.0004), (2000, 0.0002),
  ])

  static let count = 25_000

  private init(_ knots: [(rank: Double, share: Double)]) {
    var sums: [Double] = []
    var (sum, next) = (0.0, 1)
    for rank in 1...Self.count {
      while next < knots.count - 1, Double(rank) > knots[next].rank { next += 1 }
      sum += Self.share(of: Double(rank), between: knots[next - 1], and: knots[next])
      sums.append(sum)
    }
    cumulative = sums
  }

  /// The curve share = scale ÷ (rank + shift) through both knots. Without logarithms, all machines have the same sums.
  private static func share(
    of rank: Double, between one: (rank: Double, share: Double),
    and other: (rank: Double, share: Double)
  ) -> Double {
    if rank > other.rank { return other.share * other.rank / rank }
    let shift =
      (other.share * other.rank - one.share * one.rank) / (one.share - other.share)
    return one.share * (one.rank + shift) / (rank + shift)
  }

  /// A random rank, from 0.
  func rank(_ random: inout SeededGenerator) -> Int {
    let wanted = random.number(in: 0...(cumulative.last ?? 1))
    var (low, high) = (0, cumulative.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
