// Measures the share of covers that the detector finds in drawn photographs, two for each
// condition. `make evaluate` prints the whole table.

import Pictures
import Support
import Testing

@testable import Covers

@Suite struct DetectorTests {
  struct Result: Sendable, CustomStringConvertible {
    let condition: Condition
    let found: FoundCover
    /// The overlap of the found quad with the true cover.
    let overlap: Double
    /// The overlap of the centred square with the true cover.
    let centredOverlap: Double

    init(_ condition: Condition, seed: UInt64) {
      let sleeve = DrawnSleeve(seed: seed, isPale: condition == .whiteOnWhite)
      let photo = DrawnPhotograph(of: sleeve, seed: seed, condition)
      self.condition = condition
      found = Covers.findCover(in: photo.pixels, guide: nil)
      overlap = found.quad.overlap(with: photo.quad)
      centredOverlap = Covers.centredSquare(of: photo.pixels, guide: nil)
        .overlap(with: photo.quad)
    }

    var description: String {
      let hundredths = (Int(overlap * 100), Int(found.confidence * 100))
      return "\(condition) \(found.method) \(hundredths.0) confidence \(hundredths.1)"
    }
  }

  @Test func `covers are found in drawn photographs`() {
    let results = Condition.allCases.flatMap { condition in
      (1...2).map { Result(condition, seed: $0) }
    }
    for result in results { print(result) }
    let good = results.count { $0.overlap >= 0.9 }
    note("overlap of 0.90 or more: \(good) of \(results.count)")
    #expect(good >= 22)
    #expect(results.allSatisfy { $0.overlap >= $0.centredOverlap - 0.02 })
  }
}
