// Prints the results of photographed sleeves by kind: how many albums were identified, sure, and surely wrong.

import Support

struct SleeveTable {
  let results: [SleeveResult]

  private func share(_ part: Int, _ all: Int) -> Double { Double(part) / Double(max(1, all)) }

  /// The share of counted sleeves whose album is sure, and the share whose album is sure or offered.
  var sure: Double { share(counted.count { $0.outcome == .sure }, counted.count) }
  var identified: Double {
    share(counted.count { $0.outcome == .sure || $0.outcome == .offered }, counted.count)
  }

  var falseSure: Int { results.count { $0.outcome == .falseSure } }
  private var counted: [SleeveResult] { results.filter(\.isCounted) }

  func only(_ kind: String) -> SleeveTable {
    SleeveTable(results: results.filter { $0.kinds.contains(kind) })
  }

  func without(_ kind: String) -> SleeveTable {
    SleeveTable(results: results.filter { !$0.kinds.contains(kind) })
  }

  static let head =
    "kind                              all  counted  identified %  sure %  false sure"

  func print(_ name: String) {
    let cells = [
      padded("\(results.count)", 5), padded("\(counted.count)", 7),
      padded(counted.isEmpty ? "-" : figure(100 * identified, 1), 12),
      padded(counted.isEmpty ? "-" : figure(100 * sure, 1), 6), padded("\(falseSure)", 10),
    ]
    Swift.print(
      name + String(repeating: " ", count: max(0, 30 - name.count)) + "  "
        + cells.joined(separator: "  "))
  }

  /// The table of all kinds, each false sure album, and the time.
  func printAll() {
    Swift.print(Self.head)
    print("all")
    var kinds: [String] = []
    for kind in results.flatMap(\.kinds) where !kinds.contains(kind) { kinds.append(kind) }
    let names = results.first?.kinds.compactMap { $0.split(separator: ":").first } ?? []
    for name in names {
      for kind in kinds.filter({ $0.hasPrefix("\(name):") }).sorted() { only(kind).print(kind) }
    }
    let outcomes = SleeveResult.Outcome.allCases.map { outcome in
      "\(outcome.rawValue) \(counted.count { $0.outcome == outcome })"
    }
    Swift.print("counted: \(outcomes.joined(separator: ", "))")
    for result in results where result.outcome == .falseSure {
      Swift.print(
        "false sure: \(result.number) (\(result.kinds.joined(separator: ", "))): \(result.note)")
    }
    let seconds = results.map(\.seconds).sorted()
    guard !seconds.isEmpty else { return }
    let mean = seconds.reduce(0, +) / Double(seconds.count)
    Swift.print(
      "seconds from the photo to the decision: median \(figure(seconds[seconds.count / 2], 2)),"
        + " mean \(figure(mean, 2)), longest \(figure(seconds.last ?? 0, 2))")
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
