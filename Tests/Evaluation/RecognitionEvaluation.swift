// Is a cover known again? Over drawn covers, photographed and cropped by the detector.

import Covers
import Pictures
import Support

enum RecognitionEvaluation {
  /// Prints how often the right cover comes first and is sure; false when a target is missed.
  static func run(_ arguments: [String]) throws -> Bool {
    let count = arguments.first.flatMap { Int($0) } ?? 100
    let index = CoverCollection(
      (1...count).map { seed in
        (Int64(seed), Fingerprint(of: DrawnSleeve(seed: UInt64(seed), side: 256).pixels))
      })
    var (first, sure, falseSure) = (0, 0, 0)
    for seed in 1...count {
      let condition = Condition.allCases[seed % Condition.allCases.count]
      let photo = DrawnPhotograph(
        of: DrawnSleeve(seed: UInt64(seed)), seed: UInt64(seed), condition)
      let quad = Covers.findCover(in: photo.pixels, guide: nil).quad
      let crop = Covers.straightened(photo.pixels, quad: quad, side: 512)
      guard let best = index.matches(for: Fingerprint(of: crop)).first else { continue }
      if best.identifier == Int64(seed) { first += 1 }
      if best.isSure, best.identifier == Int64(seed) { sure += 1 }
      if best.isSure, best.identifier != Int64(seed) { falseSure += 1 }
    }
    print("first \(first), sure \(sure), false sure \(falseSure) of \(count)")
    return falseSure == 0
  }
}
