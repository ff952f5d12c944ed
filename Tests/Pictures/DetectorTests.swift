// How well covers are found in drawn photographs.

import Pictures
import Support
import Testing

@testable import Covers

@Suite struct DetectorTests {
  /// Intersection over union with the true corners, by condition.
  static func overlaps(_ condition: Condition, seeds: Range<UInt64>) -> [(Double, FoundCover)] {
    seeds.map { seed in
      let sleeve = DrawnSleeve(seed: seed, isPale: condition == .whiteOnWhite)
      let photo = DrawnPhotograph(of: sleeve, seed: seed, condition)
      let found = Covers.findCover(in: photo.pixels, guide: nil)
      return (found.quad.overlap(with: photo.quad), found)
    }
  }

  @Test(arguments: Condition.allCases)
  func `covers are found in drawn photographs`(condition: Condition) {
    let overlaps = Self.overlaps(condition, seeds: 1..<11)
    let good = overlaps.count { $0.0 >= 0.9 }
    print(
      condition, "\(good)/\(overlaps.count)",
      overlaps.map {
        "\($0.1.method.rawValue.prefix(1))\(Int($0.0 * 100))/\(Int($0.1.confidence * 100))"
      }.joined(separator: " "))
    #expect(good >= 0)
  }
}
