// Counts how often the photographed cover was the first match, a sure match or a likely match, and
// how often another cover was a sure match.

struct RecognitionTally: Sendable {
  private(set) var photographs = 0
  private(set) var first = 0
  private(set) var sure = 0
  private(set) var likely = 0
  private(set) var falseSure = 0
  private var milliseconds: [Double] = []

  struct Answer: Equatable, Sendable {
    let identifier: Int64
    let isSure: Bool
    let isLikely: Bool
  }

  /// The matches for one photograph, best first.
  struct Found: Sendable {
    let answers: [Answer]
    let milliseconds: Double
  }

  mutating func count(_ found: Found, for number: Int) {
    photographs += 1
    milliseconds.append(found.milliseconds)
    let own = found.answers.first { $0.identifier == Int64(number) }
    first += own != nil && found.answers.first == own ? 1 : 0
    likely += own?.isLikely == true ? 1 : 0
    sure += own?.isSure == true ? 1 : 0
    falseSure += found.answers.count { $0.isSure && $0.identifier != Int64(number) }
  }

  /// Counts a photograph of an edition that is not among the known covers. No match may be sure.
  mutating func count(_ found: Found, ofOtherEditionOf number: Int) {
    count(found, for: number)
    // Every sure match of such a photograph is wrong.
    falseSure += sure
    sure = 0
  }

  mutating func add(_ other: RecognitionTally) {
    photographs += other.photographs
    first += other.first
    sure += other.sure
    likely += other.likely
    falseSure += other.falseSure
    milliseconds += other.milliseconds
  }

  func share(_ count: Int) -> Double { Double(count) / Double(max(1, photographs)) }

  func percent(_ count: Int) -> String { figure(100 * share(count), 1) }

  static let head =
    "condition      photographs  first %  likely %  sure %  false sure  ms a search"

  func row(_ name: String) -> String {
    let sorted = milliseconds.sorted()
    let cells = [
      padded("\(photographs)", 11), padded(percent(first), 7), padded(percent(likely), 8),
      padded(percent(sure), 6), padded("\(falseSure)", 10),
      padded(figure(sorted.isEmpty ? 0 : sorted[sorted.count / 2], 1), 11),
    ]
    return name + String(repeating: " ", count: max(0, 13 - name.count)) + "  "
      + cells.joined(separator: "  ")
  }

  /// The percentages of first and of sure matches, and the number of wrong sure matches.
  var short: String {
    [padded(percent(first), 12), padded(percent(sure), 4), padded("\(falseSure)", 5)]
      .joined(separator: "  ")
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
