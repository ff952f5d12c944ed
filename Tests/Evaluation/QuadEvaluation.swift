// Is the cover found where it is? Over drawn photographs of every condition.

import Covers
import Glibc
import Pictures
import Support

enum QuadEvaluation {
  /// Prints a row a condition; false when a target is missed.
  static func run(_ arguments: [String]) throws -> Bool {
    let count = arguments.first.flatMap { Int($0) } ?? 50
    var good = 0
    for condition in Condition.allCases {
      let overlaps = (1...count).map { seed -> Double in
        let sleeve = DrawnSleeve(seed: UInt64(seed), isPale: condition == .whiteOnWhite)
        let photo = DrawnPhotograph(of: sleeve, seed: UInt64(seed), condition)
        return Covers.findCover(in: photo.pixels, guide: nil).quad.overlap(with: photo.quad)
      }
      let found = overlaps.count { $0 >= 0.9 }
      good += found
      print("\(condition.rawValue): \(found) of \(count)")
      fflush(nil)
    }
    return Double(good) >= 0.85 * Double(count * Condition.allCases.count)
  }
}
