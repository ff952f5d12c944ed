// Measures how many product codes are read: 600 drawn codes, and 10,000 pictures without a code. The
// seeds were fixed before the first run.

import Covers
import Support

enum CodeEvaluation {
  /// `codes [PER_TROUBLE]`. Prints a table of the troubles, and the numbers that were read wrongly.
  static func run(_ arguments: [String]) async throws -> Bool {
    let count = arguments.first.flatMap { Int($0) } ?? 75
    var (right, wrong, all) = (0, 0, 0)
    for trouble in CodeTrouble.allCases {
      let results = try await Parallel.map(Array(0..<UInt64(count)), named: trouble.rawValue) {
        result(DrawnCode(seed: 70_000 + $0, DrawnCode.kinds[Int($0 % 4)], trouble))
      }
      let read = results.count { $0.isRight }
      let misread = results.flatMap(\.wrong)
      print("\(trouble): \(read) of \(count), wrong: \(misread)")
      (right, wrong, all) = (right + read, wrong + misread.count, all + count)
    }
    let bars = try await Parallel.map(Array(0..<UInt64(10_000 * count / 75)), named: "no code") {
      seed in
      let look = BarLook.allCases[Int(seed % UInt64(BarLook.allCases.count))]
      return Covers.findCodes(in: DrawnBars.picture(seed: 90_000 + seed, look)).count
    }
    print("read: \(right) of \(all), \(wrong) wrong numbers")
    print("numbers in \(bars.count) pictures without a code: \(bars.reduce(0, +))")
    return Double(right) >= 0.9 * Double(all) && wrong == 0 && bars.allSatisfy { $0 == 0 }
  }

  private static func result(_ drawn: DrawnCode) -> (isRight: Bool, wrong: [String]) {
    let texts = Covers.findCodes(in: drawn.pixels).map { code in
      "\(code.kind.rawValue) " + code.digits.map(String.init).joined()
    }
    let right = "\(drawn.kind) \(drawn.digits)"
    return (texts.contains(right), texts.filter { $0 != right })
  }
}
