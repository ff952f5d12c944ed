// The figures of many photographs as a row of a table, and the targets for these figures.

import Covers

struct QuadSummary {
  let results: [QuadResult]

  init(_ results: [QuadResult]) { self.results = results }

  /// The targets: minimum shares of all photographs, and the maximum mean corner error as a share
  /// of the diagonal.
  private static let leastGood = 0.85
  private static let mostCornerError = 0.03
  private static let leastNotBelowSquare = 0.995

  func row(_ name: String) -> String {
    let columns: [(String, Int)] = [
      ("\(results.count(where: \.isGood)) of \(results.count)", 9),
      (figure(median(results.map(\.overlap)), 3), 6),
      (figure(100 * mean(results.map(\.cornerError)), 2), 8),
      ("\(results.count(where: \.isBelowSquare))", 12),
      ("\(results.count { $0.method != .quad })", 9),
      (figure(median(results.map(\.milliseconds)), 0), 10),
    ]
    let cells = columns.map { text, width in padding(width - text.count) + text }
    return name + padding(13 - name.count) + "  " + cells.joined(separator: "  ")
  }

  /// False if a target is missed.
  func printTargets() -> Bool {
    let good = share { $0.isGood }
    let error = mean(results.map(\.cornerError))
    let notBelow = share { !$0.isBelowSquare }
    let targets = [
      ("IoU >= 0.90: \(figure(100 * good, 1)) % (>= 85)", good >= Self.leastGood),
      (
        "mean corner error: \(figure(100 * error, 2)) % of the diagonal (<= 3)",
        error <= Self.mostCornerError
      ),
      (
        "not below the centred square: \(figure(100 * notBelow, 1)) % (>= 99.5)",
        notBelow >= Self.leastNotBelowSquare
      ),
    ]
    for (text, isReached) in targets { print("\(isReached ? "reached" : "MISSED "): \(text)") }
    return targets.allSatisfy(\.1)
  }

  private func share(_ isSo: (QuadResult) -> Bool) -> Double {
    Double(results.count(where: isSo)) / Double(max(1, results.count))
  }
}

private func mean(_ values: [Double]) -> Double {
  values.reduce(0, +) / Double(max(1, values.count))
}

private func median(_ values: [Double]) -> Double {
  values.isEmpty ? 0 : values.sorted()[values.count / 2]
}

private func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

/// Formats a number with `places` decimals.
func figure(_ value: Double, _ places: Int) -> String {
  let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
  let whole = Int((value.magnitude * scale).rounded())
  let sign = value < 0 && whole > 0 ? "-" : ""
  guard places > 0 else { return "\(sign)\(whole)" }
  let digits = String(whole % Int(scale))
  return
    "\(sign)\(whole / Int(scale)).\(String(repeating: "0", count: places - digits.count))\(digits)"
}
