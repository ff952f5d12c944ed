// Lettering as the database stores it: a list of lines. A line is its text, its confidence in thousandths, and its
// height and its place in ten thousandths of the sleeve's side.

import Text

extension [SleeveLine] {
  /// A JSON list; nil without a line.
  package var stored: String? {
    func parts(_ share: Double, of whole: Double) -> JSON {
      .integer(Int((share * whole).rounded()))
    }
    if isEmpty { return nil }
    return JSON.array(
      map { line in
        .array([
          .string(line.text), parts(line.confidence, of: 1_000), parts(line.height, of: 10_000),
          parts(line.x, of: 10_000), parts(line.y, of: 10_000),
        ])
      }
    ).written()
  }

  /// Leaves out what `stored` does not produce.
  package init(stored: String?) {
    self = (JSON([UInt8]((stored ?? "").utf8)) ?? .null).items.compactMap { json in
      let numbers = json.items.dropFirst().compactMap(\.integer).map(Double.init)
      guard let text = json.items.first?.text, numbers.count == 4 else { return nil }
      return SleeveLine(
        text, confidence: numbers[0] / 1_000, height: numbers[1] / 10_000, x: numbers[2] / 10_000,
        y: numbers[3] / 10_000)
    }
  }
}
